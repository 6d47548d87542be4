// The sessions of a home: list, find, delete, keep for a time. Titles come from an index beside the ledgers; a ledger that has
// grown since its line of the index was written is read from its end.
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isPaiError, PaiError, systemCode } from "../protocol/errors.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { acquireLock, type FileLock } from "../util/file-lock.ts";
import { loadTail, sessionIdOf } from "./load.ts";
import type { SessionState } from "./replay.ts";

const summarySchema = z.object({
  id: z.string(),
  /** The first words that the person typed. */
  title: z.string(),
  /** Of the last event, ISO. */
  updatedAt: z.string(),
  /** Real path of the project's root. */
  project: z.string(),
  model: z.string(),
  /** User turns. */
  turns: z.number(),
  /** Of the ledger. */
  bytes: z.number(),
  mode: z.string(),
});
export type SessionSummary = z.infer<typeof summarySchema>;

/** A line of the index: what the list shows, and whose tool outputs the session names beside its own. */
const indexEntrySchema = summarySchema.extend({ outputsOf: z.array(z.string()).optional() });
type IndexEntry = z.infer<typeof indexEntrySchema>;

/** A lock without a ledger is a session that was killed before anything was said; living holders touch theirs every few seconds. */
const STALE_LOCK_MS = 86_400_000;
const DAY_MS = 86_400_000;
/** Void lines that the index may hold before it is written anew. */
const INDEX_SLACK = 100;

export function sessionsFolder(home: string): string {
  return join(home, "history", "raw");
}

export function ledgerPath(home: string, id: string): string {
  return join(sessionsFolder(home), `${id}.jsonl`);
}

function lockPath(home: string, id: string): string {
  return `${ledgerPath(home, id)}.lock`;
}

/** Newest first; only those of `project` if one is given. A ledger that cannot be read is listed by its id alone. */
export function listSessions(home: string, project?: string): readonly SessionSummary[] {
  const all = indexEntries(home).map(({ outputsOf: _, ...summary }): SessionSummary => summary);
  const wanted = project === undefined ? all : all.filter((summary) => summary.project === project);
  return wanted.sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id));
}

/** By session: the others, its forks and theirs, that name its tool outputs. Those of a session that is gone may be named still. */
export function outputBorrowers(home: string): ReadonlyMap<string, readonly SessionSummary[]> {
  const borrowers = new Map<string, SessionSummary[]>();
  for (const { outputsOf = [], ...summary } of indexEntries(home)) {
    for (const owner of outputsOf) borrowers.set(owner, [...(borrowers.get(owner) ?? []), summary]);
  }
  return borrowers;
}

function indexEntries(home: string): readonly IndexEntry[] {
  const index = readIndex(home);
  const fresh: IndexEntry[] = [];
  const all = ledgerFiles(home).map(({ id, bytes, modified }) => {
    const known = index.get(id);
    if (known?.bytes === bytes) return known;
    const entry = completed(summarise(home, id, bytes, modified), known);
    fresh.push(entry);
    return entry;
  });
  if (fresh.length > 0) addToIndex(home, fresh);
  return all;
}

/**
 * The session that an id, or the unique beginning of one (with or without `session-`), means.
 * Throws PaiError `SESSION_NOT_FOUND` or `SESSION_AMBIGUOUS`.
 */
export function findSession(home: string, wanted: string): string {
  const ids = ledgerFiles(home).map(({ id }) => id);
  if (ids.includes(wanted)) return wanted;
  const matches = ids.filter((id) => wanted !== "" && (id.startsWith(wanted) || id.startsWith(`session-${wanted}`)));
  const [match] = matches;
  if (match === undefined) throw new PaiError("SESSION_NOT_FOUND", { id: wanted });
  if (matches.length > 1) throw new PaiError("SESSION_AMBIGUOUS", { id: wanted, matches: matches.slice(0, 5).join(", ") });
  return match;
}

interface LockTools {
  readonly clock: Clock;
  readonly random: Random;
}

/** One try. Throws PaiError `SESSION_IN_USE` that names the process which has it; errors of the system pass through. */
export async function lockSession(home: string, id: string, { clock, random }: LockTools): Promise<FileLock> {
  try {
    return await acquireLock(lockPath(home, id), { waitMs: 0, clock, random });
  } catch (error) {
    if (!isPaiError(error, "LOCK_HELD")) throw error;
    const { pid } = error.values;
    throw new PaiError("SESSION_IN_USE", { id, ...(pid !== undefined && { pid }) }, { cause: error });
  }
}

/** Removes a ledger; not one that is in use: PaiError `SESSION_IN_USE`. Its tool outputs lie in the project and are not touched. */
export async function deleteSession(home: string, id: string, tools: LockTools): Promise<void> {
  const lock = await lockSession(home, id, tools);
  try {
    rmSync(ledgerPath(home, id), { force: true });
  } finally {
    await lock.release();
  }
}

/**
 * Removes ledgers that nobody appended to for `days` (0: none), and what killed sessions left. Returns the removed ones. Once
 * `stop` is aborted no further one is begun with.
 */
export async function removeExpiredSessions(
  home: string,
  days: number,
  tools: LockTools & { readonly stop?: AbortSignal },
): Promise<readonly SessionSummary[]> {
  const now = tools.clock.now().getTime();
  removeStaleLocks(home, now);
  await tidyIndex(home);
  if (days <= 0) return [];
  const expired = listSessions(home).filter(({ updatedAt }) => Date.parse(updatedAt) < now - days * DAY_MS);
  const removed: SessionSummary[] = [];
  for (const summary of expired) {
    if (tools.stop?.aborted) break;
    try {
      await deleteSession(home, summary.id, tools);
      removed.push(summary);
    } catch (error) {
      if (!isPaiError(error, "SESSION_IN_USE")) throw error; // someone has just resumed it: it is no longer expired
    }
  }
  return removed;
}

function removeStaleLocks(home: string, now: number): void {
  const names = namesIn(home);
  const ledgers = new Set(names);
  for (const name of names.filter((n) => n.endsWith(".jsonl.lock"))) {
    const path = join(sessionsFolder(home), name);
    const modified = ledgers.has(name.slice(0, -".lock".length)) ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modified !== undefined && modified < now - STALE_LOCK_MS) rmSync(path, { force: true });
  }
}

/** What the list shows of a loaded session. */
export function summaryOf(id: string, state: SessionState, bytes: number): SessionSummary {
  const { title, updatedAt, project, model, turns, mode } = state;
  return { id, title, updatedAt, project, model, turns, bytes, mode };
}

/** What the index keeps of a loaded session. */
export function indexEntryOf(id: string, state: SessionState, bytes: number): IndexEntry {
  const { outputsOf } = state;
  return { ...summaryOf(id, state, bytes), ...(outputsOf.length > 0 && { outputsOf: [...outputsOf] }) };
}

/** Appends lines to the index: the last one of an id counts. A cache: that it cannot be written costs time, nothing else. */
export function addToIndex(home: string, entries: readonly IndexEntry[]): void {
  try {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    appendFileSync(indexPath(home), lines.join(""), { mode: 0o600 });
  } catch (error) {
    if (systemCode(error) === undefined) throw error; // only the disk's own refusals are expected here
  }
}

/** Drops the lines that newer ones or deleted ledgers have made void, once they are most of it. */
async function tidyIndex(home: string): Promise<void> {
  const ids = new Set(ledgerFiles(home).map(({ id }) => id));
  const lines = readTextIfThere(indexPath(home)).split("\n").length;
  if (lines <= 2 * ids.size + INDEX_SLACK) return;
  const kept = [...readIndex(home).values()].filter(({ id }) => ids.has(id));
  await writeFileAtomic(indexPath(home), kept.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 });
}

function indexPath(home: string): string {
  return join(sessionsFolder(home), "index");
}

function readIndex(home: string): Map<string, IndexEntry> {
  const index = new Map<string, IndexEntry>();
  for (const line of readTextIfThere(indexPath(home)).split("\n")) {
    const entry = parseEntry(line);
    if (entry) index.set(entry.id, entry);
  }
  return index;
}

function parseEntry(line: string): IndexEntry | undefined {
  if (line === "") return undefined;
  try {
    return indexEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // torn by a crash: the ledger itself is read instead
  }
}

function summarise(home: string, id: string, bytes: number, modified: Date): IndexEntry {
  try {
    return indexEntryOf(id, loadTail(ledgerPath(home, id)).state, bytes);
  } catch (error) {
    if (!isPaiError(error, "SESSION_UNREADABLE")) throw error; // one bad ledger must not hide the others
    return { id, title: "", updatedAt: modified.toISOString(), project: "", model: "", turns: 0, bytes, mode: "react" };
  }
}

/** What a damaged ledger no longer says of where it belongs, as it was when the index learned it. */
function completed(entry: IndexEntry, known: IndexEntry | undefined): IndexEntry {
  if (known === undefined) return entry;
  return { ...known, ...entry, project: entry.project || known.project, model: entry.model || known.model };
}

function ledgerFiles(home: string): readonly { readonly id: string; readonly bytes: number; readonly modified: Date }[] {
  return namesIn(home)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => {
      const stat = statSync(join(sessionsFolder(home), name), { throwIfNoEntry: false });
      return stat?.isFile() ? [{ id: sessionIdOf(name), bytes: stat.size, modified: stat.mtime }] : [];
    });
}

function namesIn(home: string): readonly string[] {
  try {
    return readdirSync(sessionsFolder(home));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return []; // nobody has said anything yet
    throw error;
  }
}

function readTextIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === undefined) throw error; // the index is a cache: unreadable is as good as absent
    return "";
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
