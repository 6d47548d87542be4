import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkPartial, checkSummary } from "../../src/context/verify-summary.ts";
import { textsFor } from "../../src/locale/index.ts";
import { goodSummary } from "../support/context.ts";

const zh = textsFor("zh");
const headings = zh.context.summary.headings;
const reply = (text: string, more: Partial<Parameters<typeof checkSummary>[0]> = {}) => ({
  text,
  calls: [],
  finish: "stop" as const,
  ...more,
});
const problems = (text: string, more = {}, max = 5000) => {
  const checked = checkSummary(reply(text, more), zh, max);
  return "problems" in checked ? checked.problems : [];
};
const call = { call: { id: "c", type: "function" as const, function: { name: "read_file", arguments: "{}" } } };

describe("a summary is taken", () => {
  test("with all four headings, once, in order, each with text", () => {
    expect(checkSummary(reply(goodSummary("zh")), zh, 5000)).toEqual({ summary: goodSummary("zh") });
  });

  test("without its preface, out of one fenced block, with blanks around the headings", () => {
    expect(checkSummary(reply(`好的，记录如下：\n\n${goodSummary("zh")}\n`), zh, 5000)).toEqual({ summary: goodSummary("zh") });
    expect(checkSummary(reply(`\`\`\`markdown\n${goodSummary("zh")}\n\`\`\``), zh, 5000)).toEqual({ summary: goodSummary("zh") });
    expect(problems(goodSummary("zh").replaceAll("\n##", "  \n  ##"))).toEqual([]);
  });

  test("in the other language, if it is complete", () => {
    expect(checkSummary(reply(goodSummary("en")), zh, 5000)).toEqual({ summary: goodSummary("en") });
    expect(problems(goodSummary("en").replace("## Open problems", "## Problems"))).toEqual(["missing"]);
  });

  test("with a heading quoted inside a code block", () => {
    const quoting = goodSummary("zh").replace("content", `见下：\n\`\`\`\n${headings[3]}\n\`\`\`\n完`);
    expect(problems(quoting)).toEqual([]);
  });

  test("D2: with a half surrogate pair mended", () => {
    const checked = checkSummary(reply(goodSummary("zh", "a\ud83d")), zh, 5000);
    expect("summary" in checked && checked.summary.isWellFormed()).toBe(true);
  });
});

describe("a summary is refused", () => {
  test.each([
    ["nothing", "", {}, ["empty"]],
    ["blanks", " \n\t", {}, ["empty"]],
    ["a tool call", goodSummary("zh"), { calls: [call] }, ["calls"]],
    ["what was cut by its length", goodSummary("zh"), { finish: "cut" }, ["cut"]],
    ["what was filtered", goodSummary("zh"), { finish: "filtered" }, ["cut"]],
    ["small talk", "随便写写", {}, ["missing"]],
    ["the markup of a call", '<tool_call>{"name":"x"}</tool_call>', {}, ["missing"]],
    ["a heading twice", `${goodSummary("zh")}\n\n${headings[0]}\n又`, {}, ["repeated"]],
    [
      "headings out of order",
      [headings[1], headings[0], headings[2], headings[3]].map((h) => `${h}\nx`).join("\n"),
      {},
      ["order"],
    ],
    ["a heading without text", goodSummary("zh").replace("content", ""), {}, ["no_text"]],
    ["a heading on another level", goodSummary("zh").replace("## 当前", "### 当前"), {}, ["missing"]],
  ])("that is %s", (_, text, more, expected) => {
    expect(problems(text, more)).toEqual(expected);
  });

  test("that is longer than its room", () => {
    expect(problems(goodSummary("zh", "很长的内容".repeat(500)), {}, 1000)).toEqual(["too_long"]);
  });
});

test("a partial summary has to be text of its length", () => {
  expect(checkPartial(reply("任何文字"), 100)).toEqual({ summary: "任何文字" });
  expect(checkPartial(reply("x".repeat(101)), 100)).toEqual({ problems: ["too_long"] });
  expect(checkPartial(reply("x", { finish: "cut" }), 100)).toEqual({ problems: ["cut"] });
  expect(checkPartial(reply("", {}), 100)).toEqual({ problems: ["empty"] });
  expect(checkPartial(reply("x", { calls: [call] }), 100)).toEqual({ problems: ["calls"] });
});

test.each(["zh", "en"] as const)("the %s prompts ask for the headings that are checked", (lang) => {
  for (const name of ["summary", "summary-merge"]) {
    const lines = readFileSync(new URL(`../../prompts/${lang}/context/${name}.md`, import.meta.url), "utf8").split("\n");
    const { headings: checked } = textsFor(lang).context.summary;
    expect(lines.filter((line) => line.startsWith("## "))).toEqual([...checked]);
  }
  const management = readFileSync(new URL(`../../prompts/${lang}/context/context-management.md`, import.meta.url), "utf8");
  const { offload, clear, summary } = textsFor(lang).context;
  for (const mark of [offload.title, clear.title, summary.title]) expect(management).toContain(mark);
});
