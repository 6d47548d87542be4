// edit_file: replaces text that stands once in a file; every other byte stays as it is.
import { z } from "zod";
import { PaiError } from "../protocol/errors.ts";
import { defineTool, type Tool, type ToolContext } from "../protocol/tool.ts";
import { decodeText } from "../util/encoding.ts";
import { contentToChange, type Draft, encodingOfText, planChange, runChange } from "./change.ts";
import { applyReplacements, findMatches, lineOf, replacementFor, separateMatches } from "./edit-match.ts";
import { explainMiss } from "./near-miss.ts";
import { PREVIEW, WHOLE_READ_BYTES } from "./options.ts";
import type { ReadParts } from "./read-file.ts";
import { spliceBytes } from "./splice.ts";
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

interface EditDraft extends Draft {
  readonly count: number;
  /** Lines of the first and the last replaced text, as they are afterwards. */
  readonly from: number;
  readonly to: number;
}

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
  const { text } = decodeText(before.bytes, encoding);
  const matches = findMatches(text, oldText);
  if (matches.length === 0)
    throw new PaiError("EDIT_NOT_FOUND", { path, hint: explainMiss(text, oldText, parts.texts.tools.nearMiss) });
  if (matches.length > 1 && all !== true) {
    const lines = matches.slice(0, NAMED_MATCHES).map(({ start }) => lineOf(text, start));
    throw new PaiError("EDIT_AMBIGUOUS", { path, count: matches.length, lines });
  }
  const replacements = separateMatches(matches).map((match) => replacementFor(text, match, newText));
  const bytes = spliceBytes(before.bytes, encoding, text, replacements, path);
  const afterText = applyReplacements(text, replacements);
  const first = replacements[0]?.start ?? 0;
  const end = (replacements.at(-1)?.end ?? 0) + afterText.length - text.length;
  const from = lineOf(text, first); // nothing before it has changed
  const to = from + lineOf(afterText.slice(first, end), Math.max(0, end - first - 1)) - 1;
  return { target, before, beforeText: text, afterText, bytes, count: replacements.length, from, to };
}
