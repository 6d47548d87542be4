// How many tokens messages, tool schemas and images take: estimates, additive over messages, each message counted once.
import type { ToolSpec } from "../protocol/llm.ts";
import type { ContentPart, ImagePart, Message, WireMessage } from "../protocol/message.ts";
import { estimateTokens } from "../util/tokens.ts";

/** What a provider adds around each message and around each call. */
const PER_MESSAGE = 4;
/** An image that the provider fetches itself: its size is unknown. */
const LINKED_IMAGE = 1024;

/** Messages never change, so each object is counted once. */
const counted = new WeakMap<Message | WireMessage, number>();
const countedTools = new WeakMap<readonly ToolSpec[], number>();

/** Everything of a message that goes over the wire: text, images, names and arguments of calls, reasoning that is sent back. */
export function estimateMessage(message: Message | WireMessage): number {
  const known = counted.get(message);
  if (known !== undefined) return known;
  const tokens = PER_MESSAGE + contentTokens(message.content) + (message.role === "assistant" ? assistantTokens(message) : 0);
  counted.set(message, tokens);
  return tokens;
}

/** Tokens of a list of messages together with the tool schemas that are sent beside them. */
export function estimateMessagesTokens(messages: readonly (Message | WireMessage)[], tools: readonly ToolSpec[] = []): number {
  let sum = estimateTools(tools);
  for (const message of messages) sum += estimateMessage(message);
  return sum;
}

export function estimateTools(tools: readonly ToolSpec[]): number {
  if (tools.length === 0) return 0;
  const known = countedTools.get(tools);
  if (known !== undefined) return known;
  const tokens = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
  countedTools.set(tools, tokens);
  return tokens;
}

/** What every request carries before its first message. */
export function estimateFixed(system: string, tools: readonly ToolSpec[]): number {
  return PER_MESSAGE + estimateTokens(system) + estimateTools(tools);
}

/** The same, counted anew only when the system prompt or the tools are others than the last time. */
export function createFixedEstimate(): typeof estimateFixed {
  let last: { readonly system: string; readonly tools: readonly ToolSpec[]; readonly tokens: number } | undefined;
  return (system, tools) => {
    if (last?.system !== system || last.tools !== tools) last = { system, tools, tokens: estimateFixed(system, tools) };
    return last.tokens;
  };
}

function contentTokens(content: string | null | readonly ContentPart[]): number {
  if (content === null) return 0;
  if (typeof content === "string") return estimateTokens(content);
  return content.reduce((sum, part) => sum + (part.type === "text" ? estimateTokens(part.text) : imageTokens(part)), 0);
}

/** Providers charge an inlined image by its pixels; its bytes are the measure at hand. */
function imageTokens({ image_url: { url } }: ImagePart): number {
  const data = /^data:[^,]*;base64,/.exec(url);
  if (data === null) return LINKED_IMAGE;
  const bytes = ((url.length - data[0].length) * 3) / 4;
  return Math.ceil(Math.min(4096, Math.max(256, bytes / 768)));
}

function assistantTokens(message: Extract<Message | WireMessage, { role: "assistant" }>): number {
  let sum = message.reasoning_content === undefined ? 0 : estimateTokens(message.reasoning_content);
  for (const { function: called } of message.tool_calls ?? []) {
    sum += PER_MESSAGE + estimateTokens(called.name) + estimateTokens(called.arguments);
  }
  return sum;
}
