import fc from "fast-check";
import { expect, test } from "vitest";
import { extractiveSummary } from "../../src/util/extractive.ts";

test("lines with decisions, files and errors are kept in their order, filler goes", () => {
  const filler = Array.from({ length: 200 }, (_, i) => `just some talk number ${i} about the weather`).join("\n");
  const text = `We begin here\n${filler}\nDecision: use src/db/pool.ts, never the old pool\n${filler}\nnpm test failed: exit code 1\n`;
  const summary = extractiveSummary(text, 150);
  expect(summary.split("\n")).toEqual(
    expect.arrayContaining(["Decision: use src/db/pool.ts, never the old pool", "npm test failed: exit code 1"]),
  );
  expect(summary.indexOf("Decision")).toBeLessThan(summary.indexOf("npm test failed"));
});

test("a text in one long line is taken apart into sentences", () => {
  const text = `${"今天天气很好。".repeat(60)}必须使用 pnpm，不要用 npm。${"今天天气也很好。".repeat(60)}`;
  expect(extractiveSummary(text, 60)).toContain("必须使用 pnpm");
});

test("is never longer than asked, repeats no line, and is well formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 1, max: 120 }), (text, max) => {
      const summary = extractiveSummary(text, max);
      expect(summary.length).toBeLessThanOrEqual(max);
      const lines = summary.split("\n");
      expect(new Set(lines).size).toBe(lines.length);
    }),
    { numRuns: 500 },
  );
});
