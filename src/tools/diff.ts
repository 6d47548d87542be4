// The unified diff of a change for the person: only around what changed, so that a large file costs no more than a small one.
import type { Display } from "../protocol/tool.ts";
import { countBreaks } from "./edit-match.ts";
import type { Excerpt } from "./locate.ts";

/** Unchanged lines shown around a change, as everywhere. */
const CONTEXT_LINES = 3;
/** A diff that takes longer is not shown line by line, in ms. */
const TIMEOUT_MS = 400;

/** `tooLarge` is shown where the two texts have too little in common to be compared in time. Line ends alone are compared only if nothing else differs. */
export async function diffDisplay(path: string, { line, before, after }: Excerpt, tooLarge: string): Promise<Display> {
  const { from, oldEnd, nowEnd } = changedPart(before, after);
  const skipped = line + countBreaks(before, 0, from);
  const [old, now] = withoutReturns(before.slice(from, oldEnd), after.slice(from, nowEnd));
  const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import("diff"); // 11 ms, only when a file is changed
  const patch = structuredPatch(path, path, old, now, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: TIMEOUT_MS,
  });
  if (patch === undefined) return { kind: "text", text: tooLarge };
  let added = 0;
  let removed = 0;
  for (const hunk of patch.hunks) {
    hunk.oldStart += skipped;
    hunk.newStart += skipped;
    for (const text of hunk.lines) {
      if (text.startsWith("+")) added++;
      else if (text.startsWith("-")) removed++;
    }
  }
  return { kind: "diff", path, diff: formatPatch(patch, FILE_HEADERS_ONLY), added, removed };
}

function withoutReturns(before: string, after: string): readonly [string, string] {
  const old = before.replaceAll("\r\n", "\n");
  const now = after.replaceAll("\r\n", "\n");
  return old === now ? [before, after] : [old, now];
}

/** Where the texts differ, in whole lines with context. Pure. */
function changedPart(old: string, now: string): { readonly from: number; readonly oldEnd: number; readonly nowEnd: number } {
  const same = commonHead(old, now);
  const tail = commonTail(old, now, Math.min(old.length, now.length) - same);
  let from = same;
  for (let lines = 0; lines <= CONTEXT_LINES && from > 0; lines++)
    from = old.lastIndexOf("\n", from - 1 - (lines > 0 ? 1 : 0)) + 1;
  let oldEnd = old.length - tail;
  for (let lines = 0; lines <= CONTEXT_LINES && oldEnd < old.length; lines++) {
    const lineBreak = old.indexOf("\n", oldEnd);
    oldEnd = lineBreak < 0 ? old.length : lineBreak + 1;
  }
  return { from, oldEnd, nowEnd: oldEnd + now.length - old.length };
}

/** Compared block by block: the engine does that at the speed of memory. */
const BLOCK = 4096;

function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same + BLOCK <= most && a.startsWith(b.slice(same, same + BLOCK), same)) same += BLOCK;
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  return same;
}

function commonTail(a: string, b: string, most: number): number {
  let same = 0;
  while (same + BLOCK <= most && a.endsWith(b.slice(b.length - same - BLOCK, b.length - same), a.length - same)) same += BLOCK;
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++;
  return same;
}
