// One input as the message that the model reads.
import { boundText } from "../context/bound-text.ts";
import { CONTEXT_DEFAULTS } from "../context/options.ts";
import type { ToolOutputStore } from "../context/tool-output-store.ts";
import type { UserMessage } from "../protocol/message.ts";
import type { UserInput } from "../protocol/ports.ts";
import { expandPaths, type PathOptions } from "../tools/at-path.ts";
import { dataBlock } from "../util/data-block.ts";

/** Of piped data that is too large: as of a tool's result. */
const PREVIEW = { head: 2000, tail: 800 };

/** What was typed, then the files it names and what was piped in, as data; of large data the whole is in a file of `store`. */
export async function inputMessage(
  { typed, piped }: UserInput,
  options: PathOptions,
  store: ToolOutputStore,
): Promise<{ message: UserMessage; notes: readonly string[]; told: readonly string[] }> {
  const { parts: attached, notes, told } = await expandPaths(typed, options);
  const data = [...attached, ...(piped === undefined ? [] : [await pipedPart(piped, options, store)])];
  if (data.length === 0) return { message: { role: "user", content: typed }, notes, told };
  const content = data.every((part) => part.type === "text")
    ? `${typed}${data.map((part) => part.text).join("")}`
    : [{ type: "text" as const, text: typed }, ...data];
  return { message: { role: "user", content, typed }, notes, told };
}

async function pipedPart(piped: string, { texts, maxTokens }: PathOptions, store: ToolOutputStore) {
  const bound = { tokens: maxTokens, chars: CONTEXT_DEFAULTS.offloadThresholdChars, preview: PREVIEW };
  const text = await boundText("stdin", piped, bound, store, texts);
  return { type: "text" as const, text: `\n\n${texts.runtime.pipedIntro}\n${dataBlock("stdin", text)}` };
}
