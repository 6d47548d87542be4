// The text of the memory file: the short ways of reading and writing give what the long ones give.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEntry } from "../../src/memory/entry.ts";
import { parseAdded, parseMemoryFile, recordOf, serialize, withLines } from "../../src/memory/file-format.ts";

const entry = fc.record(
  { id: fc.string({ minLength: 1, unit: "binary" }), content: fc.string({ unit: "binary" }), extra: fc.jsonValue() },
  { requiredKeys: ["id", "content"] },
);
/** The array may hold anything, not only entries. */
const element = fc.oneof({ weight: 4, arbitrary: entry }, { weight: 1, arbitrary: fc.jsonValue() });
const line = element.map((value) => JSON.stringify(value));
const lines = (records: readonly { readonly line: string }[]) => records.map((record) => record.line);
const fileOf = (all: readonly string[]) => Buffer.from(serialize(all.map((each) => ({ line: each, entry: undefined }))));

test("lines put behind the last one give the text that putting all together gives", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.array(line, { minLength: 1 }), (old, added) => {
      expect(withLines(fileOf(old), added).equals(fileOf([...old, ...added]))).toBe(true);
    }),
  );
});

test("what another writer added is read alone, and is what reading all of it gives", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.array(entry, { minLength: 1 }), (old, added) => {
      const after = fileOf([...old, ...added.map((value) => JSON.stringify(value))]);
      const read = parseAdded(fileOf(old), after);
      const all = parseMemoryFile(after.toString("utf8"), new Map());
      expect(all.broken).toBe(false);
      expect([...old, ...lines(read ?? [])]).toEqual(lines(all.records));
      expect(read?.map((record) => record.entry?.content)).toEqual(all.records.slice(old.length).map((r) => r.entry?.content));
    }),
  );
});

test("any other change is left to the long way: cut, changed in front, torn behind, or no UTF-8", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => JSON.stringify({ id, content: "我们用 pnpm" })).concat("", "", "");
  const before = fileOf([a ?? "", b ?? ""]);
  const after = fileOf([a ?? "", b ?? "", c ?? ""]);
  expect(parseAdded(before, after)).toHaveLength(1);
  expect(parseAdded(before, fileOf([a ?? ""]))).toBeUndefined();
  expect(parseAdded(before, fileOf([b ?? "", b ?? "", c ?? ""]))).toBeUndefined();
  expect(parseAdded(before, Buffer.concat([Buffer.from("\ufeff"), after]))).toBeUndefined();
  for (let end = before.length; end < after.length; end++) expect(parseAdded(before, after.subarray(0, end))).toBeUndefined();
  const torn = Buffer.from(after);
  torn[torn.indexOf("我", before.length - 3)] = 0xff;
  expect(parseAdded(before, torn)).toBeUndefined();
});

test("a file that only looks like this program's layout is no broken file", () => {
  const text = '[\n{\n"id": "fact-1",\n"content": "第一条"\n},\n{\n"id": "fact-2",\n"content": "第二条"\n}\n]\n';
  const { records, broken, ownLayout } = parseMemoryFile(text, new Map());
  expect({ broken, ownLayout }).toEqual({ broken: false, ownLayout: false });
  expect(records.map((record) => record.entry?.content)).toEqual(["第一条", "第二条"]);
});

describe("an element is an entry", () => {
  const base = { id: "fact-1", content: "x" };
  test.each([
    base,
    { ...base, content: "" },
    { ...base, type: "PREFERENCE", unknown: [1] },
    { ...base, timestamp: 1_750_000_000, lastVerifiedAt: null },
    { ...base, timestamp: "2026-03-01T08:00:00Z", metadata: null },
    { ...base, metadata: { scope: "project", flags: 7 } },
  ])("with what is needed to use it: %j", (value) => {
    expect(readEntry(value)?.stored).toEqual(value);
  });

  test.each([
    null,
    "text",
    7,
    [],
    {},
    { ...base, id: "" },
    { ...base, id: 7 },
    { id: "fact-1" },
    { ...base, content: null },
    { ...base, type: null },
    { ...base, timestamp: true },
    { ...base, lastVerifiedAt: {} },
    { ...base, timestamp: Number.POSITIVE_INFINITY },
    { ...base, metadata: "text" },
    { ...base, metadata: [] },
  ])("but not: %j", (value) => {
    expect(readEntry(value)).toBeUndefined();
  });

  test("and a new one is read as it is written", () => {
    expect(recordOf(base).entry?.stored).toEqual(base);
  });
});
