// What can be set about long-term memory, with its defaults and their reasons.

export interface MemoryOptions {
  /** In (0, 1]: share of common letter pairs from which two facts are about the same thing. */
  readonly conflictThreshold: number;
  /** Days without verification after which an entry may be outdated; 0 or less: never. */
  readonly staleDays: number;
  /** How long a change waits for another process, ms. A durable save takes a few ms: who waits longer than this waits for a stopped one. */
  readonly lockWaitMs: number;
  /** How long the state before a change can be restored, days. */
  readonly undoDays: number;
}

export const MEMORY_DEFAULTS: MemoryOptions = { conflictThreshold: 0.8, staleDays: 30, lockWaitMs: 10_000, undoDays: 30 };

/** UTF-16 units of one fact. The smallest memory budget of a window is 500 tokens and entries enter whole: a longer one would never be recalled. */
export const MAX_FACT_CHARS = 1_500;
/** Places from which an exposed session read that are kept with a memory. */
export const MAX_SOURCES = 8;
/** Project files that one entry is linked to; more are a list, not a statement about them. */
export const MAX_LINKED_FILES = 8;
/** Files above this are generated: nobody states facts about their content. Bytes. */
export const MAX_LINKED_FILE_BYTES = 8 * 1024 * 1024;
/** Extractions skipped for a conflict that `/memory list --skipped` can show. */
export const MAX_SKIPPED_SHOWN = 50;
