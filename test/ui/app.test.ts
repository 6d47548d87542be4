import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { ApprovalAnswer } from "../../src/protocol/ports.ts";
import { type App, startApp } from "../../src/ui/app.ts";
import type { CommandInfo } from "../../src/ui/host.ts";
import { type Driven, drive, KEY } from "../support/ui-app.ts";
import { type Emit, NO_RESULT, type Script, scriptedHost } from "../support/ui-host.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

const idle = (): Script => () => ({});

/** Runs until cancelled. */
const endless =
  (begin: (emit: Emit) => void = () => {}) =>
  (): Script =>
  (_line, emit, signal) =>
    new Promise((_resolve, reject) => {
      begin(emit);
      signal.addEventListener("abort", () => reject(signal.reason));
    });

/** A dialog takes keys when it could be seen for 300 ms and nothing was typed for 600 ms. */
async function dialogReady({ terminal, pass }: Driven): Promise<void> {
  await terminal.settle();
  pass(600);
}

const approval = {
  callId: "c1",
  unit: "main",
  tool: "execute_command",
  access: [{ kind: "command", command: "rm -rf build" }],
  display: { kind: "command", command: "rm -rf build\r\x1b[2Kecho safe", exitCode: null, tail: "" },
  why: "it changes files",
  rule: "rm …",
} as const;

/** Asks for approval and says the answer. */
const asks =
  (answers: ApprovalAnswer[]) =>
  (app: App): Script =>
  async (_line, _emit, signal) => {
    answers.push(await app.approver.approve(approval, signal));
    return {};
  };

test("a line runs, its answer stays in the transcript, the editor is free again", async () => {
  const { terminal, host } = await drive(() => (_line, emit) => {
    emit({ type: "text_delta", text: "Hello **world**" });
    emit({ type: "result", ...NO_RESULT, text: "Hello **world**" });
    return {};
  });
  terminal.type(..."hi", KEY.enter);
  const screen = await terminal.screen();
  expect(host.lines).toEqual(["hi"]);
  expect(screen).toContain("❯ hi");
  expect(screen.filter((line) => line.includes("Hello world"))).toHaveLength(1);
  expect(screen.join("\n")).toContain("1 turn · in 1.2k out 34 cached 1k · 1.5s");
});

test("an answer that was not streamed is shown from the result", async () => {
  const { terminal } = await drive(() => (_line, emit) => {
    emit({ type: "result", ...NO_RESULT, text: "the plan's outcome" });
    return {};
  });
  terminal.type("x", KEY.enter);
  expect((await terminal.screen()).filter((line) => line === "the plan's outcome")).toHaveLength(1);
});

test("typing goes on while a turn runs: the next input is queued, can be taken back, and is sent afterwards", async () => {
  let finish = () => {};
  const { terminal, host } = await drive(() => async (line) => {
    if (line === "one") await new Promise<void>((resolve) => (finish = resolve));
    return {};
  });
  terminal.type(..."one", KEY.enter, ..."two", KEY.enter, ..."three", KEY.enter);
  expect((await terminal.screen()).join("\n")).toMatch(/▸ two +queued\n▸ three +queued · ↑ to edit/);
  terminal.type(KEY.up, ..."!", KEY.enter);
  expect((await terminal.screen()).join("\n")).toContain("▸ three!");
  finish();
  await terminal.settle();
  expect(host.lines).toEqual(["one", "two", "three!"]);
  expect((await terminal.screen()).join("\n")).not.toContain("queued");
});

test("ESC cancels the turn and gives queued inputs back to the editor before the draft", async () => {
  const { terminal, host } = await drive(endless());
  terminal.type(..."go", KEY.enter, ..."two", KEY.enter, ..."draft", KEY.escape);
  const screen = await terminal.screen();
  expect(screen).toContain("Cancelled");
  expect(screen.join("\n")).toMatch(/\ntwo\ndraft\n/);
  expect(host.lines).toEqual(["go"]);
});

test("queued commands that ESC gives back are commands again when they are sent, and what is around them is not", async () => {
  const { terminal, host } = await drive(() => (line, _emit, signal) => {
    if (line !== "go") return {};
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  terminal.type(
    ..."go",
    KEY.enter,
    ..."two",
    KEY.enter,
    ..."/context",
    KEY.enter,
    ..."/save a b",
    KEY.enter,
    ..."draft",
    KEY.escape,
  );
  expect((await terminal.screen()).join("\n")).toMatch(/\ntwo\n\/context\n\/save a b\ndraft\n/);
  terminal.type("!", KEY.enter);
  await terminal.settle();
  expect(host.lines).toEqual(["go", "two", "/context", "/save a b", "draft!"]);
});

test("J8: Ctrl-C as byte 0x03 cancels while streaming, in a tool and in compaction; the draft stays; a second one quits", async () => {
  const situations: ((emit: Emit) => void)[] = [
    (emit) => emit({ type: "text_delta", text: "half an ans" }),
    (emit) => emit({ type: "tool_call", id: "c", name: "execute_command", arguments: '{"command":"sleep 9"}' }),
    (emit) => emit({ type: "compaction_progress", done: 1, of: 3 }),
  ];
  for (const begin of situations) {
    const { terminal, host, done } = await drive(endless(begin));
    terminal.type(..."go", KEY.enter, ..."draft", KEY.ctrlC);
    const screen = await terminal.screen();
    expect(screen).toContain("Cancelled");
    expect(screen).toContain("draft");
    expect(screen).toContain("Ctrl-C again to quit");
    terminal.type(KEY.ctrlC);
    expect(await done).toBe(130);
    expect(host.closed).toBe(true);
    expect(terminal.started).toBe(false);
  }
});

test("J8: Ctrl-C in a dialog cancels the turn, whose approval is refused by its signal", async () => {
  const answers: ApprovalAnswer[] = [];
  const { terminal } = await drive(asks(answers));
  terminal.type(..."go", KEY.enter);
  await terminal.settle();
  terminal.type(KEY.ctrlC);
  const screen = (await terminal.screen()).join("\n");
  expect(answers).toEqual([]);
  expect(screen).not.toContain("Allow execute_command?");
  expect(screen).toContain("Cancelled");
});

test("J8: Ctrl-C with nothing to stop clears the draft, which ↑ brings back, and warns; a second one quits", async () => {
  const { terminal, done, pass } = await drive(idle);
  terminal.type(..."draft", KEY.ctrlC);
  const cleared = (await terminal.screen()).join("\n");
  expect(cleared).not.toContain("draft");
  expect(cleared).toContain("Ctrl-C again to quit");
  terminal.type(KEY.up);
  expect(await terminal.screen()).toContain("draft");
  pass(2001);
  terminal.type(KEY.ctrlC, KEY.ctrlC);
  expect(await done).toBe(130);
});

test("a second Ctrl-C after two seconds is a first one again", async () => {
  const { terminal, pass, done } = await drive(idle);
  terminal.type(KEY.ctrlC);
  pass(2001);
  terminal.type(KEY.ctrlC);
  expect((await terminal.screen()).at(-1)).toBe("Ctrl-C again to quit");
  pass(1000);
  terminal.type(KEY.ctrlC);
  expect(await done).toBe(130);
});

test("Ctrl-D leaves from an empty editor only", async () => {
  const { terminal, done } = await drive(idle);
  terminal.type("x", KEY.left, KEY.ctrlD, KEY.ctrlD);
  expect(await done).toBe(0);
});

test("M22: an approval shows the whole command with what is hidden in it, and answers as chosen", async () => {
  const answers: ApprovalAnswer[] = [];
  const driven = await drive(asks(answers));
  const { terminal } = driven;
  const choose = async (...keys: string[]) => {
    terminal.type(..."go", KEY.enter);
    await dialogReady(driven);
    const screen = (await terminal.screen()).join("\n");
    terminal.type(...keys);
    await terminal.settle();
    return screen;
  };
  const screen = await choose(KEY.enter);
  expect(screen).toContain("Allow execute_command?");
  expect(screen).toContain("$ rm -rf build\\r\\x1b[2Kecho safe");
  expect(screen).toContain("2. Always: rm … (kept for the project 示例; /permissions takes it back)");
  await choose("2", KEY.enter);
  await choose("3", KEY.enter, ..."用 git", KEY.enter);
  await choose(KEY.escape);
  expect(answers).toEqual([
    { decision: "once" },
    { decision: "always" },
    { decision: "deny", reason: "用 git" },
    { decision: "deny" },
  ]);
});

test("words that are typed into an open dialog grant nothing, digits and the Enter behind them included", async () => {
  const answers: ApprovalAnswer[] = [];
  const driven = await drive(asks(answers));
  driven.terminal.type(..."go", KEY.enter);
  await dialogReady(driven);
  driven.terminal.type(..."fix 2 bugs", KEY.enter);
  await driven.terminal.settle();
  expect(answers).toEqual([]);
  driven.terminal.type(KEY.up, KEY.down, KEY.enter);
  await driven.terminal.settle();
  expect(answers).toHaveLength(1);
});

test("what is being typed when an approval appears goes into the editor and approves nothing", async () => {
  const answers: ApprovalAnswer[] = [];
  const { terminal, pass } = await drive(asks(answers));
  terminal.type(..."go", KEY.enter);
  await terminal.settle();
  for (const key of ["d", "r", "a", "f", "t", " ", "1", KEY.left]) {
    pass(150);
    terminal.type(key);
  }
  expect(answers).toEqual([]);
  terminal.type(KEY.escape);
  const screen = await terminal.screen();
  expect(answers).toEqual([{ decision: "deny" }]);
  expect(screen).toContain("draft 1");
});

test("a dialog says how many wait behind it, and why an Enter after words was not taken", async () => {
  const driven = await drive(endless());
  const { terminal, app } = driven;
  const { signal } = new AbortController();
  const first = app.approver.approve(approval, signal);
  const second = app.approver.approve(approval, signal);
  await dialogReady(driven);
  expect((await terminal.screen()).join("\n")).toContain("(1 more waiting)");
  terminal.type(..."yes", KEY.enter);
  expect((await terminal.screen()).join("\n")).toContain("press Enter again");
  terminal.type(KEY.enter);
  expect(await first).toEqual({ decision: "once" });
  await dialogReady(driven);
  expect((await terminal.screen()).join("\n")).not.toContain("more waiting");
  terminal.type(KEY.escape);
  expect(await second).toEqual({ decision: "deny" });
});

test("without a display an approval says what would be touched", async () => {
  const { app, terminal } = await drive(idle);
  const { display: _, ...request } = approval;
  const access = [...request.access, { kind: "write", path: "src/\u202ea.ts" }] as const;
  const answer = app.approver.approve({ ...request, access }, new AbortController().signal);
  expect((await terminal.screen()).join("\n")).toContain("  $ rm -rf build\n  write src/\\u{202e}a.ts");
  terminal.type(KEY.escape);
  expect(await answer).toEqual({ decision: "deny" });
});

test("a command longer than the window is shown whole by scrolling", async () => {
  const command = Array.from({ length: 60 }, (_, n) => `echo line-${n}`).join("\n");
  const driven = await drive(endless(), { rows: 20 });
  const { terminal, app } = driven;
  const signal = new AbortController().signal;
  const answer = app.approver.approve({ ...approval, display: { ...approval.display, command } }, signal);
  await dialogReady(driven);
  const seen = new Set<string>();
  for (let page = 0; page < 12; page++) {
    for (const line of await terminal.screen()) for (const found of line.match(/line-\d+/g) ?? []) seen.add(found);
    terminal.type(KEY.pageDown);
  }
  expect(seen.size).toBe(60);
  const shown = async () => (await terminal.screen()).join("\n");
  expect(await shown()).toContain("the end · PgUp/PgDn");
  terminal.type("\x1b[H");
  expect(await shown()).toContain("line-0");
  terminal.type("\x1b[F");
  expect(await shown()).toContain("line-59");
  terminal.type(KEY.escape);
  expect(await answer).toEqual({ decision: "deny" });
});

test("questions are answered by number, by search, or with ESC for the last choice", async () => {
  const driven = await drive(idle);
  const { app, terminal } = driven;
  const { signal } = new AbortController();
  const few = app.asker.ask(
    {
      title: "Trust?",
      text: "It wants more.",
      choices: [
        { id: "yes", label: "Yes" },
        { id: "no", label: "No" },
      ],
    },
    signal,
  );
  await dialogReady(driven);
  expect((await terminal.screen()).join("\n")).toMatch(/Trust\?\n {2}It wants more\.\n❯ 1\. Yes\n {2}2\. No/);
  terminal.type(KEY.escape);
  expect(await few).toEqual({ id: "no" });
  const choices = Array.from({ length: 30 }, (_, n) => ({ id: `s${n}`, label: `会话 ${n} title-${n}` }));
  const many = app.asker.ask({ title: "Resume", text: "", choices }, signal);
  await dialogReady(driven);
  terminal.type(..."title-17");
  expect((await terminal.screen()).join("\n")).toContain("❯ 会话 17 title-17");
  terminal.type(KEY.enter);
  expect(await many).toEqual({ id: "s17" });
});

test("where a yes cannot be taken back, the choice that refuses is selected first", async () => {
  const driven = await drive(idle);
  const choices = [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ];
  const answer = driven.app.asker.ask({ title: "Clear?", text: "", choices, careful: true }, new AbortController().signal);
  await dialogReady(driven);
  expect((await driven.terminal.screen()).join("\n")).toMatch(/Clear\?\n\s*1\. Yes\n❯ 2\. No/);
  driven.terminal.type(KEY.enter);
  expect(await answer).toEqual({ id: "no" });
});

test("a question shows what turns or hides its text: what is agreed to is what is there", async () => {
  const driven = await drive(idle);
  const { app, terminal } = driven;
  const hidden = "use \u202ecba\u202c and\u200b tabs\u{e0041}";
  const choices = [
    { id: "add", label: "Add\u202e this", takesText: true },
    { id: "no", label: "No\u2066" },
  ] as const;
  const answer = app.asker.ask(
    { title: "Save\u202e it?", text: `The model wants:\r\n${hidden}`, choices },
    new AbortController().signal,
  );
  await dialogReady(driven);
  const screen = (await terminal.screen()).join("\n");
  expect(screen).toContain("Save\\u{202e} it?\n  The model wants:\n  use \\u{202e}cba\\u{202c} and\\u{200b} tabs\\u{e0041}\n");
  expect(screen).toContain("No\\u{2066}");
  terminal.type(KEY.enter);
  expect((await terminal.screen()).join("\n").match(/Add\\u\{202e\} this/g)).toHaveLength(1);
  terminal.type(KEY.enter);
  await answer;
});

test("before there is a session questions are answered, and what is typed meanwhile waits for the editor", async () => {
  const terminal = new VirtualTerminal(80, 24);
  let now = 0;
  const app = startApp({
    terminal: () => terminal,
    color: false,
    texts: textsFor("zh"),
    clock: { now: () => new Date(now) },
    suspend: () => {},
  });
  terminal.type(..."先输入");
  const answer = app.asker.ask(
    {
      title: "信任？",
      text: "/项目",
      choices: [
        { id: "yes", label: "是" },
        { id: "no", label: "否" },
      ],
    },
    new AbortController().signal,
  );
  await terminal.settle();
  now = 600;
  terminal.type("1", KEY.enter);
  expect(await answer).toEqual({ id: "yes" });
  const done = app.run(scriptedHost(() => ({}), { lang: "zh" }));
  expect((await terminal.screen()).join("\n")).toContain("\n先输入\n");
  terminal.type(KEY.ctrlC, KEY.ctrlC);
  expect(await done).toBe(130);
});

test("parallel approvals are asked one after the other", async () => {
  const driven = await drive(idle);
  const { app, terminal } = driven;
  const { signal } = new AbortController();
  const first = app.approver.approve(approval, signal);
  const second = app.approver.approve({ ...approval, unit: "task_2", tool: "write_file" }, signal);
  await dialogReady(driven);
  terminal.type("1", KEY.enter);
  expect(await first).toEqual({ decision: "once" });
  expect((await terminal.screen()).join("\n")).toContain("Allow [task_2] write_file?");
  await dialogReady(driven);
  terminal.type(KEY.escape);
  expect(await second).toEqual({ decision: "deny" });
});

test("Shift+Tab cycles the mode, shown in the footer", async () => {
  const { terminal } = await drive(idle);
  terminal.type(KEY.shiftTab);
  expect((await terminal.screen()).at(-1)).toContain("plan ask");
});

const COMMANDS: readonly CommandInfo[] = [
  { name: "help", description: "What there is", usage: "" },
  { name: "save", description: "Remember a fact", usage: "[--global] <fact>" },
  {
    name: "mode",
    description: "Change the mode",
    usage: "[react|plan|team]",
    complete: async (before) => (before.length > 0 ? [] : ["react", "plan", "team"].map((value) => ({ value }))),
  },
];

test("slash commands are completed with their descriptions; one that needs an argument is not sent without", async () => {
  const { terminal, host } = await drive(idle, { commands: COMMANDS });
  terminal.type("/", "s");
  expect((await terminal.screen()).join("\n")).toMatch(/→ \/save +Remember a fact {2}\[--global\] <fact>/);
  terminal.type(KEY.enter, ..."use pnpm", KEY.enter);
  await terminal.settle();
  terminal.type("/", "m");
  await terminal.settle();
  terminal.type(KEY.tab, "p");
  expect((await terminal.screen()).join("\n")).toContain("→ plan");
  terminal.type(KEY.tab, KEY.enter);
  await terminal.settle();
  expect(host.lines).toEqual(["/save use pnpm", "/mode plan"]);
});

test("a list of completions goes with the text that it completes, and Enter then inserts nothing", async () => {
  const { terminal, host } = await drive(idle, { commands: COMMANDS });
  for (const leave of [["\x15"], [KEY.backspace, KEY.backspace], [KEY.left], ["\x17"]]) {
    terminal.type("/", "s");
    expect((await terminal.screen()).join("\n")).toContain("→ /save");
    terminal.type(...leave);
    expect((await terminal.screen()).join("\n")).not.toContain("→ /save");
    terminal.type("\x15", "\x0b", KEY.enter);
  }
  await terminal.settle();
  expect(host.lines).toEqual([]);
});

test("@ offers files while it is typed behind Chinese letters, one alone included, and inserts none by itself", async () => {
  const root = await mkdtemp(join(tmpdir(), "paicli-ui-"));
  await writeFile(join(root, "说明.md"), "");
  const { terminal } = await drive(idle, { root });
  terminal.type(..."看看", "@");
  expect((await terminal.screen()).join("\n")).toContain("→ 说明.md");
  terminal.type("说");
  const screen = (await terminal.screen()).join("\n");
  expect(screen).toContain("→ 说明.md");
  expect(screen).toMatch(/看看@说 *\n/);
  terminal.type(KEY.tab);
  expect((await terminal.screen()).join("\n")).toContain("看看@说明.md");
});

test("a failing line says so and the program goes on", async () => {
  const { terminal, host } = await drive(() => (line) => {
    if (line === "bad") throw new Error("boom");
    return { output: "fine" };
  });
  terminal.type(..."bad", KEY.enter);
  await terminal.settle();
  terminal.type(..."good", KEY.enter);
  const screen = (await terminal.screen()).join("\n");
  expect(screen).toContain("✗ Internal error: boom");
  expect(screen).toContain("fine");
  expect(host.lines).toEqual(["bad", "good"]);
});

test("a paste of 10,000 lines is one marker in the editor and arrives whole, tabs included", async () => {
  const { terminal, host } = await drive(idle);
  const text = Array.from({ length: 10_000 }, (_, n) => `\t行 ${n}`).join("\n");
  terminal.type(..."see ", `\x1b[200~${text}\x1b[201~`);
  expect((await terminal.screen()).join("\n")).toContain("see [paste #1 +10000 lines]");
  terminal.type(KEY.enter);
  await terminal.settle();
  expect(host.lines).toEqual([`see ${text}`]);
});

test("input history goes on in the next run, without inputs that hold a secret", async () => {
  const first = await drive(idle);
  const key = `sk-${"a1B2c3D4".repeat(5)}`;
  first.terminal.type(..."记住这个", KEY.enter);
  await first.terminal.settle();
  first.terminal.type(...`key ${key}`, KEY.enter);
  await first.terminal.settle();
  first.terminal.type(KEY.ctrlD);
  await first.done;
  expect(await readFile(first.host.historyFile, "utf8")).not.toContain(key);
  const second = await drive(idle, { historyFile: first.host.historyFile });
  second.terminal.type(KEY.up);
  expect((await second.terminal.screen()).join("\n")).toContain("记住这个");
});

test("suspended, the terminal is given back; continued, the draft is there again", async () => {
  let goOn = () => {};
  const { terminal } = await drive(idle, { suspend: (onContinue) => (goOn = onContinue) });
  terminal.type(..."draft", KEY.ctrlZ);
  await terminal.settle();
  expect(terminal.started).toBe(false);
  expect((await terminal.screen()).join("\n")).not.toContain("draft");
  goOn();
  expect((await terminal.screen()).join("\n")).toContain("draft");
  expect(terminal.started).toBe(true);
});

test("a closed terminal ends the session", async () => {
  const { done, host, hangUp } = await drive(endless(), { first: "go" });
  hangUp();
  expect(await done).toBe(130);
  expect(host.closed).toBe(true);
});

test("a resumed session shows where it stood, once", async () => {
  const past = [
    {
      typed: "修一下 登录",
      calls: [{ name: "read_file", arguments: '{"path":"src/登录.ts"}', ok: true }],
      answer: "**修好了**，测试通过。\n\n```sh\nnpm test\n```",
    },
    { typed: "then commit\x1b[31m", calls: [], answer: Array.from({ length: 60 }, (_, n) => `- point ${n}`).join("\n") },
  ];
  const { terminal, host } = await drive(idle, { past, lang: "zh", rows: 60 });
  const start = { type: "session_start", version: "1", provider: "p", model: "m", project: "/x", mode: "react" } as const;
  host.emit({ ...start, resumed: true });
  host.emit({ ...start, resumed: true });
  const lines = await terminal.everything();
  expect(lines.filter((line) => line.includes("这个会话之前说到这里（最近 2 轮）"))).toHaveLength(1);
  expect(lines).toContain("❯ 修一下 登录");
  expect(lines).toContain("✓ read_file src/登录.ts");
  expect(lines).toContain("修好了，测试通过。");
  expect(lines).toContain("  npm test");
  expect(lines).toContain("❯ then commit\\x1b[31m");
  expect(lines).toContain("  … 还有 30 行");
  expect(lines.indexOf("· 以上是之前的内容，下面继续。")).toBeGreaterThan(lines.indexOf("- point 29"));
});

test("another session in this place does not keep the totals of tokens of the one before", async () => {
  const { terminal, host } = await drive(idle, {});
  const start = { type: "session_start", version: "1", provider: "p", model: "m", project: "/x", mode: "react" } as const;
  host.emit({ ...start, resumed: false });
  host.emit({
    type: "turn_end",
    status: "completed",
    usage: { calls: 1, inputTokens: 7654, outputTokens: 3, cachedTokens: 0 },
  });
  expect((await terminal.screen()).join("\n")).toContain("7.7k");
  host.emit({ ...start, resumed: true }, undefined, "session-20250102-030405-other1");
  expect((await terminal.screen()).join("\n")).not.toContain("7.7k");
});

test("a new session shows no turns of before", async () => {
  const { terminal, host } = await drive(idle, { past: [{ typed: "old", calls: [], answer: "old" }] });
  host.emit({ type: "session_start", version: "1", provider: "p", model: "m", project: "/x", mode: "react", resumed: false });
  expect((await terminal.everything()).join("\n")).not.toContain("old");
});
