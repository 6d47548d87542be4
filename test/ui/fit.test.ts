import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapIndented } from "../../src/ui/fit.ts";
import { renderMarkdown } from "../../src/ui/markdown.ts";
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

test("J4: Chinese in lists, quotations and paragraphs fills its lines and stays beside its bullet", () => {
  const plain = createTheme(false);
  const rendered = (text: string) => renderMarkdown(text, 30, plain);
  expect(rendered("请用 pnpm 安装，然后运行所有的测试，看看结果。")).toEqual([
    "请用 pnpm 安装，然后运行所有的",
    "测试，看看结果。",
  ]);
  expect(rendered("- 列表项目里也有很长的中文内容需要换行\n- 短的\n  - 里面一层也有很长的中文内容需要换行")).toEqual([
    "- 列表项目里也有很长的中文内容",
    "  需要换行",
    "- 短的",
    "    - 里面一层也有很长的中文内",
    "      容需要换行",
  ]);
  expect(rendered("12. 列表项目里也有很长的中文内容需要换行")).toEqual(["12. 列表项目里也有很长的中文内", "    容需要换行"]);
  for (const line of rendered("> 引用里也有很长很长的中文内容需要换行显示"))
    expect(line.replace(/\x1b\[[\d;]*m/g, "")).toMatch(/^│ /);
  expect(rendered("甲\n\n---\n\n乙").some((line) => line.includes("─".repeat(30)) && visibleWidth(line) === 30)).toBe(true);
});

test("no Markdown is wider than it may be, and nothing of it is lost", () => {
  const mark = fc.constantFrom("", "- ", "1. ", "> ", "# ", "  - ", "> - ");
  const inline = fc.constantFrom("中文字符", "，", "word ", "**粗 体**", "`code`", "[链接](http://a.b/c)", "a ");
  const line = fc
    .tuple(mark, fc.array(inline, { minLength: 1, maxLength: 12 }))
    .map(([first, rest]) => `${first}${rest.join("")}`);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 20, max: 80 }), (lines, width) => {
      const source = lines.join("\n");
      const rendered = renderMarkdown(source, width, theme);
      for (const one of rendered) expect(visibleWidth(one)).toBeLessThanOrEqual(width);
      const letters = (text: string) => text.replace(/\x1b\[[\d;]*m|[^\p{L}]/gu, "");
      expect(letters(rendered.join(""))).toBe(letters(renderMarkdown(source, 2000, theme).join("")));
    }),
    { numRuns: 200 },
  );
});
