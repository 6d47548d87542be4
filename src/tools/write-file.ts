// write_file: creates a file, or writes over one that was read and has not changed since.
import { z } from "zod";
import { PaiError } from "../protocol/errors.ts";
import { defineTool, type Tool, type ToolContext } from "../protocol/tool.ts";
import { bomLength, decodeText, type TextEncoding } from "../util/encoding.ts";
import { countLines } from "../util/text.ts";
import { contentToChange, type Draft, encodingOfText, planChange, runChange } from "./change.ts";
import { PREVIEW, WRITE_BYTES } from "./options.ts";
import type { ReadParts } from "./read-file.ts";
import { encodeExactly } from "./splice.ts";
import { findComposed } from "./target.ts";

const schema = z.object({ path: z.string().min(1), content: z.string() });

export function createWriteFile(description: string, parts: ReadParts): Tool {
  const { texts } = parts;
  return defineTool({
    name: "write_file",
    description,
    schema,
    readOnly: false,
    preview: PREVIEW,
    access: ({ path }) => [{ kind: "write", path }],
    plan: async ({ path, content }, context) => planChange(parts, context, await draftOf(parts, path, content, context)),
    async run({ path, content }, context) {
      const { draft, display } = await runChange(parts, path, context, () => draftOf(parts, path, content, context));
      const lines = countLines(draft.excerpt.after);
      const say = draft.before === undefined ? texts.tools.created : texts.tools.overwritten;
      const kept = draft.encoding === "utf-8" && !draft.crlf ? [] : [texts.tools.keptFormat(draft.encoding, draft.crlf)];
      return { ok: true, content: [say(draft.target.shown, lines, draft.bytes.length), ...kept].join("\n"), display };
    },
  });
}

interface WriteDraft extends Draft {
  readonly encoding: TextEncoding;
  readonly crlf: boolean;
}

/** A file that exists keeps its encoding, its byte order mark and, where all its lines end in CRLF, these. */
async function draftOf(parts: ReadParts, path: string, content: string, context: ToolContext): Promise<WriteDraft> {
  const target = await findComposed(parts.root, path);
  const before = await contentToChange(parts, target, context, true);
  const old = before?.bytes ?? Buffer.alloc(0);
  const encoding = old.length === 0 ? "utf-8" : encodingOfText(old, target.shown);
  const beforeText = decodeText(old, encoding).text;
  const crlf = onlyCrlf(beforeText) && !content.includes("\r\n");
  const afterText = crlf ? content.replaceAll("\n", "\r\n") : content;
  const body = encodeExactly(afterText, encoding, target.shown);
  const bytes = Buffer.concat([old.subarray(0, bomLength(encoding)), body]);
  if (bytes.length > WRITE_BYTES)
    throw new PaiError("FILE_TOO_BIG", { path: target.shown, bytes: bytes.length, maxBytes: WRITE_BYTES });
  return {
    target,
    ...(before === undefined ? {} : { before }),
    bytes,
    excerpt: { line: 0, before: beforeText, after: afterText },
    encoding,
    crlf,
  };
}

function onlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}
