// Where a path really leads, and whether what lies there steers the program and is protected.
import { relative, resolve, sep } from "node:path";
import type { PathFault } from "../protocol/errors.ts";
import { isInside, pathFault, realTarget, writtenFault } from "../util/paths.ts";

export interface Ground {
  /** Real path of the project root. */
  readonly root: string;
  /** The user's home folder. */
  readonly home: string;
  /** Real paths of what the program keeps about the user (its home, a memory folder elsewhere). */
  readonly own: readonly string[];
}

export type Placed =
  | { readonly kind: "inside" | "outside"; readonly real: string; readonly guarded: boolean }
  /** It can not be followed to its end. */
  | { readonly kind: "unresolved"; readonly why: PathFault };

/** Resolves a path, as a tool gave it, through all its links; also one that does not exist yet. */
export function placePath(path: string, ground: Ground): Placed {
  const written = writtenFault(path);
  if (written !== undefined) return { kind: "unresolved", why: written };
  try {
    const real = realTarget(resolve(ground.root, path));
    return { kind: isInside(ground.root, real) ? "inside" : "outside", real, guarded: isGuarded(real, ground) };
  } catch (error) {
    return { kind: "unresolved", why: pathFault(error) ?? "unreadable" }; // the model is told what to do instead
  }
}

const GUARDED_FOLDERS = new Set([".git", "git~1", ".paicli"]);
const GUARDED_FILES = new Set(["pai.md", "pai.local.md"]);

/**
 * Files that steer the program or Git: a change of them needs an approval of its own. `.git` and `.paicli` at any depth (a submodule,
 * a nested project), `PAI.md` too, since each folder can become a project.
 */
export function isGuarded(real: string, { root, own }: Ground): boolean {
  if (own.some((folder) => isInside(folder, real))) return true;
  if (!isInside(root, real)) return false;
  const segments = relative(root, real).split(sep).map(foldName);
  return segments.some((name) => GUARDED_FOLDERS.has(name)) || GUARDED_FILES.has(segments.at(-1) ?? "");
}

/** Whether a file or folder of this name is protected wherever it lies in the project. */
export function isGuardedName(name: string): boolean {
  const folded = foldName(name);
  return GUARDED_FOLDERS.has(folded) || GUARDED_FILES.has(folded);
}

/** The name as file systems may compare it that ignore case, composition, invisible characters or a final dot. */
function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
}

/** Whether a glob pattern, inside a folder, can match the name of a guarded file. */
export function globMeetsGuarded(pattern: string): boolean {
  const names = globMatcher(pattern);
  return [...GUARDED_FOLDERS, ...GUARDED_FILES].some(names);
}

/** Matches file names like bash's globs, at most too generously: case does not count, a bracket is any character. */
export function globMatcher(pattern: string): (name: string) => boolean {
  const source = pattern
    .split(/(\*+|\?|\[[^\]]*\])/)
    .map((piece) => (/^\*/.test(piece) ? ".*" : piece === "?" || /^\[.*\]$/.test(piece) ? "." : escapeRegExp(piece)))
    .join("");
  const whole = new RegExp(`^${source}$`, "is");
  // A leading wildcard does not match a leading dot.
  return (name) => (pattern.startsWith(".") || !name.startsWith(".")) && whole.test(name);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
