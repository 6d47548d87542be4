// Reads a small file that steers the program. A cloned repository can bring links, pipes and endless devices in its place.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type FileFault, isPaiError, systemCode } from "../protocol/errors.ts";
import { isInside, realTarget } from "./paths.ts";

/** Bytes of a settings file; real ones have a few hundred. */
export const MAX_STEERING_BYTES = 1_000_000;

export type SteeringFile = { readonly text: string } | { readonly fault: FileFault };

/**
 * The text (UTF-8) of a regular file of at most `MAX_STEERING_BYTES`, or why it is none; undefined if there is no such
 * file, also behind a link.
 * With `root` its real path must lie in there. Never waits for a writer. Other errors of the system pass through.
 */
export function readSteeringFile(path: string, root?: string): SteeringFile | undefined {
  try {
    if (root !== undefined && !isInside(realTarget(root), realTarget(path))) return { fault: "outside" };
    return readRegular(path);
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR|ELOOP)$/.test(systemCode(error) ?? "") || isPaiError(error, "PATH_LOOP")) return undefined;
    throw error;
  }
}

function readRegular(path: string): SteeringFile {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // opening a pipe must not wait for its writer
  try {
    if (!fstatSync(file).isFile()) return { fault: "no_file" };
    const bytes = Buffer.alloc(MAX_STEERING_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length);
    return length > MAX_STEERING_BYTES ? { fault: "too_large" } : { text: bytes.toString("utf8", 0, length) };
  } finally {
    closeSync(file);
  }
}
