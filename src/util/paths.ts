// Real paths: where the project begins, and whether a path, through all its links, lies inside a folder.
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { isPaiError, PaiError, type PathFault, systemCode } from "../protocol/errors.ts";
import { showHidden } from "./clean-output.ts";
import { oneLine } from "./text.ts";

/** Longest part of a path that a message about it shows, in UTF-16 units. */
const SHOWN_PATH = 200;

/** As many links as Linux follows before it gives up (ELOOP). */
const MAX_LINKS = 40;

/**
 * Real absolute path of a file that may not exist yet: every existing parent is resolved through its links, also a
 * link whose target is missing, so that writing to the result writes where the system would.
 * Throws PaiError `PATH_LOOP` on a cycle of links; other errors of the system pass through.
 */
export function realTarget(path: string, links = 0): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    if (systemCode(error) === "ELOOP") throw new PaiError("PATH_LOOP", { path }, { cause: error });
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const here = join(realTarget(parent, links), basename(absolute));
  const target = linkTarget(here);
  if (target === undefined) return here;
  if (links >= MAX_LINKS) throw new PaiError("PATH_LOOP", { path });
  return realTarget(resolve(dirname(here), target), links + 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * The nearest link on the way to `path`, or at `path` itself, whose target is not there. Undefined if there is none.
 * Errors of the system but a missing name pass through.
 */
export function brokenLink(path: string): string | undefined {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at))
    if (linkTarget(at) !== undefined && !existsSync(at)) return at;
  return undefined;
}

/** No system takes a longer path, in UTF-16 units. */
export const MAX_PATH = 4_096;

/** What is wrong with the words of a path, before anything is looked up. Pure. */
export function writtenFault(path: string): PathFault | undefined {
  if (path === "") return "empty";
  if (path.includes("\0")) return "nul";
  return path.length > MAX_PATH ? "too_long" : undefined;
}

/** What an error of `realTarget`, or of the system, says about the path itself; undefined if it is about something else. Pure. */
export function pathFault(error: unknown): PathFault | undefined {
  if (isPaiError(error, "PATH_LOOP")) return "loop";
  switch (systemCode(error)) {
    case "ELOOP":
      return "loop";
    case "ENAMETOOLONG":
      return "too_long";
    case "ENOTDIR":
      return "no_folder";
    case "EACCES":
    case "EPERM":
      return "denied";
    default:
      return undefined;
  }
}

/** A path that may be as long as a model likes, for a message. */
export function shortPath(path: string): string {
  return oneLine(showHidden(path), SHOWN_PATH);
}

/** Whether `path` is `root` or lies below it. Both real paths. */
export function isInside(root: string, path: string): boolean {
  const between = relative(root, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}

/** `path` for people and for the model: relative to the root with forward slashes where it lies inside, else absolute. */
export function shownPath(root: string, path: string): string {
  if (!isInside(root, path)) return path;
  const between = relative(root, path);
  return between === "" ? "." : between.split(sep).join("/");
}

/** `path` for people, with `~` for their home folder. */
export function homePath(path: string, home: string): string {
  if (home === "" || parse(home).root === home || !isInside(home, path)) return path;
  return path === home ? "~" : `~${sep}${relative(home, path)}`;
}

/**
 * The project root of a folder: its nearest ancestor that holds `.git`, or a `.paicli` folder that is not `paicliHome`;
 * never the user's home nor the root of the disk; else the folder itself. The result, a real path, is the project key.
 */
export function findProjectRoot(cwd: string, paicliHome: string, home = homedir()): string {
  const start = realTarget(cwd);
  const never = new Set([realTarget(home), parse(start).root]);
  const ownHome = realTarget(paicliHome);
  for (let dir = start; ; dir = dirname(dir)) {
    const marked =
      existsSync(join(dir, ".git")) || (existsSync(join(dir, ".paicli")) && realTarget(join(dir, ".paicli")) !== ownHome);
    if (marked && !never.has(dir)) return dir;
    if (dir === dirname(dir)) return start;
  }
}
