// How many columns text takes in a terminal, where Chinese and emoji take two; padding, cutting, wrapping and tables by it.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const NONE = /^(?:\p{M}|\p{Cf}|\p{Cc})+$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Where a line may be broken before: not before what closes, after what opens. */
const CLOSING = /^[，。、；：！？）》」』】〉”’…,.;:!?)\]}>%]/u;
const OPENING = /[（《「『【〈“‘([{<]$/u;

/** Characters of which each stands for itself: no marks that join, no emoji. Most text, and far cheaper to take apart. */
const SINGLE = /^[\x20-\x7e\u2010-\u2026\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]*$/;

let segmenter: Intl.Segmenter | undefined;

/** What people see as one character each. */
function graphemes(text: string): readonly string[] {
  if (SINGLE.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function columnsOf(text: string): number {
  if (text.length === 1) return cellsOf(text);
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((columns, grapheme) => columns + cellsOf(grapheme), 0);
}

/** Half-width voicing marks belong to the kana before them but have a cell of their own. */
const VOICED = /.[\uff9e\uff9f]/u;

function cellsOf(grapheme: string): number {
  if (grapheme.length === 1) {
    if (grapheme >= " " && grapheme < "\x7f") return 1;
    if (grapheme >= "\u4e00" && grapheme <= "\u9fff") return 2;
  }
  return NONE.test(grapheme) ? 0 : WIDE.test(grapheme) || VOICED.test(grapheme) ? 2 : 1;
}

export function padEndColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

export function padStartColumns(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** The beginning of `text` that fits. */
export function fitColumns(text: string, columns: number): string {
  let taken = 0;
  let end = 0;
  for (const grapheme of graphemes(text)) {
    taken += cellsOf(grapheme);
    if (taken > columns) return text.slice(0, end);
    end += grapheme.length;
  }
  return text;
}

/**
 * Lines of at most `columns` columns: broken at blanks and between wide characters, inside a word only if it is longer than a
 * line. Line breaks of the text stay. Never empty.
 */
export function wrapColumns(text: string, columns: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(2, columns)));
}

function wrapLine(text: string, columns: number): readonly string[] {
  if (columnsOf(text) <= columns) return [text];
  const lines: string[] = [];
  let line = "";
  let taken = 0;
  const end = () => {
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = "";
    taken = 0;
  };
  for (const piece of pieces(text)) {
    const blank = piece.trim() === "";
    const wide = columnsOf(piece);
    if (taken + wide > columns) end();
    if (blank && taken === 0 && lines.length > 0) continue; // no blanks at the beginning of a continued line
    for (const part of wide > columns ? graphemes(piece) : [piece]) {
      const cells = columnsOf(part);
      if (taken + cells > columns) end();
      line += part;
      taken += cells;
    }
  }
  end();
  return lines.length === 0 ? [""] : lines;
}

/** What is never broken, in order: blanks, narrow words, single wide characters with the marks that belong to them. */
function pieces(text: string): readonly string[] {
  const found: string[] = [];
  let breakable = true;
  for (const grapheme of graphemes(text)) {
    const last = found.at(-1);
    const joins =
      last !== undefined &&
      (grapheme === " ") === last.endsWith(" ") &&
      (grapheme === " " || CLOSING.test(grapheme) || OPENING.test(last) || !(breakable || cellsOf(grapheme) === 2));
    if (joins) found[found.length - 1] = `${last}${grapheme}`;
    else found.push(grapheme);
    breakable = cellsOf(grapheme) === 2 || grapheme === " ";
  }
  return found;
}

/** Columns of a picture where there is no screen to fit. */
export const PLAIN_COLUMNS = 80;

/** Blanks between two columns of a table. */
const GAP = 2;

/** The last column of a table gets at least this much, or lines of its own below the others. */
const LEAST_TEXT = 24;
const STACK_INDENT = 4;

/**
 * Rows as lines: columns aligned, the last one wrapped below itself where `width` is too narrow. Where too little is left for
 * it, it stands below the others, indented. A cell that is far longer than its column pushes only its own row.
 * `width`: columns of the screen; absent: nobody looks at a screen, no line is broken.
 */
export function tableLines(rows: readonly (readonly string[])[], width: number | undefined): readonly string[] {
  const heads = rows.map((row) => row.slice(0, -1));
  const most = width === undefined ? Number.POSITIVE_INFINITY : Math.floor(width / 2);
  const widths = Array.from({ length: Math.max(0, ...heads.map((head) => head.length)) }, (_, column) =>
    usualWidth(
      heads.map((head) => columnsOf(head[column] ?? "")),
      most,
    ),
  );
  const hang = widths.reduce((sum, columns) => sum + columns + GAP, 0);
  const stacked = width !== undefined && width - hang < LEAST_TEXT;
  const indent = " ".repeat(stacked ? STACK_INDENT : hang);
  return rows.flatMap((row, index) => {
    const head = (heads[index] ?? []).map((cell, column) => padEndColumns(cell, widths[column] ?? 0) + " ".repeat(GAP)).join("");
    const text = row.at(-1) ?? "";
    if (width === undefined) return [`${head}${text}`.trimEnd()];
    const wrapped = wrapColumns(text, width - indent.length);
    if (!stacked && columnsOf(head) <= hang) return wrapped.map((line, at) => `${at === 0 ? head : indent}${line}`.trimEnd());
    const [first = "", ...more] = wrapColumns(head.trimEnd(), width - STACK_INDENT);
    return [
      first,
      ...more.map((line) => `${" ".repeat(STACK_INDENT)}${line}`),
      ...wrapped.filter((line) => line !== "").map((line) => `${indent}${line}`),
    ];
  });
}

/** The widest cell of a column; those over `most` only count where all are. */
function usualWidth(cells: readonly number[], most: number): number {
  const usual = cells.filter((columns) => columns <= most);
  return Math.max(0, ...(usual.length > 0 ? usual : cells));
}

/** A text whose continued lines stand below its beginning: `first` before the first line, blanks before the others. */
export function hangingLines(text: string, first: string, width: number | undefined): readonly string[] {
  if (width === undefined) return [`${first}${text}`];
  const indent = columnsOf(first);
  return wrapColumns(text, width - indent).map((line, at) => `${at === 0 ? first : " ".repeat(indent)}${line}`);
}
