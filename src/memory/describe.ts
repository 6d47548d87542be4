// Memories as data for `--json` and as lines for people and the model.
import type { Texts } from "../locale/index.ts";
import { maskSecrets } from "../util/secrets.ts";
import { tidyFact } from "./admission.ts";
import type { ListedMemory, SaveResult } from "./contract.ts";
import type { MemoryEntry, StoredEntry } from "./entry.ts";

/** Text of an entry in one line that steers no terminal, credentials masked: other programs write the store too. */
export function shown(text: string): string {
  return maskSecrets(tidyFact(text));
}

/** An entry as `--json` prints it: as stored, credentials masked. */
export function entryJson({ stored }: MemoryEntry): StoredEntry {
  return { ...stored, ...masked(stored), id: stored.id, content: maskSecrets(stored.content) };
}

/** An entry as `memory list --json` prints it, with two flags. */
export function listedJson({ entry, stale }: ListedMemory): StoredEntry & { readonly stale: boolean; readonly pending: boolean } {
  return { ...entryJson(entry), stale, pending: entry.pending };
}

/** The answer of `memory save --json` and `memory replace --json`. */
export function resultJson({ status, entry, conflicts, reason }: SaveResult): Record<string, unknown> {
  return {
    status,
    ...(entry === undefined ? {} : { entry: entryJson(entry) }),
    conflicts: conflicts.map(entryJson),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Both sides of a conflict: the old entries with ids and dates, then the new fact. */
export function conflictText(fact: string, conflicts: readonly MemoryEntry[], texts: Texts): string {
  const old = conflicts.map(({ id, content, written, verified }) =>
    texts.memory.conflictOld({ id: shown(id), content: shown(content), written: dayOf(written), verified: dayOf(verified) }),
  );
  return [...old, texts.memory.conflictNew(fact)].join("\n");
}

/** The day in UTC, so that the same entry is the same bytes everywhere. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The day where the person is: what they wrote before breakfast they did not write yesterday. */
export function localDayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The same value; credentials in its texts, however deep, are masked. */
function masked(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskedPart(part)]));
}

function maskedPart(part: unknown): unknown {
  if (typeof part === "string") return maskSecrets(part);
  if (Array.isArray(part)) return part.map(maskedPart);
  return typeof part === "object" && part !== null ? masked(part) : part;
}
