// A long read: one prompt, 59 tool turns and an answer. 48 files of 6 KB, 10 of 40 KB, every third through the shell, one log of
// 300 KB; no two files alike. About 990 KB of raw output against windows of 128k and 32k tokens. Tokens are bytes / 4.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { chooseCleared, clearedPlaceholder, placeholderTokens } from "../../src/context/clear.ts";
import { type ContextCoordinator, createContextCoordinator } from "../../src/context/coordinator.ts";
import { CONTEXT_DEFAULTS, type ContextOptions } from "../../src/context/options.ts";
import { createSessionWindow } from "../../src/context/session-window.ts";
import { resultLimits } from "../../src/context/thresholds.ts";
import { openToolOutputStore } from "../../src/context/tool-output-store.ts";
import { textsFor } from "../../src/locale/index.ts";
import { unwrapToolResult, wrapToolResult } from "../../src/policy/boundary.ts";
import type { ModelRequest, ToolSpec } from "../../src/protocol/llm.ts";
import { type Message, toWire } from "../../src/protocol/message.ts";
import type { Tool } from "../../src/protocol/tool.ts";
import { createTools } from "../../src/tools/index.ts";
import { createReadTracker } from "../../src/tools/read-tracker.ts";
import { memoryConversation, promptsFor } from "../../test/support/context.ts";
import { scriptedModel } from "../../test/support/model.ts";

const texts = textsFor("en");
const STEPS = 60;
const LINE = 80;

interface Strategy {
  readonly name: string;
  readonly options: Partial<ContextOptions>;
  /** Nothing is compacted, only counted. */
  readonly idle?: true;
  /** Clears whatever is old before every call. */
  readonly eager?: true;
}

const STRATEGIES: readonly Strategy[] = [
  { name: "PaiCLI", options: {} },
  { name: "no compaction", options: { offload: false }, idle: true },
  { name: "clearing at every call", options: {}, eager: true },
  { name: "summaries on a new prompt", options: { request: "rendered", clearing: false } },
];

/** Other agents on the same workload at 128k, measured once side by side: uncached, re-sent, sent, largest. */
const OTHERS: readonly (readonly [string, number, number, number, number])[] = [
  ["copilot 1.0.102", 91_100, 4200, 2_910_000, 86_000],
  ["nanocoder 1.30.0", 103_100, 2600, 3_240_000, 103_100],
  ["cline 3.0.65", 118_700, 11_700, 2_360_000, 81_400],
  ["qwen 0.24.4", 159_600, 19_900, 3_390_000, 97_000],
  ["claude 2.1.332", 191_400, 33_700, 3_600_000, 95_400],
  ["codex 0.171.0", 225_400, 113_900, 3_760_000, 113_900],
];

interface Outcome {
  readonly requests: number;
  readonly summaries: number;
  readonly refusals: number;
  readonly sent: number;
  readonly uncached: number;
  readonly letIn: number;
  readonly resent: number;
  readonly largest: number;
  readonly gapMs: number;
  /** How far the size before a request was off, in percent of what it then counted. */
  readonly errorPercent: number;
}

export async function benchLongRead(root: string): Promise<void> {
  for (const window of [128_000, 32_000]) {
    console.log(`\nlong read, window ${window / 1000}k`);
    console.log(
      `${"".padEnd(28)}${["requests", "summaries", "refused", "sent", "uncached", "let in", "re-sent", "largest", "gap ms", "size off"].map((name) => name.padStart(11)).join("")}`,
    );
    for (const strategy of STRATEGIES) {
      const project = join(root, `${window}-${STRATEGIES.indexOf(strategy)}`);
      print(strategy.name, await longRead(project, window, strategy));
    }
    if (window === 128_000) {
      for (const [name, uncached, resent, sent, largest] of OTHERS) {
        console.log(
          `${name.padEnd(28)}${["", "", "", k(sent), k(uncached), "", k(resent), k(largest)].map((cell) => cell.padStart(11)).join("")}`,
        );
      }
      console.log("targets: 0 refused, sent ≤ 2.4M, re-sent ≤ 20k, uncached − let in ≤ 25k");
    } else console.log("targets: 0 refused, ≤ 3 summaries, uncached ≤ 170k");
  }
}

function print(
  name: string,
  { requests, summaries, refusals, sent, uncached, letIn, resent, largest, gapMs, errorPercent }: Outcome,
): void {
  const cells = [
    String(requests),
    String(summaries),
    String(refusals),
    k(sent),
    k(uncached),
    k(letIn),
    k(resent),
    k(largest),
    gapMs.toFixed(2),
    `${errorPercent.toFixed(1)}%`,
  ];
  console.log(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(11)).join("")}`);
}

function k(tokens: number): string {
  return tokens >= 1e6 ? `${(tokens / 1e6).toFixed(2)}M` : `${(tokens / 1000).toFixed(1)}k`;
}

async function longRead(root: string, window: number, strategy: Strategy): Promise<Outcome> {
  writeFiles(root);
  const tools = toolsIn(root);
  const specs = specsOf(tools);
  const system = ["base", "personalities/default", "modes/react", "approvals/auto", "context/context-management", "handoff"]
    .map((name) => readFileSync(new URL(`../../prompts/en/${name}.md`, import.meta.url), "utf8"))
    .join("\n\n");
  const request = { system, tools: specs };
  const meter = createRequestMeter(window);
  const conversation = memoryConversation();
  const model = scriptedModel(
    (asked) => {
      meter.take(asked, true);
      return {
        text: texts.context.summary.headings
          .map((heading) => `${heading}\n${"The files so far were read in order; none held an error. ".repeat(12)}`)
          .join("\n\n"),
      };
    },
    { window },
  );
  const sessionId = "session-20250101-000000-bench0";
  const context = createContextCoordinator({
    conversation,
    model,
    window: createSessionWindow(strategy.idle ? 100_000_000 : window),
    options: { ...CONTEXT_DEFAULTS, ...strategy.options },
    store: openToolOutputStore({ root, sessionId, after: 0 }),
    boundary: { wrap: wrapToolResult, unwrap: unwrapToolResult },
    prompts: promptsFor("en"),
    texts,
    facts: () => ({ tasks: [] }),
    record: () => {},
  });
  const { signal } = new AbortController();
  const gaps: number[] = [];
  const errors: number[] = [];
  let letIn = 0;
  conversation.append({
    role: "user",
    content: "Read all the files, one after the other, and tell me which of them holds an error.",
  });
  for (let step = 0; step < STEPS; step++) {
    const began = performance.now();
    if (strategy.eager) clearAll(conversation.messages, (messages) => conversation.rewrite(messages, "repair"));
    else for await (const _ of context.prepare(request, signal));
    gaps.push(performance.now() - began);
    const sent: ModelRequest = {
      messages: [{ role: "system", content: system }, ...conversation.messages.map(toWire)],
      tools: specs,
    };
    const expected = context.size(request);
    const tokens = meter.take(sent, false);
    if (step > 0) errors.push((Math.abs(expected - tokens) / tokens) * 100);
    context.measured({ inputTokens: tokens, outputTokens: 50, cachedTokens: 0 }, request);
    if (step === STEPS - 1) break;
    letIn += await toolTurn(step, tools, context, conversation.append, window);
  }
  return {
    ...meter.totals(),
    letIn,
    resent: meter.totals().uncached - meter.first() - letIn,
    gapMs: gaps.sort((a, b) => a - b)[STEPS / 2] ?? 0,
    errorPercent: errors.reduce((a, b) => a + b, 0) / errors.length,
  };
}

/** One call and its result; returns the tokens that entered. */
async function toolTurn(
  step: number,
  tools: ReadonlyMap<string, Tool>,
  context: ContextCoordinator,
  append: (...messages: Message[]) => unknown,
  window: number,
): Promise<number> {
  const name = step === 19 || step % 3 === 2 ? "execute_command" : "read_file";
  const args =
    step === 19
      ? { command: "cat run.log" }
      : name === "execute_command"
        ? { command: `cat file-${step}.txt` }
        : { path: `file-${step}.txt` };
  const id = `call_${step}`;
  append({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  });
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const result = await tool.run(tool.schema.parse(args), {
    callId: id,
    unit: "main",
    signal: new AbortController().signal,
    maxTokens: resultLimits(window).result,
    outsideAllowed: false,
    progress: () => {},
  });
  const text = typeof result.content === "string" ? result.content : "";
  const [admitted] = await context
    .openBatch()
    .admit([{ callId: id, name, ok: result.ok, text, bounded: result.bounded === true, preview: tool.preview }]);
  if (admitted === undefined) throw new Error("no result");
  append(admitted.message);
  return tokensOf(JSON.stringify(toWire(admitted.message)));
}

function clearAll(messages: readonly Message[], rewrite: (messages: readonly Message[]) => void): void {
  const policy = { keep: 3, exclude: [], minFreed: 1, patient: false, placeholder: placeholderTokens(texts) };
  const chosen = chooseCleared(messages, policy);
  if (chosen.length === 0) return;
  rewrite(
    messages.map((message) => {
      if (message.role !== "tool" || !chosen.includes(message)) return message;
      const stored = {
        path: ".paicli/tool-outputs/session-20250101-000000-bench0/001-read_file.txt",
        chars: message.content.length,
      };
      const name = message.toolName ?? "tool";
      return {
        ...message,
        content: wrapToolResult(name, clearedPlaceholder(name, stored.chars, stored.path, texts)),
        cleared: stored,
      };
    }),
  );
}

/** Counts requests, and of each the part that is no byte prefix (tools, then messages) of any earlier one. */
function createRequestMeter(window: number) {
  const seen: (readonly string[])[] = [];
  let totals = { requests: 0, summaries: 0, refusals: 0, sent: 0, uncached: 0, largest: 0 };
  let first = 0;
  return {
    take({ messages, tools }: ModelRequest, summary: boolean): number {
      const pieces = [JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))];
      const tokens = tokensOf(pieces.join(""));
      const known = Math.max(0, ...seen.map((earlier) => prefixChars(earlier, pieces)));
      const uncached = tokens - Math.floor(known / 4);
      seen.push(pieces);
      if (seen.length === 1) first = tokens;
      totals = {
        requests: totals.requests + 1,
        summaries: totals.summaries + (summary ? 1 : 0),
        refusals: totals.refusals + (tokens > window ? 1 : 0),
        sent: totals.sent + tokens,
        uncached: totals.uncached + uncached,
        largest: Math.max(totals.largest, tokens),
      };
      return tokens;
    },
    totals: () => totals,
    first: () => first,
  };
}

function prefixChars(earlier: readonly string[], pieces: readonly string[]): number {
  let bytes = 0;
  for (const [i, piece] of pieces.entries()) {
    if (earlier[i] !== piece) break;
    bytes += Buffer.byteLength(piece);
  }
  return bytes;
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

function writeFiles(root: string): void {
  mkdirSync(root, { recursive: true });
  for (let step = 0; step < STEPS - 1; step++)
    writeFileSync(join(root, `file-${step}.txt`), fileText(step, step % 5 === 4 ? 40_000 : 6000));
  writeFileSync(join(root, "run.log"), fileText(99, 300_000));
}

function fileText(seed: number, size: number): string {
  const words = ["buffer", "commit", "render", "socket", "thread", "vector", "window", "yields", "anchor", "branch"];
  let state = seed * 7919 + 1;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state;
  };
  let text = "";
  while (text.length < size) {
    let line = `${seed}.${text.length}`;
    while (line.length < LINE - 8) line += ` ${words[next() % words.length]}`;
    text += `${line}\n`;
  }
  return text;
}

function toolsIn(root: string): ReadonlyMap<string, Tool> {
  const describe = (name: string) => readFileSync(new URL(`../../prompts/en/tools/${name}.md`, import.meta.url), "utf8");
  const made = createTools(describe, {
    root,
    texts,
    tracker: createReadTracker(),
    commandTimeoutSeconds: 60,
    stripEnv: [],
    env: process.env,
  });
  return new Map(made.map((tool) => [tool.name, tool]));
}

function specsOf(tools: ReadonlyMap<string, Tool>): readonly ToolSpec[] {
  return [...tools.values()].map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: z.toJSONSchema(schema) },
  }));
}
