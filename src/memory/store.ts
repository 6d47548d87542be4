// The memory file: read without a lock, changed under two of them (a queue in this process, a lock file between processes),
// always from what is on the disk, always in one durable step.
import { isUtf8 } from "node:buffer";
import { type BigIntStats, existsSync } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { causeOf, isPaiError, PaiError, systemCode } from "../protocol/errors.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import { removeStaleTemps, writeFileAtomic } from "../util/atomic-file.ts";
import { acquireLock, type FileLock } from "../util/file-lock.ts";
import { brokenLink, realTarget } from "../util/paths.ts";
import { applyEdits, type Edit } from "./edit.ts";
import type { MemoryEntry } from "./entry.ts";
import { parseAdded, parseMemoryFile, type StoredRecord, serialize, withLines } from "./file-format.ts";
import { historyOf, pruneHistory, recordChange } from "./history.ts";

/** What the person must be told about the file, once. */
export type StoreNotice =
  /** `copy`: where the broken file was kept; absent while it was only read. */
  | { readonly kind: "broken"; readonly path: string; readonly readable: number; readonly copy?: string }
  /** Elements that are no entries: kept, not used. */
  | { readonly kind: "not_understood"; readonly path: string; readonly count: number };

export interface StoreOptions {
  readonly file: string;
  readonly lockWaitMs: number;
  readonly undoDays: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly onNotice: (notice: StoreNotice) => void;
}

export interface Snapshot {
  readonly records: readonly StoredRecord[];
  readonly entries: readonly MemoryEntry[];
}

export interface Decision<Result> {
  readonly edits: readonly Edit[];
  readonly result: Result;
  /** For the history: the change that this one turns back. */
  readonly undoes?: string;
}

interface Loaded extends Snapshot {
  /** Device, inode, size and times of what was read; empty for a file that is not there. */
  readonly identity: string;
  readonly bytes: Buffer;
  /** To be kept aside before it is replaced. */
  readonly broken: boolean;
  /** `bytes` are as `serialize` writes them: a record can be put behind the last one. */
  readonly ownLayout: boolean;
}

/** Changes of one real file follow each other, whichever store of this process makes them. */
const queues = new Map<string, Promise<unknown>>();

const NOTHING: Loaded = {
  records: [],
  entries: [],
  identity: "",
  bytes: Buffer.alloc(0),
  broken: false,
  ownLayout: false,
};
/** A writer without our lock (an editor, another program) needs a moment to finish what it began, ms. */
const SECOND_LOOK_MS = 40;
/** A byte order mark in front of it is not written again. */
const OPENING_BRACKET = "[".charCodeAt(0);
/** What the system says of a folder or disk that takes nothing. */
const UNWRITABLE = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "EIO",
  "EFBIG",
  "ENOTDIR",
  "EISDIR",
  "EEXIST",
  "ELOOP",
]);

export class MemoryStore {
  readonly #options: StoreOptions;
  readonly #told = new Set<string>();
  #loaded: Loaded | undefined;
  #cleaned = false;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get file(): string {
    return this.#options.file;
  }

  get undoFolder(): string {
    return join(dirname(this.#options.file), "undo");
  }

  /** What the file holds now. Throws PaiError `MEMORY_UNREADABLE` or `MEMORY_LINK_BROKEN`; a file that is not there holds nothing. */
  async read(): Promise<Snapshot> {
    if (this.#loaded && (await this.#identity()) === this.#loaded.identity) return this.#loaded;
    const loaded = await this.#load();
    this.#tell(loaded);
    return loaded;
  }

  /**
   * Re-reads the file under the lock, lets `decide` say what to change, and makes it durable before it resolves; without
   * edits nothing is written. `what` names the change in the history. Throws PaiError `LOCK_HELD`, `MEMORY_UNREADABLE`,
   * `MEMORY_UNWRITABLE` or `MEMORY_LINK_BROKEN`; then nothing was changed.
   */
  async change<Result>(
    what: string,
    decide: (snapshot: Snapshot) => Decision<Result> | Promise<Decision<Result>>,
  ): Promise<Result> {
    const target = this.#unwritable(() => realTarget(this.file));
    return inQueue(await target, () => this.#locked(what, decide));
  }

  async #locked<Result>(
    what: string,
    decide: (snapshot: Snapshot) => Decision<Result> | Promise<Decision<Result>>,
  ): Promise<Result> {
    const lock = await this.#unwritable(() => this.#lock());
    try {
      const snapshot = await this.#load();
      const { edits, result, undoes } = await decide(snapshot);
      if (edits.length > 0) await this.#unwritable(() => this.#write(snapshot, what, edits, undoes, lock));
      else this.#tell(snapshot);
      return result;
    } finally {
      await lock.release().catch(() => {
        // The change stands (or its own error is on its way); a lock that can not be removed ends with this process.
      });
    }
  }

  async #lock(): Promise<FileLock> {
    const { lockWaitMs: waitMs, clock, random } = this.#options;
    assertReachable(this.file);
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    // Beside the real file, so that two links to it meet at one lock.
    const target = realTarget(this.file);
    const lock = await acquireLock(`${target}.lock`, { waitMs, clock, random });
    if (!this.#cleaned) {
      this.#cleaned = true;
      await removeStaleTemps(dirname(target), clock.now());
      await pruneHistory(this.undoFolder, clock.now(), this.#options.undoDays);
    }
    return lock;
  }

  async #write(old: Loaded, what: string, edits: readonly Edit[], undoes: string | undefined, lock: FileLock): Promise<void> {
    const { clock, random } = this.#options;
    if (old.broken) await this.#keepAside(old.bytes, old.records.length);
    const records = applyEdits(old.records, edits);
    // Both are flushed at the same time, which the disk can join into one; the change takes its place when its history is safe.
    const history = recordChange(this.undoFolder, historyOf(edits, what, clock.now(), random.base36(12), undoes));
    const bytes = bytesOf(old, records, edits);
    const written = writeFileAtomic(this.file, bytes, {
      mode: 0o600,
      beforeRename: async () => {
        await history;
        await lock.assertHeld();
      },
    });
    await Promise.allSettled([history, written]);
    await written;
    const ownLayout = records.length > 0;
    this.#loaded = { records, entries: entriesOf(records), identity: await this.#identity(), bytes, broken: false, ownLayout };
  }

  async #keepAside(bytes: Uint8Array, readable: number): Promise<void> {
    const stamp = this.#options.clock.now().toISOString().replaceAll(":", "-");
    const copy = `${this.file}.corrupt-${stamp}`;
    await writeFileAtomic(copy, bytes, { mode: 0o600 });
    this.#options.onNotice({ kind: "broken", path: this.file, readable, copy });
  }

  async #load(): Promise<Loaded> {
    const first = await this.#readBytes();
    let loaded = first && this.#parse(first);
    if (first && loaded?.broken) {
      await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MS));
      const second = await this.#readBytes();
      loaded = second && (second.identity === first.identity ? loaded : this.#parse(second));
    }
    this.#loaded = loaded ?? NOTHING;
    return this.#loaded;
  }

  #parse({ bytes, identity }: { readonly bytes: Buffer; readonly identity: string }): Loaded {
    const last = this.#loaded ?? NOTHING;
    if (last !== NOTHING && bytes.equals(last.bytes)) return { ...last, identity };
    const added = last.ownLayout ? parseAdded(last.bytes, bytes) : undefined;
    if (added !== undefined) {
      const records = [...last.records, ...added];
      return { records, entries: [...last.entries, ...entriesOf(added)], identity, bytes, broken: false, ownLayout: true };
    }
    const known = new Map(last.records.map((record) => [record.line, record]));
    const { text, whole } = decodeUtf8(bytes);
    const { records, broken, ownLayout } = parseMemoryFile(text, known);
    const isOwn = ownLayout && whole && bytes[0] === OPENING_BRACKET;
    return { records, entries: entriesOf(records), identity, bytes, broken: broken || !whole, ownLayout: isOwn };
  }

  #tell(loaded: Loaded): void {
    if (this.#told.has(loaded.identity)) return;
    this.#told.add(loaded.identity);
    const count = loaded.records.length - loaded.entries.length;
    if (loaded.broken) this.#options.onNotice({ kind: "broken", path: this.file, readable: loaded.entries.length });
    else if (count > 0) this.#options.onNotice({ kind: "not_understood", path: this.file, count });
  }

  async #readBytes(): Promise<{ readonly bytes: Buffer; readonly identity: string } | undefined> {
    try {
      const handle = await open(this.file, "r");
      try {
        // Both through the same handle: a rename in between can not mix one file's text with another's identity.
        const info = await handle.stat({ bigint: true });
        return { bytes: await handle.readFile(), identity: identityOf(info) };
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemCode(error) === "ENOENT") return assertReachable(this.file);
      throw new PaiError("MEMORY_UNREADABLE", { path: this.file, cause: causeOf(error) }, { cause: error });
    }
  }

  async #identity(): Promise<string> {
    try {
      return identityOf(await stat(this.file, { bigint: true }));
    } catch (error) {
      if (systemCode(error) === "ENOENT") return "";
      throw new PaiError("MEMORY_UNREADABLE", { path: this.file, cause: causeOf(error) }, { cause: error });
    }
  }

  async #unwritable<Result>(operation: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await operation();
    } catch (error) {
      const known = isPaiError(error, "NOT_A_FILE") || isPaiError(error, "PATH_LOOP") || UNWRITABLE.has(systemCode(error) ?? "");
      if (!known) throw error;
      throw new PaiError("MEMORY_UNWRITABLE", { path: this.file, cause: causeOf(error) }, { cause: error });
    }
  }
}

/**
 * Behind a link into a folder that is not there memories may well be: its drive may only be away, and no folder is made in its
 * place. Throws PaiError `MEMORY_LINK_BROKEN`.
 */
function assertReachable(file: string): undefined {
  if (existsSync(dirname(realTarget(file)))) return;
  const link = brokenLink(file);
  if (link !== undefined) throw new PaiError("MEMORY_LINK_BROKEN", { link, target: realTarget(link) });
}

async function inQueue<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work);
  queues.set(key, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(key) === turn) queues.delete(key);
  }
}

function entriesOf(records: readonly StoredRecord[]): readonly MemoryEntry[] {
  return records.flatMap(({ entry }) => entry ?? []);
}

/** The file's new text: what `serialize` makes of `records`, the records of `old` changed by `edits`. */
function bytesOf(old: Loaded, records: readonly StoredRecord[], edits: readonly Edit[]): Buffer {
  const added = edits.flatMap(({ at, before, after }) => (before === undefined && at >= old.records.length ? (after ?? []) : []));
  const onlyAdds = old.ownLayout && added.length === edits.length;
  return onlyAdds ? withLines(old.bytes, added) : Buffer.from(serialize(records));
}

function identityOf(info: BigIntStats): string {
  return [info.dev, info.ino, info.size, info.mtimeNs, info.ctimeNs].join(":");
}

/** Without a byte order mark. `whole` is false if bytes had to be replaced: writing the text back would lose them. */
function decodeUtf8(bytes: Buffer): { readonly text: string; readonly whole: boolean } {
  return { text: bytes.toString("utf8").replace(/^\uFEFF/, ""), whole: isUtf8(bytes) };
}
