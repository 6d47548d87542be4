// The screen of the built command on a real pseudo terminal: cancelling, stopping and going on, folders with any name.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { paicli, project, tempDir } from "../support/command.ts";
import { onRealTerminal, type RealTerminal } from "../support/real-terminal.ts";

const STANDS = "Shift+Tab";
const offline = ["--provider", "offline", "--approval", "full"];

async function submit(terminal: RealTerminal, line: string): Promise<void> {
  terminal.type(line);
  await terminal.shows(line);
  terminal.type("\r");
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // there is no such process
  }
}

/** What a command wrote into a file, once it is there. */
async function written(file: string): Promise<number> {
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, "utf8").trim()).toMatch(/^\d+$/), { timeout: 10_000 });
  return Number(readFileSync(file, "utf8"));
}

test("J8: Esc ends the command in the foreground alone; what an earlier one left in the background runs on until the program ends", async () => {
  const cwd = project();
  const terminal = onRealTerminal(offline, { cwd, columns: 100 });
  await terminal.shows(STANDS);
  await submit(terminal, "run sleep 300 > /dev/null 2>&1 & echo $! > background.pid");
  const background = await written(join(cwd, "background.pid"));
  await terminal.shows(/1 turn|2 turns/);
  await submit(terminal, "run echo $$ > foreground.pid; sleep 300");
  const foreground = await written(join(cwd, "foreground.pid"));
  terminal.type("draft");
  await terminal.shows("draft");
  terminal.type("\x1b");
  await terminal.shows("Cancelled");
  await vi.waitFor(() => expect(lives(foreground)).toBe(false), { timeout: 3000 });
  expect(lives(background)).toBe(true);
  await terminal.shows("draft");

  terminal.type("\x03");
  await terminal.shows("Ctrl-C again to quit");
  terminal.type("\x03");
  await terminal.ended;
  await vi.waitFor(() => expect(lives(background)).toBe(false), { timeout: 5000 });
});

test("J9: home, project and user names with Chinese and blanks: configuration, session, memory, commands and resume all work", async () => {
  const user = join(tempDir(), "小李 A");
  const home = join(user, ".paicli");
  const cwd = join(tempDir(), "我的 项目");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  mkdirSync(home, { recursive: true });
  const here = { cwd, home, env: { HOME: user, LANG: "zh_CN.UTF-8" } };
  const told = await paicli([...offline, "-p", 'run echo "家=$HOME" && pwd 然后 写入 笔记/一.txt: 内容'], here);
  expect(told.code).toBe(0);
  expect(told.stdout).toContain(`家=${user}`);
  expect(told.stdout).toContain(cwd);
  expect(readFileSync(join(cwd, "笔记/一.txt"), "utf8")).toBe("内容\n");
  expect((await paicli(["memory", "save", "项目统一用 pnpm"], here)).code).toBe(0);
  const resumed = await paicli([...offline, "-c", "-p", "读取 笔记/一.txt"], here);
  expect(resumed).toMatchObject({ code: 0 });
  expect(resumed.stdout).toContain("内容");
  expect(readdirSync(join(home, "history/raw")).filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
  const { stdout } = await paicli(["sessions", "list", "--json"], here);
  expect(JSON.parse(stdout)).toMatchObject([{ project: cwd, turns: 2 }]);
});

test("J9: the screen shows the folder below ~ and goes on with the session", async () => {
  const user = join(tempDir(), "小李 A");
  const cwd = join(user, "我的 项目");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const options = { cwd, home: join(user, ".paicli"), env: { HOME: user, LANG: "zh_CN.UTF-8" }, columns: 100 };
  const first = onRealTerminal(offline, options);
  await first.shows(`~/我的 项目`);
  await submit(first, "写入 a.txt: 你好");
  await first.shows(/ 出 \d+ 缓存 /);
  first.type("\x03\x03");
  await first.ended;
  expect((await first.everything()).join("\n")).toMatch(/接着这个会话：paicli -c（隔了别的会话则 paicli -r session-\S+）/);
  const second = onRealTerminal([...offline, "-c"], options);
  await second.shows("以上是之前的内容");
  expect((await second.everything()).join("\n")).toContain("❯ 写入 a.txt: 你好");
});

test("Ctrl-Z where no shell could wake the program leaves the screen working", async () => {
  const terminal = onRealTerminal(offline, { columns: 100 });
  await terminal.shows(STANDS);
  terminal.type("half 一半");
  await terminal.shows("half 一半");
  terminal.type("\x1a");
  await sleep(500);
  terminal.type(" 再打几个字");
  await terminal.shows("half 一半 再打几个字");
  terminal.type("\x03\x03");
  await terminal.ended;
});

test("10,000 pasted lines are one input, whatever reads they come in", async () => {
  const [cwd, home] = [project(), tempDir()];
  const terminal = onRealTerminal(offline, { cwd, home, columns: 100 });
  await terminal.shows(STANDS);
  const lines = Array.from({ length: 10_000 }, (_, n) => `第 ${n} 行`);
  terminal.type(`\x1b[200~${lines.join("\r")}\x1b[201~`);
  await terminal.shows(/paste #1 \+10000 lines/);
  terminal.type("\r");
  await terminal.shows(/1 turn ·/);
  const [session] = JSON.parse((await paicli(["sessions", "list", "--json"], { cwd, home })).stdout);
  expect(session).toMatchObject({ turns: 1 });
});
