// The last finished items, kept only to draw the window anew after a resize.
import type { Item } from "./item.ts";
import { createTranscript, type Look } from "./transcript.ts";

/** More than fills the tallest terminal; older ones live in the terminal's scrollback and in the session. */
const KEPT_ITEMS = 400;

export interface Recent {
  add(items: readonly Item[]): void;
  /** The last `rows` lines, for the width of `look`. */
  tail(look: Look, rows: number): readonly string[];
}

export function createRecent(): Recent {
  let kept: readonly Item[] = [];
  return {
    add(items) {
      if (items.length > 0) kept = [...kept, ...items].slice(-KEPT_ITEMS);
    },
    tail(look, rows) {
      // Each try renders twice as many items, so that a few long ones do not cost the rendering of all.
      for (let count = 8; ; count *= 2) {
        const transcript = createTranscript();
        const lines = kept.slice(-count).flatMap((item) => transcript.render(item, look));
        if (lines.length >= rows || count >= kept.length) return rows > 0 ? lines.slice(-rows) : [];
      }
    },
  };
}
