// How much of each request a provider can serve from its cache: a scripted session of 60 turns through the real runtime against a
// strict local server, with memories, extraction, a skill, an @file, changes of the approval mode, a date change, one clearing and a
// resume.
// Counted are the bytes of tools and messages, as they are serialised, that repeat the beginning of the request before.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { textsFor } from "../src/locale/index.ts";
import type { WireMessage } from "../src/protocol/message.ts";
import { type AgentSession, openAgent } from "../src/runtime/agent.ts";
import { readEnvironment } from "../src/runtime/environment.ts";
import { type ModelServer, type ServedReply, startModelServer } from "../test/support/server.ts";
import { atLeast, row, title } from "./support/report.ts";

const TURNS = 60;
/** Tokens. The first is cleared once in this session, the second often. */
const WINDOW = 200_000;
const SMALL_WINDOW = 64_000;
/** Turns, from 0: after the first one midnight passes; before the others the approval mode changes there and back, and the session is resumed. */
const MIDNIGHT = 30;
const APPROVAL = [24, 25];
const RESUME = 48;
const DAY_MS = 86_400_000;

interface Turn {
  readonly input: string;
  readonly replies: readonly ServedReply[];
}

/** One request as it was sent: its serialised parts in the order in which a provider caches them. */
interface Sent {
  readonly turn: number;
  readonly pieces: readonly string[];
  readonly compacted: boolean;
}

interface Outcome {
  readonly sent: readonly Sent[];
  readonly refused: number;
  readonly compactions: number;
  /** Messages of the person that carry memories of their own. */
  readonly carriers: number;
  readonly seconds: number;
}

export default async function run(): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "paicli-bench-")));
  try {
    const sticky = await session(join(root, "sticky"), "sticky", WINDOW);
    printTurns(sticky);
    printTotals("sticky (default), window 200k", sticky, true);
    const system = await session(join(root, "system"), "system", WINDOW);
    printTotals("PAICLI_MEMORY_INJECTION=system, for comparison", system, false);
    const small = await session(join(root, "small"), "sticky", SMALL_WINDOW);
    printTotals("sticky in a window of 64k: what frequent clearing costs", small, false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function session(folder: string, memoryInjection: string, window: number): Promise<Outcome> {
  const root = join(folder, "project");
  writeProject(root);
  const turns = Array.from({ length: TURNS }, (_, n) => turnOf(n));
  const sent: Sent[] = [];
  let turn = -1;
  let step = 0;
  let compactions = 0;
  let compacted = false;
  const server = await startModelServer(({ body, messages, tools }) => {
    if (tools.length === 0) return { text: extracted(messages) };
    sent.push({ turn, compacted, pieces: [JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))] });
    compacted = false;
    if (body.tool_choice === "none") return { text: SUMMARY };
    return turns[turn]?.replies[step++];
  });
  const began = performance.now();
  const restore = shiftDays(() => (turn > MIDNIGHT ? 1 : 0));
  const start = async (resume?: string) => {
    const flags = { memoryInjection, contextWindow: String(window) };
    const agent = await open(root, join(folder, "home"), flags, server, resume);
    const events = agent.events();
    const watching = (async () => {
      for await (const event of events) {
        if (event.type !== "compaction" || event.level === 1) continue;
        compactions++;
        compacted = true;
      }
    })();
    return {
      agent,
      async close() {
        await agent.close();
        await watching;
      },
    };
  };
  let { agent, close } = await start();
  try {
    await remember(agent);
    for (const [n, { input }] of turns.entries()) {
      turn = n;
      step = 0;
      if (n === RESUME) {
        await close();
        ({ agent, close } = await start(agent.id));
      }
      if (APPROVAL.includes(n)) agent.setApproval(n === APPROVAL[0] ? "ask" : "auto");
      const { status, error } = await agent.run({ typed: input }, new AbortController().signal);
      if (status !== "completed") throw new Error(`turn ${n + 1} ended as ${status}: ${error?.message}`);
      if (step !== turns[n]?.replies.length) throw new Error(`turn ${n + 1} made ${step} requests`);
    }
    await close();
  } finally {
    restore();
    await server.close();
  }
  const last = server.requests.filter(({ tools }) => tools.length > 0).at(-1)?.messages ?? [];
  const carriers = last.filter(({ role, content }) => role === "user" && String(content).includes("<memory>")).length;
  return { sent, refused: server.refused.length, compactions, carriers, seconds: (performance.now() - began) / 1000 };
}

async function open(
  cwd: string,
  home: string,
  flags: Readonly<Record<string, string>>,
  server: ModelServer,
  resume: string | undefined,
): Promise<AgentSession> {
  const environment = await readEnvironment({
    flags: { ...flags, baseUrl: server.url, apiKey: "sk-bench-0123456789", model: "bench" },
    cwd,
    env: { PATH: process.env.PATH, HOME: home, PAICLI_HOME: join(home, ".paicli"), LANG: "zh_CN.UTF-8", TZ: "Asia/Shanghai" },
  });
  return openAgent({ environment, extraction: true, ...(resume === undefined ? {} : { resume }) });
}

/** Moves the clock of this process by whole days; returns what moves it back. */
function shiftDays(days: () => number): () => void {
  const Real = globalThis.Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [Real.now() + days() * DAY_MS] : args, newTarget),
  });
  return () => {
    globalThis.Date = Real;
  };
}

const FACTS = [
  "项目用 JDK 21，构建用 Maven 3.9",
  "数据库是 PostgreSQL 15，本地端口 5433",
  "接口返回统一用 Result 包装，错误码在 error-codes.md",
  "提交信息用中文，一句话，不加 Co-Authored-By",
  "发布先走预发环境 staging-2，再灰度 10%",
  "The payment service retries three times with jitter",
  "Integration tests run with Testcontainers, never against shared databases",
  "Feature flags live in config/flags.yaml",
  "日志统一用 JSON 格式，traceId 必须带上",
  "缓存用 Redis 7，键前缀 shop:",
];

async function remember({ memory }: AgentSession): Promise<void> {
  for (const fact of FACTS) await memory.save(fact, { source: "user", force: true });
}

const QUESTIONS = [
  "数据库连接池怎么配，先看看现有代码",
  "which flags guard the checkout page?",
  "接口出错时返回什么",
  "看一下重试是怎么做的 (payment retries)",
  "integration tests are slow, where is the time spent?",
  "发布步骤里灰度怎么回退",
  "日志里缺 traceId，找出是哪里丢的",
  "缓存的键是怎么拼的",
];

/** Three requests a turn: a look at a file, a search or a command, the answer. Some turns do something of their own. */
function turnOf(n: number): Turn {
  const file = `src/module-${n % 12}.ts`;
  const read: ServedReply = {
    text: `先看 ${file}。`,
    calls: [{ name: "read_file", args: { path: file, offset: 1 + (n % 5), limit: 60 } }],
  };
  const search: ServedReply = {
    calls: [
      { name: "grep_code", args: { pattern: `handler${n % 9}\\(`, path: "src" } },
      { name: "execute_command", args: { command: `head -n ${20 + n} ${file}` } },
    ],
  };
  const answer: ServedReply = {
    text: `第 ${n + 1} 步的结论：${file} 里的 handler 按约定处理，没有发现别的调用。`.repeat(3),
  };
  const input = `${QUESTIONS[n % QUESTIONS.length]} (${n + 1})`;
  if (n === 5)
    return {
      input: `用代码评审的方法看一遍 @${file}`,
      replies: [{ calls: [{ name: "load_skill", args: { name: "code-review" } }] }, read, answer],
    };
  if (n === 12)
    return {
      input: "请记住：前端统一使用 pnpm 9",
      replies: [{ calls: [{ name: "save_memory", args: { fact: "前端统一使用 pnpm 9" } }] }, answer],
    };
  if (n === 18)
    return {
      input: `我们项目的 ${file} 一律用具名导出`,
      replies: [
        read,
        {
          calls: [
            { name: "edit_file", args: { path: file, old_text: "export const limit = 0;", new_text: "export const limit = 1;" } },
          ],
        },
        answer,
      ],
    };
  return { input, replies: [read, search, answer] };
}

const SUMMARY = textsFor("zh")
  .context.summary.headings.map((heading) => `${heading}\n各模块的 handler 已逐个看过，按约定处理，下一步继续看其余模块。`)
  .join("\n\n");

/** What extraction finds: the sentence in which the person states a rule. */
function extracted(messages: readonly WireMessage[]): string {
  const quote = /我们项目的 \S+ 一律用具名导出/.exec(String(messages.at(-1)?.content))?.[0];
  return JSON.stringify({ facts: quote === undefined ? [] : [{ quote }] });
}

function writeProject(root: string): void {
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "PAI.md"), "# 约定\n\n- 回答用中文\n- 不改公共接口\n\n@rules.md\n");
  writeFileSync(join(root, "rules.md"), "- 每个处理函数都有测试\n- 不引入新的依赖\n");
  for (let n = 0; n < 12; n++) {
    const lines = Array.from(
      { length: 90 },
      (_, i) => `export function handler${i}(input: Input${n}): Result { return wrap(${i}); }`,
    );
    writeFileSync(join(root, "src", `module-${n}.ts`), `export const limit = 0;\n${lines.join("\n")}\n`);
  }
}

interface Share {
  readonly bytes: number;
  /** Of these, bytes that repeat the beginning of the request before. */
  readonly repeated: number;
  /** The request before is the beginning of this one, whole. */
  readonly whole: boolean;
}

const textOf = ({ pieces }: Sent) => Buffer.from(pieces.join("\n"));

/** For each request its share; the first one repeats nothing. */
function sharesOf(sent: readonly Sent[]): readonly Share[] {
  return sent.map((request, n) => {
    const now = textOf(request);
    const before = sent[n - 1];
    if (before === undefined) return { bytes: now.length, repeated: 0, whole: false };
    const earlier = textOf(before);
    let same = 0;
    while (same < earlier.length && earlier[same] === now[same]) same++;
    return { bytes: now.length, repeated: same, whole: before.pieces.every((piece, i) => piece === request.pieces[i]) };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function printTurns({ sent }: Outcome): void {
  title("each request: bytes, and the share of them that repeats the beginning of the request before");
  const shares = sharesOf(sent);
  for (let turn = 0; turn < TURNS; turn++) {
    const cells = sent.flatMap((request, n) => {
      const share = shares[n];
      if (request.turn !== turn || share === undefined) return [];
      const percent = ((100 * share.repeated) / share.bytes).toFixed(1);
      const mark = request.compacted ? " cleared" : n === 0 || share.whole ? "" : " BROKEN";
      return [`${(share.bytes / 1000).toFixed(1).padStart(6)} kB ${percent.padStart(5)}%${mark}`];
    });
    process.stdout.write(`${String(turn + 1).padStart(4)}  ${cells.join("   ")}\n`);
  }
}

function printTotals(name: string, { sent, refused, compactions, carriers, seconds }: Outcome, judged: boolean): void {
  title(name);
  const shares = sharesOf(sent);
  const between = shares.filter((_, n) => n > 0 && sent[n]?.compacted === false);
  const overall = (100 * sum(shares.map(({ repeated }) => repeated))) / sum(shares.map(({ bytes }) => bytes));
  const whole = (100 * between.filter((share) => share.whole).length) / between.length;
  row("requests of the session", sent.length, "", "none");
  row("inputs that brought memories of their own", carriers, "", "none");
  row("clearings and summaries", compactions, "", judged ? 1 : "none");
  row("requests that a strict server refused", refused, "", 0);
  row("bytes that repeat the request before", overall, "%", judged ? atLeast(97) : "none");
  row("requests that begin with the whole request before, between compactions", whole, "%", judged ? atLeast(100) : "none");
  const resumed = sent.findIndex(({ turn }) => turn === RESUME);
  row("  the first one after the resume", shares[resumed]?.whole ? 100 : 0, "%", judged ? atLeast(100) : "none");
  row("whole session", seconds, "s", 20);
}
