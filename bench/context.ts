// The context on what costs: deciding before every call, clearing, offloading, the estimator against real tokenizers, and a long
// read of 60 steps beside other ways of keeping inside the window.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openResultBatch } from "../src/context/batch.ts";
import { writeCleared } from "../src/context/clearing.ts";
import { createContextCoordinator } from "../src/context/coordinator.ts";
import { CONTEXT_DEFAULTS } from "../src/context/options.ts";
import { createSessionWindow } from "../src/context/session-window.ts";
import { resultLimits } from "../src/context/thresholds.ts";
import { openToolOutputStore } from "../src/context/tool-output-store.ts";
import { textsFor } from "../src/locale/index.ts";
import { unwrapToolResult, wrapToolResult } from "../src/policy/boundary.ts";
import type { Message } from "../src/protocol/message.ts";
import { memoryConversation, promptsFor } from "../test/support/context.ts";
import { scriptedModel } from "../test/support/model.ts";
import { benchEstimator } from "./support/estimator.ts";
import { benchLongRead } from "./support/long-read.ts";

const texts = textsFor("en");
const boundary = { wrap: wrapToolResult, unwrap: unwrapToolResult };
const sessionId = "session-20250101-000000-bench0";

export default async function run(): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "paicli-bench-")));
  try {
    await benchSpeed(root);
    await benchEstimator();
    await benchLongRead(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function benchSpeed(root: string): Promise<void> {
  console.log(`\n${"speed".padEnd(58)} ${"figure".padStart(12)}   ${"target".padEnd(10)} ratio`);
  const row = (what: string, ms: number, target: number) =>
    console.log(
      `${what.padEnd(58)} ${`${ms.toFixed(2)} ms`.padStart(12)}   ${`≤ ${target} ms`.padEnd(10)} ${(ms / target).toFixed(2)}`,
    );

  const line = "const value = await readFile(join(root, name), 'utf8'); // the whole of it\n";
  const conversation = memoryConversation(
    Array.from({ length: 2000 }, (_, i): Message => ({ role: i % 2 ? "assistant" : "user", content: line.repeat(20) })),
  );
  const system = "You are an engineer. ".repeat(400);
  const context = createContextCoordinator({
    conversation,
    model: scriptedModel([], { window: 4_000_000 }),
    window: createSessionWindow(4_000_000),
    options: { ...CONTEXT_DEFAULTS, clearTriggerTokens: 1 },
    store: openToolOutputStore({ root, sessionId, after: 0 }),
    boundary,
    prompts: promptsFor("en"),
    texts,
    facts: () => ({ tasks: [] }),
    record: () => {},
  });
  const request = { system, tools: [] };
  const { signal } = new AbortController();
  const tokens = context.size(request);
  const decide = await median(50, async () => {
    conversation.append({ role: "user", content: "go on" }, { role: "assistant", content: line.repeat(20) });
    const began = performance.now();
    for await (const _ of context.prepare(request, signal)) throw new Error("nothing should happen");
    context.size(request);
    return performance.now() - began;
  });
  row(`decide and count, 2,000 messages, ${(tokens / 1e6).toFixed(1)}M tokens`, decide, 1);

  const results = Array.from({ length: 500 }, (_, i) => ({
    role: "tool" as const,
    tool_call_id: `c${i}`,
    toolName: "read_file",
    messageId: `m${i}`,
    content: wrapToolResult("read_file", line.repeat(80)),
  }));
  const store = openToolOutputStore({ root, sessionId: `${sessionId}b`, after: 0 });
  row(
    "clear 500 results of 6 KB, each to its file",
    await median(3, async () => {
      const began = performance.now();
      await writeCleared(results, { store, boundary, texts });
      return performance.now() - began;
    }),
    50,
  );

  const bare = await median(3, async () => {
    const folder = mkdtempSync(join(root, "bare-"));
    const began = performance.now();
    for (const { tool_call_id: name, content } of results) writeFileSync(join(folder, name), content);
    return performance.now() - began;
  });
  console.log(`${"  500 bare files of 6 KB on this disk, for comparison".padEnd(58)} ${`${bare.toFixed(2)} ms`.padStart(12)}`);

  const big = line.repeat(Math.ceil(2_000_000 / line.length));
  const preview = { over: 8000, head: 8000, tail: 800 };
  row(
    "offload 2 MB, flushed to the disk",
    await median(5, async () => {
      const limits = { enabled: true, thresholdChars: 32_000, ...resultLimits(128_000) };
      const batch = openResultBatch({ store, boundary, texts, limits, saved: () => {} });
      const began = performance.now();
      await batch.admit([{ callId: "c", name: "execute_command", ok: true, text: big, bounded: false, preview }]);
      return performance.now() - began;
    }),
    50,
  );
}

async function median(times: number, measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) all.push(await measure());
  return all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
