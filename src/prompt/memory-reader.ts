// Reads PAI.md files and follows their imports: each real file once, inside its root, within the limits of levels and size.
import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, resolve, win32 } from "node:path";
import type { Texts } from "../locale/index.ts";
import { causeOf, isPaiError, systemCode } from "../protocol/errors.ts";
import { isInside, realTarget, shownPath } from "../util/paths.ts";
import { cutHead, oneLine } from "../util/text.ts";
import { attribute, escapeTags } from "./escape.ts";
import {
  type Content,
  existing,
  type ImportRoot,
  identityOf,
  importsOf,
  isOneWord,
  looksLikeFile,
  readContent,
  type SourceFile,
  topFile,
} from "./memory-files.ts";
import { MAX_IMPORT_LEVELS, MAX_PROJECT_MEMORY_CHARS } from "./options.ts";

/** Notes that the person is shown; a file of nothing but broken imports must not flood the screen. */
const MAX_NOTES = 20;
/** Import lines that are followed to find out at which level each file stands: more than fit within the limit of size. */
const MAX_SURVEYED = 1_000;
/** UTF-16 units of a cycle as it is told: its files may be many. */
const MAX_CYCLE_CHARS = 400;
/** What Linux takes as a path; a longer line is no import. */
const MAX_PATH_CHARS = 4_096;
const IMPORT_END = "</import>";

export interface ReadFile {
  /** As shown to the person. */
  readonly path: string;
  /** Of what was read. */
  readonly hash: string;
}

type Found =
  | { readonly kind: "file"; readonly file: SourceFile }
  | { readonly kind: "text" }
  | { readonly kind: "refused"; readonly note: string };

type Located = Found | { readonly kind: "repeated"; readonly note: string };

export class MemoryReader {
  readonly files: ReadFile[] = [];
  readonly notes: string[] = [];
  readonly #words: Texts["prompt"];
  readonly #seen = new Set<string>();
  readonly #contents = new Map<string, Promise<Content>>();
  /** By identity: imports that lead to a file from the top that is nearest to it. */
  #levels: ReadonlyMap<string, number> = new Map();
  #left = MAX_PROJECT_MEMORY_CHARS;

  constructor(texts: Texts) {
    this.#words = texts.prompt;
  }

  /** A block for each of the places where project memory may lie, unless it cannot be read or was read before. */
  async readTops(root: ImportRoot, places: readonly string[]): Promise<string[]> {
    this.#levels = await this.#survey(root, places);
    const blocks: string[] = [];
    for (const place of places) {
      const block = await this.#readTop(root, place);
      if (block !== undefined) blocks.push(block);
    }
    return blocks;
  }

  async #readTop(root: ImportRoot, place: string): Promise<string | undefined> {
    const shown = root.shown + place;
    try {
      const file = await topFile(root, place);
      if (file === undefined) {
        this.#note(this.#words.importOutside({ path: shown }));
        return undefined;
      }
      if (this.#seen.has(file.identity)) return undefined;
      const body = await this.#expand(root, file, []);
      return `<instructions source="${root.owner}" path="${attribute(shown)}">\n${body}\n</instructions>`;
    } catch (error) {
      this.#note(this.#words.importUnreadable({ path: shown, cause: this.#cause(error) }));
      return undefined;
    }
  }

  /**
   * The level of each file, breadth first: a file that is met deep down first may be near the top through another. What cannot be
   * read leads nowhere here; it is told of where the text is put together.
   */
  async #survey(root: ImportRoot, places: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const levels = new Map<string, number>();
    const tops = await Promise.all(places.map((place) => topFile(root, place).catch(() => undefined)));
    const queue = tops.flatMap((file) => (file === undefined ? [] : [{ file, level: 0 }]));
    let followed = 0;
    for (const { file, level } of queue) {
      if (levels.has(file.identity)) continue;
      levels.set(file.identity, level);
      if (level === MAX_IMPORT_LEVELS) continue;
      const content = await this.#content(file).catch(() => undefined);
      for (const target of content === undefined ? [] : importsOf(content, level === 0).values()) {
        if (++followed > MAX_SURVEYED) return levels;
        const found = await this.#find(root, target, file).catch(() => undefined);
        if (found?.kind === "file") queue.push({ file: found.file, level: level + 1 }); // the loop goes on into what it appends
      }
    }
    return levels;
  }

  /** Read once, so that both passes see the same. */
  #content(file: SourceFile): Promise<Content> {
    const known = this.#contents.get(file.identity);
    if (known !== undefined) return known;
    const content = readContent(file);
    this.#contents.set(file.identity, content);
    return content;
  }

  /** The text of a file with its imports in place. `chain`: the files that led here. */
  async #expand(root: ImportRoot, file: SourceFile, chain: readonly SourceFile[]): Promise<string> {
    this.#seen.add(file.identity);
    if (this.#left <= 0) return this.#cutMark(file);
    const content = await this.#content(file);
    const { hash, lines, cut } = content;
    this.files.push({ path: file.shown, hash });
    const imports = importsOf(content, chain.length === 0);
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

  /** Where an import line leads from the file that holds it. Only what looks like a path is worth a note; what is no file stays text. */
  async #find(root: ImportRoot, target: string, from: SourceFile): Promise<Found> {
    if (target.length > MAX_PATH_CHARS) return { kind: "text" };
    const where = { path: oneLine(target, 200), from: from.shown };
    const refused = (note: string): Found => ({ kind: "refused", note });
    if (isAbsolute(target) || win32.isAbsolute(target) || /^~([/\\]|$)/.test(target))
      return isOneWord(target) ? refused(this.#words.importAbsolute(where)) : { kind: "text" };

    const path = await existing(resolve(dirname(from.path), target));
    const found = path ?? resolve(dirname(from.path), target);
    if (!isInside(resolve(root.dir), found))
      return isOneWord(target) ? refused(this.#words.importOutside({ path: where.path })) : { kind: "text" };
    if (path === undefined) return looksLikeFile(target) ? refused(this.#words.importMissing(where)) : { kind: "text" };
    const shown = root.shown + shownPath(resolve(root.dir), path);
    const real = await realpath(path);
    if (!isInside(realTarget(root.dir), real)) return refused(this.#words.importOutside({ path: shown }));
    if (!(await stat(real)).isFile()) return refused(this.#words.importNotFile(where));

    return { kind: "file", file: { path, real, shown, identity: await identityOf(real) } };
  }

  /** What an import line means at its place. `chain`: the files that led here. */
  async #locate(root: ImportRoot, target: string, chain: readonly SourceFile[]): Promise<Located> {
    const from = chain.at(-1);
    if (!from) return { kind: "text" };
    const found = await this.#find(root, target, from);
    if (found.kind !== "file") return found;
    const { file } = found;
    const { shown } = file;
    const start = chain.findIndex((earlier) => earlier.identity === file.identity);
    if (start >= 0) {
      const cycle = [...chain.slice(start), file].map((step) => step.shown).join(" → ");
      return { kind: "refused", note: this.#words.importCycle({ cycle: oneLine(cycle, MAX_CYCLE_CHARS) }) };
    }
    if (this.#seen.has(file.identity)) return { kind: "repeated", note: this.#words.importRepeated({ path: shown }) };
    if ((this.#levels.get(file.identity) ?? chain.length) > MAX_IMPORT_LEVELS) {
      return { kind: "refused", note: this.#words.importTooDeep({ path: shown, levels: MAX_IMPORT_LEVELS }) };
    }
    return found;
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
