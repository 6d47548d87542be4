// The search where ripgrep can not run: files one after the other, with JavaScript's own patterns, each within a time limit.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import vm from "node:vm";
import { causeOf, PaiError, systemCode } from "../protocol/errors.ts";
import { decodeText, detectEncoding } from "../util/encoding.ts";
import { cutHead } from "../util/text.ts";
import { filesByWalking } from "./files.ts";
import { SEARCH_BUDGET_MS, SEARCH_LINE_BYTES, WHOLE_READ_BYTES } from "./options.ts";
import type { FoundLine } from "./ripgrep-records.ts";
import type { Found, Query } from "./search-lines.ts";

const MAX_COLLECTED = 2000;
/** A pattern that takes longer on one file never ends, in ms: some double their time with every letter. */
const FILE_MS = 300;

/** Throws PaiError `PATTERN_INVALID`, also for a pattern that takes too long. */
export async function searchByWalking(folder: string, query: Query, signal: AbortSignal): Promise<Found> {
  const regex = compile(query);
  const started = performance.now();
  const whole = await stat(join(folder, query.start));
  const paths = whole.isFile()
    ? [query.start]
    : (await filesByWalking(folder, (path) => below(query.start, path) && query.accepts(path), signal)).paths;
  const files = new Map<string, readonly FoundLine[]>();
  let matches = 0;
  for (const path of paths) {
    signal.throwIfAborted();
    if (performance.now() - started > SEARCH_BUDGET_MS) return { files, matches, partial: "time" };
    const lines = await linesOf(join(folder, path));
    const hits = lines === undefined ? [] : matchingLines(lines, regex, query.pattern);
    if (lines === undefined || hits.length === 0) continue;
    files.set(path, withContext(lines, hits, query.context));
    matches += hits.length;
    if (matches >= MAX_COLLECTED) return { files, matches, partial: "matches" };
  }
  return { files, matches };
}

function compile({ pattern, literal, ignoreCase }: Query): RegExp {
  try {
    return new RegExp(literal ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : pattern, ignoreCase ? "iu" : "u");
  } catch (error) {
    throw new PaiError("PATTERN_INVALID", { pattern, cause: causeOf(error) });
  }
}

function below(start: string, path: string): boolean {
  return start === "." || path.startsWith(`${start}/`);
}

async function linesOf(file: string): Promise<readonly string[] | undefined> {
  try {
    if ((await stat(file)).size > WHOLE_READ_BYTES) return undefined;
    const bytes = await readFile(file);
    const encoding = detectEncoding(bytes);
    return encoding === "binary" ? undefined : decodeText(bytes, encoding).text.split(/\r?\n/);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined; // closed or gone
  }
}

const SEARCH = new vm.Script(
  "const hits = []; for (let i = 0; i < lines.length; i++) if (regex.test(lines[i])) hits.push(i); hits.join()",
);

/** Indexes of the lines that match. The machine stops a pattern that runs away, which nothing else can. */
function matchingLines(lines: readonly string[], regex: RegExp, pattern: string): readonly number[] {
  try {
    const hits: unknown = SEARCH.runInNewContext({ lines, regex }, { timeout: FILE_MS });
    return typeof hits === "string" && hits !== "" ? hits.split(",").map(Number) : [];
  } catch (error) {
    throw new PaiError("PATTERN_INVALID", { pattern, cause: causeOf(error) }, { cause: error });
  }
}

function withContext(lines: readonly string[], hits: readonly number[], context: number): readonly FoundLine[] {
  const wanted = new Map<number, boolean>();
  for (const hit of hits) {
    for (let at = Math.max(0, hit - context); at <= Math.min(lines.length - 1, hit + context); at++) {
      wanted.set(at, at === hit || wanted.get(at) === true);
    }
  }
  return [...wanted]
    .sort(([a], [b]) => a - b)
    .map(([at, matches]) => ({ number: at + 1, text: cutHead(lines[at] ?? "", SEARCH_LINE_BYTES), matches }));
}
