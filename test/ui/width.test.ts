import { visibleWidth } from "@mariozechner/pi-tui";
import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { fitLine, wrapIndented } from "../../src/ui/fit.ts";
import { contextBar, renderFooter } from "../../src/ui/footer.ts";
import type { Item } from "../../src/ui/item.ts";
import { renderMarkdown } from "../../src/ui/markdown.ts";
import { INITIAL_STATE } from "../../src/ui/state.ts";
import { createTheme } from "../../src/ui/theme.ts";
import { createTranscript } from "../../src/ui/transcript.ts";
import { mainArgument } from "../../src/util/main-argument.ts";
import { NO_RESULT } from "../support/ui-host.ts";

const theme = createTheme(true);
const plain = createTheme(false);

const cell = fc.oneof(
  fc.constantFrom("中文", "全角，标点", "👨‍👩‍👧‍👦", "🇨🇳", "1️⃣", "é", "→←", "ａｂｃ", "한국어", "code `x`", "**b**", "a b", ""),
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replace(/[|\s\\<&~*_[\]`]/g, "")),
);

test("J4: every row of a table is equally wide, whatever stands in its cells", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 40, max: 120 }),
      (rows, width) => {
        const source = ["| h | 名称 | c |", "|---|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
        const lines = renderMarkdown(source, width, plain).filter((line) => /^[┌│├└]/.test(line));
        expect(lines.length).toBeGreaterThan(3);
        expect(new Set(lines.map(visibleWidth)).size).toBe(1);
      },
    ),
    { numRuns: 60 },
  );
});

test("J4: cutting to 5 columns never splits a wide cell", () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 6 }), (cells) => {
      const text = cells.join("");
      const cut = fitLine(text, 5);
      expect(visibleWidth(cut)).toBeLessThanOrEqual(5);
      expect(cut.isWellFormed()).toBe(true);
      const kept = cut.replaceAll("\x1b[0m", "").replace(/…$/, "");
      expect(text.startsWith(kept)).toBe(true);
      const segments = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
      expect([...segments, text.length]).toContain(kept.length);
    }),
  );
});

test("the measured width is the width in which a terminal draws it", async () => {
  const terminal = new xterm.Terminal({ cols: 80, rows: 4, allowProposedApi: true });
  for (const text of ["中文，标点", "ａｂｃ", "한국어", "é", "→", "…▰▱✓✗❯⠋○▸", "─│┌", "·"]) {
    await new Promise<void>((resolve) => terminal.write(`\x1b[2K\r${text}`, resolve));
    expect([text, terminal.buffer.active.cursorX]).toEqual([text, visibleWidth(text)]);
  }
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.array(cell, { maxLength: 20 }).map((cells) => cells.join(" ")),
);

const item: fc.Arbitrary<Item> = anyText.chain((text) =>
  fc.constantFrom<Item>(
    { kind: "input", text },
    { kind: "answer", block: { kind: "markdown", text } },
    { kind: "answer", block: { kind: "code", lang: "ts", lines: text.split("\n"), first: true } },
    { kind: "notice", level: "error", text },
    { kind: "output", text, markdown: false, failed: false },
    { kind: "turn", result: NO_RESULT, contextShare: 0.5 },
    {
      kind: "tool",
      unit: "task_1",
      argument: mainArgument(JSON.stringify({ path: text })),
      result: {
        type: "tool_result",
        id: "c",
        name: "x",
        ok: false,
        chars: 1,
        durationMs: 1,
        message: text,
        display: { kind: "text", text },
      },
    },
    {
      kind: "tool",
      argument: "",
      result: {
        type: "tool_result",
        id: "c",
        name: "edit_file",
        ok: true,
        chars: 1,
        durationMs: 1,
        display: { kind: "diff", path: "a", diff: `@@ -1 +1 @@\n+${text}\n-${text}`, added: 1, removed: 1 },
      },
    },
    { kind: "plan", tasks: [{ id: "task_1", description: text, type: "code", dependencies: ["a"], status: "pending" }] },
  ),
);

test("no line of the transcript is wider than the terminal or holds a control character, from 20 to 300 columns", () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), fc.integer({ min: 20, max: 300 }), (items, width) => {
      const transcript = createTranscript();
      for (const line of items.flatMap((one) => transcript.render(one, { width, theme, texts: textsFor("zh") }))) {
        expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        expect(line.replace(/\x1b\[\d*m/g, "").replace(/\x1b\]8;;[^\x07\x1b]*(\x07|\x1b\\)/g, "")).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f]/,
        );
      }
    }),
    { numRuns: 150 },
  );
});

test("the context bar has a cell for each part of the window and both thresholds, in order", () => {
  expect(contextBar({ tokens: 34_000, window: 128_000, clear: 64_000, summary: 102_400 }, 10)).toBe("▰▰▰▱▱|▱▱▱|▱▱");
  expect(contextBar({ tokens: 0, window: 100, clear: 50, summary: 100 }, 4)).toBe("▱▱|▱▱|");
  fc.assert(
    fc.property(
      fc.nat(300_000),
      fc.integer({ min: 1, max: 200_000 }),
      fc.nat(200_000),
      fc.nat(200_000),
      (tokens, window, clear, summary) => {
        const bar = contextBar({ tokens, window, clear, summary }, 20);
        expect(bar.replaceAll("|", "")).toHaveLength(20);
        expect(bar).toMatch(/^[▰|]*[▱|]*$/);
      },
    ),
  );
});

test("the footer fits every width and keeps mode and context longest", () => {
  const context = { type: "context", tokens: 9, window: 100, clear: 50, summary: 80, measured: true } as const;
  const state = { ...INITIAL_STATE, context, since: 0, usage: NO_RESULT.usage };
  const status = { mode: "plan", approval: "full", model: "模型-".repeat(8), project: "/一个/很长/的/路径".repeat(4) };
  const price = { input: 2, cached: 0.2, output: 3, currency: "¥" };
  const priced = (width: number) =>
    renderFooter(state, { ...status, price }, 61_000, { width, theme: createTheme(false), texts: textsFor("en") }).replace(
      /\x1b\[\d*m/g,
      "",
    );
  for (let width = 20; width <= 300; width++) {
    const footer = renderFooter(state, status, 61_000, { width, theme: plain, texts: textsFor("en") }).replace(/\x1b\[\d*m/g, "");
    expect(visibleWidth(footer)).toBeLessThanOrEqual(width);
    expect(footer).toContain("plan full");
    if (width >= 40) expect(footer).toContain("9%");
    if (width >= 200) expect(priced(width)).toMatch(/cached 1k · ¥0\.0007 · 1m01s/);
    if (width >= 200) expect(footer).toMatch(/in 1\.2k out 34 cached 1k · 1m01s · \/一个/);
    // Long before the model goes, the path of the project is only the name of its folder.
    if (width === 130) expect(footer).toMatch(/模型-.* · 1m01s · 路径$/);
  }
});

test("wrapped text keeps its mark and indent on lines of equal use", () => {
  expect(wrapIndented("中文字符测试 and more", 12, "· ", "  ")).toEqual(["· 中文字符测", "  试 and", "  more"]);
});
