// What keeps compaction from going round in circles: counters of failures and recoveries, and notices told once per user turn.
import type { EventBody } from "../protocol/event.ts";

/** Failed or fruitless automatic attempts in a row after which nothing more is tried until something changes. */
const MAX_FAILURES = 3;
/** Summaries in a row, each due at the very next step, after which another one would only be paid for to be due again. */
const MAX_IN_A_ROW = 2;
/** Recoveries from a refusal within one user turn. More would be a circle that costs money. */
const MAX_RECOVERIES = 3;

export interface Breakers {
  /** Whether an automatic summary may be tried. */
  readonly closed: boolean;
  succeeded(): void;
  /** Counts a summary that was taken, whoever asked for it. */
  summarised(): void;
  /** A step under the summary threshold: summaries make lasting room. */
  fitted(): void;
  /** Each step fills again what the summary before it made room for. */
  readonly inCircles: boolean;
  /** Counts a failed attempt; true if it was the last that is tried. */
  failed(): boolean;
  /** Counts a refusal as too long; false if it was one too many, or if no summary makes lasting room. */
  mayRecover(): boolean;
  /** A warning that is worth telling once per user turn. */
  once(code: string, message: string): Generator<EventBody>;
  /** A user turn, a model switch or a manual compaction: everything may be tried again. */
  reset(): void;
}

export function createBreakers(): Breakers {
  let failures = 0;
  let recoveries = 0;
  let inARow = 0;
  const told = new Set<string>();
  return {
    get closed() {
      return failures < MAX_FAILURES && inARow < MAX_IN_A_ROW;
    },
    get inCircles() {
      return inARow >= MAX_IN_A_ROW;
    },
    summarised() {
      inARow++;
    },
    fitted() {
      inARow = 0;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures++;
      return failures >= MAX_FAILURES;
    },
    mayRecover() {
      recoveries++;
      return recoveries <= MAX_RECOVERIES && inARow < MAX_IN_A_ROW;
    },
    *once(code, message) {
      if (told.has(code)) return;
      told.add(code);
      yield { type: "notice", level: "warning", code, message };
    },
    reset() {
      failures = 0;
      recoveries = 0;
      inARow = 0;
      told.clear();
    },
  };
}
