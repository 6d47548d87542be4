import fc from "fast-check";
import { expect, test } from "vitest";
import { type Candidate, rank, timeWeight } from "../../src/memory/retrieve.ts";
import { entryOf } from "../support/entries.ts";

const NOW = new Date("2026-03-01T00:00:00Z");
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
const ids = (candidates: readonly Candidate[], limit = 10) => rank(candidates, NOW, limit).map(({ entry }) => entry.id);

function candidate(
  id: string,
  keyword: number,
  { days = 100, vector = 0, text = id }: { days?: number; vector?: number; text?: string } = {},
): Candidate {
  return { entry: entryOf(text, { id, at: ago(days) }), keyword, vector };
}

test("M6: the weight of time goes on falling for years: yesterday, last week, last month, last year", () => {
  const days = [0, 1, 2, 7, 30, 90, 365, 1_000, 3_000];
  const weights = days.map((day) => timeWeight(entryOf("x", { at: ago(day) }), NOW));
  for (const [i, weight] of weights.slice(1).entries()) expect(weight).toBeLessThan(weights[i] ?? 0);
  expect(weights.at(-1)).toBeGreaterThan(0.69);
});

test("M6: an old memory that fits better stands before a new one that fits less", () => {
  expect(ids([candidate("new", 0.5, { days: 0 }), candidate("old", 0.9, { days: 2_000 })])).toEqual(["old", "new"]);
});

test("a verification makes an entry new again", () => {
  const verified = entryOf("x", { at: ago(900), verified: ago(1) });
  expect(timeWeight(verified, NOW)).toBe(timeWeight(entryOf("x", { at: ago(1) }), NOW));
});

test("a time in the future weighs no more than now", () => {
  expect(timeWeight(entryOf("x", { at: ago(-400) }), NOW)).toBe(1);
});

test("equal scores are ordered by id, whatever the order of the store", () => {
  const three = ["b", "c", "a"].map((id) => candidate(id, 0.5));
  expect(ids(three)).toEqual(["a", "b", "c"]);
  expect(ids(three.toReversed())).toEqual(["a", "b", "c"]);
});

test("nothing in common is nothing relevant, and faint letters alone are not enough", () => {
  expect(ids([candidate("none", 0), candidate("faint", 0, { vector: 0.15 })])).toEqual([]);
  expect(ids([candidate("alike", 0, { vector: 0.3 })])).toEqual(["alike"]);
});

test("what has only a side word of the question is left out beside what answers it", () => {
  expect(ids([candidate("answer", 0.9), candidate("aside", 0.05, { days: 50 })])).toEqual(["answer"]);
  expect(ids([candidate("aside", 0.05)])).toEqual(["aside"]);
});

test("F5: one claim in three spellings is recalled once", () => {
  const spellings = ["用 pnpm，不要用 npm", "用pnpm,不要用npm。", "用 PNPM ，不要用 NPM"];
  expect(ids(spellings.map((text, i) => candidate(`${i}`, 0.5, { text, days: i * 10 })))).toEqual(["0"]);
});

test("facts that differ in a number or a negation are no repeats", () => {
  const texts = ["用 JDK 17", "用 JDK 21", "不用 JDK 21"];
  expect(ids(texts.map((text, i) => candidate(`${i}`, 0.5, { text })))).toHaveLength(3);
});

test("what was written in the same sitting as the answer follows it, unless it is about nothing of the question", () => {
  const answer = candidate("answer", 0.9, { days: 10 });
  const beside = candidate("beside", 0, { days: 10, vector: 0.1 });
  const elsewhere = candidate("elsewhere", 0, { days: 11, vector: 0.1 });
  const silent = candidate("silent", 0, { days: 10 });
  const found = rank([answer, beside, elsewhere, silent], NOW, 10);
  expect(found.map(({ entry, direct }) => [entry.id, direct])).toEqual([
    ["answer", true],
    ["beside", false],
  ]);
});

test("at most as many as asked for, best first, always the same", () => {
  const anyCandidate = fc.record({
    id: fc.stringMatching(/^[a-z0-9]{1,4}$/),
    keyword: fc.double({ min: 0, max: 1, noNaN: true }),
    vector: fc.double({ min: 0, max: 1, noNaN: true }),
    days: fc.integer({ min: 0, max: 3_000 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyCandidate, { selector: ({ id }) => id, maxLength: 30 }),
      fc.integer({ min: 1, max: 12 }),
      (all, limit) => {
        const candidates = all.map(({ id, keyword, vector, days }) => candidate(id, keyword, { vector, days }));
        const found = rank(candidates, NOW, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        for (const [i, { score }] of found.slice(1).entries()) expect(score).toBeLessThanOrEqual(found[i]?.score ?? 0);
        for (const { score } of found) expect(score).toBeGreaterThan(0);
        expect(rank(candidates, NOW, limit)).toEqual(found);
      },
    ),
  );
});

test.each([0, -1, Number.NaN])("a limit of %s gives nothing", (limit) => {
  expect(rank([candidate("a", 1)], NOW, limit)).toEqual([]);
});
