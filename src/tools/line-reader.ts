// Reads a range of lines from a file of any size in constant memory. A line over 2,000 characters counts as several, so that
// a file of one endless line can be paged too.
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { showHidden } from "../util/clean-output.ts";
import {
  type ByteDecoder,
  bomLength,
  createDecoder,
  createOutputDecoder,
  decodeBody,
  decodeLines,
  type TextEncoding,
} from "../util/encoding.ts";
import { cutHead } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";
import { LINE_CHARS, WHOLE_READ_BYTES } from "./options.ts";

export interface LineRange {
  /** Number of the first line, from 1. */
  readonly offset: number;
  readonly limit: number;
  /** Of the numbered text. */
  readonly maxChars: number;
  readonly maxTokens: number;
}

export interface LinesRead {
  /** Each line with its number, without its line break. */
  readonly text: string;
  readonly count: number;
  /** The line to go on from; absent if the end was reached. */
  readonly next?: number;
  /** Lines of the whole file; absent if it is too big to be counted. */
  readonly total?: number;
  /** A line was cut in several. */
  readonly cut: boolean;
  readonly crlf: boolean;
  /** The last line ends with a line break. True for an empty file. */
  readonly ended: boolean;
  /** SHA-256 of the whole file; absent if it is too big. */
  readonly hash?: string;
}

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/** Reads from the beginning of the file. Only what is shown is decoded; what comes before is counted. */
export async function readLines(
  handle: FileHandle,
  bytes: number,
  encoding: TextEncoding,
  range: LineRange,
  signal: AbortSignal,
): Promise<LinesRead> {
  const page = createPage(range);
  const splitter = createSplitter(encoding, page);
  const whole = bytes <= WHOLE_READ_BYTES;
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let position = 0;
  let atEnd = false;
  while (!atEnd && (whole || !page.full())) {
    signal.throwIfAborted();
    const { length, end } = await fill(handle, buffer, position);
    atEnd = end;
    const chunk = buffer.subarray(0, length);
    if (whole) hash.update(chunk);
    splitter.feed(position === 0 ? chunk.subarray(bomLength(encoding)) : chunk);
    position += length;
  }
  if (atEnd) splitter.finish();
  return { ...page.result(atEnd), ...splitter.facts(), ...(whole && atEnd ? { hash: hash.digest("hex") } : {}) };
}

/** Fills the buffer as far as the file goes: a short read is not yet its end. */
async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<{ length: number; end: boolean }> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) return { length, end: true };
    length += bytesRead;
  }
  return { length, end: false };
}

interface Page {
  /** Whether the text of the next line is needed, or only its number. */
  wants(): boolean;
  line(text: string): void;
  skip(): void;
  full(): boolean;
  result(atEnd: boolean): Pick<LinesRead, "text" | "count" | "next" | "total">;
}

function createPage({ offset, limit, maxChars, maxTokens }: LineRange): Page {
  const lines: string[] = [];
  let number = 0;
  let chars = 0;
  let tokens = 0;
  let next: number | undefined;
  return {
    wants: () => number + 1 >= offset && next === undefined,
    skip() {
      number++;
    },
    line(text) {
      number++;
      if (number < offset || next !== undefined) return;
      const gutter = `${number}\t`;
      const shown = showHidden(text);
      chars += gutter.length + shown.length + 1;
      // A line costs its text (the estimate of each is rounded up, by half a token on average), an empty one its number.
      tokens += Math.max(estimateTokens(`${shown}\n`) - 0.5, estimateTokens(gutter));
      if (lines.length >= limit || (lines.length > 0 && (chars > maxChars || tokens > maxTokens))) next = number;
      else lines.push(gutter + shown);
    },
    full: () => next !== undefined,
    result: (atEnd) => ({
      text: lines.join("\n"),
      count: lines.length,
      ...(next === undefined ? {} : { next }),
      ...(atEnd ? { total: number } : {}),
    }),
  };
}

interface Splitter {
  feed(chunk: Buffer): void;
  finish(): void;
  facts(): Pick<LinesRead, "cut" | "crlf" | "ended">;
}

function createSplitter(encoding: TextEncoding, page: Page): Splitter {
  const unit = encoding.startsWith("utf-16") ? 2 : 1;
  const findBreak = breakFinder(encoding);
  const decoder: ByteDecoder = encoding.startsWith("utf-8") ? createOutputDecoder() : createDecoder(encoding);
  // of the line that goes on in the next chunk
  let open: string | undefined;
  let cut = false;
  let crlf = false;
  let ended = true;

  const pieces = (text: string, keep: number): string => {
    let rest = text;
    while (rest.length > LINE_CHARS + keep) {
      const piece = cutHead(rest, LINE_CHARS);
      page.line(piece);
      cut = true;
      rest = rest.slice(piece.length);
    }
    return rest;
  };
  const line = (text: string) => {
    const end = text.endsWith("\r");
    crlf ||= end;
    page.line(pieces(end ? text.slice(0, -1) : text, 0));
  };

  return {
    feed(chunk) {
      let at = 0;
      while (at < chunk.length) {
        const lineBreak = findBreak(chunk, at);
        if (lineBreak < 0) {
          // one more unit may be the carriage return of a line break, which is no part of the line
          open = pieces((open ?? "") + decoder.push(chunk.subarray(at)), 1);
          ended = false;
          return;
        }
        const bytes = chunk.subarray(at, lineBreak);
        if (open !== undefined) line(open + decoder.push(bytes) + decoder.end());
        else if (bytes.length <= LINE_CHARS && !page.wants()) page.skip();
        else line(unit === 1 && encoding.startsWith("utf-8") ? decodeLines(bytes) : decodeBody(bytes, encoding));
        open = undefined;
        ended = true;
        at = lineBreak + unit;
      }
    },
    finish() {
      if (open !== undefined) line(open + decoder.end());
      open = undefined;
    },
    facts: () => ({ cut, crlf, ended }),
  };
}

/** Finds a line break at or after an index: in UTF-16 a pair of bytes at an even place. */
function breakFinder(encoding: TextEncoding): (bytes: Buffer, from: number) => number {
  if (!encoding.startsWith("utf-16")) return (bytes, from) => bytes.indexOf(LINE_FEED, from);
  const low = encoding.startsWith("utf-16le") ? 0 : 1;
  return (bytes, from) => {
    for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
      const start = at - low;
      if (start >= from && start % 2 === 0 && bytes[start + 1 - low] === 0) return start;
    }
    return -1;
  };
}
