// Text that comes from the clipboard: recognised also where the terminal does not mark it, and freed of control characters.

export const PASTE_START = "\x1b[200~";
export const PASTE_END = "\x1b[201~";

/** A chunk of input with this many lines was not typed: nobody presses Enter twice within one read of the terminal. */
const PASTED_LINES = 3;

/** What arrives this soon after a pasted chunk belongs to it, in ms: a long paste comes in many reads. */
const SAME_PASTE_MS = 50;

export interface PasteGuard {
  /** The chunk as it is, or marked as pasted. `at`: the time in ms. */
  mark(chunk: string, at: number): string;
}

/** Terminals without bracketed paste send a paste as keys: each line break in it would submit a line. */
export function createPasteGuard(): PasteGuard {
  let pastedAt = Number.NEGATIVE_INFINITY;
  /** Within a paste that the terminal marks itself: it comes in many reads, and its marks may be cut by them. */
  let inside = false;
  let tail = "";
  const seesMark = (chunk: string): boolean => {
    const seen = tail + chunk;
    tail = seen.slice(1 - PASTE_START.length);
    const began = inside;
    const [start, end] = [seen.lastIndexOf(PASTE_START), seen.lastIndexOf(PASTE_END)];
    if (start !== end) inside = start > end;
    return began || inside;
  };
  return {
    mark(chunk, at) {
      if (seesMark(chunk) || chunk.includes("\x1b")) return chunk;
      const lines = chunk.split(/\r\n|\r|\n/).length;
      const goesOn = at - pastedAt <= SAME_PASTE_MS && chunk.length > 1;
      if (lines < PASTED_LINES && !goesOn) return chunk;
      pastedAt = at;
      return `${PASTE_START}${chunk}${PASTE_END}`;
    },
  };
}

/** Without control characters but line breaks and tabs, with plain line breaks. */
export function cleanPaste(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")
    .toWellFormed();
}
