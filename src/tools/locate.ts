// Finds old text in the bytes of a file and replaces it there: only the lines where it may stand are decoded, all others stay bytes. Pure.
import { bomLength, decodeBody, encodeBody, type TextEncoding } from "../util/encoding.ts";
import { applyReplacements, countBreaks, findMatches, type Match, replacementFor, separateMatches } from "./edit-match.ts";
import { spliceBytes } from "./splice.ts";

/** Whole lines of a file that hold a match. */
export interface Located {
  /** Of the bytes. */
  readonly from: number;
  readonly to: number;
  /** Number of the first line, from 1. */
  readonly line: number;
  readonly text: string;
  readonly matches: readonly Match[];
}

export interface Edited {
  readonly bytes: Buffer;
  readonly count: number;
  /** Lines of the first and the last replaced text, as they are afterwards. */
  readonly from: number;
  readonly to: number;
  readonly excerpt: Excerpt;
}

/** What a change shows of a file: whole lines, `line` of them left out before. */
export interface Excerpt {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

interface Region {
  readonly from: number;
  readonly to: number;
}

const LINE_FEED = 0x0a;
/** With more places than this, decoding the whole file is cheaper. */
const MAX_REGIONS = 1000;
/** Lines around a change that its excerpt holds: as many as a diff shows. */
const CONTEXT_LINES = 3;

/** All places where `old` stands, in order. */
export function locate(bytes: Buffer, encoding: TextEncoding, old: string): readonly Located[] {
  const whole = { from: bomLength(encoding), to: bytes.length };
  const found = decodeRegions(bytes, encoding, regionsOf(bytes, encoding, old) ?? [whole], old);
  // the same character may be written in two ways, or be U+FFFD for a byte that is none: then only decoding finds it
  return found.length > 0 ? found : decodeRegions(bytes, encoding, [whole], old);
}

/** Where the longest line of `old` stands, with as many lines around it as `old` has, and one before, whose end new lines may take. Undefined: anywhere. */
function regionsOf(bytes: Buffer, encoding: TextEncoding, old: string): readonly Region[] | undefined {
  const lines = old.split(/\r?\n/);
  const index = lines.reduce((best, line, at) => (line.length > (lines[best] ?? "").length ? at : best), 0);
  const key = encodeBody(lines[index] ?? "", encoding);
  if (key.length === 0 || encoding.startsWith("utf-16")) return undefined;
  const regions: Region[] = [];
  let end = bomLength(encoding);
  for (let at = bytes.indexOf(key, end); at >= 0; at = bytes.indexOf(key, at + 1)) {
    const from = Math.max(bomLength(encoding), lineStartBefore(bytes, at, index + 1));
    const last = regions.at(-1);
    end = lineEndAfter(bytes, at, lines.length - 1 - index);
    if (last && from < last.to) regions[regions.length - 1] = { from: last.from, to: Math.max(last.to, end) };
    else if (regions.push({ from, to: end }) > MAX_REGIONS) return undefined;
  }
  return regions;
}

function decodeRegions(bytes: Buffer, encoding: TextEncoding, regions: readonly Region[], old: string): readonly Located[] {
  const located: Located[] = [];
  let line = 1;
  let at = 0;
  for (const { from, to } of regions) {
    const text = decodeBody(bytes.subarray(from, to), encoding);
    const matches = findMatches(text, old);
    if (matches.length === 0) continue;
    for (; at < from; at++) if (bytes[at] === LINE_FEED) line++;
    located.push({ from, to, line, text, matches });
  }
  return located;
}

/** Replaces every match. Throws as `spliceBytes` does. */
export function replaceLocated(
  bytes: Buffer,
  encoding: TextEncoding,
  located: readonly Located[],
  fresh: string,
  path: string,
): Edited {
  const parts: Buffer[] = [];
  let at = 0;
  let count = 0;
  let shift = 0;
  let from: number | undefined;
  let to = 0;
  for (const region of located) {
    const replacements = separateMatches(region.matches).map((match) => replacementFor(region.text, match, fresh));
    const after = applyReplacements(region.text, replacements);
    parts.push(bytes.subarray(at, region.from));
    parts.push(spliceBytes(bytes.subarray(region.from, region.to), encoding, region, replacements, path));
    at = region.to;
    count += replacements.length;
    from ??= region.line + countBreaks(region.text, 0, replacements[0]?.start ?? 0);
    const end = (replacements.at(-1)?.end ?? 0) + after.length - region.text.length;
    to = Math.max(from, region.line + shift + countBreaks(after, 0, end - 1));
    shift += countBreaks(after, 0, after.length) - countBreaks(region.text, 0, region.text.length);
  }
  parts.push(bytes.subarray(at));
  const result = Buffer.concat(parts);
  return { bytes: result, count, from: from ?? 0, to, excerpt: excerptOf(bytes, result, encoding, located) };
}

function excerptOf(before: Buffer, after: Buffer, encoding: TextEncoding, located: readonly Located[]): Excerpt {
  const [first] = located;
  const last = located.at(-1);
  if (!first || !last) return { line: 0, before: "", after: "" };
  const wide = encoding.startsWith("utf-16");
  const from = wide ? first.from : Math.max(bomLength(encoding), lineStartBefore(before, first.from, CONTEXT_LINES));
  const to = wide ? last.to : lineEndAfter(before, last.to, CONTEXT_LINES - 1);
  let line = first.line - 1;
  for (let at = from; at < first.from; at++) if (before[at] === LINE_FEED) line--;
  const text = (bytes: Buffer, end: number) => decodeBody(bytes.subarray(from, end), encoding);
  return { line, before: text(before, to), after: text(after, to + after.length - before.length) };
}

/** The beginning of the line that holds a byte, or of one some lines before. */
function lineStartBefore(bytes: Buffer, at: number, lines: number): number {
  let start = at === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, at - 1) + 1;
  for (let left = lines; left > 0 && start > 0; left--) start = start === 1 ? 0 : bytes.lastIndexOf(LINE_FEED, start - 2) + 1;
  return start;
}

/** The end, with its line feed, of the line that holds a byte, or of one some lines after. */
function lineEndAfter(bytes: Buffer, at: number, lines: number): number {
  let end = at;
  for (let left = lines; left >= 0 && end < bytes.length; left--) {
    const lineFeed = bytes.indexOf(LINE_FEED, end);
    end = lineFeed < 0 ? bytes.length : lineFeed + 1;
  }
  return end;
}
