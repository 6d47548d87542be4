// Where the window begins to be tight: pure arithmetic on its size in tokens.

/** Below this nothing useful fits beside a system prompt; smaller windows are taken as this. */
const MIN_WINDOW = 8000;

export interface Thresholds {
  /** S: at this size a summary is due. */
  readonly summary: number;
  /** C: at this size old tool results are cleared. */
  readonly clear: number;
  /** At this size a summary may be prepared in the background. */
  readonly precompute: number;
  /** What long-term memory may take. */
  readonly memory: number;
}

export function effectiveWindow(window: number): number {
  return Math.max(MIN_WINDOW, Math.floor(window));
}

/** Tokens kept free for an answer, and the most that a summary may take. */
export function outputReserve(window: number): number {
  return Math.min(20_000, Math.max(1000, Math.floor(effectiveWindow(window) / 4)));
}

/**
 * Thresholds in tokens of a window. Beside the answer's reserve a buffer stays free, so that one more batch of results
 * fits before the next look. `clearTrigger` overrides where clearing begins; it stays below the summary threshold.
 */
export function contextThresholds(window: number, clearTrigger?: number): Thresholds {
  const W = effectiveWindow(window);
  const buffer = Math.min(13_000, Math.max(1000, Math.floor(W / 8)));
  const summary = Math.min(W - 1, Math.max(1000, W - outputReserve(W) - buffer));
  const derived = Math.min(100_000, Math.floor((summary * 6) / 10));
  return {
    summary,
    clear: Math.max(1, Math.min(clearTrigger ?? derived, summary - 1)),
    precompute: Math.floor((summary * 6) / 10),
    memory: Math.max(500, Math.min(5000, Math.floor(W / 200))),
  };
}

/** One result may take an eighth of the window, all results of one answer together a quarter. */
export function resultLimits(window: number): { readonly result: number; readonly batch: number } {
  const W = effectiveWindow(window);
  return { result: Math.floor(W / 8), batch: Math.floor(W / 4) };
}
