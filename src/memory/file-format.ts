// The text of the memory file: a JSON array with one entry a line. Anything that is valid JSON is read and kept as it is
// written; of a broken file, whatever is still whole. Pure.
import { isUtf8 } from "node:buffer";
import { type MemoryEntry, readEntry, type StoredEntry } from "./entry.ts";

/** One element of the array. */
export interface StoredRecord {
  /** Its JSON as it stands in the file, in one line: what is not changed is written back byte for byte. */
  readonly line: string;
  /** Undefined if it is no entry: carried along, never used. */
  readonly entry: MemoryEntry | undefined;
}

export interface ParsedFile {
  readonly records: readonly StoredRecord[];
  /** The text is no JSON array: `records` are what could be saved of it. */
  readonly broken: boolean;
  /** The text is what `serialize` makes of these records, of which there is at least one. */
  readonly ownLayout: boolean;
}

export function recordOf(entry: StoredEntry): StoredRecord {
  return { line: JSON.stringify(entry), entry: readEntry(entry) };
}

export function serialize(records: readonly StoredRecord[]): string {
  return records.length === 0 ? "[]\n" : `[\n${records.map(({ line }) => line).join(",\n")}\n]\n`;
}

/** `known`: records by their line, so that a file of which one line changed costs one line. */
export function parseMemoryFile(text: string, known: ReadonlyMap<string, StoredRecord>): ParsedFile {
  const lines = ownLines(text);
  const own = lines && toRecords(lines, known);
  if (own) return { records: own, broken: false, ownLayout: true };
  const elements = elementsOf(text);
  const records = elements && toRecords(elements, known);
  return records ? { records, broken: false, ownLayout: false } : { records: salvage(text), broken: true, ownLayout: false };
}

/** The elements of a file as `serialize` writes it, or of one that only looks so: then they do not parse. */
function ownLines(text: string): readonly string[] | undefined {
  if (!text.startsWith("[\n{") || !text.endsWith("}\n]\n")) return undefined;
  return text.slice(2, -3).split(",\n"); // a line break inside a JSON string is written as \n, so none is cut
}

const CLOSE = Buffer.from("\n]\n");

/**
 * The bytes with `lines` behind the last record; `bytes` in the own layout, `lines` not empty. Almost every change adds one
 * line to thousands, and putting all of them together again costs more than the rest of a save.
 */
export function withLines(bytes: Buffer, lines: readonly string[]): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes.length - CLOSE.length), Buffer.from(`,\n${lines.join(",\n")}`), CLOSE]);
}

/** What another writer put behind `before` (in the own layout); undefined if `after` is not made in that way. */
export function parseAdded(before: Buffer, after: Buffer): readonly StoredRecord[] | undefined {
  const end = before.length - CLOSE.length;
  if (after.length <= before.length || !after.subarray(0, end).equals(before.subarray(0, end))) return undefined;
  const added = after.subarray(end);
  const text = added.toString("utf8");
  if (!text.startsWith(",\n{") || !text.endsWith("}\n]\n") || !isUtf8(added)) return undefined;
  return toRecords(text.slice(2, -CLOSE.length).split(",\n"), new Map());
}

function toRecords(elements: readonly string[], known: ReadonlyMap<string, StoredRecord>): StoredRecord[] | undefined {
  const records: StoredRecord[] = [];
  for (const element of elements) {
    const record = known.get(element) ?? parseRecord(element);
    if (record === undefined) return undefined;
    records.push(record);
  }
  return records;
}

function parseRecord(line: string): StoredRecord | undefined {
  try {
    return { line, entry: readEntry(JSON.parse(line)) };
  } catch {
    return undefined; // no JSON: the caller goes on to salvage
  }
}

/** The elements of any JSON array, each put in one line; undefined if the text is not of that form. */
function elementsOf(text: string): readonly string[] | undefined {
  const body = text.trim();
  if (!body.startsWith("[") || !body.endsWith("]")) return undefined;
  const elements: string[] = [];
  let depth = 0;
  let from = 1;
  for (let i = 1; i < body.length - 1; i++) {
    const char = body[i];
    if (char === '"') i = endOfString(body, i);
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      elements.push(body.slice(from, i));
      from = i + 1;
    }
    if (depth < 0) return undefined;
  }
  const last = body.slice(from, -1);
  if (last.trim() !== "" || elements.length > 0) elements.push(last);
  return elements.map((element) => element.replace(/[\r\n]\s*/g, "").trim());
}

const REST_OF_STRING = /[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*/y;

/** Position of the quote that closes the string which opens at `start`, or of the end of the line: strings do not span lines. */
function endOfString(text: string, start: number): number {
  REST_OF_STRING.lastIndex = start + 1;
  REST_OF_STRING.test(text); // matches always, if only nothing
  return REST_OF_STRING.lastIndex;
}

/** An entry is a few hundred characters; what is longer than this is not tried, so that garbage costs linear time. */
const MAX_ENTRY_CHARS = 256 * 1024;
/** `{"id":"x","content":""}` */
const MIN_ENTRY_CHARS = 23;

/** The entries that are still whole in a broken text, in their order, each once. */
function salvage(text: string): readonly StoredRecord[] {
  const found = new Map<number, StoredRecord>();
  const tryAt = (start: number, end: number) => {
    if (end - start < MIN_ENTRY_CHARS || end - start > MAX_ENTRY_CHARS || found.has(start)) return;
    const record = parseRecord(text.slice(start, end).replace(/[\r\n]\s*/g, ""));
    if (record?.entry !== undefined) found.set(start, record);
  };
  // Objects by their braces: finds entries in any layout around a damaged place.
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = endOfString(text, i);
    else if (char === "{") open.push(i);
    else if (char === "}") {
      const start = open.pop();
      if (start !== undefined) tryAt(start, i + 1);
    }
  }
  // And by what stands between entries: goes on behind a stray quote, which turns the inside and outside of strings around.
  let from = text.indexOf("{");
  for (const match of text.matchAll(/\}\s{0,64},\s{0,64}(?=\{)/g)) {
    if (from >= 0) tryAt(from, match.index + 1);
    from = match.index + match[0].length;
  }
  if (from >= 0) tryAt(from, text.lastIndexOf("}") + 1);
  const records = [...found.entries()].toSorted(([a], [b]) => a - b).map(([, record]) => record);
  return [...new Map(records.map((record) => [record.line, record])).values()];
}
