// The line under a turn says what is known of its tokens, and no more.
import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { RunResult, RunStatus } from "../../src/protocol/event.ts";
import { turnLine } from "../../src/ui/describe-event.ts";

const resultOf = (status: RunStatus, inputTokens: number, outputTokens: number): RunResult => ({
  status,
  text: "",
  turns: 1,
  usage: { calls: 1, inputTokens, outputTokens, cachedTokens: 0 },
  compaction: { offloaded: 0, cleared: 0, summarized: 0 },
  memory: { saved: [] },
  durationMs: 1000,
});

test.each([
  ["completed", 1200, 34, "in 1.2k out 34 cached 0"],
  ["partial", 1200, 34, "in 1.2k out 34 cached 0"],
  ["cancelled", 0, 0, "tokens not reported"],
  ["error", 0, 0, "tokens not reported"],
  ["cancelled", 1200, 34, "in ≥1.2k out ≥34 cached 0"],
] as const)("%s with %d in and %d out", (status, input, output, expected) => {
  expect(turnLine(resultOf(status, input, output), undefined, { texts: textsFor("en") }).split(" · ")[1]).toBe(expected);
});
