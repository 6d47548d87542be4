// Keeps the beginning and the end of an output that may never end. Memory stays within twice the limit.
import { cutHead, cutTail } from "../util/text.ts";

export interface Captured {
  readonly text: string;
  /** UTF-16 units of all that came. */
  readonly total: number;
  /** Of them, how many are missing in the middle of `text`. */
  readonly dropped: number;
}

export interface Capture {
  push(text: string): void;
  /** `mark` stands in `text` where something is missing. */
  end(mark: (dropped: number) => string): Captured;
}

/** Up to `max` UTF-16 units are kept whole; of more, the first and the last half of that. */
export function createCapture(max: number): Capture {
  const half = Math.floor(max / 2);
  let head = "";
  let tail = "";
  let total = 0;
  return {
    push(text) {
      total += text.length;
      const room = head.length < half && tail === "" ? cutHead(text, half - head.length) : "";
      head += room;
      tail += text.slice(room.length);
      if (tail.length > 2 * half) tail = cutTail(tail, half);
    },
    end(mark) {
      if (head.length + tail.length === total && total <= max) return { text: head + tail, total, dropped: 0 };
      const last = cutTail(tail, half);
      const dropped = total - head.length - last.length;
      return { text: `${head}\n${mark(dropped)}\n${last}`, total, dropped };
    },
  };
}
