// The messages of a conversation: what goes over the wire to an OpenAI-compatible server, plus the marks that PaiCLI
// keeps beside it. Marks never leave the program; `toWire` is the only way from one to the other.

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

export interface ImagePart {
  readonly type: "image_url";
  readonly image_url: { readonly url: string; readonly detail?: "auto" | "low" | "high" };
}

export type ContentPart = TextPart | ImagePart;

export interface ToolCall {
  /** Unique in its conversation, 1 to 40 characters of [A-Za-z0-9_-]. */
  readonly id: string;
  readonly type: "function";
  /** `arguments` is a string that parses as JSON, kept as the model wrote it: its bytes are part of the cached prefix. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

export interface WireUserMessage {
  readonly role: "user";
  readonly content: string | readonly ContentPart[];
}

export interface WireAssistantMessage {
  readonly role: "assistant";
  readonly content: string | null;
  /** Present only if the provider wants it back (see the provider profile); decided once, when the message enters. */
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ToolCall[];
}

export interface WireToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

export type WireMessage = SystemMessage | WireUserMessage | WireAssistantMessage | WireToolMessage;

/**
 * Who a `user` message really comes from. Absent means the person typed it: a user turn.
 * Everything else is an internal message, written by the program and never the user's words.
 */
export type InternalOrigin = "skill" | "runaway_guard" | "summary" | "image" | "note" | "continuation" | "task" | "outcome";

export interface UserMarks {
  readonly origin?: InternalOrigin;
  /** The part of `content` that the person typed, where files, piped data or memories were appended to it. */
  readonly typed?: string;
  /** Ids of the memories that this message carries in its `<memory>` block. */
  readonly memories?: readonly string[];
  /** Ids of memories that an earlier part of the view shows and that this message says no longer hold. */
  readonly withdrawn?: readonly string[];
  /** For origin "skill": the skill whose body this is. */
  readonly skill?: string;
}

export interface AssistantMarks {
  /** `summary`: the acknowledgement that follows a summary block. `outcome`: what a plan or a team did. */
  readonly origin?: "summary" | "outcome";
  /** Reasoning that is not sent back to the provider; kept for the transcript. */
  readonly reasoning?: string;
  /** Provider and model that wrote it: `provider/model`. */
  readonly model?: string;
  /** The answer was cut by its length limit or by a cancelled request. */
  readonly cut?: true;
}

/** A result whose whole text is in a file. */
export interface StoredOutput {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  /** UTF-16 units of the whole text. */
  readonly chars: number;
}

export interface ToolMarks {
  readonly toolName?: string;
  readonly ok?: boolean;
  readonly offloaded?: StoredOutput;
  readonly cleared?: StoredOutput;
}

interface Identified {
  /** Assigned by the conversation that owns the message; names it in ledger events. */
  readonly messageId?: string;
}

export type UserMessage = WireUserMessage & UserMarks & Identified;
export type AssistantMessage = WireAssistantMessage & AssistantMarks & Identified;
export type ToolMessage = WireToolMessage & ToolMarks & Identified;

/** A message of a conversation. The system prompt is not one: it is assembled for each request. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** What is sent of a message: the wire fields alone, always in the same order, so that the same message is the same bytes. */
export function toWire(message: Message): Exclude<WireMessage, SystemMessage> {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content };
    case "assistant":
      return {
        role: "assistant",
        content: message.content,
        ...(message.reasoning_content === undefined ? {} : { reasoning_content: message.reasoning_content }),
        ...(message.tool_calls === undefined ? {} : { tool_calls: message.tool_calls.map(wireCall) }),
      };
    case "tool":
      return { role: "tool", tool_call_id: message.tool_call_id, content: message.content };
  }
}

function wireCall(call: ToolCall): ToolCall {
  return { id: call.id, type: "function", function: { name: call.function.name, arguments: call.function.arguments } };
}

/** The text of a message; images as `[image]`. */
export function textOf(message: Message | WireMessage): string {
  const { content } = message;
  if (content === null) return "";
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "[image]")).join("");
}

/** A message that the person typed, as opposed to one that the program added with the role `user`. */
export function isUserTurn(message: Message): message is UserMessage {
  return message.role === "user" && message.origin === undefined;
}

/** What the person typed of a message: never the files, the piped data or the memories that were appended to it. */
export function typedText(message: UserMessage): string {
  return message.origin === undefined ? (message.typed ?? textOf(message)) : "";
}
