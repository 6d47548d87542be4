import { describe, expect, test } from "vitest";
import { contextPicture } from "../../src/context/context-picture.ts";
import { shortTokens } from "../../src/context/figures.ts";
import { contextStatus, noSavings } from "../../src/context/status.ts";
import { contextThresholds } from "../../src/context/thresholds.ts";
import { type Lang, textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { columnsOf } from "../../src/util/columns.ts";
import { assistant, called } from "../support/context.ts";

const words = (tokens: number) => "word ".repeat(Math.ceil(tokens / 1.07));
const messages: Message[] = [
  { role: "user", origin: "summary", content: words(3000) },
  { role: "assistant", origin: "summary", content: "ok" },
  { role: "user", content: `${words(500)}<memory>\n${words(200)}\n</memory>`, typed: words(500), memories: ["fact-1"] },
  assistant(words(800)),
  ...called("c1", "read_file", { path: "a" }, words(9000)),
];
const system = `${words(2000)}${words(600)}${words(400)}`;
const tool = { type: "function" as const, function: { name: "t", description: words(1500), parameters: {} } };

const statusOf = (window = 200_000, tokens = 21_000, measured = true, reported = true) =>
  contextStatus({
    messages,
    request: { system, tools: [tool], projectMemory: words(600), memoryBlock: words(400) },
    size: { tokens, measured },
    reported,
    window,
    thresholds: contextThresholds(window),
    savings: { ...noSavings, cleared: { count: 7, tokens: 41_000 } },
  });

describe("the status", () => {
  test("its parts sum to the window, in proportion to the estimates", () => {
    const { parts, total, distance } = statusOf();
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(200_000);
    const tokens = Object.fromEntries(parts.map((part) => [part.name, part.tokens]));
    expect(tokens.toolResults).toBeGreaterThan(9000);
    expect(tokens.summary).toBeGreaterThan(3000);
    expect(tokens.longTermMemory).toBeGreaterThan(600);
    expect(tokens.projectMemory).toBeGreaterThan(600);
    expect(tokens.user).toBeLessThan(800);
    expect(total).toEqual({ tokens: 21_000, measured: true, percent: 10.5, reported: true });
    expect(distance).toEqual({ clear: 79_000, summary: 146_000 });
  });

  test("advises where something unusual dominates, and is silent otherwise", () => {
    expect(statusOf().advice).toEqual([]);
    expect(statusOf(20_000).advice).toContain("summary");
    expect(statusOf(60_000, 21_000).advice).toEqual([]);
    expect(statusOf(8000).advice).toEqual(["system", "tools", "summary"]);
  });
});

describe("the picture", () => {
  test.each([
    ["zh", 60],
    ["zh", 100],
    ["zh", 200],
    ["en", 40],
    ["en", 60],
    ["en", 100],
    ["en", 200],
  ] as [Lang, number][])("in %s fits %i columns and shows thresholds, numbers and parts", (lang, width) => {
    const texts = textsFor(lang);
    const picture = contextPicture(statusOf(), texts, { width });
    for (const line of picture.split("\n")) expect(columnsOf(line), line).toBeLessThanOrEqual(width);
    expect(picture).toMatch(/\b100k\b/);
    expect(picture).toMatch(/\b167k\b/);
    if (width >= 60) expect(picture).toContain("10.5%");
    for (const name of ["system", "toolResults", "free"] as const) expect(picture).toContain(texts.context.portions[name]);
    expect(picture).toContain(texts.context.picture.saved("cleared", 7, "41k"));
  });

  test("the bar is in proportion, the marks stand below their cells", () => {
    const lines = contextPicture(statusOf(), textsFor("en"), { width: 102 }).split("\n");
    const bar = lines.find((line) => line.startsWith("[")) ?? "";
    expect(bar).toHaveLength(102);
    expect(bar.indexOf(".") - 1).toBe(11); // 10.5% of 100 cells
    const marks = lines[lines.indexOf(bar) + 1] ?? "";
    expect(marks.indexOf("^100k")).toBe(51);
    expect(marks.indexOf("^167k")).toBe(85);
  });

  test("says whether its number was measured", () => {
    const estimated = (reported: boolean) =>
      contextPicture(statusOf(200_000, 21_000, false, reported), textsFor("en"), { width: 100 });
    expect(estimated(false)).toContain("estimated (the provider has reported no usage yet)");
    expect(estimated(true)).toContain("estimated (since the last compaction");
    expect(contextPicture(statusOf(), textsFor("en"), { width: 100 })).toContain("measured");
  });

  test("colours only what it is asked to", () => {
    const painted = contextPicture(statusOf(), textsFor("en"), {
      width: 80,
      paint: (name, text) => (name === "free" ? text : `<${text}>`),
    });
    expect(painted).toMatch(/\[(?:<[STPMZUAR]+>)+\.+\]/);
  });

  test("a request larger than the window is drawn to its own length", () => {
    const bar = contextPicture(statusOf(20_000), textsFor("en"), { width: 80 })
      .split("\n")
      .find((line) => line.startsWith("["));
    expect(bar).not.toContain(".");
    expect(bar).toHaveLength(80);
  });
});

test("token counts are short and have one decimal at most", () => {
  expect([0, 950, 1234, 57_000, 100_200, 167_000, 999_960, 1_000_000].map(shortTokens)).toEqual([
    "0",
    "950",
    "1.2k",
    "57k",
    "100.2k",
    "167k",
    "1M",
    "1M",
  ]);
});
