// Renders blocks of an answer: Markdown with tables that keep wide characters aligned, and highlighted code.
import { Markdown, type MarkdownTheme } from "@mariozechner/pi-tui";
import { showText } from "../util/visible.ts";
import type { Block } from "./answer-stream.ts";
import { fitLine, wrapHanging, wrapIndented } from "./fit.ts";
import { type Carry, highlightLine } from "./highlight.ts";
import type { Theme } from "./theme.ts";

const CODE_INDENT = "  ";

export interface RenderedBlock {
  readonly lines: readonly string[];
  /** What stays open at the end of a code block that goes on. */
  readonly carry: Carry | undefined;
}

export function renderBlock(block: Block, width: number, theme: Theme, carry: Carry | undefined): RenderedBlock {
  if (block.kind === "markdown") return { lines: renderMarkdown(block.text, width, theme), carry: undefined };
  return renderCode(block, width, theme, block.first ? undefined : carry);
}

export function renderMarkdown(text: string, width: number, theme: Theme): readonly string[] {
  const shown = showText(text);
  const markdown = new Markdown(shown, 0, 0, markdownTheme(theme));
  // The component breaks lines at blanks alone, which tears Chinese from its bullet: it draws them whole and they are wrapped
  // here. Tables it fits to the width itself.
  const lines = TABLE.test(shown)
    ? markdown.render(Math.max(1, width)).map(withoutPadding)
    : markdown.render(wholeLines(shown)).flatMap((line) => wrapLine(withoutPadding(line), width));
  const trimmed = lines.map((line) => fitLine(line, width));
  while (trimmed.at(-1) === "") trimmed.pop();
  return trimmed;
}

function renderCode(block: Block & { kind: "code" }, width: number, theme: Theme, carry: Carry | undefined): RenderedBlock {
  const named = block.first && block.lang !== "";
  const lines = named ? [theme.dim(fitLine(`${CODE_INDENT}${showText(block.lang)}`, width))] : [];
  let open = carry;
  for (const source of block.lines) {
    const { text, carry: next } = highlightLine(showText(source), block.lang, open, theme);
    open = next;
    lines.push(...wrapIndented(text, width, CODE_INDENT, CODE_INDENT));
  }
  return { lines, carry: open };
}

/** The row that makes a table of those around it. */
const TABLE = /^ *\|? *:?-+:? *\|[ :|-]*$/m;

/** A width in which no line of the text needs breaking: two cells a character, and what marks add. */
function wholeLines(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length)) * 2 + 40;
}

function wrapLine(line: string, width: number): readonly string[] {
  return RULE.test(line) ? [line.replace(/─+/, "─".repeat(Math.min(width, 80)))] : wrapHanging(line, width);
}

/** A horizontal rule as it is drawn. */
const RULE = /^(?:\x1b\[\d+m)*─+(?:\x1b\[\d+m)*$/;

/** The component fills lines up to the width; spaces at the end would be copied with the text and cost bytes. */
function withoutPadding(line: string): string {
  return line.replace(/ +$/, "");
}

const themes = new WeakMap<Theme, MarkdownTheme>();

function markdownTheme(theme: Theme): MarkdownTheme {
  const known = themes.get(theme);
  if (known !== undefined) return known;
  const made: MarkdownTheme = {
    heading: theme.accent,
    link: theme.underline,
    linkUrl: theme.dim,
    code: theme.code,
    codeBlock: theme.code,
    codeBlockBorder: theme.dim,
    quote: theme.dim,
    quoteBorder: theme.dim,
    hr: theme.dim,
    listBullet: theme.accent,
    bold: theme.bold,
    italic: theme.italic,
    strikethrough: theme.strike,
    underline: theme.underline,
    highlightCode: (code, lang) => highlightAll(code, lang ?? "", theme),
  };
  themes.set(theme, made);
  return made;
}

function highlightAll(code: string, lang: string, theme: Theme): string[] {
  let open: Carry | undefined;
  return code.split("\n").map((line) => {
    const { text, carry } = highlightLine(line, lang, open, theme);
    open = carry;
    return text;
  });
}
