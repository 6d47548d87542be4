// Splits ripgrep's output (--null --line-number --with-filename) into lines of files. Names may hold line breaks, lines any bytes.
import { decodeLines } from "../util/encoding.ts";

export interface FoundLine {
  readonly number: number;
  readonly text: string;
  /** False for a line of context. */
  readonly matches: boolean;
}

const LINE_FEED = 0x0a;
const COLON = 0x3a;

/** A record is `./path NUL number (: or -) text LF`; between groups of context stands `--`. */
export function createRecordParser(onLine: (path: string, line: FoundLine) => void): { push(bytes: Uint8Array): void } {
  let rest = Buffer.alloc(0);
  return {
    push(bytes) {
      const all = Buffer.concat([rest, bytes]);
      let at = 0;
      for (;;) {
        if (all[at] === 0x2d && all[at + 1] === 0x2d && all[at + 2] === LINE_FEED) at += 3;
        const nul = all.indexOf(0, at);
        const end = nul < 0 ? -1 : all.indexOf(LINE_FEED, nul);
        if (end < 0) break;
        let mark = nul + 1;
        while (mark < end && (all[mark] ?? 0) >= 0x30 && (all[mark] ?? 0) <= 0x39) mark++;
        onLine(all.subarray(at, nul).toString("utf8").replace(/^\.\//, ""), {
          number: Number(all.subarray(nul + 1, mark).toString("latin1")),
          text: decodeLines(all.subarray(mark + 1, end)).replace(/\r$/, ""),
          matches: all[mark] === COLON,
        });
        at = end + 1;
      }
      rest = all.subarray(at);
    },
  };
}
