// The screen, driven on a pseudo terminal: first paint over bare node, bytes and processor time of a streamed answer, the echo of
// a key with a long transcript above while an answer streams, memory over a long session. Build first. Linux.
// npm run bench -- terminal
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ServerScript, startModelServer } from "../test/support/server.ts";
import { onPty, type Pty } from "./support/pty.ts";
import { median, row, title } from "./support/report.ts";

const COLLECT = fileURLToPath(new URL("support/collect.cjs", import.meta.url));
const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

const RUNS = 9;
const TOKENS = 5000;
/** 100 tokens a second. */
const TOKEN_MS = 10;
const KEYS = 200;
const KEY_MS = 40;
const TRANSCRIPT_LINES = 5000;
const TURNS = 500;
const WARM_TURNS = 50;

/** Written when the screen stands. */
const STANDS = "Shift+Tab";

export default async function run(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "paicli-bench-"));
  try {
    await firstPaint(dir);
    await streaming(dir);
    await echo(dir);
    await longSession(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function place(dir: string, url: string): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(dir, "home-"));
  const cwd = mkdtempSync(join(dir, "project-"));
  mkdirSync(join(cwd, ".git"));
  writeFileSync(join(cwd, "a.txt"), "line of the file\n".repeat(50));
  const endpoint = { PAICLI_BASE_URL: url, PAICLI_API_KEY: "sk-bench-0123456789", PAICLI_MODEL: "bench" };
  const own = { PATH: process.env.PATH, HOME: home, PAICLI_HOME: join(home, ".paicli"), LANG: "en_US.UTF-8" };
  return { cwd, env: { ...own, ...endpoint, PAICLI_MEMORY_AUTO_EXTRACT_ENABLED: "false" } };
}

async function withCommand(
  dir: string,
  script: ServerScript,
  work: (command: Pty) => Promise<void>,
  nodeFlags: readonly string[] = [],
): Promise<void> {
  const server = await startModelServer(script, { recording: false });
  const command = onPty([process.execPath, ...nodeFlags, CLI], place(dir, server.url));
  try {
    await command.wrote(STANDS);
    await work(command);
  } finally {
    await command.end();
    await server.close();
  }
}

async function firstPaint(dir: string): Promise<void> {
  title("first paint (medians of interleaved runs)");
  const server = await startModelServer(() => ({ text: "ok" }));
  const where = place(dir, server.url);
  const bare: number[] = [];
  const painted: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    let began = performance.now();
    const node = onPty([process.execPath, "-e", "console.log('stands')"], where);
    bare.push((await node.wrote("stands")) - began);
    await node.ended;
    began = performance.now();
    const command = onPty([process.execPath, CLI], where);
    painted.push((await command.wrote(STANDS)) - began);
    await command.end();
  }
  await server.close();
  row("bare node writes its first line", median(bare), "ms", "none");
  row("the banner stands, over bare node", median(painted) - median(bare), "ms", 300);
}

/** Words, a list, a table and code: what answers are made of. */
function answer(tokens: number): string {
  const paragraph = "The loader reads both files and joins them, 然后检查每一个值的来源。 ";
  const parts = [
    "## What changed\n\n",
    paragraph.repeat(4),
    "\n\n- first **point** of the list\n- second `point` of it\n\n",
    "| file | lines |\n|---|---|\n| src/a.ts | 120 |\n| 配置.ts | 48 |\n\n",
    "```ts\nconst merged = { ...defaults, ...user };\nexport default merged;\n```\n\n",
  ];
  let text = "";
  for (let n = 0; text.length < tokens * 4; n++) text += parts[n % parts.length];
  return `${text.slice(0, tokens * 4 - 12)}\n\nTHE END\n`;
}

async function streaming(dir: string): Promise<void> {
  title(`an answer of ${TOKENS} tokens at ${1000 / TOKEN_MS} a second`);
  const script: ServerScript = () => ({ text: answer(TOKENS), chunk: 4, slowMs: TOKEN_MS });
  await withCommand(dir, script, async (command) => {
    command.type("go\r");
    await command.wrote("What changed");
    const before = { bytes: command.bytes(), cpu: command.cpuSeconds(), at: performance.now() };
    const at = await command.wrote("THE END");
    const seconds = (at - before.at) / 1000;
    row("tokens a second, as they came", TOKENS / seconds, "", "none");
    row("bytes written for each token", (command.bytes() - before.bytes) / TOKENS, "B", 4096);
    row("share of one core", ((command.cpuSeconds() - before.cpu) / seconds) * 100, "%", 15);
  });
}

async function echo(dir: string): Promise<void> {
  title(`a key with ${TRANSCRIPT_LINES} lines above, while an answer streams`);
  const lines = Array.from({ length: TRANSCRIPT_LINES }, (_, n) => `line ${n} of a long answer  `).join("\n");
  const script: ServerScript = (_, n) =>
    n === 0 ? { text: `${lines}\n\nTHE END\n`, chunk: 2000 } : { text: answer(TOKENS), chunk: 4, slowMs: TOKEN_MS };
  await withCommand(dir, script, async (command) => {
    command.type("long\r");
    await command.wrote("THE END");
    command.type("go\r");
    await command.wrote("What changed");
    const echoed: number[] = [];
    for (let n = 0; n < KEYS; n++) {
      // A character that stands nowhere else, so that what shows it is the echo.
      const key = String.fromCodePoint(0x5000 + n);
      const began = performance.now();
      command.type(key);
      echoed.push((await command.wrote(key)) - began);
      await sleep(KEY_MS);
    }
    const sorted = echoed.toSorted((a, b) => a - b);
    row("key to echo, median", median(echoed), "ms", "none");
    row("key to echo, 95th percentile", sorted[Math.floor(KEYS * 0.95)] ?? 0, "ms", 16);
  });
}

async function longSession(dir: string): Promise<void> {
  title(`${TURNS} turns, each with a call and an answer`);
  const script: ServerScript = ({ last }) => {
    if (last?.role === "user") return { calls: [{ name: "read_file", args: { path: "a.txt" } }] };
    return { text: `${answer(60)}\n` };
  };
  const work = async (command: Pty) => {
    const held = async () => {
      command.signal("SIGUSR2");
      await sleep(1000);
      return command.memoryMB();
    };
    let warm = 0;
    let most = 0;
    const began = performance.now();
    for (let turn = 1; turn <= TURNS; turn++) {
      command.type(`turn ${turn}\r`);
      await command.wrote("THE END");
      await command.wrote("context ");
      most = Math.max(most, command.memoryMB());
      if (turn === WARM_TURNS) warm = await held();
    }
    row("time of a turn", (performance.now() - began - 1000) / TURNS, "ms", "none");
    row(`resident memory held after ${WARM_TURNS} turns`, warm, "MB", "none");
    row(`growth until turn ${TURNS}`, (await held()) - warm, "MB", 20);
    row("most at any time, garbage included", most, "MB", "none");
  };
  await withCommand(dir, script, work, ["--expose-gc", "-r", COLLECT]);
}
