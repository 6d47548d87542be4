// Keeps a text that is handed on to other units within its share: the whole of a longer one goes to a file that the text names.
import { fitPreview, type Kept, offloadNotice } from "../../context/offload.ts";
import type { ToolOutputStore } from "../../context/tool-output-store.ts";
import type { Texts } from "../../locale/index.ts";
import { isPaiError } from "../../protocol/errors.ts";
import { estimateTokens } from "../../util/tokens.ts";
import { HANDED_TOKENS } from "./options.ts";

/** Of a long text: its beginning says what it is about, its end how it came out. UTF-16 units. */
const PREVIEW = { head: 5_000, tail: 2_500 };
/** Tokens of the notice around the two. */
const NOTICE_TOKENS = 200;

/** `name`: what the text is of; names the file. */
export async function boundText(name: string, text: string, store: ToolOutputStore, texts: Texts): Promise<string> {
  if (estimateTokens(text) <= HANDED_TOKENS) return text;
  const kept = await keep(name, text, store);
  return offloadNotice(name, text, fitPreview(text, PREVIEW, HANDED_TOKENS - NOTICE_TOKENS), kept, texts);
}

async function keep(name: string, text: string, store: ToolOutputStore): Promise<Kept> {
  try {
    return { stored: await store.write(name, text, "flushed") };
  } catch (error) {
    if (!isPaiError(error, "TOOL_OUTPUT_UNWRITABLE")) throw error;
    return { lost: error.values.cause };
  }
}
