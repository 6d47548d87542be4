// A unified diff as people read it: line numbers, colours, one line of the terminal for each line of the file.
import { showHidden } from "../util/visible.ts";
import { fitLine } from "./fit.ts";
import type { Theme } from "./theme.ts";

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export interface RenderedDiff {
  readonly lines: readonly string[];
  /** Lines of the diff that are left out. */
  readonly rest: number;
}

/**
 * The first `max` lines of a diff, with the number of each in the new file (of removed ones in the old).
 * File headers are left out.
 */
export function renderDiff(diff: string, width: number, theme: Theme, max = Number.POSITIVE_INFINITY): RenderedDiff {
  const rendered: string[] = [];
  const sources = diff.replace(/\n$/, "").split("\n");
  let oldLine = 0;
  let newLine = 0;
  let inHunk = false;
  for (const [index, source] of sources.entries()) {
    if (rendered.length >= max) return { lines: rendered, rest: sources.length - index };
    const hunk = HUNK.exec(source);
    if (hunk !== null) {
      if (inHunk) rendered.push(theme.dim("    ⋮"));
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      inHunk = true;
      continue;
    }
    if (!inHunk || source === "") continue;
    const mark = source.charAt(0);
    const text = showHidden(source.slice(1)).replace(/\t/g, "    ");
    if (mark === "+") rendered.push(theme.good(fitLine(`${number(newLine++)} + ${text}`, width)));
    else if (mark === "-") rendered.push(theme.bad(fitLine(`${number(oldLine++)} - ${text}`, width)));
    else if (mark === "\\") rendered.push(theme.dim(fitLine(`     ${text.trim()}`, width)));
    else {
      rendered.push(fitLine(`${theme.dim(number(newLine++))}   ${text}`, width));
      oldLine++;
    }
  }
  return { lines: rendered, rest: 0 };
}

/** Lines that a change adds and removes. */
export function changeCounts({ added, removed }: { readonly added: number; readonly removed: number }, theme: Theme): string {
  return `${theme.good(`+${added}`)} ${theme.bad(`-${removed}`)}`;
}

/** Wide enough for most files; longer numbers push the line. */
function number(line: number): string {
  return String(line).padStart(4);
}
