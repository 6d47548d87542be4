// edit_file: replaces text that stands once in a file; every other byte stays as it is.
import { z } from "zod";
import { PaiError } from "../protocol/errors.ts";
import { defineTool, type Tool, type ToolContext } from "../protocol/tool.ts";
import { decodeText } from "../util/encoding.ts";
import { contentToChange, type Draft, encodingOfText, planChange, runChange } from "./change.ts";
import { countBreaks } from "./edit-match.ts";
import { type Edited, type Located, locate, replaceLocated } from "./locate.ts";
import { explainMiss } from "./near-miss.ts";
import { PREVIEW, WHOLE_READ_BYTES } from "./options.ts";
import type { ReadParts } from "./read-file.ts";
import { findComposed, findExisting } from "./target.ts";

const schema = z.object({
  path: z.string().min(1),
  old_text: z.string().min(1),
  new_text: z.string(),
  replace_all: z.boolean().optional(),
});
type EditArguments = z.output<typeof schema>;

/** Places that are named where a text stands more than once. */
const NAMED_MATCHES = 10;

export function createEditFile(description: string, parts: ReadParts): Tool {
  return defineTool({
    name: "edit_file",
    description,
    schema,
    readOnly: false,
    preview: PREVIEW,
    access: ({ path }) => [{ kind: "write", path }],
    plan: async (args, context) => planChange(parts, context, await draftOf(parts, args, context)),
    async run(args, context) {
      const { draft, display } = await runChange(parts, args.path, context, () => draftOf(parts, args, context));
      return { ok: true, content: parts.texts.tools.edited(draft.target.shown, draft.count, draft.from, draft.to), display };
    },
  });
}

type EditDraft = Draft & Edited;

async function draftOf(parts: ReadParts, args: EditArguments, context: ToolContext): Promise<EditDraft> {
  const { old_text: oldText, new_text: newText, replace_all: all } = args;
  const target = await findComposed(parts.root, args.path);
  const path = target.shown;
  if (oldText === newText) throw new PaiError("EDIT_SAME", { path });
  const before = await contentToChange(parts, target, context, false);
  if (before === undefined) {
    await findExisting(parts.root, args.path); // says which names are similar
    throw new PaiError("FILE_MISSING", { path, similar: [] });
  }
  if (before.state.size > BigInt(WHOLE_READ_BYTES)) {
    throw new PaiError("FILE_TOO_BIG", { path, bytes: Number(before.state.size), maxBytes: WHOLE_READ_BYTES });
  }
  const encoding = encodingOfText(before.bytes, path);
  const located = locate(before.bytes, encoding, oldText);
  const count = located.reduce((sum, { matches }) => sum + matches.length, 0);
  if (count === 0) {
    const hint = explainMiss(decodeText(before.bytes, encoding).text, oldText, parts.texts.tools.nearMiss);
    throw new PaiError("EDIT_NOT_FOUND", { path, hint });
  }
  if (count > 1 && all !== true) throw new PaiError("EDIT_AMBIGUOUS", { path, count, lines: linesOf(located) });
  return { target, before, ...replaceLocated(before.bytes, encoding, located, newText, path) };
}

function linesOf(located: readonly Located[]): readonly number[] {
  const lines = located.flatMap(({ line, text, matches }) =>
    matches.slice(0, NAMED_MATCHES).map(({ start }) => line + countBreaks(text, 0, start)),
  );
  return lines.slice(0, NAMED_MATCHES);
}
