// Text encodings of real projects: recognises, decodes and encodes UTF-8, UTF-16, GBK/GB18030, and single bytes as a last resort.
import { isUtf8 } from "node:buffer";
import { createRequire } from "node:module";
import type Iconv from "iconv-lite";

/** GBK is read and written as GB18030, which contains it. `cp936`: GBK as Windows has it, with the euro sign as byte 0x80. `latin1`: bytes of no known encoding, one character each, so that nothing is lost. */
export type TextEncoding =
  | "utf-8"
  | "utf-8-bom"
  | "utf-16le"
  | "utf-16le-bom"
  | "utf-16be"
  | "utf-16be-bom"
  | "gb18030"
  | "cp936"
  | "latin1";

const BOMS: Partial<Record<TextEncoding, readonly number[]>> = {
  "utf-8-bom": [0xef, 0xbb, 0xbf],
  "utf-16le-bom": [0xff, 0xfe],
  "utf-16be-bom": [0xfe, 0xff],
};

/** How much of a file is looked at for zero bytes, as Git does. */
const BINARY_SAMPLE = 8000;
/** How much is looked at, from the first byte that is not ASCII, to tell encodings apart. */
const STATISTICS_SAMPLE = 256 * 1024;
/** A line longer than this is decoded before its end is seen. */
const MAX_HELD_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;
/** The euro sign in Windows code pages. */
const EURO = 0x80;

/** Length in bytes of the encoding's byte order mark. */
export function bomLength(encoding: TextEncoding): number {
  return BOMS[encoding]?.length ?? 0;
}

/** The encoding of a text file, from all of it or its beginning (a character cut at the end is no fault). */
export function detectEncoding(bytes: Uint8Array): TextEncoding | "binary" {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) return "binary"; // UTF-32
  for (const [encoding, bom] of Object.entries(BOMS)) {
    if (bom && startsWith(bytes, bom)) return encoding as keyof typeof BOMS;
  }
  const wide = wideWithoutBom(bytes);
  if (wide) return wide;
  if (looksBinary(bytes)) return "binary";
  if (isUtf8(bytes)) return "utf-8";
  let from = 0;
  while ((bytes[from] ?? 0x80) < 0x80) from++;
  const sample = bytes.subarray(from, from + STATISTICS_SAMPLE);
  const utf8 = countUtf8(sample);
  if (utf8.bad === 0 || utf8.good >= 4 * utf8.bad) return "utf-8";
  if (!isGb(sample, 0.02)) return "latin1";
  return scanGb(sample).euros > 0 ? "cp936" : "gb18030";
}

/** Without its byte order mark. Bytes that the encoding does not know become U+FFFD. Binary bytes are read as UTF-8. */
export function decodeText(
  bytes: Uint8Array,
  encoding?: TextEncoding,
): { readonly text: string; readonly encoding: TextEncoding } {
  const found = encoding ?? detectEncoding(bytes);
  const used = found === "binary" ? "utf-8" : found;
  return { text: decodeBody(bytes.subarray(bomLength(used)), used), encoding: used };
}

/** With the encoding's byte order mark. Characters that it lacks (only `latin1` does) come out wrong: compare after decoding. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  const bom = BOMS[encoding];
  return bom ? Buffer.concat([Buffer.from(bom), encodeBody(text, encoding)]) : encodeBody(text, encoding);
}

/** The bytes of a piece of text within a file, without byte order mark. */
export function encodeBody(text: string, encoding: TextEncoding): Buffer {
  switch (encoding) {
    case "utf-8":
    case "utf-8-bom":
      return Buffer.from(text, "utf8");
    case "utf-16le":
    case "utf-16le-bom":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
    case "utf-16be-bom":
      return Buffer.from(text, "utf16le").swap16();
    case "latin1":
      return Buffer.from(text, "latin1");
    case "gb18030":
      return iconv().encode(text, "gb18030");
    case "cp936":
      return joinBytes(
        text.split("€").map((piece) => iconv().encode(piece, "gb18030")),
        EURO,
      );
  }
}

/** The text of bytes within a file, which begin and end at a character. */
export function decodeBody(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === "latin1") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return new TextDecoder(labelOf(encoding), { ignoreBOM: true }).decode(bytes);
}

function joinBytes(pieces: readonly Buffer[], mark: number): Buffer {
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from([mark]), piece])));
}

export interface ByteDecoder {
  push(bytes: Uint8Array): string;
  end(): string;
}

/** Decodes pieces of a file that may end within a character. */
export function createDecoder(encoding: TextEncoding): ByteDecoder {
  if (encoding === "latin1") return { push: (bytes) => decodeBody(bytes, "latin1"), end: () => "" };
  const decoder = new TextDecoder(labelOf(encoding), { ignoreBOM: true });
  return { push: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/**
 * Decodes the output of a program line by line: UTF-8, or GBK where a line is that and is not UTF-8. Characters split
 * between two pieces come out whole; a stream that ends within one ends with U+FFFD.
 */
export function createOutputDecoder(): ByteDecoder {
  let held: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      let end = all.lastIndexOf(LINE_FEED) + 1;
      if (all.length - end > MAX_HELD_BYTES) end = lastCharacterEnd(all);
      held = Uint8Array.from(all.subarray(end)); // a copy: the caller may use its buffer again
      return decodeLines(all.subarray(0, end));
    },
    end() {
      const rest = held;
      held = new Uint8Array(0);
      return decodeLines(rest);
    },
  };
}

/** Lines of UTF-8, of which some may be GBK. Other bytes become U+FFFD. */
export function decodeLines(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return decodeBody(bytes, "utf-8");
  let text = "";
  for (let start = 0; start < bytes.length; ) {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(start, end);
    const notUtf8 = countUtf8(line).bad > 0;
    text += decodeBody(line, notUtf8 && isGb(line, 0) ? "gb18030" : "utf-8");
    start = end;
  }
  return text;
}

/** Where the last whole character of an unfinished line ends. */
function lastCharacterEnd(bytes: Uint8Array): number {
  const head = bytes.subarray(0, bytes.length - incompleteUtf8(bytes));
  if (countUtf8(head).bad === 0) return head.length;
  return scanGb(bytes).end;
}

/** Bytes at the end that begin a UTF-8 character and do not finish it: 0 to 3. */
function incompleteUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return utf8Length(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function utf8Length(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
}

/** Multi-byte characters and stray bytes, read as UTF-8. A character cut at the end is neither. */
function countUtf8(bytes: Uint8Array): { readonly good: number; readonly bad: number } {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at++;
      continue;
    }
    const length = utf8Length(byte);
    let seen = 1;
    while (seen < length && ((bytes[at + seen] ?? 0) & 0xc0) === 0x80) seen++;
    if (length > 1 && seen === length) good++;
    else if (length === 1 || at + seen < bytes.length) bad++;
    at += seen;
  }
  return { good, bad };
}

/** Whether bytes are GBK rather than, say, Latin-1: they pair up, most within the rows of GB2312. `tolerated`: share of stray bytes. */
function isGb(bytes: Uint8Array, tolerated: number): boolean {
  const { pairs, common, bad } = scanGb(bytes);
  return pairs > 0 && bad <= pairs * tolerated && common * 2 >= pairs;
}

function scanGb(bytes: Uint8Array): {
  readonly pairs: number;
  readonly common: number;
  readonly bad: number;
  /** Euro signs of Windows. */
  readonly euros: number;
  readonly end: number;
} {
  let pairs = 0;
  let common = 0;
  let bad = 0;
  let euros = 0;
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead <= EURO) {
      if (lead === EURO) euros++;
      at++;
      continue;
    }
    const trail = bytes[at + 1];
    if (trail === undefined && lead !== 0xff) break; // cut at the end
    if (lead > 0x80 && lead < 0xff && trail !== undefined && trail >= 0x40 && trail !== 0x7f && trail !== 0xff) {
      pairs++;
      if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) common++;
      at += 2;
    } else if (lead > 0x80 && lead < 0xff && trail !== undefined && trail >= 0x30 && trail <= 0x39) {
      if (at + 3 >= bytes.length) break;
      const [third = 0, fourth = 0] = [bytes[at + 2], bytes[at + 3]];
      if (third > 0x80 && third < 0xff && fourth >= 0x30 && fourth <= 0x39) {
        pairs++;
        common++;
        at += 4;
      } else {
        bad++;
        at++;
      }
    } else {
      bad++;
      at++;
    }
  }
  return { pairs, common, bad, euros, end: at };
}

/** UTF-16 without byte order mark is told by the zero bytes of its ASCII characters: on one side nearly only. */
function wideWithoutBom(bytes: Uint8Array): TextEncoding | undefined {
  const units = Math.floor(Math.min(bytes.length, BINARY_SAMPLE) / 2);
  if (units < 2) return undefined;
  let first = 0;
  let second = 0;
  for (let unit = 0; unit < units; unit++) {
    if (bytes[2 * unit] === 0) first++;
    if (bytes[2 * unit + 1] === 0) second++;
  }
  if (second >= 0.7 * units && first === 0) return "utf-16le";
  return first >= 0.7 * units && second === 0 ? "utf-16be" : undefined;
}

/** A zero byte, or more than a tenth control characters that no text holds. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, BINARY_SAMPLE);
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++;
  }
  return controls * 10 > sample.length;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte);
}

function labelOf(encoding: TextEncoding): string {
  if (encoding.startsWith("utf-16le")) return "utf-16le";
  if (encoding.startsWith("utf-16be")) return "utf-16be";
  return encoding === "gb18030" || encoding === "cp936" ? "gb18030" : "utf-8";
}

let loadedIconv: typeof Iconv | undefined;

/** Loaded at the first GBK text that is written: its tables take 15 ms. */
function iconv(): typeof Iconv {
  if (!loadedIconv) {
    const require = createRequire(import.meta.url);
    loadedIconv = require("iconv-lite") as typeof Iconv;
  }
  return loadedIconv;
}
