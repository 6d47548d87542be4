// Remembers what each unit has read of which file, so that nothing is written over a change that the model has not seen.
import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { PaiError, systemCode } from "../protocol/errors.ts";
import { WHOLE_READ_BYTES } from "./options.ts";
import { fileError, type Target } from "./target.ts";

/** What a file held at one moment. */
export interface FileState {
  readonly size: bigint;
  readonly modified: bigint;
  /** Changes with every write, also one that sets the time of modification back. */
  readonly changed: bigint;
  readonly inode: bigint;
  /** SHA-256 of the content; absent for files over 16 MB. */
  readonly hash?: string;
}

export interface FileContent {
  readonly bytes: Buffer;
  readonly state: FileState;
}

export interface ReadTracker {
  noteRead(unit: string, path: string, state: FileState): void;
  noteWritten(unit: string, path: string, state: FileState): void;
  /** Remembers what the person was shown for approval of a call. */
  notePlanned(callId: string, state: FileState | undefined): void;
  /**
   * Throws PaiError `FILE_CHANGED` unless the file is as the unit last read it and as it was when the call was planned;
   * `FILE_NOT_READ` if it exists and was neither read nor, for the call, need be.
   */
  check(
    call: { readonly unit: string; readonly callId: string },
    target: Target,
    now: FileState | "no_file" | undefined,
    mustBeRead: boolean,
  ): void;
  /** Runs one piece of work on a file at a time: what is checked must still hold when it is written. */
  exclusive<Result>(path: string, work: () => Promise<Result>): Promise<Result>;
}

export function createReadTracker(): ReadTracker {
  const read = new Map<string, FileState>();
  const writers = new Map<string, { readonly unit: string; readonly state: FileState }>();
  const planned = new Map<string, FileState | undefined>();
  const queues = new Map<string, Promise<unknown>>();
  const key = (unit: string, path: string) => `${unit}\0${path}`;

  return {
    noteRead: (unit, path, state) => void read.set(key(unit, path), state),
    noteWritten(unit, path, state) {
      read.set(key(unit, path), state);
      writers.set(path, { unit, state });
    },
    notePlanned: (callId, state) => void planned.set(callId, state),
    check({ unit, callId }, { real, shown }, now, mustBeRead) {
      const known = read.get(key(unit, real));
      const shownAs = planned.get(callId);
      const created = planned.has(callId) && shownAs === undefined;
      const expected = [known, shownAs].filter((state) => state !== undefined);
      planned.delete(callId);
      if (now === undefined || now === "no_file") {
        read.delete(key(unit, real)); // told once; then it may be created anew
        const how = now === undefined ? "deleted" : "replaced";
        if (expected.length > 0) throw new PaiError("FILE_CHANGED", { path: shown, how });
        return;
      }
      if (created || expected.some((state) => !sameContent(state, now))) {
        const writer = writers.get(real);
        const byOther = writer !== undefined && writer.unit !== unit && sameContent(writer.state, now);
        throw new PaiError("FILE_CHANGED", { path: shown, how: "changed", ...(byOther ? { by: writer.unit } : {}) });
      }
      if (mustBeRead && known === undefined) throw new PaiError("FILE_NOT_READ", { path: shown });
    },
    exclusive(path, work) {
      const turn = (queues.get(path) ?? Promise.resolve()).then(work, work);
      queues.set(path, turn);
      const tidy = () => {
        if (queues.get(path) === turn) queues.delete(path);
      };
      turn.then(tidy, tidy);
      return turn;
    },
  };
}

/** Whether two states are of the same content: by its hash, else by everything that the system tells. Pure. */
export function sameContent(a: FileState, b: FileState): boolean {
  if (a.hash !== undefined && b.hash !== undefined) return a.hash === b.hash;
  return sameStat(a, b);
}

/** Whether nothing can have been written between two looks. */
export function sameStat(a: FileState, b: FileState): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode;
}

export function stateOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats, hash?: string): FileState {
  return { size, modified: mtimeNs, changed: ctimeNs, inode: ino, ...(hash === undefined ? {} : { hash }) };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The file as it is now: undefined if there is none, `no_file` for a folder or device. The content of a file over 16 MB is left out.
 */
export async function currentContent({ real, shown }: Target): Promise<FileContent | "no_file" | undefined> {
  try {
    const info = await stat(real, { bigint: true });
    if (!info.isFile()) return "no_file";
    if (info.size > BigInt(WHOLE_READ_BYTES)) return { bytes: Buffer.alloc(0), state: stateOf(info) };
    const handle = await open(real);
    try {
      const bytes = await handle.readFile();
      return { bytes, state: stateOf(await handle.stat({ bigint: true }), hashOf(bytes)) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw fileError(error, shown);
  }
}
