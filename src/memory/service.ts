// The only way to write a memory, whoever asks: the user, the model's tool, or extraction. Secrets, duplicates and conflicts
// are decided here, under the lock, on what is on the disk.
import { dirname, join } from "node:path";
import { PaiError } from "../protocol/errors.ts";
import type { Random } from "../protocol/ports.ts";
import { refusalOf, tidyFact } from "./admission.ts";
import { inConflict } from "./conflict.ts";
import type {
  ListedMemory,
  ListOptions,
  MemoryParts,
  MemoryService,
  MemoryStatus,
  SaveOptions,
  SaveResult,
  Undone,
} from "./contract.ts";
import { appended, type Edit, inverse, removed, replaced } from "./edit.ts";
import {
  type MemoryEntry,
  makeEntry,
  type NewEntry,
  readEntry,
  refreshed,
  type Scope,
  type StoredEntry,
  sameDomain,
} from "./entry.ts";
import { changedFile, isOld, linkFiles } from "./freshness.ts";
import { standingChanges } from "./history.ts";
import { MAX_SOURCES } from "./options.ts";
import { addSkipped, type Skipped, skippedOf } from "./skipped.ts";
import { type Decision, MemoryStore, type Snapshot } from "./store.ts";

export function openMemoryService(parts: MemoryParts): MemoryService {
  return new Service(parts);
}

class Service implements MemoryService {
  readonly #parts: MemoryParts;
  readonly #store: MemoryStore;
  readonly #skippedFile: string;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
    this.#store = new MemoryStore({ ...parts, onNotice: parts.onNotice ?? (() => {}) });
    this.#skippedFile = join(dirname(parts.file), "skipped.json");
  }

  async save(fact: string, options: SaveOptions): Promise<SaveResult> {
    const content = tidyFact(fact);
    const reason = refusalOf(content, insists(options));
    if (reason !== undefined) return { status: "refused", conflicts: [], reason };
    const draft = await this.#draft(content, options.scope ?? "project", options);
    return this.#store.change("save", async (snapshot) => {
      const decision = this.#decideSave(snapshot, draft, options);
      const { status, conflicts } = decision.result;
      // Under the lock: other sessions skip something at the same time.
      if (status === "conflict" && options.source === "extraction") await this.#recordSkipped(content, conflicts);
      return decision;
    });
  }

  async replace(idPrefix: string, fact: string, options: Omit<SaveOptions, "scope">): Promise<SaveResult> {
    const content = tidyFact(fact);
    const reason = refusalOf(content, insists(options));
    if (reason !== undefined) return { status: "refused", conflicts: [], reason };
    return this.#store.change("replace", async (snapshot): Promise<Decision<SaveResult>> => {
      const target = resolveId(this.#visible(snapshot.entries, {}), idPrefix);
      if (target === undefined) return { edits: [], result: { status: "target_not_found", conflicts: [] } };
      return this.#decideReplace(snapshot, target, await this.#draft(content, target.scope, options), options);
    });
  }

  async verify(idPrefix: string, options: ListOptions = {}): Promise<MemoryEntry> {
    return this.#store.change("verify", async ({ records, entries }) => {
      const entry = this.#resolve(entries, idPrefix, options);
      const files = entry.project === undefined ? undefined : await linkFiles(entry.content, entry.project);
      const stored = refreshed(entry, this.#parts.clock, files, true);
      return { edits: [replaced(records, entry, stored)], result: readNew(stored) };
    });
  }

  async delete(idPrefix: string, options: ListOptions = {}): Promise<MemoryEntry> {
    return this.#store.change("delete", ({ records, entries }) => {
      const entry = this.#resolve(entries, idPrefix, options);
      return { edits: [removed(records, entry)], result: entry };
    });
  }

  async undo(): Promise<Undone> {
    const { clock, undoDays } = this.#parts;
    return this.#store.change("undo", async ({ records }) => {
      for await (const change of standingChanges(this.#store.undoFolder, clock.now(), undoDays)) {
        if (!change.edits.some((edit) => this.#concerns(edit))) continue;
        const edits = inverse(records, change.edits);
        if (edits === undefined) throw new PaiError("MEMORY_UNDO_CHANGED", { ids: idsOf(change.edits).join(", ") });
        if (edits.length === 0) continue;
        const result = {
          what: change.what,
          at: new Date(change.at),
          restored: edits.flatMap(({ after }) => entryOfLine(after) ?? []),
          taken: edits.flatMap(({ before, after }) => (after === undefined ? (entryOfLine(before) ?? []) : [])),
        };
        return { edits, result, undoes: change.id };
      }
      throw new PaiError("MEMORY_UNDO_EMPTY", { days: undoDays });
    });
  }

  async clear(scope: Scope): Promise<number> {
    return this.#store.change("clear", ({ records, entries }) => {
      const gone = new Set(this.#visible(entries, { scope }));
      const edits = records.flatMap(({ line, entry }, at) => (entry && gone.has(entry) ? [{ at, before: line }] : []));
      return { edits, result: edits.length };
    });
  }

  async get(idPrefix: string, options: ListOptions = {}): Promise<MemoryEntry> {
    return this.#resolve((await this.#store.read()).entries, idPrefix, options);
  }

  async entries(options: ListOptions = {}): Promise<readonly MemoryEntry[]> {
    return this.#visible((await this.#store.read()).entries, options);
  }

  async list(options: ListOptions = {}): Promise<readonly ListedMemory[]> {
    const listed: ListedMemory[] = [];
    for (const entry of await this.entries(options)) listed.push(await this.freshness(entry));
    return listed;
  }

  async freshness(entry: MemoryEntry): Promise<ListedMemory> {
    const changed = await changedFile(entry);
    if (changed !== undefined) return { entry, stale: true, changedFile: changed };
    return { entry, stale: isOld(entry, this.#parts.clock.now(), this.#parts.staleDays) };
  }

  async status(): Promise<MemoryStatus> {
    const listed = await this.list();
    const inScope = (scope: Scope) => listed.filter(({ entry }) => entry.scope === scope);
    const tokens = (of: readonly ListedMemory[]) => of.reduce((sum, { entry }) => sum + entry.tokenCount, 0);
    return {
      file: this.#parts.file,
      project: inScope("project").length,
      global: inScope("global").length,
      projectTokens: tokens(inScope("project")),
      globalTokens: tokens(inScope("global")),
      stale: listed.filter(({ stale }) => stale).length,
      pending: listed.filter(({ entry }) => entry.pending).length,
      external: listed.filter(({ entry }) => entry.external).length,
      skipped: (await skippedOf(this.#skippedFile, this.#parts.projectKey)).count,
    };
  }

  async skipped(): Promise<readonly Skipped[]> {
    return (await skippedOf(this.#skippedFile, this.#parts.projectKey)).last;
  }

  /** What a fact needs besides its words. Files are looked up before the lock where that is possible: others wait meanwhile. */
  async #draft(content: string, scope: Scope, options: Pick<SaveOptions, "source" | "externalSources">): Promise<NewEntry> {
    const project = scope === "project" ? this.#parts.projectKey : undefined;
    return {
      content,
      scope,
      project,
      autoExtracted: options.source === "extraction",
      sources: options.externalSources?.slice(0, MAX_SOURCES),
      files: project === undefined ? undefined : await linkFiles(content, project),
    };
  }

  #decideSave({ records, entries }: Snapshot, draft: NewEntry, options: SaveOptions): Decision<SaveResult> {
    const entry = readNew(makeEntry(draft, this.#parts.clock, this.#freshIds(entries)));
    const twin = entries.find((other) => isTwin(entry, other));
    if (twin) return this.#known(records, twin, draft, options);
    const conflicts = this.#conflicts(entry, entries, options);
    if (conflicts.length > 0) return { edits: [], result: { status: "conflict", conflicts } };
    return { edits: [appended(records, entry.stored)], result: { status: "stored", entry, conflicts: [] } };
  }

  #decideReplace(
    { records, entries }: Snapshot,
    target: MemoryEntry,
    draft: NewEntry,
    options: Omit<SaveOptions, "scope">,
  ): Decision<SaveResult> {
    const entry = readNew(makeEntry(draft, this.#parts.clock, this.#freshIds(entries), target));
    const others = entries.filter((other) => other !== target);
    const twin = others.find((other) => isTwin(entry, other));
    // Whether the target is to go, now that nothing takes its place, is for the person to say.
    if (twin) return this.#known(records, twin, draft, options);
    const conflicts = this.#conflicts(entry, others, options);
    if (conflicts.length > 0) return { edits: [], result: { status: "conflict", conflicts } };
    return { edits: [replaced(records, target, entry.stored)], result: { status: "replaced", entry, conflicts: [] } };
  }

  /** An entry says it already: nothing is written but that it was confirmed. */
  #known(records: Snapshot["records"], twin: MemoryEntry, draft: NewEntry, options: SaveOptions): Decision<SaveResult> {
    const confirms = options.source === "user" || (options.source === "model" && options.confirmed === true);
    if (!confirms) return { edits: [], result: { status: "duplicate", entry: twin, conflicts: [] } };
    const stored = refreshed(twin, this.#parts.clock, draft.files, options.source === "user");
    return { edits: [replaced(records, twin, stored)], result: { status: "duplicate", entry: readNew(stored), conflicts: [] } };
  }

  #conflicts(
    entry: MemoryEntry,
    entries: readonly MemoryEntry[],
    options: Pick<SaveOptions, "force" | "keepBeside">,
  ): readonly MemoryEntry[] {
    if (options.force) return [];
    const { conflictThreshold } = this.#parts;
    const kept = new Set(options.keepBeside);
    return entries.filter(
      (other) =>
        !kept.has(other.id) && sameDomain(entry, other) && inConflict(entry.comparable, other.comparable, conflictThreshold),
    );
  }

  async #recordSkipped(content: string, conflicts: readonly MemoryEntry[]): Promise<void> {
    await addSkipped(this.#skippedFile, {
      content,
      at: this.#parts.clock.now().toISOString(),
      project: this.#parts.projectKey,
      conflicts: conflicts.map(({ id }) => id),
    });
  }

  /** Global entries and those of this project; another project's only if asked for. */
  #visible(entries: readonly MemoryEntry[], { scope, allProjects }: ListOptions): readonly MemoryEntry[] {
    return entries.filter((entry) => {
      if (scope !== undefined && entry.scope !== scope) return false;
      return allProjects === true || entry.scope === "global" || entry.project === this.#parts.projectKey;
    });
  }

  #resolve(entries: readonly MemoryEntry[], idPrefix: string, options: ListOptions): MemoryEntry {
    const found = resolveId(this.#visible(entries, options), idPrefix);
    if (found === undefined) throw new PaiError("MEMORY_ID_UNKNOWN", { id: idPrefix });
    return found;
  }

  #concerns({ before, after }: Edit): boolean {
    return [before, after].some((line) => {
      const entry = entryOfLine(line);
      return entry !== undefined && this.#visible([entry], {}).length === 1;
    });
  }

  /** Random ids that no entry has yet. */
  #freshIds(entries: readonly MemoryEntry[]): Random {
    const { random } = this.#parts;
    const base36 = (length: number): string => {
      const text = random.base36(length);
      const taken = `fact-${text}`;
      return entries.some(({ id }) => id === taken) ? base36(length) : text;
    };
    return { base36, next: () => random.next() };
  }
}

/**
 * The entry with this id, or the only one whose id begins so (`fact-` may be left out). Undefined if there is none;
 * throws PaiError `MEMORY_ID_AMBIGUOUS` if there are several.
 */
function resolveId(entries: readonly MemoryEntry[], idPrefix: string): MemoryEntry | undefined {
  const prefix = idPrefix.trim();
  if (prefix === "") return undefined;
  const exact = entries.find(({ id }) => id === prefix);
  if (exact) return exact;
  const begun = entries.filter(({ id }) => id.startsWith(prefix) || id.startsWith(`fact-${prefix}`));
  if (begun.length > 1) throw new PaiError("MEMORY_ID_AMBIGUOUS", { id: prefix, matches: begun.map(({ id }) => id).join(", ") });
  return begun[0];
}

function isTwin(entry: MemoryEntry, other: MemoryEntry): boolean {
  return sameDomain(entry, other) && entry.comparable.canonical === other.comparable.canonical;
}

function readNew(stored: StoredEntry): MemoryEntry {
  const entry = readEntry(stored);
  if (entry === undefined) throw new Error("an entry made here is not an entry");
  return entry;
}

function entryOfLine(line: string | undefined): MemoryEntry | undefined {
  return line === undefined ? undefined : readEntry(JSON.parse(line));
}

function idsOf(edits: readonly Edit[]): readonly string[] {
  return [...new Set(edits.flatMap(({ before, after }) => entryOfLine(after ?? before)?.id ?? []))];
}

/** The user wants it with the personal data in it. */
function insists({ source, force, personal }: Pick<SaveOptions, "source" | "force" | "personal">): boolean {
  return source === "user" && (force === true || personal === true);
}
