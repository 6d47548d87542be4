// Keeps a text that enters a conversation from elsewhere than a tool within its share: what was piped in, what one unit hands to
// another. The whole of a longer one goes to a file that the text names.
import type { Texts } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import { estimateTokens } from "../util/tokens.ts";
import { fitPreview, type Kept, offloadNotice } from "./offload.ts";
import type { ToolOutputStore } from "./tool-output-store.ts";

export interface TextBound {
  /** More of either goes to a file. `chars`: UTF-16 units. */
  readonly tokens: number;
  readonly chars?: number;
  /** What stays of a longer text, in UTF-16 units: its beginning says what it is about, its end how it came out. */
  readonly preview: { readonly head: number; readonly tail: number };
}

/** Tokens of the notice around the two. */
const NOTICE_TOKENS = 200;

/** `name`: what the text is of; names the file. */
export async function boundText(
  name: string,
  text: string,
  { tokens, chars = Number.POSITIVE_INFINITY, preview }: TextBound,
  store: ToolOutputStore,
  texts: Texts,
): Promise<string> {
  if (text.length <= chars && estimateTokens(text) <= tokens) return text;
  const kept = await keep(name, text, store);
  return offloadNotice(name, text, fitPreview(text, preview, tokens - NOTICE_TOKENS), kept, texts);
}

async function keep(name: string, text: string, store: ToolOutputStore): Promise<Kept> {
  try {
    return { stored: await store.write(name, text, "flushed") };
  } catch (error) {
    if (!isPaiError(error, "TOOL_OUTPUT_UNWRITABLE")) throw error;
    return { lost: error.values.cause };
  }
}
