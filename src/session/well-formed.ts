// Half a surrogate pair makes a request's body invalid for many servers: it becomes U+FFFD where a message enters a view.
import type { ContentPart, Message } from "../protocol/message.ts";
import { wellFormed } from "../util/text.ts";

/** The message itself if all its texts are well-formed. */
export function wellFormedMessage(message: Message): Message {
  if (textsOf(message).every((text) => text.isWellFormed())) return message;
  switch (message.role) {
    case "user": {
      const { content, typed } = message;
      return {
        ...message,
        content: typeof content === "string" ? wellFormed(content) : content.map(wellFormedPart),
        ...(typed !== undefined && { typed: wellFormed(typed) }),
      };
    }
    case "assistant": {
      const { content, reasoning_content, reasoning, tool_calls } = message;
      return {
        ...message,
        content: content === null ? null : wellFormed(content),
        ...(reasoning_content !== undefined && { reasoning_content: wellFormed(reasoning_content) }),
        ...(reasoning !== undefined && { reasoning: wellFormed(reasoning) }),
        ...(tool_calls && {
          tool_calls: tool_calls.map((call) => ({
            ...call,
            function: { ...call.function, arguments: wellFormed(call.function.arguments) },
          })),
        }),
      };
    }
    case "tool":
      return { ...message, content: wellFormed(message.content) };
  }
}

function textsOf(message: Message): readonly string[] {
  switch (message.role) {
    case "user": {
      const texts = typeof message.content === "string" ? [message.content] : message.content.map(partText);
      return [...texts, message.typed ?? ""];
    }
    case "assistant":
      return [
        message.content ?? "",
        message.reasoning_content ?? "",
        message.reasoning ?? "",
        ...(message.tool_calls ?? []).map((call) => call.function.arguments),
      ];
    case "tool":
      return [message.content];
  }
}

function partText(part: ContentPart): string {
  return part.type === "text" ? part.text : "";
}

function wellFormedPart(part: ContentPart): ContentPart {
  return part.type === "text" ? { ...part, text: wellFormed(part.text) } : part;
}
