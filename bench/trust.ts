// What extraction costs: the local filters, the time until the next prompt, and how many inputs need a request at all.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { extractable } from "../src/memory/extract-filter.ts";
import type { ModelClient, ModelReply } from "../src/protocol/llm.ts";
import { type AgentSession, openAgent } from "../src/runtime/agent.ts";
import { readEnvironment } from "../src/runtime/environment.ts";
import { median, row, timesOf, title } from "./support/report.ts";

const TURNS = 60;
/** How long the light model of the bench takes for its answer, in ms. */
const LIGHT_MS = 40;

/** What people paste or hold down keys for, repeated to 4,000 characters. */
const PIECES = [
  "我们",
  "使用",
  "“",
  "”",
  '"',
  "`",
  "- ",
  "：",
  "，",
  "。",
  "note ",
  "记住",
  "a",
  " ",
  "\n",
  "password=",
  "说",
  "如果",
  "sk-",
  "1",
  "(",
  "AI",
];

export default async function run(): Promise<void> {
  title("extraction");
  await filterTimes();
  callShare();
  await promptDelay();
}

async function filterTimes(): Promise<void> {
  const inputs = golden();
  const prose = inputs
    .map(({ input }) => input)
    .join("\n\n")
    .slice(0, 4_000);
  const fuzz = PIECES.flatMap((one) => PIECES.map((other) => (one + other).repeat(4_000).slice(0, 4_000)));
  for (const text of [prose, ...fuzz]) extractable(text);
  const best = async (times: number, text: string) => Math.min(...(await timesOf(times, () => extractable(text))));
  const repeated: number[] = [];
  for (const text of fuzz) repeated.push(await best(15, text));
  row("filters, 4,000 characters of mixed prose (best of 200 runs)", await best(200, prose), "ms", 1);
  row(`filters, 4,000 characters, worst of ${fuzz.length} repeated texts (best of 15 runs)`, Math.max(...repeated), "ms", 1);
}

function callShare(): void {
  const inputs = golden();
  const calls = inputs.filter(({ input }) => extractable(input) !== undefined).length;
  const stating = inputs.filter(({ facts }) => facts.length > 0).length;
  row(`golden inputs that hold a fact, of ${inputs.length}`, stating, "", "none");
  row("golden inputs that cost a request", calls, "", "none");
}

/** Turn by turn in two sessions side by side, so that both see the same machine. */
async function promptDelay(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "paicli-bench-"));
  const open = async (extraction: boolean) => {
    const env = { PAICLI_HOME: join(folder, String(extraction)), HOME: folder };
    // One memory for both: what is recalled costs them the same.
    const environment = await readEnvironment({ flags: { memoryDir: join(folder, "memory") }, cwd: folder, env });
    const session = await openAgent({ environment, model: model(), extraction });
    void session.events();
    return session;
  };
  const [on, off] = [await open(true), await open(false)];
  const times = { on: [] as number[], off: [] as number[] };
  for (let n = 0; n < TURNS; n++) {
    const order: readonly (readonly [AgentSession, number[]])[] = [
      [on, times.on],
      [off, times.off],
    ];
    for (const [session, into] of n % 2 === 0 ? order : order.toReversed()) {
      const began = performance.now();
      await session.run({ typed: `我们的模块 mod${n} 统一使用端口 ${8000 + n}，看看目录` }, new AbortController().signal);
      into.push(performance.now() - began);
    }
    await sleep(LIGHT_MS / 2); // the person reads; some extractions still run when the next turn begins
  }
  await Promise.all([on.close(), off.close()]);
  rmSync(folder, { recursive: true, force: true });
  const [with_, without] = [median(times.on), median(times.off)];
  row(`turn until the prompt is back, extraction off, median of ${TURNS}`, without, "ms", "none");
  row(`turn until the prompt is back, extraction on, median of ${TURNS}`, with_, "ms", "none");
  row("  on, as a multiple of off", with_ / without, "x", 1.1);
}

function model(): ModelClient {
  const reply = (text: string): ModelReply => ({ text, reasoning: "", calls: [], finish: "stop", model: "bench/model" });
  return {
    info: {
      provider: "bench",
      id: "model",
      lightId: "light",
      window: 128_000,
      maxOutput: 8_000,
      reasoning: "never",
      images: false,
    },
    async *stream(request) {
      if (request.tier !== "light") {
        yield { type: "text", text: "ok" };
        return reply("ok");
      }
      await sleep(LIGHT_MS);
      const last = request.messages.at(-1);
      const quote = typeof last?.content === "string" ? last.content.split("，")[0] : "";
      return reply(JSON.stringify({ facts: [{ quote }] }));
    },
  };
}

function golden(): readonly { readonly input: string; readonly facts: readonly string[] }[] {
  return JSON.parse(readFileSync(new URL("../test/memory/golden/inputs.json", import.meta.url), "utf8"));
}
