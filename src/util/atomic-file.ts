// Replaces a file in one step that survives a power cut: readers see the old text or the new one, never a part.
import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, lstat, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { PaiError, systemCode } from "../protocol/errors.ts";
import { machineTag, pidAlive } from "./machine.ts";
import { realTarget } from "./paths.ts";
import { retryBusy } from "./retry-busy.ts";

const TEMP = /^\.tmp-([0-9a-f]{8})-(\d+)-[0-9a-f]+$/;
/** A temporary file of a process that can not be looked up (another host) is left over once it is this old, in ms. */
const FOREIGN_TEMP_AGE_MS = 3_600_000;

export interface AtomicWriteOptions {
  /** Of a file that does not exist yet; without it the process's default. An existing file keeps its own. */
  readonly mode?: number;
  /** Runs when the new text is on the disk but not yet in place; if it throws, nothing changes. */
  readonly beforeRename?: () => void | Promise<void>;
}

/**
 * Writes `data` to the file that `path` means: a symbolic link stays and its target is replaced. Keeps mode and, where
 * allowed, owner of an existing file. Resolves once the change is on the disk. Errors of the system pass through;
 * throws PaiError `NOT_A_FILE` if a folder or device is in the way. On failure the old file stands and no temporary file is left.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array, options: AtomicWriteOptions = {}): Promise<void> {
  const target = realTarget(path);
  const old = await statIfThere(target);
  if (old && !old.isFile()) throw new PaiError("NOT_A_FILE", { path: target });
  if (old) await access(target, constants.W_OK); // a rename would get around a file's write protection
  const folder = dirname(target);
  const temp = join(folder, `.tmp-${machineTag()}-${process.pid}-${randomBytes(6).toString("hex")}`);
  try {
    const handle = await open(temp, "wx", options.mode ?? 0o666);
    try {
      await handle.writeFile(data);
      if (old) await keepIdentity(handle, old);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await options.beforeRename?.();
    await retryBusy(() => rename(temp, target));
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Removes the temporary files that killed processes left in a folder. A folder that does not exist holds none. */
export async function removeStaleTemps(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const parts = TEMP.exec(name);
    if (!parts) continue;
    const file = join(folder, name);
    const stale =
      parts[1] === machineTag() ? !pidAlive(Number(parts[2])) : await isOlder(file, now.getTime() - FOREIGN_TEMP_AGE_MS);
    if (stale) await rm(file, { force: true });
  }
}

/** Makes a rename or a new name in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Windows and some network disks can not flush a folder; there the rename itself is all there is.
    if (!["EISDIR", "EPERM", "EINVAL", "EACCES", "ENOTSUP", "EBADF"].includes(systemCode(error) ?? "")) throw error;
  }
}

async function keepIdentity(handle: FileHandle, old: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) {
    try {
      await handle.chown(old.uid, old.gid);
    } catch (error) {
      if (systemCode(error) !== "EPERM") throw error; // only root may give files away; the text counts more than the owner
    }
  }
  if ((own.mode & 0o7777) !== (old.mode & 0o7777)) await handle.chmod(old.mode & 0o7777);
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function isOlder(path: string, timeMs: number): Promise<boolean> {
  try {
    return (await lstat(path)).mtimeMs < timeMs;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}
