import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project, tempDir } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";

test("what was allowed with always is listed, and taken back at once and for good", async () => {
  const home = tempDir();
  const cwd = project({ "src/a.txt": "one" });
  const asked: (string | undefined)[] = [];
  const host = await offlineHost({
    home,
    cwd,
    approver: {
      approve: async ({ rule }) => {
        asked.push(rule);
        return { decision: "always" };
      },
    },
  });
  const say = async (line: string) => (await host.submit(line, unaborted)).output ?? "";
  expect(await say("/permissions")).toContain(`Nothing is allowed or forbidden for good in the project ${cwd}`);
  await say("write src/b.txt: x");
  await say("write src/c.txt: y");
  expect(asked).toEqual(["no more questions for changes of files in src"]);

  const listed = await say("/permissions list");
  expect(listed).toContain(cwd);
  expect(listed).toMatch(/^1 {2}allowed {2}changes of files in src$/m);
  expect((await host.submit("/permissions remove 2", unaborted)).exitCode).toBe(1);
  expect(await say("/permissions remove 1")).toContain("Taken back: changes of files in src");
  expect(JSON.parse(readFileSync(join(home, "permissions.json"), "utf8")).projects[cwd].allow).toEqual([]);

  await say("write src/d.txt: z");
  expect(asked).toHaveLength(2);
});

test("rules of both kinds are listed in the person's language, those of other projects are not", async () => {
  const home = tempDir();
  const cwd = project();
  const rules = {
    allow: [{ command: ["npm", "test"] }, { command: ["git", "push"], exact: true }],
    deny: [{ command: ["docker"] }],
  };
  writeFileSync(
    join(home, "permissions.json"),
    JSON.stringify({ projects: { [cwd]: rules, "/other": { allow: [{ folder: "x" }] } } }),
  );
  const host = await offlineHost({ home, cwd, lang: "zh", width: 100 });
  const { output = "" } = await host.submit("/permissions", unaborted);
  expect(output.split("\n").slice(-3)).toEqual([
    "1  允许  以 “npm test” 开头的命令",
    "2  允许  这一条命令：“git push”",
    "3  禁止  以 “docker” 开头的命令",
  ]);
});
