// Finds the lines of a Markdown text that are nothing but `@path`: outside code, comments, quotations and sentences.

/** A fence opens with three or more ticks or tildes; an info string after ticks holds no tick. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_MARKER = /^([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)/;
/** HTML whose content is not Markdown, with what ends it. */
const RAW_HTML = /^<(pre|script|style|textarea)\b/i;
/** From this many columns on, text inside its container is an indented code block. */
const CODE_INDENT = 4;

interface Fence {
  readonly tick: string;
  readonly length: number;
  /** Columns of the container; the closing fence may stand up to three further. */
  readonly column: number;
}

/** By line number, what follows the `@`. Whether that is a file, only the disk knows. */
export function findImports(lines: readonly string[]): ReadonlyMap<number, string> {
  const imports = new Map<number, string>();
  const columns: number[] = []; // where the content of each enclosing list item begins
  let fence: Fence | undefined;
  let rawUntil: RegExp | undefined;

  for (const [number, line] of lines.entries()) {
    if (rawUntil) {
      if (rawUntil.test(line)) rawUntil = undefined;
      continue;
    }
    let rest = line.trim();
    if (rest === "") continue;
    let column = indentOf(line);
    if (fence) {
      if (column < fence.column + CODE_INDENT && closes(rest, fence)) fence = undefined;
      continue;
    }
    while (column < (columns.at(-1) ?? 0)) columns.pop();
    if (column - (columns.at(-1) ?? 0) >= CODE_INDENT) continue;

    for (let item = LIST_MARKER.exec(rest); item; item = LIST_MARKER.exec(rest)) {
      column += item[0].length;
      rest = rest.slice(item[0].length);
      columns.push(column);
      if ((item[2] ?? "").length > CODE_INDENT) rest = ""; // an item that begins with an indented code block
    }
    const opening = FENCE.exec(rest)?.[1];
    if (opening) fence = { tick: opening.charAt(0), length: opening.length, column: columns.at(-1) ?? 0 };
    else rawUntil = rawEnd(rest);
    if (rest.startsWith("@") && rest.length > 1) imports.set(number, rest.slice(1));
  }
  return imports;
}

/** Columns of the white space before the text; a tab goes to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const char of line) {
    if (char === " ") column += 1;
    else if (char === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}

function closes(rest: string, fence: Fence): boolean {
  return rest.length >= fence.length && rest === fence.tick.repeat(rest.length);
}

/** What ends the comment or raw HTML that this line leaves open. */
function rawEnd(rest: string): RegExp | undefined {
  if (rest.lastIndexOf("<!--") > rest.lastIndexOf("-->")) return /-->/;
  const tag = RAW_HTML.exec(rest)?.[1];
  if (tag === undefined) return undefined;
  const end = new RegExp(`</${tag}>`, "i");
  return end.test(rest) ? undefined : end;
}
