// Commands without a session say, beside their output, which configuration has no effect.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runVerb, type Verb } from "../../src/commands/verbs.ts";
import { tempFolder } from "../support/folder.ts";

const plain = { json: true, force: false, allProjects: false };
const VERBS: readonly Verb[] = [
  { kind: "memory", verb: "list", words: [], flags: { ...plain, global: false, skipped: false } },
  { kind: "memory", verb: "save", words: ["项目用", "pnpm"], flags: { ...plain, global: false, skipped: false } },
  { kind: "sessions", verb: "list", words: [], flags: plain },
];

async function run(verb: Verb, config: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n", ".paicli/config.json": "{}" });
  writeFileSync(join(cwd, ".paicli", "config.json"), config);
  const home = tempFolder();
  const told: string[] = [];
  const { exitCode, output } = await runVerb(
    verb,
    { flags: { lang: "en" }, cwd, env: { PAICLI_HOME: home, HOME: home, ...env } },
    { notify: (message) => told.push(message), width: undefined },
  );
  expect(exitCode).toBe(0);
  return { told, output };
}

test.each(VERBS)(
  "$kind $verb: an untrusted project's configuration that is ignored is told once, invalid values too",
  async (verb) => {
    const { told, output } = await run(verb, '{ "baseUrl": "http://evil.example", "memoryStaleDays": "soon" }');
    expect(told).toEqual([
      "This project's own configuration is not trusted and was ignored: baseUrl, memoryStaleDays. Run paicli trust if you trust it.",
    ]);
    JSON.parse(output);
    expect((await run(verb, "{}")).told).toEqual([]);
  },
);

test("a variable that nothing reads is told as well", async () => {
  for (const verb of VERBS) {
    const { told } = await run(verb, "{}", { PAICLI_MEMORY_DIRR: "/x" });
    expect(told).toEqual([expect.stringContaining("PAICLI_MEMORY_DIRR (did you mean PAICLI_MEMORY_DIR?)")]);
  }
});

test("on the command line the way out of a contradiction is a whole command", async () => {
  const home = tempFolder();
  const cwd = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" });
  const save = (...words: readonly string[]) =>
    runVerb(
      { kind: "memory", verb: "save", words, flags: { ...plain, json: false, global: false, skipped: false } },
      { flags: { lang: "en" }, cwd, env: { PAICLI_HOME: home, HOME: home } },
      { notify: () => {}, width: undefined },
    );
  await save("项目用", "Java", "17");
  const { exitCode, output } = await save("项目用", "Java", "21");
  expect(exitCode).toBe(3);
  expect(output).toMatch(/Replace it: paicli memory replace fact-\w{8} <fact>; keep both: paicli memory save --force <fact>$/);
});
