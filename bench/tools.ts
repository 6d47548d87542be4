// Tools on what hurts: a 2 GB log, 50,000 files, a 5 MB GBK source, commands to judge, texts made to take for ever.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { rgPath } from "@vscode/ripgrep";
import iconv from "iconv-lite";
import { textsFor } from "../src/locale/index.ts";
import { judgeCommand } from "../src/policy/command-guard.ts";
import { inspectCommand } from "../src/policy/inspect.ts";
import type { Tool, ToolContext } from "../src/protocol/tool.ts";
import { findMentions } from "../src/tools/at-mentions.ts";
import { compileGlob } from "../src/tools/glob.ts";
import { createTools } from "../src/tools/index.ts";
import { createReadTracker } from "../src/tools/read-tracker.ts";
import { cleanText } from "../src/util/clean-output.ts";
import { findSecrets } from "../src/util/secrets.ts";
import { loadShellParser } from "../src/util/shell.ts";
import { median, row, timed, timesOf, title } from "./support/report.ts";

const MB = 1024 * 1024;
const FILES = 50_000;

function toolsIn(root: string): (name: string, args: unknown) => Promise<unknown> {
  const parts = {
    root,
    texts: textsFor("en"),
    tracker: createReadTracker(),
    commandTimeoutSeconds: 60,
    stripEnv: [],
    env: process.env,
  };
  const tools = new Map<string, Tool>(createTools((name) => name, parts).map((tool) => [tool.name, tool]));
  const context: ToolContext = {
    callId: "bench",
    unit: "main",
    signal: new AbortController().signal,
    maxTokens: 16_000,
    outsideAllowed: false,
    progress: () => {},
  };
  return async (name, args) => {
    const tool = tools.get(name);
    return tool?.run(tool.schema.parse(args), context);
  };
}

/** The peak over idle while `work` runs. */
async function peakMemory(work: () => Promise<unknown>): Promise<number> {
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(timer);
  return Math.max(peak, process.memoryUsage.rss()) - idle;
}

async function bigFile(root: string): Promise<void> {
  const line = "2026-01-01 12:00:00 INFO order.service 处理订单 request finished in 12 ms";
  const block = Buffer.from(`${line}\n`.repeat(20_000));
  const file = openSync(join(root, "big.log"), "w");
  const blocks = Math.ceil((2048 * MB) / block.length);
  for (let n = 0; n < blocks; n++) writeSync(file, block);
  closeSync(file);
  const call = toolsIn(root);
  await call("read_file", { path: "big.log", offset: 1, limit: 10 });
  const began = performance.now();
  const memory = await peakMemory(() => call("read_file", { path: "big.log", offset: (blocks / 2) * 20_000, limit: 200 }));
  row("200 lines in the middle of 2 GB: memory over idle", memory / MB, "MB", 40);
  row("  time", performance.now() - began, "ms", "none");
  rmSync(join(root, "big.log"));
}

async function search(root: string): Promise<void> {
  for (let folder = 0; folder < FILES / 100; folder++) {
    const path = join(root, `src/module-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let n = 0; n < 100; n++) {
      const needle = (folder * 100 + n) % 1000 === 0 ? "const needleValue = 1;\n" : "";
      writeFileSync(join(path, `file-${n}.ts`), `${"export const value = compute(1, 2, 3);\n".repeat(20)}${needle}`);
    }
  }
  const call = toolsIn(root);
  const bare = () => execFileSync(rgPath, ["--line-number", "needleValue", root], { maxBuffer: 64 * MB });
  const ours = () => call("grep_code", { pattern: "needleValue" });
  bare();
  await ours();
  const bareTimes: number[] = [];
  const ourTimes: number[] = [];
  for (let round = 0; round < 7; round++) {
    bareTimes.push(await timed(bare));
    ourTimes.push(await timed(ours));
  }
  row("ripgrep over 50,000 files, for comparison", median(bareTimes), "ms", "none");
  row("grep_code over the same files", median(ourTimes), "ms", "none");
  row("  as a multiple of ripgrep", median(ourTimes) / median(bareTimes), "x", 1.3);
  row(
    "glob_files over 50,000 files",
    median(await timesOf(3, () => call("glob_files", { pattern: "**/file-7.ts" }))),
    "ms",
    "none",
  );
}

async function edit(root: string): Promise<void> {
  const lines = Array.from({ length: 98_000 }, (_, n) => `    int value${n} = compute(${n}); // 这是第几个订单`);
  writeFileSync(join(root, "big.c"), iconv.encode(lines.join("\r\n"), "gbk"));
  const call = toolsIn(root);
  let n = 50_000;
  const times = await timesOf(11, () => {
    n++;
    return call("edit_file", { path: "big.c", old_text: `compute(${n}); // 这是`, new_text: `compute(0);\n// 修改了` });
  });
  const naive = await timesOf(5, () => {
    const text = iconv.decode(readFileSync(join(root, "big.c")), "gbk");
    writeFileSync(join(root, "big.c"), iconv.encode(text.replace(`compute(${n})`, "compute(1)"), "gbk"));
  });
  row("read, decode, replace, encode and write a 5 MB GBK file, for comparison", median(naive), "ms", "none");
  row("edit in the same file", median(times.slice(1)), "ms", 100);
}

async function guard(root: string): Promise<void> {
  const parser = await loadShellParser(createRequire(import.meta.url).resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const ground = { root, home: "/home/someone", own: [] };
  const commands = [
    "npm test -- --run",
    "git log --oneline -5 | head -3 && git status --short",
    `find . -name "*.tmp" -exec rm -f {} + ; c=cu; $\{c}rl http://x`,
    "for f in $(ls src); do sed -i 's/a/b/' \"src/$f\"; done",
    "cd /tmp && bash -c 'rm -rf \"$HOME\"/x' && env A=1 timeout 5 xargs -n1 kill",
  ];
  const judge = (command: string) => judgeCommand(inspectCommand(parser, command, { cwd: root, home: ground.home }), ground);
  for (const command of commands) judge(command);
  const times: number[] = [];
  for (const command of commands) times.push(median(await timesOf(50, () => judge(command))));
  row("command guard, the slowest of five commands, warm", Math.max(...times), "ms", 5);
  const hostile = [
    "(".repeat(20_000),
    "$(".repeat(5000),
    "{a,b}".repeat(2000),
    `echo ${"'x' ".repeat(20_000)}`,
    `${"a|".repeat(20_000)}b`,
    `cat <<X\n${"y\n".repeat(40_000)}X`,
    "a=(".repeat(40_000),
    "<<X\n".repeat(30_000),
    Array.from({ length: 20 }, (_, n) => `bash -c "${n} ${"a=(".repeat(2000)}"`).join(";"),
  ];
  for (const text of hostile) judge(text);
  const most = await slowest(hostile, judge);
  row("command guard on hostile commands, the slowest", most, "ms", 50);
}

async function slowest(texts: readonly string[], work: (text: string) => unknown): Promise<number> {
  const times: number[] = [];
  for (const text of texts) times.push(median(await timesOf(5, () => work(text))));
  return Math.max(...times);
}

async function patterns(): Promise<void> {
  const texts = [
    "a".repeat(50_000),
    "\u001b[".repeat(25_000),
    `${"\u001b]0;x".repeat(10_000)}`,
    "@".repeat(50_000),
    "`".repeat(50_000),
    "sk-".repeat(16_000),
    "a@b.".repeat(12_000),
    "/".repeat(50_000),
    '="'.repeat(25_000),
  ];
  const works: Record<string, (text: string) => unknown> = {
    "output cleaner": cleanText,
    "search for secrets": findSecrets,
    "@path": findMentions,
    "glob patterns": (text) => compileGlob(`${"*a".repeat(60)}b${text.slice(0, 60)}`)("a".repeat(255)),
  };
  for (const [name, work] of Object.entries(works)) {
    const most = await slowest(texts, work);
    row(`${name} on 50 KB texts made to be slow, the slowest`, most, "ms", 50);
  }
}

export default async function run(): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "paicli-bench-tools-")));
  try {
    title("tools");
    await bigFile(root);
    await edit(root);
    await guard(root);
    await patterns();
    await search(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
