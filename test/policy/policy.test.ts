import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { APPROVAL_MODES, type ApprovalMode } from "../../src/policy/options.ts";
import { createPolicy, type Decision, type Policy, type PolicyCall } from "../../src/policy/policy.ts";
import type { Access } from "../../src/protocol/tool.ts";
import { tempFolder } from "../support/folder.ts";
import { testClock, testRandom } from "../support/memory.ts";
import { shell } from "../support/shell.ts";

interface Bench {
  readonly root: string;
  readonly paicliHome: string;
  readonly policy: Policy;
  open(mode?: ApprovalMode): Policy;
  decide(access: Access | readonly Access[], tool?: Partial<PolicyCall["tool"]>): Promise<Decision>;
}

function bench(mode: ApprovalMode = "auto", files: Readonly<Record<string, string>> = {}): Bench {
  const folder = tempFolder();
  const root = join(folder, "app");
  const home = join(folder, "home");
  const paicliHome = join(home, ".paicli");
  for (const dir of [join(root, ".git/hooks"), join(root, ".paicli"), join(root, "src"), paicliHome])
    mkdirSync(dir, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const open = (as: ApprovalMode = mode) =>
    createPolicy({
      mode: as,
      sessionId: "session-20260301-080000-abc123",
      project: root,
      home,
      paicliHome,
      memoryDir: join(paicliHome, "memory"),
      shell: async () => shell,
      texts: textsFor("en"),
      clock: testClock(),
      random: testRandom(),
      onAuditError: (error) => {
        // The folder goes with the end of the test, a line may still be on its way.
        if (existsSync(paicliHome)) expect.unreachable(String(error));
      },
    });
  const policy = open();
  return { root, paicliHome, policy, open, decide: (access, tool) => policy.decide(call(access, tool)) };
}

function call(access: Access | readonly Access[], tool: Partial<PolicyCall["tool"]> = {}): PolicyCall {
  const list = "kind" in access ? [access] : access;
  const name = list[0]?.kind === "command" ? "execute_command" : "write_file";
  return { callId: "c1", unit: "main", tool: { name, readOnly: false, ...tool }, access: list };
}

const command = (text: string): Access => ({ kind: "command", command: text });
const write = (path: string): Access => ({ kind: "write", path });
const read = (path: string): Access => ({ kind: "read", path });

// Rows: class of the table and a command of it; columns: the approval modes in their order.
const CLASS_TABLE = [
  ["read-only", "git status", "run", "run", "run", "run"],
  ["ordinary", "npm test", "ask", "run", "run", "deny"],
  ["high risk", "git push", "ask", "ask", "ask", "deny"],
  ["unreadable", 'eval "$X"', "ask", "ask", "run", "deny"],
  ["forbidden", "rm -rf /", "deny", "deny", "deny", "deny"],
] as const;

test.each(CLASS_TABLE)("a %s command in each approval mode: %s", async (_, text, ...expected) => {
  const verdicts = [];
  for (const mode of APPROVAL_MODES) verdicts.push((await bench(mode).decide(command(text))).verdict);
  expect(verdicts).toEqual(expected);
});

test.each([
  ["a file in the project", write("src/new/a.ts"), "ask", "run", "run", "deny"],
  ["a file outside", write("../x"), "deny", "deny", "deny", "deny"],
  ["PAI.md", write("PAI.md"), "ask", "ask", "ask", "deny"],
  ["a file read in the project", read("src"), "run", "run", "run", "run"],
  ["a file read outside", read("/etc/hostname"), "ask", "ask", "ask", "ask"],
  ["a memory", { kind: "memory", fact: "x" }, "run", "run", "run", "deny"],
] as const)("%s in each approval mode", async (_, access, ...expected) => {
  const verdicts = [];
  for (const mode of APPROVAL_MODES) verdicts.push((await bench(mode).decide(access)).verdict);
  expect(verdicts).toEqual(expected);
});

test("what nobody can be asked comes with a reason for the model and a way out", async () => {
  const decision = await bench("auto").decide(command("git push"));
  expect(decision).toMatchObject({ verdict: "ask", reason: "git_history", why: "rewrites or pushes Git history: git push" });
  expect(decision.verdict === "ask" && decision.headless).toMatch(/^Not run: .*nobody can be asked.*git push.*Do not retry/s);
});

test.each([
  "PAI.md",
  "pai.md",
  ".paicli/config.json",
  ".git/config",
  ".git/hooks/pre-commit",
  "sub/.git/config",
  ".GIT/config",
  "src/../PAI.md",
  "./.paicli/../.paicli/mcp.json",
  "link/config",
  ".g\u200bit/config",
])("L7: writing %s asks in every mode that writes, also by the shell", async (path) => {
  for (const mode of ["ask", "auto", "full"] as const) {
    const at = bench(mode);
    symlinkSync(join(at.root, ".git"), join(at.root, "link"));
    expect(await at.decide(write(path))).toMatchObject({ verdict: "ask", reason: "guarded" });
    for (const text of [`echo x > '${path}'`, `cp a '${path}'`, `sed -i s/a/b/ '${path}'`, `bash -c "tee '${path}'" < a`])
      expect((await at.decide(command(text))).verdict, text).toBe("ask");
  }
});

test("L7: the program's own home is out of reach for tools, and no rule can be kept for protected files", async () => {
  const at = bench("full");
  for (const name of ["permissions.json", "trust.json", "config.json", "memory/long_term_memory.json", "history/raw/x.jsonl"]) {
    const path = join(at.paicliHome, name);
    expect(await at.decide(write(path))).toMatchObject({ verdict: "deny", code: "PATH_OUTSIDE" });
    expect((await at.decide(command(`echo '{}' > ${path}`))).verdict).toBe("ask");
    expect((await at.decide(command(`echo '{}' > ~/.paicli/${name}`))).verdict).toBe("ask");
  }
  const guarded = await at.decide(write("PAI.md"));
  expect(guarded.verdict === "ask" && guarded.rule).toBeUndefined();
});

test("L7: a running session does not take over permissions that appear on the disk", async () => {
  const at = bench("ask");
  expect((await at.decide(command("npm test"))).verdict).toBe("ask");
  const allowed = { projects: { [at.root]: { allow: [{ command: ["npm", "test"] }] } } };
  writeFileSync(join(at.paicliHome, "permissions.json"), JSON.stringify(allowed));
  expect((await at.decide(command("npm test"))).verdict).toBe("ask");
  expect((await at.open().decide(call(command("npm test")))).verdict).toBe("run");
});

test("M23: 'always' keeps one command's prefix, not every command", async () => {
  const at = bench("ask");
  const asked = call(command("npm run build -- --watch"));
  const decision = await at.policy.decide(asked);
  expect(decision).toMatchObject({ verdict: "ask", rule: { rule: { command: ["npm", "run", "build"] } } });
  await at.policy.answered(asked, decision, { decision: "always" });
  for (const policy of [at.policy, at.open()]) {
    const verdict = async (text: string) => (await policy.decide(call(command(text)))).verdict;
    expect(await verdict("npm run build")).toBe("run");
    expect(await verdict("ls && npm run build | tail -3")).toBe("run");
    expect(await verdict("npm run deploy")).toBe("ask");
    expect(await verdict("npm test")).toBe("ask");
    expect(await verdict("npm run build && touch x")).toBe("ask");
    expect(await verdict("npm run build; git push")).toBe("ask");
    expect(await verdict("npm run build > PAI.md")).toBe("ask");
    expect(await verdict("npm run build > out.txt")).toBe("ask");
    expect(await verdict("npm run build $(touch x)")).toBe("ask");
    expect(await verdict("./npm run build")).toBe("ask");
    expect(await verdict("NODE_OPTIONS=--require=/tmp/x npm run build")).toBe("ask");
    expect(await verdict("npm run build --prefix /etc")).toBe("ask");
  }
});

test("M23: a high risk is kept word for word only, and some are never kept", async () => {
  const at = bench("auto");
  const asked = call(command("git push origin main"));
  const decision = await at.policy.decide(asked);
  expect(decision).toMatchObject({ rule: { rule: { command: ["git", "push", "origin", "main"], exact: true } } });
  await at.policy.answered(asked, decision, { decision: "always" });
  expect((await at.decide(command("git push origin main"))).verdict).toBe("run");
  expect((await at.decide(command("git push origin main --force"))).verdict).toBe("ask");
  expect((await at.decide(command("cd src && git push origin main"))).verdict).toBe("ask");
  for (const text of [
    "sudo ls",
    "curl x | sh",
    "kill 1",
    "rm -rf $X",
    "eval ls",
    "echo x > PAI.md",
    "git config a.b c",
    "git push && npm publish",
  ]) {
    const never = await at.decide(command(text));
    expect(never.verdict === "ask" && never.rule, text).toBeUndefined();
  }
});

test("a folder is kept for file changes below it, for this project only", async () => {
  const at = bench("ask");
  const asked = call(write("src/a.ts"));
  const decision = await at.policy.decide(asked);
  expect(decision).toMatchObject({ rule: { rule: { folder: "src" } } });
  await at.policy.answered(asked, decision, { decision: "always" });
  expect((await at.decide(write("src/deep/b.ts"))).verdict).toBe("run");
  expect((await at.decide(write("srcs/b.ts"))).verdict).toBe("ask");
  expect((await at.decide(write("src/PAI.md"))).verdict).toBe("ask");
  const stored = JSON.parse(readFileSync(join(at.paicliHome, "permissions.json"), "utf8"));
  expect(Object.keys(stored.projects)).toEqual([at.root]);
});

test("a deny rule wins over an allow rule and over every mode", async () => {
  const at = bench("full");
  const rules = {
    allow: [{ command: ["npm"] }],
    deny: [{ command: ["npm", "publish"] }, { command: ["docker"] }, { folder: "src/locked" }],
  };
  writeFileSync(join(at.paicliHome, "permissions.json"), JSON.stringify({ projects: { [at.root]: rules } }));
  for (const text of ["npm publish", "ls && npm publish --tag x", "/usr/bin/docker ps", "env docker ps", "bash -c 'docker ps'"])
    expect(await at.decide(command(text)), text).toMatchObject({ verdict: "deny", code: "DENIED_BY_RULE" });
  expect(await at.decide(write("src/locked/a"))).toMatchObject({ verdict: "deny", code: "DENIED_BY_RULE" });
  expect((await at.decide(command("npm test"))).verdict).toBe("run");
});

test("rules that cannot be read are an error and not an empty list", async () => {
  const at = bench("full");
  writeFileSync(join(at.paicliHome, "permissions.json"), "{broken");
  await expect(at.decide(command("ls"))).rejects.toMatchObject({ code: "PERMISSIONS_UNREADABLE" });
});

test("a call that touches several things is decided by the gravest, and a tool that declares nothing by what it says of itself", async () => {
  const at = bench("auto");
  expect((await at.decide([write("src/a"), write("../b")])).verdict).toBe("deny");
  expect((await at.decide([write("src/a"), read("/etc/hosts")])).verdict).toBe("ask");
  expect((await bench("ask").decide([], { name: "own", readOnly: true })).verdict).toBe("run");
  expect((await bench("ask").decide([], { name: "own" })).verdict).toBe("ask");
  expect((await bench("deny").decide([], { name: "own" })).verdict).toBe("deny");
});

test("a change of mode counts from the next call", async () => {
  const at = bench("ask");
  at.policy.setMode("auto");
  expect((await at.decide(command("npm test"))).verdict).toBe("run");
});

test("M27: the audit has a line for each decision and each answer, with secrets masked", async () => {
  const at = bench("auto");
  const asked = call(command("GLM_API_KEY=abcdefgh12345678.ijklmnop git push"));
  await at.policy.answered(asked, await at.policy.decide(asked), { decision: "deny", reason: "no" });
  const lines = readFileSync(join(at.paicliHome, "audit", "audit-2026-03-01.jsonl"), "utf8")
    .trim()
    .split("\n");
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map((entry) => entry.verdict)).toEqual(["ask", "refused"]);
  expect(entries[0]).toMatchObject({ unit: "main", callId: "c1", tool: "execute_command", mode: "auto", reason: "git_history" });
  expect(lines.join()).not.toContain("abcdefgh12345678");
  expect(lines.join()).toContain("git push");
});

test("what a call brings from outside is told by its command", async () => {
  const at = bench("full");
  expect(await at.policy.exposure({ access: [command("npm test")] })).toEqual([]);
  expect(await at.policy.exposure({ access: [command('c=cu;"$c"rl http://x')] })).toEqual(['c=cu;"$c"rl http://x']);
  expect(await at.policy.exposure({ access: [{ kind: "network", target: "http://x" }] })).toEqual(["http://x"]);
});

test.each([
  ["a.txt/b.txt", "a part of this path that should be a folder is a file"],
  [`${"长".repeat(90)}.txt`, "a name has at most 255 bytes"],
  ["a\0b", "NUL character"],
  ["loop/x", "the links of this path lead round in a loop"],
])("a path that can not be used is denied with the true cause: %s", async (path, cause) => {
  const at = bench("auto");
  writeFileSync(join(at.root, "a.txt"), "");
  symlinkSync("loop", join(at.root, "loop"));
  const decision = await at.decide(write(path));
  expect(decision).toMatchObject({ verdict: "deny", code: "PATH_INVALID", message: expect.stringContaining(cause) });
});
