// The files of project memory on the disk: where they lie, what they hold, and which lines of them are paths.
import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../protocol/errors.ts";
import { isInside, realTarget } from "../util/paths.ts";
import { cutHead } from "../util/text.ts";
import { readTextHead } from "../util/text-file.ts";
import { findImports } from "./import-lines.ts";
import { MAX_PROJECT_MEMORY_CHARS } from "./options.ts";

/** Four bytes are the most that a UTF-16 unit takes in any encoding that is read. */
const MAX_BYTES = 4 * MAX_PROJECT_MEMORY_CHARS;

/** Where imports may lead: the project, or `$PAICLI_HOME` for the user's own file. */
export interface ImportRoot {
  readonly dir: string;
  /** Put before the paths that the model and the person see. */
  readonly shown: string;
  readonly owner: "user" | "repository";
}

export interface SourceFile {
  /** As it was named, so that imports are relative to where the importing file is seen, not to where a link leads. */
  readonly path: string;
  readonly real: string;
  readonly shown: string;
  /** Device and inode: the same through links, other spellings and other case. */
  readonly identity: string;
}

export interface Content {
  readonly hash: string;
  readonly lines: readonly string[];
  readonly cut: boolean;
}

/** Undefined: it lies outside the project. A link in the user's own home is the user's doing; one in a repository may be a trap. */
export async function topFile(root: ImportRoot, place: string): Promise<SourceFile | undefined> {
  const path = join(root.dir, place);
  const real = await realpath(path);
  if (root.owner === "repository" && !isInside(realTarget(root.dir), real)) return undefined;
  return { path, real, shown: root.shown + place, identity: await identityOf(real) };
}

export async function readContent({ real }: SourceFile): Promise<Content> {
  const { text, cut } = await readTextHead(real, MAX_BYTES);
  const hash = createHash("sha256").update(text).digest("hex");
  const body = text.trimEnd();
  const kept = cutHead(body, MAX_PROJECT_MEMORY_CHARS + 1); // what lies behind can never fit, and many files may be looked at
  return { hash, lines: kept.split("\n"), cut: cut || kept.length < body.length };
}

/** By line number, what is imported there. */
export function importsOf({ lines }: Content, isTop: boolean): ReadonlyMap<number, string> {
  return isTop && isAlias(lines) ? new Map([[0, lines[0] ?? ""]]) : findImports(lines);
}

/** A file that holds nothing but the name of another: a link that a checkout without links wrote out as text. */
function isAlias(lines: readonly string[]): boolean {
  return lines.length === 1 && /^[\w./-]{1,200}\.md$/i.test(lines[0] ?? "");
}

/** Explicitly relative, or with the ending of a text file: `@docs/a.md`, `@./rules`, but not `@param`, `@types/node`, `@example.org`. */
export function looksLikeFile(target: string): boolean {
  return (
    isOneWord(target) && (/^\.{1,2}[/\\]/.test(target) || /\.(md|markdown|mdx|mdc|txt|rst|adoc|json|ya?ml|toml)$/i.test(target))
  );
}

export function isOneWord(target: string): boolean {
  return !/\s/.test(target);
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/** The path, or the path without the full stop of its sentence, if there is something. */
export async function existing(path: string): Promise<string | undefined> {
  for (const candidate of [path, path.replace(/[。，；、：！？）】]+$/u, "")]) {
    const found = await stat(candidate).then(
      () => true,
      (error: unknown) => !ABSENT.has(systemCode(error) ?? ""), // it is there: reading it will say why it can't be read
    );
    if (found) return candidate;
  }
  return undefined;
}

export async function identityOf(real: string): Promise<string> {
  const { dev, ino } = await stat(real, { bigint: true });
  return ino === 0n ? real : `${dev}:${ino}`; // some file systems have no inodes
}
