// Lines that fit the width of the terminal, in cells.
import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@mariozechner/pi-tui";

/** One line cut to `width` cells, with `…` where something was cut. */
export function fitLine(line: string, width: number): string {
  if (visibleWidth(line) <= width) return line;
  return width <= 1 ? truncateToWidth(line, width, "") : truncateToWidth(line, width, "…");
}

/** Wrapped lines, each with `first` or `rest` before it: a mark and the indent below it. Both must be equally wide. */
export function wrapIndented(text: string, width: number, first: string, rest: string): readonly string[] {
  const inner = Math.max(1, width - visibleWidth(first));
  return wrapTextWithAnsi(text, inner).map((line, index) => fitLine(`${index === 0 ? first : rest}${line}`, width));
}

/** `left` and, if there is room, `right` at the end of the line. */
export function spread(left: string, right: string, width: number): string {
  const between = width - visibleWidth(left) - visibleWidth(right);
  return between >= 2 ? `${left}${" ".repeat(between)}${right}` : fitLine(left, width);
}
