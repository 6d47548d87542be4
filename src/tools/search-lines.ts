// Searches the lines of all files that Git does not ignore by ripgrep: its output as records, within bounds, in the order of paths.
import { isPaiError, PaiError } from "../protocol/errors.ts";
import { encodeBody } from "../util/encoding.ts";
import { SEARCH_LINE_BYTES } from "./options.ts";
import { runRipgrep } from "./ripgrep.ts";
import { createRecordParser, type FoundLine } from "./ripgrep-records.ts";

export interface Query {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  /** Lines around each match. */
  readonly context: number;
  /** A glob that file names must match, for ripgrep to look at fewer; `accepts` decides. */
  readonly namePattern?: string;
  accepts(path: string): boolean;
  /** What to search, relative to the folder: `.` or a file or folder in it. */
  readonly start: string;
}

export interface Found {
  readonly files: ReadonlyMap<string, readonly FoundLine[]>;
  readonly matches: number;
  /** What ended the search before its end. */
  readonly partial?: "matches" | "time";
}

/** Matches that are collected before some are chosen to be shown. */
const MAX_COLLECTED = 2000;

/** Undefined if ripgrep can not run here. Throws PaiError `PATTERN_INVALID`. */
export async function searchByRipgrep(folder: string, query: Query, signal: AbortSignal): Promise<Found | undefined> {
  const both = alsoGbk(query);
  if (both === undefined) return searchOnce(folder, query, query, signal);
  try {
    return await searchOnce(folder, both, query, signal);
  } catch (error) {
    if (!isPaiError(error, "PATTERN_INVALID")) throw error;
    return searchOnce(folder, query, query, signal); // a pattern that only the other engine takes, which knows no bytes
  }
}

type Pattern = Pick<Query, "pattern" | "literal">;

async function searchOnce(
  folder: string,
  { pattern, literal }: Pattern,
  query: Query,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const stop = new AbortController();
  const files = new Map<string, FoundLine[]>();
  let matches = 0;
  const parser = createRecordParser((path, line) => {
    if (matches >= MAX_COLLECTED || !query.accepts(path)) return;
    const lines = files.get(path) ?? [];
    lines.push(line);
    files.set(path, lines);
    if (line.matches && ++matches >= MAX_COLLECTED) stop.abort();
  });
  const args = [
    "--line-number",
    "--null",
    "--no-heading",
    "--with-filename",
    "--engine=auto",
    "--crlf", // `$` matches before a carriage return too
    `--max-columns=${SEARCH_LINE_BYTES}`,
    "--max-columns-preview",
    ...(query.context > 0 ? [`--context=${query.context}`] : []),
    ...(query.ignoreCase ? ["--ignore-case"] : []),
    ...(literal ? ["--fixed-strings"] : []),
    ...(/\n|\\n/.test(pattern) ? ["--multiline"] : []),
    ...(query.namePattern === undefined ? [] : [`--type-add=wanted:${query.namePattern}`, "--type=wanted"]),
    "--regexp",
    pattern,
    "--",
    query.start === "." ? "./" : `./${query.start}`,
  ];
  const end = await runRipgrep(args, folder, { signal, stop: stop.signal, onStdout: parser.push });
  if (end === undefined) return undefined;
  if (end.exitCode === 2 && end.stderr !== "")
    throw new PaiError("PATTERN_INVALID", { pattern: query.pattern, cause: causeIn(end.stderr) });
  const partial = stop.signal.aborted ? "matches" : end.outOfTime ? "time" : undefined;
  const sorted = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { files: sorted, matches, ...(partial === undefined ? {} : { partial }) };
}

/** What ripgrep says is wrong, without the pattern and the arrow below it. */
function causeIn(stderr: string): string {
  const said = /^error: (.*)$/m.exec(stderr)?.[1];
  return said ?? stderr.replace(/^rg: /, "").trim().split("\n")[0] ?? "";
}

/**
 * The pattern or the same one with its Chinese characters as GBK bytes: ripgrep reads UTF-8 only, and old sources are in GBK.
 * Undefined where that can not be said: nothing but ASCII, or such characters within a class.
 */
function alsoGbk({ pattern, literal }: Query): Pattern | undefined {
  if (/^[\u0000-\u007f]*$/.test(pattern)) return undefined;
  const regex = literal ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : pattern;
  if (!literal && /\[[^\]]*[^\u0000-\u007f]/.test(pattern)) return undefined;
  const bytes = regex.replace(/[^\u0000-\u007f]/gu, (character) => {
    const hex = [...encodeBody(character, "gb18030")].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
    return `(?-u:${hex.join("")})`;
  });
  return { pattern: `(?:${regex})|(?:${bytes})`, literal: false };
}
