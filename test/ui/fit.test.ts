import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapIndented } from "../../src/ui/fit.ts";
import { createTheme } from "../../src/ui/theme.ts";

const theme = createTheme(true);
const word = fc.constantFrom("中文字符", "，全角。", "word", "a", " ", "  ", "（长期有效）", "👨‍👩‍👧‍👦", "src/a.ts", "é");
const paint = fc.constantFrom(theme.dim, theme.bold, theme.bad, theme.accent, (text: string) => text);
const piece = fc.tuple(fc.array(word, { maxLength: 8 }), paint).map(([words, style]) => style(words.join("")));
const styled = fc.tuple(fc.array(piece, { maxLength: 6 }), paint).map(([pieces, style]) => style(pieces.join("")));

/** Each visible character with the styles that a terminal would draw it in. */
function drawn(text: string): readonly string[] {
  const open = new Map<string, string>();
  const cells: string[] = [];
  for (const [, code, character] of text.matchAll(/\x1b\[(\d+)m|([\s\S])/gu)) {
    if (character !== undefined) {
      if (character !== " ") cells.push(`${character}${[...open.values()].toSorted().join("")}`);
    } else if (code === "0") open.clear();
    else if (code === "22") for (const weight of ["1", "2"]) open.delete(weight);
    else if (code === "39") open.delete("colour");
    else open.set(Number(code) >= 30 ? "colour" : String(code), `/${code}`);
  }
  return cells;
}

test("wrapped text fits, and every character keeps the style it had", () => {
  fc.assert(
    fc.property(styled, fc.integer({ min: 8, max: 60 }), (text, width) => {
      const lines = wrapIndented(text, width, "", "");
      for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.flatMap(drawn)).toEqual(drawn(text));
    }),
    { numRuns: 500 },
  );
});

test("Chinese fills its lines, English is broken between words, and no line begins with what closes", () => {
  expect(wrapIndented("以后不再询问对 src 内文件的改动（长期有效），可以撤销。", 22, "", "")).toEqual([
    "以后不再询问对 src 内",
    "文件的改动（长期有",
    "效），可以撤销。",
  ]);
});
