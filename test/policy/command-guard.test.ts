import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { CLASSES, judgeCommand } from "../../src/policy/command-guard.ts";
import { inspectCommand } from "../../src/policy/inspect.ts";
import { usesNetwork } from "../../src/policy/network.ts";
import { tempDir } from "../support/command.ts";
import { shell } from "../support/shell.ts";

const ground = { root: "/work/app", home: "/home/ann", own: ["/home/ann/.paicli"] };
const judge = (command: string, at = ground) => judgeCommand(inspectCommand(shell, command, { cwd: at.root, home: at.home }), at);

const table = z
  .record(z.enum(CLASSES), z.array(z.string()))
  .parse(JSON.parse(readFileSync(new URL("commands.json", import.meta.url), "utf8")));
const rows = CLASSES.flatMap((level) => table[level].map((command) => ({ level, command })));

test("the table has at least 150 commands", () => {
  expect(rows.length).toBeGreaterThanOrEqual(150);
});

test.each(CLASSES)("M25: every command of the table that is %s is judged so", (level) => {
  const wrong = table[level].filter((command) => judge(command).class !== level);
  expect(wrong).toEqual([]);
});

test("M25: the three commands that once passed are forbidden", () => {
  for (const command of ["rm -r -f /", 'rm -rf "$HOME"', "cd / && rm -rf *"])
    expect(judge(command).class, command).toBe("forbidden");
});

test("the gravest part of a compound command decides", () => {
  for (const { level, command } of rows) {
    if (level === "unreadable" || command.includes("<<") || command.startsWith("#")) continue;
    const compound = `npm test; ${command}`;
    const expected = level === "read_only" ? "ordinary" : level;
    expect(judge(compound).class, compound).toBe(expected);
  }
});

test("a forbidden command stays forbidden inside wrappers, shells and substitutions", () => {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const simple = table.forbidden.filter((command) => !/[\n&;()]|EXIT/.test(command));
  for (const command of simple) {
    for (const wrapped of [
      `bash -c ${quoted(command)}`,
      `true || { ${command}; }`,
      `echo "$(${command})"`,
      `eval ${quoted(command)}`,
      `nohup sh -ec ${quoted(command)} &`,
    ])
      expect(judge(wrapped).class, wrapped).toBe("forbidden");
  }
});

test("a copy that merges a folder or a pattern into another is judged by the names that come with it", () => {
  const root = tempDir();
  for (const folder of ["evil/.git", "plain/src", "rules", "dst"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "rules/PAI.md"), "");
  const at = { ...ground, root };
  for (const command of [
    "cp -r evil/. .",
    "cp -a evil/. dst",
    "rsync -a evil/ ./",
    "rsync -a --exclude=.github evil/ ./",
    "mv evil/.g* .",
    "cp rules/* .",
    "cp -t . rules/*",
    "cd rules && cp * ..",
    "bash -c 'cp -r evil/. .'",
  ])
    expect(judge(command, at), command).toMatchObject({ class: "high_risk", reason: "guarded" });
  for (const command of [
    "cp -r plain/. .",
    "rsync -a plain/ dst/",
    "cp plain/* dst",
    "rsync -a --exclude .git evil/ dst/",
    "mv dst other",
  ])
    expect(judge(command, at).class, command).toBe("ordinary");
});

test("a link in the project that leads out of it is followed", () => {
  const root = tempDir();
  mkdirSync(join(root, "src"));
  symlinkSync("/etc", join(root, "src/conf"));
  symlinkSync("/", join(root, "all"));
  mkdirSync(join(root, ".git"));
  symlinkSync(".git", join(root, "data"));
  const at = { root, home: "/home/ann", own: [] };
  expect(judge("cat src/conf/passwd", at)).toMatchObject({ class: "high_risk", reason: "outside" });
  expect(judge("cat src/*/passwd", at).class).toBe("high_risk");
  expect(judge("cat src/co*", at).class).toBe("high_risk");
  expect(judge("cat src/conf/../shadow", at).class).toBe("high_risk");
  expect(judge("cat src/../a.txt", at).class).toBe("read_only");
  expect(judge("rm -rf all/*", at)).toMatchObject({ class: "forbidden", reason: "fatal_target" });
  expect(judge("echo x > data/config", at)).toMatchObject({ class: "high_risk", reason: "guarded" });
  expect(judge("cat src/a.txt", at).class).toBe("read_only");
});

const LOOPS_AND_LISTS = [
  'for f in *; do cat "$f"; done',
  'for f in docs/*; do head -1 "$f"; done',
  "grep -R x docs",
  "find . -exec cat {} +",
  "find . -name h -exec cat {} \\;",
  "ls -LR",
  "rg -L x",
  "find -L . -name x",
  "diff -r docs src",
  "ls | xargs cat",
  "cat $(git ls-files)",
  "for f in $(ls docs); do cat docs/$f; done",
  "find . -type f -o -name h -exec cat {} +",
];

test("M25: names of a loop, a list or a walk are judged by the project's real links", () => {
  const root = tempDir();
  for (const folder of ["docs", "src"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "docs/a.md"), "");
  const at = { root, home: "/home/ann", own: [] };
  const safe = LOOPS_AND_LISTS.slice(0, -2);
  for (const command of safe) expect(["read_only", "ordinary"], command).toContain(judge(command, at).class);
  symlinkSync("/etc/hosts", join(root, "docs/h"));
  symlinkSync("/etc", join(root, "etc"));
  for (const command of LOOPS_AND_LISTS) expect(judge(command, at).class, command).toBe("high_risk");
  for (const command of ["find . -type f -exec cat {} +", "cat docs/*.md", "grep -rn x docs", "ls -la docs"])
    expect(judge(command, at).class, command).toBe("read_only");
});

test("M25: a name with a blank counts where a list is split at blanks", () => {
  const root = tempDir();
  mkdirSync(join(root, "x "));
  writeFileSync(join(root, "x /a"), "");
  const at = { root, home: "/home/ann", own: [] };
  expect(judge("find . -type f | xargs cat", at).class).toBe("high_risk");
  expect(judge("find . -type f -print0 | xargs -0 cat", at).class).toBe("ordinary");
});

test("L7: a pattern is judged by the protected files that it matches in the real folder", () => {
  const root = tempDir();
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "docs/PAI.md"), "");
  writeFileSync(join(root, "PAI.md"), "");
  symlinkSync("../PAI.md", join(root, "docs/p"));
  const at = { root, home: "/home/ann", own: [] };
  for (const command of [
    "sed -i s/a/b/ docs/*.md",
    "touch docs/?",
    'for f in docs/*; do echo x >> "$f"; done',
    'for f in P*; do rm "$f"; done',
    'for f in PA*; do rm "$f.md"; done',
  ])
    expect(judge(command, at), command).toMatchObject({ class: "high_risk", reason: "guarded" });
  expect(judge("touch docs/a*", at).class).toBe("ordinary");
});

test("M22: a command with hidden characters is never read as the one that it shows", () => {
  for (const hidden of ["\r", "\u001b[2K", "\u202e", "\u2066", "\u0008", "\u0000", "\u2028"]) {
    const verdict = judge(`ls ${hidden} rm -rf src`);
    expect(verdict, JSON.stringify(hidden)).toMatchObject({ class: "unreadable", reason: "hidden" });
  }
});

test("a command that touches more paths than are looked up is not judged", () => {
  const words = Array.from({ length: 500 }, (_, index) => `d${index}/f`).join(" ");
  expect(judge(`cat ${words}`)).toMatchObject({ class: "unreadable", reason: "too_long" });
});

test("an ordinary command is judged within 5 ms", () => {
  for (const { command } of rows) judge(command);
  const before = process.cpuUsage();
  for (const { command } of rows) judge(command);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000 / rows.length).toBeLessThan(5);
});

const { network, local } = z
  .object({ network: z.array(z.string()), local: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL("network-commands.json", import.meta.url), "utf8")));

test.each(network)("M5: brings external content: %s", (command) => {
  expect(usesNetwork(inspectCommand(shell, command, { cwd: "/work/app", home: "/home/ann" }))).toBe(true);
});

test("M5: installs, builds, tests, scripts and words that only look like a client bring none", () => {
  const wrong = local.filter((command) => usesNetwork(inspectCommand(shell, command, { cwd: "/work/app", home: "/home/ann" })));
  expect(wrong).toEqual([]);
});

test("no text makes the guard fail", () => {
  writeFileSync(join(tempDir(), "x"), "");
  for (const command of [
    "",
    " ",
    "\n",
    "#",
    "~",
    "-",
    "$",
    "=",
    "!",
    "[",
    "[[ ]]",
    "{ }",
    "cd",
    "env",
    "xargs",
    "find",
    "bash -c",
    "git",
    "rm -rf",
    "for x in; do ls; done",
    "a=",
    ">",
    "> a",
    "<<E\nE",
  ])
    expect(CLASSES).toContain(judge(command).class);
});
