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
import { median, medianOf, row, timed, title } from "./support/report.ts";

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
  title("speed");
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
  const decide = await medianOf(50, async () => {
    conversation.append({ role: "user", content: "go on" }, { role: "assistant", content: line.repeat(20) });
    const began = performance.now();
    for await (const _ of context.prepare(request, signal)) throw new Error("nothing should happen");
    context.size(request);
    return performance.now() - began;
  });
  row(`decide and count, 2,000 messages, ${(tokens / 1e6).toFixed(1)}M tokens`, decide, "ms", 1);

  const results = Array.from({ length: 500 }, (_, i) => ({
    role: "tool" as const,
    tool_call_id: `c${i}`,
    toolName: "read_file",
    messageId: `m${i}`,
    content: wrapToolResult("read_file", line.repeat(80)),
  }));
  const store = openToolOutputStore({ root, sessionId: `${sessionId}b`, after: 0 });
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    // side by side: what creating a file costs here depends on what else the machine does
    const emptied = openToolOutputStore({ root, sessionId: `${sessionId}-${round}`, after: 0 });
    ours.push(await timed(() => writeCleared(results, { store: emptied, boundary, texts })));
    const folder = mkdtempSync(join(root, "bare-"));
    bare.push(
      await timed(() => {
        for (const { tool_call_id: name, content } of results) writeFileSync(join(folder, name), content);
      }),
    );
  }
  row("clear 500 results of 6 KB, each to its file", median(ours), "ms", 50);
  row("  500 bare files of 6 KB on this disk, for comparison", median(bare), "ms", "none");
  row("  clearing, as a multiple of the bare files", median(ours) / median(bare), "x", "none");

  const big = line.repeat(Math.ceil(2_000_000 / line.length));
  const preview = { over: 8000, head: 8000, tail: 800 };
  row(
    "offload 2 MB, flushed to the disk",
    await medianOf(5, async () => {
      const limits = { enabled: true, thresholdChars: 32_000, ...resultLimits(128_000) };
      const batch = openResultBatch({ store, boundary, texts, limits, saved: () => {} });
      const began = performance.now();
      await batch.admit([{ callId: "c", name: "execute_command", ok: true, text: big, bounded: false, preview }]);
      return performance.now() - began;
    }),
    "ms",
    50,
  );
}
