// Names of files for the model: one a line, whatever characters they hold, within bounds.

import { showHidden } from "../util/clean-output.ts";
import { cutHead } from "../util/text.ts";
import { LISTING_CHARS, LISTING_ENTRIES } from "./options.ts";

/** A name on one line: line breaks, controls and direction marks as escapes. */
export function shownName(name: string): string {
  return showHidden(name).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** As many lines as fit the bounds. */
export function bounded(lines: readonly string[]): { readonly lines: readonly string[]; readonly partial: boolean } {
  let chars = 0;
  let count = 0;
  while (count < Math.min(lines.length, LISTING_ENTRIES)) {
    chars += (lines[count]?.length ?? 0) + 1;
    if (chars > LISTING_CHARS) break;
    count++;
  }
  if (count === 0 && lines[0] !== undefined) return { lines: [cutHead(lines[0], LISTING_CHARS)], partial: lines.length > 1 };
  return { lines: lines.slice(0, count), partial: count < lines.length };
}
