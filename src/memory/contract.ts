// What long-term memory offers to commands, tools, extraction and recall.
import type { Clock, Random } from "../protocol/ports.ts";
import type { RefusalReason } from "./admission.ts";
import type { MemoryEntry, Scope } from "./entry.ts";
import type { MemoryOptions } from "./options.ts";
import type { Skipped } from "./skipped.ts";
import type { StoreNotice } from "./store.ts";

export interface MemoryParts extends MemoryOptions {
  /** `long_term_memory.json`; lock, temporary files, broken copies and `undo/` lie beside it. */
  readonly file: string;
  /** Real path of the project root. */
  readonly projectKey: string;
  readonly clock: Clock;
  readonly random: Random;
  /** What the person must be told about the file itself. */
  readonly onNotice?: (notice: StoreNotice) => void;
}

export interface SaveOptions {
  /** Default `project`. */
  readonly scope?: Scope;
  /** Keeps both where there is a conflict, and the user's own personal data. Never credentials. */
  readonly force?: boolean;
  /** The user said yes to their own personal data, and to nothing else. */
  readonly personal?: boolean;
  /** Ids of the conflicting entries beside which the user chose to keep it; any other conflict still counts. */
  readonly keepBeside?: readonly string[];
  readonly source: "user" | "model" | "extraction";
  /** For `model`: the user said the same in this turn, so a duplicate counts as confirmed. */
  readonly confirmed?: boolean;
  /** Present if the session used external content: where it read. */
  readonly externalSources?: readonly string[];
}

export interface SaveResult {
  readonly status: "stored" | "duplicate" | "conflict" | "replaced" | "target_not_found" | "refused";
  /** What is in the store now: the new entry, or the one that already said it. */
  readonly entry?: MemoryEntry;
  readonly conflicts: readonly MemoryEntry[];
  readonly reason?: RefusalReason;
}

export interface ListOptions {
  readonly scope?: Scope;
  /** Also entries of other projects. */
  readonly allProjects?: boolean;
}

export interface ListedMemory {
  readonly entry: MemoryEntry;
  readonly stale: boolean;
  /** The project file because of which it is stale, if it is one. */
  readonly changedFile?: string;
}

export interface MemoryStatus {
  readonly file: string;
  readonly project: number;
  readonly global: number;
  readonly projectTokens: number;
  readonly globalTokens: number;
  readonly stale: number;
  readonly pending: number;
  readonly external: number;
  readonly skipped: number;
}

export interface Undone {
  /** What the change was: save, replace, verify, delete, clear. */
  readonly what: string;
  readonly at: Date;
  readonly restored: readonly MemoryEntry[];
  readonly taken: readonly MemoryEntry[];
}

export interface MemoryService {
  save(fact: string, options: SaveOptions): Promise<SaveResult>;
  /** Puts a fact in the place of an entry of this project or a global one; checked against all others. */
  replace(idPrefix: string, fact: string, options: Omit<SaveOptions, "scope">): Promise<SaveResult>;
  /** Only for the user's own command: no tool may call it. */
  verify(idPrefix: string, options?: ListOptions): Promise<MemoryEntry>;
  delete(idPrefix: string, options?: ListOptions): Promise<MemoryEntry>;
  /** Restores the state before the last change to what this project sees; again: the one before it. */
  undo(): Promise<Undone>;
  /** Deletes all entries of this project, or all global ones; the answer is their number. */
  clear(scope: Scope): Promise<number>;
  get(idPrefix: string, options?: ListOptions): Promise<MemoryEntry>;
  /** What this project sees, in the order of the file; cheap. */
  entries(options?: ListOptions): Promise<readonly MemoryEntry[]>;
  /** The same with freshness, which looks at the project's files. */
  list(options?: ListOptions): Promise<readonly ListedMemory[]>;
  freshness(entry: MemoryEntry): Promise<ListedMemory>;
  status(): Promise<MemoryStatus>;
  /** The last extractions that were not saved because of a conflict, newest first. */
  skipped(): Promise<readonly Skipped[]>;
}
