// What can be set about the three levels of compaction, with its defaults.

export interface ContextOptions {
  /** Level 1: large tool results go to a file. Off: only what the window itself forbids is cut. */
  readonly offload: boolean;
  /** UTF-16 units above which a result is large. A tool that names a lower limit of its own keeps it. */
  readonly offloadThresholdChars: number;
  /** Level 2: old tool results are cleared in place. */
  readonly clearing: boolean;
  /** Tokens at which clearing begins; absent: derived from the window. */
  readonly clearTriggerTokens?: number;
  /** How many of the newest tool results are never cleared. */
  readonly clearKeep: number;
  /** Tools whose results are never cleared. */
  readonly clearExcludeTools: readonly string[];
  /** Level 3: `prefix` asks on the conversation as the provider's cache knows it, `rendered` on a transcript of it. */
  readonly request: "prefix" | "rendered";
  /** Prepares a summary in the background before one is due. */
  readonly background: boolean;
}

export const CONTEXT_DEFAULTS: ContextOptions = {
  offload: true,
  // 8,000 tokens of prose: 6% of a 128k window
  offloadThresholdChars: 32_000,
  clearing: true,
  // the model is usually still working with what it read last
  clearKeep: 3,
  clearExcludeTools: [],
  request: "prefix",
  background: false,
};
