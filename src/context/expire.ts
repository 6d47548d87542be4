// At a resume: notices and placeholders whose file is gone say so, instead of sending the model to a path that no longer exists. Pure.
import { type Texts, textsFor } from "../locale/index.ts";
import type { Message, ToolMessage } from "../protocol/message.ts";
import type { Boundary } from "./boundary.ts";

/** Line of an offload notice that tells how to read the file. */
const READ_BACK_LINE = 4;

export interface ExpiryParts {
  readonly exists: (path: string) => boolean;
  readonly boundary: Boundary;
  readonly texts: Texts;
}

/** The messages with what has expired marked as such; undefined if nothing has. Doing it again changes nothing. */
export function expireOutputs(messages: readonly Message[], parts: ExpiryParts): readonly Message[] | undefined {
  let changed = false;
  const result = messages.map((message) => {
    const expired = message.role === "tool" ? expiredForm(message, parts) : undefined;
    if (expired === undefined || expired.content === message.content) return message;
    changed = true;
    return expired;
  });
  return changed ? result : undefined;
}

function expiredForm(message: ToolMessage, { exists, boundary, texts }: ExpiryParts): ToolMessage | undefined {
  const name = message.toolName ?? "tool";
  if (message.cleared !== undefined) {
    if (exists(message.cleared.path)) return undefined;
    const body = texts.context.clear.expired(name, message.cleared.chars);
    return { ...message, content: boundary.wrap(name, `${texts.context.clear.title}\n${body}`) };
  }
  if (message.offloaded === undefined || exists(message.offloaded.path)) return undefined;
  const lines = boundary.unwrap(message.content).split("\n");
  // the mark says that the notice is ours; a session may have been in the other language
  const title = lines[0];
  if (title !== textsFor("zh").context.offload.title && title !== textsFor("en").context.offload.title) return undefined;
  lines[READ_BACK_LINE] = texts.context.offload.expired;
  const { offloaded: _, ...rest } = message;
  return { ...rest, content: boundary.wrap(name, lines.join("\n")) };
}
