// Lines that fit the width of the terminal, in cells.
import { truncateToWidth, visibleWidth } from "@mariozechner/pi-tui";
import { wrapColumns } from "../util/columns.ts";

/** One line cut to `width` cells, with `…` where something was cut. */
export function fitLine(line: string, width: number): string {
  if (visibleWidth(line) <= width) return line;
  return width <= 1 ? truncateToWidth(line, width, "") : truncateToWidth(line, width, "…");
}

/** Wrapped lines, each with `first` or `rest` before it: a mark and the indent below it. Both must be equally wide. */
export function wrapIndented(text: string, width: number, first: string, rest: string): readonly string[] {
  const inner = Math.max(1, width - visibleWidth(first));
  return wrapStyled(text, inner).map((line, index) => fitLine(`${index === 0 ? first : rest}${line}`, width));
}

/** What stands before the text of a line: indentation, bars of quotations, a bullet or a number. */
const MARK = /^ *(?:│ )*(?:[-*+] |\d{1,9}[.)] )?/;

/** A line of Markdown as it is drawn, its continued lines below its text and behind the bars of its quotation. */
export function wrapHanging(line: string, width: number): readonly string[] {
  if (visibleWidth(line) <= width) return [line];
  const { plain } = takeStyles(line);
  const mark = MARK.exec(plain)?.[0] ?? "";
  if (mark.length > width / 2) return wrapIndented(line, width, "", "");
  const { head, tail } = splitStyled(line, mark.length);
  return wrapIndented(tail, width, head, mark.replace(/[^│]/g, " "));
}

/** Cut before the plain character `at`; the tail begins with the styles that are open there. */
function splitStyled(text: string, at: number): { readonly head: string; readonly tail: string } {
  let open: readonly number[] = [];
  let plain = 0;
  let from = 0;
  for (const match of text.matchAll(STYLE)) {
    if (plain + match.index - from >= at) break;
    plain += match.index - from;
    from = match.index + match[0].length;
    for (const code of (match[1] ?? "").split(";")) open = applied(open, Number(code));
  }
  const cut = from + at - plain;
  const head = text.slice(0, cut);
  const again = open.map((code) => `\x1b[${code}m`).join("");
  return { head: again === "" ? head : `${head}${STYLES_OFF}`, tail: `${again}${text.slice(cut)}` };
}

const STYLE = /\x1b\[([\d;]*)m/g;
const STYLES_OFF = "\x1b[0m";

/** Closing codes and the opening ones that each ends. */
const CLOSES: ReadonlyMap<number, (code: number) => boolean> = new Map([
  [22, (code) => code === 1 || code === 2],
  [23, (code) => code === 3],
  [24, (code) => code === 4],
  [27, (code) => code === 7],
  [29, (code) => code === 9],
  [39, (code) => (code >= 30 && code <= 37) || (code >= 90 && code <= 97)],
]);

/** Lines of at most `width` cells, broken as Chinese and English are; a style goes on in the next line. */
function wrapStyled(text: string, width: number): readonly string[] {
  if (!text.includes("\x1b")) return wrapColumns(text, width);
  const { plain, codes } = takeStyles(text);
  let at = 0;
  let next = 0;
  let open: readonly number[] = [];
  return wrapColumns(plain, width).map((line) => {
    // Wrapping drops nothing but blanks and line breaks between the lines.
    const begin = plain.indexOf(line, at);
    at = begin + line.length;
    let styled = "";
    let from = begin;
    const take = (until: number) => {
      for (let code = codes[next]; code !== undefined && code.at <= until; code = codes[++next]) {
        if (code.at > from) {
          styled += plain.slice(from, code.at);
          from = code.at;
        }
        open = applied(open, code.code);
        styled += `\x1b[${code.code}m`;
      }
    };
    take(begin);
    styled = open.map((code) => `\x1b[${code}m`).join("");
    take(at - 1);
    styled += plain.slice(from, at);
    return open.length > 0 || styled.includes("\x1b") ? `${styled}${STYLES_OFF}` : styled;
  });
}

interface StyleCode {
  /** Offset in the plain text before which it stands. */
  readonly at: number;
  readonly code: number;
}

function takeStyles(text: string): { readonly plain: string; readonly codes: readonly StyleCode[] } {
  const codes: StyleCode[] = [];
  let plain = "";
  let from = 0;
  for (const match of text.matchAll(STYLE)) {
    plain += text.slice(from, match.index);
    from = match.index + match[0].length;
    for (const code of (match[1] ?? "").split(";")) codes.push({ at: plain.length, code: Number(code) });
  }
  return { plain: plain + text.slice(from), codes };
}

function applied(open: readonly number[], code: number): readonly number[] {
  if (code === 0) return [];
  const closes = CLOSES.get(code);
  return closes === undefined ? [...open, code] : open.filter((one) => !closes(one));
}

/** `left` and, if there is room, `right` at the end of the line. */
export function spread(left: string, right: string, width: number): string {
  const between = width - visibleWidth(left) - visibleWidth(right);
  return between >= 2 ? `${left}${" ".repeat(between)}${right}` : fitLine(left, width);
}
