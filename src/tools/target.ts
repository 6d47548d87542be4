// From the path that the model gave to the file that it means: inside the project through all links, existing, and of the right kind.
import { type BigIntStats, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { causeOf, isPaiError, PaiError, systemCode } from "../protocol/errors.ts";
import { isInside, pathFault, realTarget, shortPath, shownPath, writtenFault } from "../util/paths.ts";

export interface Target {
  /** Real path; may not exist. */
  readonly real: string;
  /** For the model and the person. */
  readonly shown: string;
}

export interface ExistingTarget extends Target {
  readonly stat: BigIntStats;
}

const SIMILAR_NAMES = 3;
/** A folder larger than this is not searched for names that may be meant. */
const MAX_SEARCHED_NAMES = 5000;

/**
 * Where a path leads. Throws PaiError `PATH_OUTSIDE` unless it lies in the project or the policy allowed this very call
 * to read elsewhere. Judged again right before use: links may have changed since the policy saw them.
 */
export function findTarget(root: string, path: string, outsideAllowed = false): Target {
  const written = writtenFault(path);
  if (written !== undefined) throw new PaiError("PATH_INVALID", { path: shortPath(path), why: written });
  try {
    const real = realTarget(isAbsolute(path) ? path : join(root, path));
    if (!outsideAllowed && !isInside(root, real)) throw new PaiError("PATH_OUTSIDE", { path });
    return { real, shown: shownPath(root, real) };
  } catch (error) {
    throw fileError(error, path);
  }
}

/** As `findTarget`; where nothing has this name, but something has it in another Unicode composition, that. */
export async function findComposed(root: string, path: string, outsideAllowed = false): Promise<Target> {
  const target = findTarget(root, path, outsideAllowed);
  const name = basename(target.real);
  if (isPlain(name) || existsSync(target.real)) return target;
  const names = (await namesIn(dirname(target.real))).filter((other) => other.normalize("NFC") === name.normalize("NFC"));
  return names.length === 1 && names[0] !== undefined
    ? findTarget(root, join(dirname(target.real), names[0]), outsideAllowed)
    : target;
}

/** As `findComposed`, for something that must be there. */
export async function findExisting(root: string, path: string, outsideAllowed = false): Promise<ExistingTarget> {
  const target = await findComposed(root, path, outsideAllowed);
  try {
    return { ...target, stat: await stat(target.real, { bigint: true }) };
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw fileError(error, target.shown);
    const similar = similarNames(basename(target.real), await namesIn(dirname(target.real)));
    throw new PaiError("FILE_MISSING", { path: target.shown, similar }, { cause: error });
  }
}

/** Throws unless the target is a regular file. */
export function expectFile({ stat, shown }: ExistingTarget): void {
  if (stat.isDirectory()) throw new PaiError("FILE_IS_FOLDER", { path: shown });
  if (!stat.isFile()) throw new PaiError("FILE_SPECIAL", { path: shown });
}

export function expectFolder({ stat, shown }: ExistingTarget): void {
  if (!stat.isDirectory()) throw new PaiError("FOLDER_EXPECTED", { path: shown });
}

/** An error of the system about a path, in words that say what to do; anything else as it is. */
export function fileError(error: unknown, path: string): unknown {
  if (isPaiError(error)) return error;
  switch (systemCode(error)) {
    case undefined:
      return error;
    case "ENOENT":
      return new PaiError("FILE_MISSING", { path, similar: [] }, { cause: error });
    case "EACCES":
    case "EPERM":
      return new PaiError("FILE_DENIED", { path }, { cause: error });
    case "EISDIR":
      return new PaiError("FILE_IS_FOLDER", { path }, { cause: error });
    case "ENAMETOOLONG":
    case "ENOTDIR":
    case "ELOOP":
      return new PaiError("PATH_INVALID", { path: shortPath(path), why: pathFault(error) ?? "unreadable" }, { cause: error });
    default:
      return new PaiError("FILE_SYSTEM", { path, cause: causeOf(error) }, { cause: error });
  }
}

/** Names that differ in case, in one part or by a few letters, nearest first. Pure. */
function similarNames(name: string, names: readonly string[]): readonly string[] {
  const wanted = plain(name);
  const scored = names.slice(0, MAX_SEARCHED_NAMES).map((other) => ({ other, score: likeness(wanted, plain(other)) }));
  return scored
    .filter(({ score }) => score >= 0.6)
    .sort((a, b) => b.score - a.score || (a.other < b.other ? -1 : 1))
    .slice(0, SIMILAR_NAMES)
    .map(({ other }) => other);
}

/** ASCII has one composition only. */
function isPlain(name: string): boolean {
  return /^[\u0000-\u007f]*$/.test(name);
}

function plain(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Share of letter pairs that two names have in common, 0 to 1. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const left = pairsOf(a);
  const right = pairsOf(b);
  const common = [...left].filter((pair) => right.has(pair)).length;
  return left.size + right.size === 0 ? 0 : (2 * common) / (left.size + right.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // the folder is missing or closed too: then nothing can be suggested
  }
}
