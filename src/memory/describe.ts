// Memories as data for `--json` and as lines for people and the model.
import type { Texts } from "../locale/index.ts";
import type { ListedMemory, SaveResult } from "./contract.ts";
import type { MemoryEntry, StoredEntry } from "./entry.ts";

/** An entry as `memory list --json` prints it: as stored, with two flags. */
export function listedJson({ entry, stale }: ListedMemory): StoredEntry & { readonly stale: boolean; readonly pending: boolean } {
  return { ...entry.stored, stale, pending: entry.pending };
}

/** The answer of `memory save --json` and `memory replace --json`. */
export function resultJson({ status, entry, conflicts, reason }: SaveResult): Record<string, unknown> {
  return {
    status,
    ...(entry === undefined ? {} : { entry: entry.stored }),
    conflicts: conflicts.map(({ stored }) => stored),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Both sides of a conflict: the old entries with ids and dates, then the new fact. */
export function conflictText(fact: string, conflicts: readonly MemoryEntry[], texts: Texts): string {
  const old = conflicts.map(({ id, content, written, verified }) =>
    texts.memory.conflictOld({ id, content, written: dayOf(written), verified: dayOf(verified) }),
  );
  return [...old, texts.memory.conflictNew(fact)].join("\n");
}

/** The day in UTC, so that the same entry is the same bytes everywhere. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
