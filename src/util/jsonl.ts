// The lines of a file as bytes, from either end, in memory that depends on the longest line and not on the file.
import { readSync } from "node:fs";

export interface Line {
  /** Without its line feed. Never empty. */
  readonly bytes: Buffer;
  /** Of its first byte in the file. */
  readonly offset: number;
  /** A line feed follows it. Only the last line of a file may have none. */
  readonly ended: boolean;
}

/** Large enough that system calls cost nothing, small enough that what was read is soon given back. */
const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/** From the last line before byte `end` to the first of the file. */
export function* linesBackward(fd: number, end: number): Generator<Line> {
  let pieces: Buffer[] = []; // of the line at hand, its last piece first
  let ended = false;
  for (let position = end; position > 0; ) {
    const chunk = readAt(fd, Math.max(0, position - CHUNK_BYTES), Math.min(CHUNK_BYTES, position));
    position -= chunk.length;
    let stop = chunk.length;
    for (let at = lastFeed(chunk, stop); at >= 0; at = lastFeed(chunk, at)) {
      pieces.push(chunk.subarray(at + 1, stop));
      const bytes = joined(pieces.reverse());
      if (bytes.length > 0) yield { bytes, offset: position + at + 1, ended };
      pieces = [];
      ended = true;
      stop = at;
    }
    pieces.push(chunk.subarray(0, stop));
  }
  const bytes = joined(pieces.reverse());
  if (bytes.length > 0) yield { bytes, offset: 0, ended };
}

/** From byte `start`, where a line begins, to byte `end`. */
export function* linesForward(fd: number, start: number, end: number): Generator<Line> {
  let pieces: Buffer[] = [];
  let offset = start;
  for (let position = start; position < end; ) {
    const chunk = readAt(fd, position, Math.min(CHUNK_BYTES, end - position));
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      pieces.push(chunk.subarray(from, at));
      const bytes = joined(pieces);
      if (bytes.length > 0) yield { bytes, offset, ended: true };
      pieces = [];
      from = at + 1;
      offset = position + from;
    }
    pieces.push(chunk.subarray(from));
    position += chunk.length;
  }
  const bytes = joined(pieces);
  if (bytes.length > 0) yield { bytes, offset, ended: false };
}

/** The line that begins at byte `offset`, which lies before `end`. */
export function lineAt(fd: number, offset: number, end: number): Line | undefined {
  for (const line of linesForward(fd, offset, end)) return line;
  return undefined;
}

/** Exactly `length` bytes; throws a RangeError if the file has become shorter meanwhile. */
function readAt(fd: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const read = readSync(fd, buffer, done, length - done, offset + done);
    if (read === 0) throw new RangeError(`The file ends before byte ${offset + length}`);
    done += read;
  }
  return buffer;
}

function lastFeed(chunk: Buffer, before: number): number {
  return before === 0 ? -1 : chunk.lastIndexOf(LINE_FEED, before - 1);
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return pieces.length === 1 && only ? only : Buffer.concat(pieces);
}
