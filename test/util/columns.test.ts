import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  columnsOf,
  fitColumns,
  hangingLines,
  padEndColumns,
  padStartColumns,
  tableLines,
  wrapColumns,
} from "../../src/util/columns.ts";

test("Chinese, full-width marks and emoji take two columns, marks that join take none", () => {
  expect(["abc", "中文", "，", "한글", "🎉", "e\u0301", "✔"].map(columnsOf)).toEqual([3, 4, 2, 4, 2, 1, 1]);
});

const character = fc.constantFrom(..."中文，。（）「」、：ａｂｃ한국어가나éñ→←…▰▱✓✗❯●○·—“”αβжabcXYZ019 ,.;()-/_\\".split(""));
const cell = fc.oneof(character, fc.constantFrom("👨‍👩‍👧‍👦", "🇨🇳", "1️⃣", "e\u0301", "🎉", "👍🏽", "❤️", "𠮷", "ｶﾞ"));
const text = fc.array(cell, { maxLength: 60 }).map((cells) => cells.join(""));

test("J4: columns are counted as the screen counts them, joined emoji and combining marks included", () => {
  fc.assert(fc.property(text, (one) => columnsOf(one) === visibleWidth(one)));
});

test("padding and cutting go by columns and break no character", () => {
  expect(padEndColumns("中文", 6)).toBe("中文  ");
  expect(padStartColumns("中文", 6)).toBe("  中文");
  expect(padEndColumns("long", 2)).toBe("long");
  expect(fitColumns("中文字", 5)).toBe("中文");
  expect(fitColumns("a🎉b", 2)).toBe("a");
  expect(fitColumns("👨‍👩‍👧‍👦x", 1)).toBe("");
  expect(fitColumns("ab", 5)).toBe("ab");
});

test("J4: wrapped lines fit, lose nothing but blanks, and do not begin with what closes", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (one, columns) => {
      const lines = wrapColumns(one, columns);
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
      expect(lines.join("").replaceAll(" ", "")).toBe(one.replaceAll(" ", ""));
    }),
  );
  expect(wrapColumns("列出工具，再看看。", 8)).toEqual(["列出工", "具，再看", "看。"]);
  expect(wrapColumns("read a file, then write", 12)).toEqual(["read a file,", "then write"]);
  expect(wrapColumns("", 12)).toEqual([""]);
});

test("the rows of a table are aligned by columns and its last column wraps below itself", () => {
  const rows = [
    ["/help", "列出所有命令，以及每个命令的用法和它的参数"],
    ["/中文命令", "short"],
  ];
  expect(tableLines(rows, 40)).toEqual([
    "/help      列出所有命令，以及每个命令的",
    "           用法和它的参数",
    "/中文命令  short",
  ]);
  expect(tableLines(rows, undefined)).toEqual(["/help      列出所有命令，以及每个命令的用法和它的参数", "/中文命令  short"]);
});

test("a table that is too narrow puts the last column below the others; a very long cell pushes only its own row", () => {
  expect(tableLines([["session-20250102-030405-abcdef", "2025-01-02", "fix the parser"]], 40)).toEqual([
    "session-20250102-030405-abcdef",
    "    2025-01-02",
    "    fix the parser",
  ]);
  expect(
    tableLines(
      [
        ["/memory [status|list|search <q>]", "manage long-term memory"],
        ["/exit", "leave the program"],
      ],
      50,
    ),
  ).toEqual(["/memory [status|list|search <q>]", "       manage long-term memory", "/exit  leave the program"]);
});

test("no line of a table is wider than the screen, whatever stands in it", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 6 }), fc.integer({ min: 40, max: 120 }), (rows, width) => {
      for (const line of tableLines(rows, width)) expect(columnsOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test("a text with a mark before it keeps its indent", () => {
  expect(hangingLines("中文字符测试 and more", "· ", 12)).toEqual(["· 中文字符测", "  试 and", "  more"]);
});
