// A change of the memory file as data: what stood where and what stands there now. It is applied, kept, and turned back. Pure.
import { z } from "zod";
import type { MemoryEntry, StoredEntry } from "./entry.ts";
import { recordOf, type StoredRecord } from "./file-format.ts";

/** Only `after`: inserted at `at`. Only `before`: removed from `at`. Both: replaced at `at`. */
export const editSchema = z.object({ at: z.number().int().min(0), before: z.string().optional(), after: z.string().optional() });
export type Edit = z.infer<typeof editSchema>;

export function appended(records: readonly StoredRecord[], entry: StoredEntry): Edit {
  return { at: records.length, after: recordOf(entry).line };
}

export function replaced(records: readonly StoredRecord[], old: MemoryEntry, entry: StoredEntry): Edit {
  return { ...removed(records, old), after: recordOf(entry).line };
}

export function removed(records: readonly StoredRecord[], old: MemoryEntry): Edit {
  const at = records.findIndex((record) => record.entry === old);
  const before = records[at]?.line;
  if (before === undefined) throw new Error(`${old.id} is not in these records`);
  return { at, before };
}

/** All positions mean the records as they are given. */
export function applyEdits(records: readonly StoredRecord[], edits: readonly Edit[]): readonly StoredRecord[] {
  const slots: (StoredRecord | undefined)[] = [...records];
  const inserted: { readonly at: number; readonly record: StoredRecord }[] = [];
  for (const { at, before, after } of edits) {
    const record = after === undefined ? undefined : recordFromLine(after);
    if (before !== undefined) slots[at] = record;
    else if (record) inserted.push({ at, record });
  }
  const out: StoredRecord[] = [];
  const due = inserted.toSorted((a, b) => a.at - b.at);
  for (let at = 0; at <= slots.length; at++) {
    while (due[0] && (due[0].at <= at || at === slots.length)) {
      const next = due.shift();
      if (next) out.push(next.record);
    }
    const kept = slots[at];
    if (kept) out.push(kept);
  }
  return out;
}

/**
 * What turns `edits` back on records that may have changed elsewhere since; empty if nothing of the change is there (its
 * process died before it was made, or it was taken back by hand). Undefined if an entry concerned is another one by now: one
 * that was only written in another way, by an editor or a formatter, is the same.
 */
export function inverse(records: readonly StoredRecord[], edits: readonly Edit[]): readonly Edit[] | undefined {
  const places = new Map(records.map(({ line }, at) => [contentOf(line), at]));
  const placeOf = (line: string | undefined) => (line === undefined ? undefined : places.get(contentOf(line)));
  const ids = new Set(records.map(({ entry }) => entry?.id));
  const back: Edit[] = [];
  for (const { at, before, after } of edits) {
    const now = placeOf(after);
    const record = now === undefined ? undefined : records[now];
    if (now !== undefined && record !== undefined) {
      back.push({ at: now, before: record.line, ...(before === undefined ? {} : { after: before }) });
    } else if (placeOf(before) !== undefined) {
    } else if (ids.has(idOf(after)) || ids.has(idOf(before)) || (after !== undefined && before !== undefined)) {
      return undefined;
    } else if (before !== undefined) {
      back.push({ at: Math.min(at, records.length), after: before });
    }
  }
  return back;
}

/** The value of a line, however it is written: blanks, escapes and the order of fields say nothing. */
function contentOf(line: string): string {
  return JSON.stringify(sorted(JSON.parse(line)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, part]) => [name, sorted(part)]));
}

/** Never the id of a real entry if there is none: ids are not empty. */
function idOf(line: string | undefined): string {
  return (line === undefined ? undefined : recordFromLine(line).entry?.id) ?? "";
}

function recordFromLine(line: string): StoredRecord {
  return recordOf(JSON.parse(line));
}
