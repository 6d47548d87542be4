// read_file: a range of a text file with line numbers, whatever its encoding and size.
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { z } from "zod";
import type { Texts } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import { defineTool, type Tool, type ToolContext } from "../protocol/tool.ts";
import { detectEncoding, type TextEncoding } from "../util/encoding.ts";
import { shownPath } from "../util/paths.ts";
import { fileType } from "./file-type.ts";
import { type LinesRead, readLines } from "./line-reader.ts";
import { OFFLOADED_READ_LINES, PREVIEW, READ_CHARS, READ_LINES } from "./options.ts";
import { type ReadTracker, stateOf } from "./read-tracker.ts";
import { expectFile, fileError, findExisting } from "./target.ts";

export interface ReadParts {
  readonly root: string;
  readonly texts: Texts;
  readonly tracker: ReadTracker;
}

const schema = z.object({
  path: z.string().min(1),
  offset: z.number().int().min(1).optional(),
  limit: z.number().int().min(1).max(READ_LINES).optional(),
});

/** Beginning of a file by which its encoding and kind are told. */
const HEAD_BYTES = 256 * 1024;
const OFFLOADED = ".paicli/tool-outputs/";

export function createReadFile(description: string, parts: ReadParts): Tool {
  return defineTool({
    name: "read_file",
    description,
    schema,
    readOnly: true,
    preview: PREVIEW,
    access: ({ path }) => [{ kind: "read", path }],
    async run({ path, offset, limit }, context) {
      const { content, count, offloaded } = await readNumbered(parts, path, { offset, limit }, context);
      const ranged = offset !== undefined || limit !== undefined || offloaded;
      return {
        ok: true,
        content,
        display: { kind: "text", text: parts.texts.tools.linesRead(count) },
        ...(ranged ? { bounded: true as const } : {}),
      };
    },
  });
}

export interface NumberedText {
  readonly content: string;
  readonly count: number;
  /** It is a stored tool result. */
  readonly offloaded: boolean;
}

/** Reads a range as the model sees it, and notes that this unit has read the file. */
export async function readNumbered(
  { root, texts, tracker }: ReadParts,
  path: string,
  range: { readonly offset?: number | undefined; readonly limit?: number | undefined },
  context: Pick<ToolContext, "unit" | "signal" | "maxTokens" | "outsideAllowed">,
): Promise<NumberedText> {
  const target = await findExisting(root, path, context.outsideAllowed);
  expectFile(target);
  const offloaded = shownPath(root, target.real).startsWith(OFFLOADED);
  const ranged = range.offset !== undefined || range.limit !== undefined;
  const offset = range.offset ?? 1;
  try {
    const handle = await open(target.real, constants.O_RDONLY | constants.O_NONBLOCK); // if a pipe has taken its place, do not wait
    try {
      const before = await handle.stat({ bigint: true });
      const bytes = Number(before.size);
      const encoding = await encodingOf(handle, target.shown, bytes);
      const read = await readLines(
        handle,
        bytes,
        encoding,
        {
          offset,
          limit: range.limit ?? (offloaded && !ranged ? OFFLOADED_READ_LINES : READ_LINES),
          maxChars: READ_CHARS,
          maxTokens: context.maxTokens,
        },
        context.signal,
      );
      if (read.count === 0 && offset > 1)
        throw new PaiError("OFFSET_BEYOND", { path: target.shown, offset, lines: read.total ?? 0 });
      tracker.noteRead(context.unit, target.real, stateOf(before, read.hash));
      return { content: describe(target.shown, offset, encoding, read, texts), count: read.count, offloaded };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileError(error, target.shown);
  }
}

async function encodingOf(handle: Awaited<ReturnType<typeof open>>, path: string, bytes: number): Promise<TextEncoding> {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, bytes));
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const sample = head.subarray(0, bytesRead);
  const encoding = detectEncoding(sample);
  const kind = fileType(sample, encoding === "binary");
  if (encoding === "binary" || kind) throw new PaiError("FILE_BINARY", { path, type: kind?.type ?? "?", bytes });
  return encoding;
}

function describe(path: string, offset: number, encoding: TextEncoding, read: LinesRead, texts: Texts): string {
  const words = texts.tools;
  if (read.count === 0) return words.emptyFile(path);
  const notes: string[] = [];
  if (read.next !== undefined) {
    const call = `read_file ${JSON.stringify({ path, offset: read.next, limit: Math.max(1, read.count) })}`;
    notes.push(words.moreLines(offset, offset + read.count - 1, read.total, call));
  } else if (offset > 1) notes.push(words.lastLines(offset, offset + read.count - 1));
  if (read.cut) notes.push(words.longLines);
  if (encoding !== "utf-8") notes.push(words.encodingNote(encoding));
  if (read.crlf) notes.push(words.crlfNote);
  if (read.next === undefined && !read.ended) notes.push(words.noFinalBreak);
  return notes.length === 0 ? read.text : `${read.text}\n\n${notes.map((note) => `[${note}]`).join("\n")}`;
}
