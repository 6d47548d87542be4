// One input as the message that the model reads.
import type { UserMessage } from "../protocol/message.ts";
import type { UserInput } from "../protocol/ports.ts";
import { expandPaths, type PathOptions } from "../tools/at-path.ts";
import { dataBlock } from "../util/data-block.ts";

/** What was typed, then the files it names and what was piped in, as data. */
export async function inputMessage(
  { typed, piped }: UserInput,
  options: PathOptions,
): Promise<{ message: UserMessage; notes: readonly string[] }> {
  const { parts: attached, notes } = await expandPaths(typed, options);
  const intro = options.texts.runtime.pipedIntro;
  const stdin = piped === undefined ? [] : [{ type: "text" as const, text: `\n\n${intro}\n${dataBlock("stdin", piped)}` }];
  const data = [...attached, ...stdin];
  if (data.length === 0) return { message: { role: "user", content: typed }, notes };
  const content = data.every((part) => part.type === "text")
    ? `${typed}${data.map((part) => part.text).join("")}`
    : [{ type: "text" as const, text: typed }, ...data];
  return { message: { role: "user", content, typed }, notes };
}
