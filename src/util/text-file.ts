// Reads the beginning of a text file that someone else may have written: bounded, any usual encoding, never a pipe or a device.
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { PaiError } from "../protocol/errors.ts";
import { showHidden } from "./clean-output.ts";
import { bomLength, createDecoder, detectEncoding } from "./encoding.ts";

export interface TextHead {
  /** Without byte order mark, lines end in `\n`, what a screen would hide is shown. */
  readonly text: string;
  /** The file is longer than what was read. */
  readonly cut: boolean;
}

/**
 * At most `maxBytes` of the file, less the character that the cut would split. Throws PaiError `NOT_A_FILE` for a folder, pipe or
 * device, `NOT_TEXT` for a binary file; errors of the system pass through.
 */
export async function readTextHead(path: string, maxBytes: number): Promise<TextHead> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // opening a pipe must not wait for its writer
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new PaiError("NOT_A_FILE", { path });
    const bytes = await readBytes(handle, Math.min(stat.size, maxBytes));
    const encoding = detectEncoding(bytes);
    if (encoding === "binary") throw new PaiError("NOT_TEXT", { path });
    const decoder = createDecoder(encoding);
    const cut = stat.size > maxBytes;
    const text = decoder.push(bytes.subarray(bomLength(encoding))) + (cut ? "" : decoder.end());
    return { text: showHidden(text.replace(/\r\n?/g, "\n")), cut };
  } finally {
    await handle.close();
  }
}

async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(buffer, length, size - length, length);
    if (bytesRead === 0) break; // shorter than it was a moment ago
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
