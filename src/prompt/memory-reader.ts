// Reads PAI.md files and follows their imports: each real file once, inside its root, within the limits of levels and size.
import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve, win32 } from "node:path";
import type { Texts } from "../locale/index.ts";
import { causeOf, isPaiError, systemCode } from "../protocol/errors.ts";
import { isInside, realTarget, shownPath } from "../util/paths.ts";
import { cutHead, oneLine } from "../util/text.ts";
import { readTextHead } from "../util/text-file.ts";
import { attribute, escapeTags } from "./escape.ts";
import { findImports } from "./import-lines.ts";
import { MAX_IMPORT_LEVELS, MAX_PROJECT_MEMORY_CHARS } from "./options.ts";

/** Four bytes are the most that a UTF-16 unit takes in any encoding that is read. */
const MAX_BYTES = 4 * MAX_PROJECT_MEMORY_CHARS;
/** Notes that the person is shown; a file of nothing but broken imports must not flood the screen. */
const MAX_NOTES = 20;
/** What Linux takes as a path; a longer line is no import. */
const MAX_PATH_CHARS = 4_096;
const IMPORT_END = "</import>";

/** Where imports may lead: the project, or `$PAICLI_HOME` for the user's own file. */
export interface ImportRoot {
  readonly dir: string;
  /** Put before the paths that the model and the person see. */
  readonly shown: string;
  readonly owner: "user" | "repository";
}

export interface ReadFile {
  /** As shown to the person. */
  readonly path: string;
  /** Of what was read. */
  readonly hash: string;
}

interface SourceFile {
  /** As it was named, so that imports are relative to where the importing file is seen, not to where a link leads. */
  readonly path: string;
  readonly real: string;
  readonly shown: string;
  /** Device and inode: the same through links, other spellings and other case. */
  readonly identity: string;
}

type Located =
  | { readonly kind: "file"; readonly file: SourceFile }
  | { readonly kind: "text" }
  | { readonly kind: "refused"; readonly note: string }
  | { readonly kind: "repeated"; readonly note: string };

export class MemoryReader {
  readonly files: ReadFile[] = [];
  readonly notes: string[] = [];
  readonly #words: Texts["prompt"];
  readonly #seen = new Set<string>();
  #left = MAX_PROJECT_MEMORY_CHARS;

  constructor(texts: Texts) {
    this.#words = texts.prompt;
  }

  /** The block of one of the places where project memory may lie; undefined where it cannot be read or was read before. */
  async readTop(root: ImportRoot, place: string): Promise<string | undefined> {
    const path = join(root.dir, place);
    const shown = root.shown + place;
    try {
      const real = await realpath(path);
      // A link in the user's own home is the user's doing; one in a repository may be a trap.
      if (root.owner === "repository" && !isInside(realTarget(root.dir), real)) {
        this.#note(this.#words.importOutside({ path: shown }));
        return undefined;
      }
      const file = { path, real, shown, identity: await identityOf(real) };
      if (this.#seen.has(file.identity)) return undefined;
      const body = await this.#expand(root, file, []);
      return `<instructions source="${root.owner}" path="${attribute(shown)}">\n${body}\n</instructions>`;
    } catch (error) {
      this.#note(this.#words.importUnreadable({ path: shown, cause: this.#cause(error) }));
      return undefined;
    }
  }

  /** The text of a file with its imports in place. `chain`: the files that led here. */
  async #expand(root: ImportRoot, file: SourceFile, chain: readonly SourceFile[]): Promise<string> {
    this.#seen.add(file.identity);
    if (this.#left <= 0) return this.#cutMark(file);
    const { text, cut } = await readTextHead(file.real, MAX_BYTES);
    this.files.push({ path: file.shown, hash: createHash("sha256").update(text).digest("hex") });
    const lines = text.trimEnd().split("\n");
    const imports = chain.length === 0 && isAlias(lines) ? new Map([[0, lines[0] ?? ""]]) : findImports(lines);
    const out: string[] = [];
    for (const [number, line] of lines.entries()) {
      const target = imports.get(number);
      const fits = target === undefined ? this.#take(line, out) : await this.#import(root, line, target, [...chain, file], out);
      if (!fits) return [...out, this.#cutMark(file)].join("\n");
    }
    return (cut ? [...out, this.#cutMark(file)] : out).join("\n");
  }

  /** Puts what stands for an import line into `out`; false once the limit of size is reached. */
  async #import(root: ImportRoot, line: string, target: string, chain: readonly SourceFile[], out: string[]): Promise<boolean> {
    const located = await this.#locate(root, target, chain).catch((error: unknown): Located => {
      const note = this.#words.importUnreadable({ path: oneLine(target, 200), cause: this.#cause(error) });
      return { kind: "refused", note };
    });
    if (located.kind === "text") return this.#take(line, out);
    if (located.kind === "repeated") return this.#take(`[${located.note}]`, out);
    if (located.kind === "refused") {
      this.#note(located.note);
      return this.#take(`[${located.note}]`, out);
    }
    const { file } = located;
    if (!this.#take(`<import path="${attribute(file.shown)}">`, out, false)) return false;
    try {
      out.push(await this.#expand(root, file, chain));
    } catch (error) {
      const note = this.#words.importUnreadable({ path: file.shown, cause: this.#cause(error) });
      this.#note(note);
      out.push(`[${note}]`);
    }
    out.push(IMPORT_END);
    this.#left -= IMPORT_END.length + 1;
    return true;
  }

  /** What an import line means. Only what looks like a file's path is worth a note; anything else that is no file stays text. */
  async #locate(root: ImportRoot, target: string, chain: readonly SourceFile[]): Promise<Located> {
    const from = chain.at(-1);
    if (!from || target.length > MAX_PATH_CHARS) return { kind: "text" };
    const where = { path: oneLine(target, 200), from: from.shown };
    const refused = (note: string): Located => (looksLikeFile(target) ? { kind: "refused", note } : { kind: "text" });
    if (isAbsolute(target) || win32.isAbsolute(target) || target.startsWith("~"))
      return refused(this.#words.importAbsolute(where));

    const path = await existing(resolve(dirname(from.path), target));
    const found = path ?? resolve(dirname(from.path), target);
    if (!isInside(resolve(root.dir), found)) return refused(this.#words.importOutside({ path: where.path }));
    if (path === undefined) return refused(this.#words.importMissing(where));
    const shown = root.shown + shownPath(resolve(root.dir), path);
    const real = await realpath(path);
    if (!isInside(realTarget(root.dir), real)) return { kind: "refused", note: this.#words.importOutside({ path: shown }) };
    if (!(await stat(real)).isFile()) return refused(this.#words.importNotFile(where));

    const file = { path, real, shown, identity: await identityOf(real) };
    const start = chain.findIndex((earlier) => earlier.identity === file.identity);
    if (start >= 0) {
      const cycle = [...chain.slice(start), file].map((step) => step.shown).join(" → ");
      return { kind: "refused", note: this.#words.importCycle({ cycle }) };
    }
    if (this.#seen.has(file.identity)) return { kind: "repeated", note: this.#words.importRepeated({ path: shown }) };
    if (chain.length > MAX_IMPORT_LEVELS) {
      return { kind: "refused", note: this.#words.importTooDeep({ path: shown, levels: MAX_IMPORT_LEVELS }) };
    }
    return { kind: "file", file };
  }

  /** Adds a line as far as the limit allows; false if some of it did not fit. */
  #take(line: string, out: string[], cuttable = true): boolean {
    const safe = cuttable ? escapeTags(line) : line;
    const fits = safe.length < this.#left;
    if (fits) out.push(safe);
    else if (cuttable) out.push(cutHead(safe, this.#left));
    this.#left = fits ? this.#left - safe.length - 1 : 0;
    return fits;
  }

  #cutMark(file: SourceFile): string {
    const note = this.#words.memoryCut({ path: file.shown, limit: MAX_PROJECT_MEMORY_CHARS });
    this.#note(note);
    return `[${note}]`;
  }

  #note(note: string): void {
    if (this.notes.length < MAX_NOTES && !this.notes.includes(note)) this.notes.push(note);
  }

  #cause(error: unknown): string {
    if (isPaiError(error, "NOT_A_FILE")) return this.#words.notFile;
    if (isPaiError(error, "NOT_TEXT")) return this.#words.notText;
    return systemCode(error) ?? causeOf(error);
  }
}

/** A file that holds nothing but the name of another: a link that a checkout without links wrote out as text. */
function isAlias(lines: readonly string[]): boolean {
  return lines.length === 1 && /^[\w./-]{1,200}\.md$/i.test(lines[0] ?? "");
}

/** Explicitly relative, or with the ending of a text file: `@docs/a.md`, `@./rules`, but not `@param`, `@types/node`, `@example.org`. */
function looksLikeFile(target: string): boolean {
  if (/\s/.test(target)) return false;
  return /^(\.{1,2}|~)[/\\]/.test(target) || /\.(md|markdown|mdx|mdc|txt|rst|adoc|json|ya?ml|toml)$/i.test(target);
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/** The path, or the path without the full stop of its sentence, if there is something. */
async function existing(path: string): Promise<string | undefined> {
  for (const candidate of [path, path.replace(/[。，；、：！？）】]+$/u, "")]) {
    const found = await stat(candidate).then(
      () => true,
      (error: unknown) => !ABSENT.has(systemCode(error) ?? ""), // it is there: reading it will say why it can't be read
    );
    if (found) return candidate;
  }
  return undefined;
}

async function identityOf(real: string): Promise<string> {
  const { dev, ino } = await stat(real, { bigint: true });
  return ino === 0n ? real : `${dev}:${ino}`; // some file systems have no inodes
}
