// Whether an entry may be outdated: by age, or because a project file that it speaks of has another content than when it was verified.
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isPaiError, systemCode } from "../protocol/errors.ts";
import { isInside, realTarget, shownPath } from "../util/paths.ts";
import type { MemoryEntry } from "./entry.ts";
import { MAX_LINKED_FILE_BYTES, MAX_LINKED_FILES } from "./options.ts";

const DAY_MS = 86_400_000;

export function isOld(entry: MemoryEntry, now: Date, staleDays: number): boolean {
  return staleDays > 0 && now.getTime() - entry.verified.getTime() > staleDays * DAY_MS;
}

/** A file as it was when the entry was verified. */
interface LinkedFile {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  readonly size: number;
  readonly hash: string;
}

/** Words that may name a file. Punctuation around them is not part of a name; which of them are files, the disk knows. */
const WORD = /[\p{L}\p{N}_.@~+-][\p{L}\p{N}_.@~+/\\-]*/gu;
/** Latin words directly inside Chinese text: 修改pom.xml后. */
const LATIN_WORD = /[\w.@~+/\\-]+/g;
/** Candidates looked up on the disk for one entry. */
const MAX_CANDIDATES = 64;

/** What could be names of files in a text, in order, each once. Pure. */
export function fileCandidates(content: string): readonly string[] {
  const words = [...content.matchAll(WORD), ...content.matchAll(LATIN_WORD)].map(([word]) =>
    word.replaceAll("\\", "/").replace(/[.~+-]+$/, ""),
  );
  return [...new Set(words)].filter((word) => word !== "" && word.length <= 255).slice(0, MAX_CANDIDATES);
}

/** The project files named in a text as they are now, for the entry's metadata; undefined if there are none. */
export async function linkFiles(content: string, projectRoot: string): Promise<string | undefined> {
  const links: LinkedFile[] = [];
  for (const candidate of fileCandidates(content)) {
    if (links.length >= MAX_LINKED_FILES) break;
    const path = insideProject(projectRoot, candidate);
    if (path === undefined || links.some((link) => link.path === path)) continue;
    const info = await fileStat(join(projectRoot, path));
    if (info === undefined || info.size > MAX_LINKED_FILE_BYTES) continue;
    const hash = await hashOf(join(projectRoot, path));
    if (hash !== undefined) links.push({ path, size: info.size, hash });
  }
  return links.length === 0 ? undefined : formatLinks(links);
}

/** One file a line: size, hash, path. */
function formatLinks(links: readonly LinkedFile[]): string {
  return links.map(({ path, size, hash }) => `${size} ${hash} ${path}`).join("\n");
}

function parseLinks(text: unknown): readonly LinkedFile[] {
  if (typeof text !== "string") return [];
  return text.split("\n").flatMap((line) => {
    const [, size, hash, path] = /^(\d+) ([0-9a-f]{16}) (.+)$/.exec(line) ?? [];
    return path === undefined || hash === undefined ? [] : [{ path, size: Number(size), hash }];
  });
}

/** The first linked file that was changed since the entry was verified, or is gone; undefined if all are as they were. */
export async function changedFile(entry: MemoryEntry): Promise<string | undefined> {
  if (entry.project === undefined) return undefined;
  for (const link of parseLinks(entry.stored.metadata?.files)) {
    const path = join(entry.project, link.path);
    const info = await fileStat(path);
    if (info === undefined) return link.path;
    // A later time alone says nothing: a checkout or a formatter touches files without changing them.
    if (info.mtimeMs <= entry.verified.getTime()) continue;
    if (info.size !== link.size || (await hashOf(path)) !== link.hash) return link.path;
  }
  return undefined;
}

function insideProject(root: string, candidate: string): string | undefined {
  try {
    const target = realTarget(join(root, candidate));
    return isInside(root, target) && target !== root ? shownPath(root, target) : undefined;
  } catch (error) {
    if (isPaiError(error, "PATH_LOOP") || isNoFile(error)) return undefined;
    throw error;
  }
}

async function fileStat(path: string): Promise<Stats | undefined> {
  try {
    const info = await stat(path);
    return info.isFile() ? info : undefined;
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

/** 64 bits: enough to tell a changed file from an unchanged one. Undefined if it can not be read. */
async function hashOf(path: string): Promise<string | undefined> {
  try {
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex")
      .slice(0, 16);
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

/** Any word of a text is tried as a name: one that the system refuses is just a word. */
function isNoFile(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP", "EINVAL"].includes(systemCode(error) ?? "");
}
