import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeCommand } from "../../src/policy/command-guard.ts";
import { inspectCommand } from "../../src/policy/inspect.ts";
import { tempDir } from "../support/command.ts";
import { shell } from "../support/shell.ts";

const judge = (command: string, root = "/work/app") => {
  const ground = { root, home: "/home/ann", own: [] };
  return judgeCommand(inspectCommand(shell, command, { cwd: root, home: ground.home }), ground);
};

test("a program that reads, with an output file as operand or option, is a question about a steering file", () => {
  for (const target of ["PAI.md", ".git/config", ".paicli/config.json"])
    for (const command of [
      `xxd in ${target}`,
      `xxd -r in ${target}`,
      `uniq in ${target}`,
      `tree -o ${target}`,
      `tree -o${target}`,
      `sort -uo ${target} in`,
      `sort -uo${target} in`,
      `sort --output=${target} in`,
      `git diff --output=${target}`,
      `iconv -o${target} in`,
      `base64 -o ${target} in`,
      `/usr/bin/time -o ${target} ls`,
    ])
      expect(judge(command), command).toMatchObject({ class: "high_risk", reason: "guarded" });
});

test("what is judged to only look leaves a real folder as it was", () => {
  const root = tempDir();
  writeFileSync(join(root, "in"), "00000000: 6162 0a\n");
  writeFileSync(join(root, "PAI.md"), "rules\n");
  let ran = 0;
  for (const command of [
    "xxd in PAI.md",
    "xxd -r in PAI.md",
    "xxd -l 4 in",
    "file -C -m in",
    "file in",
    "uniq - PAI.md < in",
    "uniq -f 1 in",
    "sort --outp=PAI.md in",
    "sort -k1,1 in",
    "sed --expression='w PAI.md' in",
    "sed -e p -ne 'w PAI.md' in",
    "sed -n 1p in",
    "env -C . sort -oPAI.md in",
    "bash -c 'xxd in PAI.md'",
    "date -u +%F",
  ]) {
    if (judge(command, root).class !== "read_only") continue;
    ran++;
    execFileSync("bash", ["-c", command], { cwd: root, stdio: "ignore" });
    expect(readFileSync(join(root, "PAI.md"), "utf8"), command).toBe("rules\n");
    expect(readdirSync(root).sort(), command).toEqual(["PAI.md", "in"]);
  }
  expect(ran).toBeGreaterThan(5);
});

test("a URL is no path, wherever it stands; a file URL is one", () => {
  for (const command of [
    "npm install --registry=https://registry.example.com",
    'bash -c "echo https://a.b/c"',
    'bash -c "wget -q http://127.0.0.1:9/"',
    "curl -H 'Referer: https://a.b/c' https://a.b/?next=/home/x",
    "docker run -e URL=https://a.b/c img",
  ])
    expect(judge(command).class, command).toMatch(/^(?:read_only|ordinary)$/);
  for (const command of ["curl file:///etc/passwd", "x --in=file:///etc/passwd", 'x "see file:///etc/passwd"'])
    expect(judge(command), command).toMatchObject({ class: "high_risk", reason: "outside" });
});
