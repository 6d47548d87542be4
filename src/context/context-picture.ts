// The picture of `/context`: a stacked bar of the window with both thresholds marked, a table of its parts, and what to know. Pure.
import type { Texts } from "../locale/index.ts";
import { columnsOf, fitColumns, padEndColumns, padStartColumns } from "../util/columns.ts";
import { shortTokens } from "./figures.ts";
import { type ContextStatus, PORTIONS, type PortionName, type Savings } from "./status.ts";

/** ASCII letters, one column wide in every terminal and font. */
const GLYPHS: Record<PortionName, string> = {
  system: "S",
  tools: "T",
  projectMemory: "P",
  longTermMemory: "M",
  summary: "Z",
  user: "U",
  assistant: "A",
  toolResults: "R",
  free: ".",
};

const MIN_WIDTH = 30;
/** A longer bar says no more. */
const MAX_BAR = 120;

export interface PictureOptions {
  /** Columns. */
  readonly width: number;
  /** Colours a piece of the bar or of the table; nothing by default. */
  readonly paint?: (portion: PortionName, text: string) => string;
}

export function contextPicture(
  status: ContextStatus,
  texts: Texts,
  { width, paint = (_, text) => text }: PictureOptions,
): string {
  const t = texts.context.picture;
  const columns = Math.max(MIN_WIDTH, width);
  const { window, total, thresholds, distance } = status;
  const to = (tokens: number) => (tokens > 0 ? shortTokens(tokens) : undefined);
  const plain = [
    t.clearAt(shortTokens(thresholds.clear), to(distance.clear)),
    t.summaryAt(shortTokens(thresholds.summary), to(distance.summary)),
    savedLine(status.saved, texts),
    ...status.advice.map((advice) => `! ${t.advice[advice]}`),
  ];
  return [
    fitColumns(t.title(shortTokens(total.tokens), shortTokens(window), String(total.percent)), columns),
    fitColumns(total.measured ? t.measured : total.reported ? t.estimatedSince : t.estimated, columns),
    "",
    ...bar(status, Math.min(MAX_BAR, columns - 2), paint),
    "",
    ...table(status, texts, columns, paint),
    "",
    ...plain.flatMap((line) => wrap(line, columns)),
  ].join("\n");
}

function bar(
  { parts, window, thresholds }: ContextStatus,
  cells: number,
  paint: (portion: PortionName, text: string) => string,
): string[] {
  const sum = Math.max(window, ...[parts.reduce((tokens, part) => tokens + part.tokens, 0)]);
  const drawn: string[] = [];
  let tokens = 0;
  let filled = 0;
  for (const part of parts) {
    tokens += part.tokens;
    const upTo = Math.round((tokens / sum) * cells);
    if (upTo > filled) drawn.push(paint(part.name, GLYPHS[part.name].repeat(upTo - filled)));
    filled = Math.max(filled, upTo);
  }
  return [`[${drawn.join("")}]`, marks([thresholds.clear, thresholds.summary], sum, cells)];
}

/** A line with a mark and its number below each threshold's cell. */
function marks(thresholds: readonly number[], sum: number, cells: number): string {
  let line = "";
  for (const threshold of thresholds) {
    const at = 1 + Math.min(cells - 1, Math.round((threshold / sum) * cells));
    const label = `^${shortTokens(threshold)}`;
    // near the right edge the number stands left of its mark
    const text = at + label.length > cells + 2 ? `${shortTokens(threshold)}^` : label;
    const start = text === label ? at : at - text.length + 1;
    line = start > line.length ? line.padEnd(start) + text : `${line} ${text}`;
  }
  return line;
}

function table(
  { parts }: ContextStatus,
  texts: Texts,
  columns: number,
  paint: (portion: PortionName, text: string) => string,
): string[] {
  const names = texts.context.portions;
  const nameWidth = Math.max(...PORTIONS.map((name) => columnsOf(names[name])));
  const share = columns - nameWidth - 22;
  const largest = Math.max(1, ...parts.filter(({ name }) => name !== "free").map(({ tokens }) => tokens));
  return parts
    .filter(({ name, tokens }) => tokens > 0 || name === "free")
    .map(({ name, tokens, percent }) => {
      const row = `${GLYPHS[name]} ${padEndColumns(names[name], nameWidth)} ${padStartColumns(shortTokens(tokens), 8)} ${padStartColumns(`${percent.toFixed(1)}%`, 6)}`;
      const length = share < 8 || name === "free" ? 0 : Math.round((tokens / largest) * Math.min(40, share));
      return paint(name, length > 0 ? `${row}  ${GLYPHS[name].repeat(length)}` : row);
    });
}

function savedLine(saved: Savings, texts: Texts): string {
  const t = texts.context.picture;
  const levels = (["offloaded", "cleared", "summarised"] as const).filter((level) => saved[level].count > 0);
  if (levels.length === 0) return t.savedNothing;
  return levels.map((level) => t.saved(level, saved[level].count, shortTokens(saved[level].tokens))).join(" · ");
}

/** Breaks at blanks where there are some, else anywhere: Chinese has none. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (columnsOf(rest) > columns) {
    const piece = fitColumns(rest, columns);
    const blank = piece.lastIndexOf(" ");
    const end = blank > piece.length / 2 ? blank : piece.length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
