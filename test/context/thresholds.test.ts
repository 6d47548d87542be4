import fc from "fast-check";
import { expect, test } from "vitest";
import { contextThresholds, outputReserve, resultLimits } from "../../src/context/thresholds.ts";

test.each([
  [128_000, 95_000, 57_000, 57_000, 640],
  [200_000, 167_000, 100_000, 100_200, 1000],
  [256_000, 223_000, 100_000, 133_800, 1280],
  [1_000_000, 967_000, 100_000, 580_200, 5000],
  [60_000, 37_500, 22_500, 22_500, 500],
])(
  "a window of %i has its summary at %i, clears at %i, works ahead from %i, remembers %i",
  (window, summary, clear, precompute, memory) => {
    expect(contextThresholds(window)).toEqual({ summary, clear, precompute, memory });
  },
);

test("for every window from 8,000 to 2,000,000 the thresholds are in order and leave room for an answer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8000, max: 2_000_000 }),
      fc.option(fc.integer({ min: 1, max: 3_000_000 })),
      (window, trigger) => {
        const { summary, clear, precompute, memory } = contextThresholds(window, trigger ?? undefined);
        const reserve = Math.min(20_000, Math.max(1000, Math.floor(window / 4)));
        const buffer = Math.min(13_000, Math.max(1000, Math.floor(window / 8)));
        expect(summary).toBe(Math.min(Math.max(window - reserve - buffer, 1000), window - 1));
        expect(outputReserve(window)).toBe(reserve);
        expect(clear).toBeLessThan(summary);
        expect(clear).toBe(trigger === null ? Math.min(100_000, Math.floor((6 * summary) / 10)) : Math.min(trigger, summary - 1));
        expect(precompute).toBe(Math.floor((6 * summary) / 10));
        expect(memory).toBeGreaterThanOrEqual(500);
        expect(memory).toBeLessThanOrEqual(5000);
      },
    ),
    { numRuns: 1000 },
  );
});

test("a window below 8,000 is taken as 8,000", () => {
  expect(contextThresholds(4096)).toEqual(contextThresholds(8000));
  expect(resultLimits(1)).toEqual({ result: 1000, batch: 2000 });
});
