// Memories as they stand in a store, for tests that need no file.
import { type MemoryEntry, readEntry } from "../../src/memory/entry.ts";

interface Facts {
  readonly id?: string;
  readonly at?: string;
  readonly verified?: string;
  readonly type?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export function entryOf(
  content: string,
  { id = `fact-${content}`, at = "2026-01-01T00:00:00Z", verified, type, metadata = {} }: Facts = {},
): MemoryEntry {
  const stored = { id, content, timestamp: at, lastVerifiedAt: verified ?? at, type: type ?? "FACT", metadata };
  const entry = readEntry(stored);
  if (entry === undefined) throw new Error("not an entry");
  return entry;
}

/** One fact a day, so that none is of the same sitting as another. */
export function entriesOf(...contents: readonly string[]): readonly MemoryEntry[] {
  return contents.map((content, day) => entryOf(content, { at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString() }));
}
