import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLI, paicli, project, tempDir } from "../support/command.ts";

test("what deletes says by its exit code that nothing was deleted; --skipped without a verb lists the skipped", async () => {
  const [cwd, home] = [project(), tempDir()];
  const run = (...words: string[]) => paicli(words, { cwd, home });
  expect((await run("memory", "save", "项目用 Java 17")).code).toBe(0);
  expect((await run("memory", "save", "项目用 Java 21")).code).toBe(3);
  expect(await run("memory", "clear")).toMatchObject({ code: 2, stdout: expect.stringContaining("--force") });
  expect(await run("memory", "--skipped")).toMatchObject({ code: 0, stdout: "Nothing was skipped.\n" });
  expect(await run("memory", "clear", "--force")).toMatchObject({ code: 0, stdout: expect.stringContaining("Deleted 1 memory") });
  expect((await run("memory", "clear")).code).toBe(0);
  await paicli(["-p", "list ."], { cwd, home, env: { PAICLI_PROVIDER: "offline" } });
  const [{ id }] = JSON.parse((await run("sessions", "list", "--json")).stdout);
  expect((await run("sessions", "delete", id)).code).toBe(2);
  expect((await run("sessions", "delete", id, "--force")).code).toBe(0);
});

test("a question in the terminal that is left with Ctrl-C or Ctrl-D is answered with no", async () => {
  const [cwd, home] = [project(), tempDir()];
  await paicli(["memory", "save", "项目用 Java 17"], { cwd, home });
  for (const key of ["\x03", "\x04", "n\n"]) {
    // A pseudo terminal; the key is typed once the question stands there.
    const child = spawn("script", ["-qec", `${process.execPath} ${CLI} memory clear; echo "code $?"`, "/dev/null"], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, PAICLI_HOME: home, LANG: "en_US.UTF-8", TERM: "xterm" },
    });
    let output = "";
    child.stdout.on("data", (data: Buffer) => {
      if (!output.includes("[y/N]") && `${output}${data}`.includes("[y/N]")) child.stdin.write(key);
      output += data.toString();
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(output).toMatch(/Delete 1 memory of this project\? \[y\/N\][\s\S]*Nothing was changed\.\r?\ncode 130/);
    expect(output).not.toContain("rror");
  }
});

test("days are those of the person's own time zone", async () => {
  const [cwd, home] = [project(), tempDir()];
  mkdirSync(join(home, "memory"));
  const entry = {
    id: "fact-00000001",
    content: "晨会定在九点半",
    timestamp: "2026-03-01T22:30:00Z",
    metadata: { scope: "global" },
  };
  writeFileSync(join(home, "memory", "long_term_memory.json"), JSON.stringify([entry]));
  const dayIn = async (TZ: string) => (await paicli(["memory", "list"], { cwd, home, env: { TZ } })).stdout.split(/ +/)[1];
  expect(await dayIn("Asia/Shanghai")).toBe("2026-03-02");
  expect(await dayIn("UTC")).toBe("2026-03-01");
});
