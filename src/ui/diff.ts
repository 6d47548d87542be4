// A unified diff as people read it: line numbers, colours, long diffs cut in the middle of nothing but at a line.
import { showHidden } from "./escape.ts";
import { fitLine } from "./fit.ts";
import type { Theme } from "./theme.ts";

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of a diff with the number of each in the new file (for removed ones in the old). File headers are left out. */
export function renderDiff(diff: string, width: number, theme: Theme): readonly string[] {
  const rendered: string[] = [];
  let oldLine = 0;
  let newLine = 0;
  let inHunk = false;
  for (const source of diff.split("\n")) {
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
  return rendered;
}

/** Wide enough for most files; longer numbers push the line. */
function number(line: number): string {
  return String(line).padStart(4);
}
