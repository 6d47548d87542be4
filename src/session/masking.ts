// Configured keys never enter a ledger. They are masked where a body comes in, before the ledger and the live view have it,
// so that both hold the same text and a resume sends the bytes that were sent before. Only texts are touched: roles, names,
// ids and paths are what the program itself goes by.
import type { ContentPart, Message, ToolCall } from "../protocol/message.ts";
import type { Facts, LedgerBody } from "./entry.ts";

export type Mask = (text: string) => string;

const MASK = "***";
/** Shorter ones are no issuer's keys: `ollama`, `EMPTY`, `test`, which are words of every text. UTF-16 units. */
const MIN_KEY_CHARS = 12;
/** From here on even words are a secret that someone chose; below, a key has a digit (`not-required` has none). UTF-16 units. */
const MIN_WORDS_CHARS = 20;
/** `xxxxxxxxxxxxxxxx` and `000000000000` hold a place. */
const MIN_DIFFERENT_CHARS = 6;

/** Replaces those of the keys that are secrets by their shape; what stands where a server wants none is left as a word. */
export function keyMask(keys: readonly string[]): Mask {
  // The longest first: one key may begin with another.
  const secret = [...new Set(keys.filter(isSecretShaped))].toSorted((a, b) => b.length - a.length);
  return (text) => secret.reduce((masked, key) => masked.replaceAll(key, MASK), text);
}

function isSecretShaped(key: string): boolean {
  if (key.length < MIN_KEY_CHARS || new Set(key).size < MIN_DIFFERENT_CHARS) return false;
  return key.length >= MIN_WORDS_CHARS || /\d/.test(key);
}

/**
 * The body as it may be written. Not of a checkpoint, whose view goes through `maskView`: only its session knows whether it
 * says something new.
 */
export function maskBody(body: LedgerBody, mask: Mask): LedgerBody {
  switch (body.event) {
    case "message":
      return { ...body, message: maskMessage(body.message, mask) };
    case "compaction": {
      const { replacements, summary } = body;
      return {
        ...body,
        ...(replacements && { replacements: replacements.map((one) => ({ ...one, content: mask(one.content) })) }),
        ...(summary !== undefined && { summary: mask(summary) }),
      };
    }
    case "image_prune":
      return { ...body, replacements: body.replacements.map((one) => ({ ...one, content: maskContent(one.content, mask) })) };
    case "prompt_state":
      return { ...body, memoryBlock: mask(body.memoryBlock) };
    case "plan_checkpoint":
      return {
        ...body,
        ...(body.plan !== undefined && { plan: maskValues(body.plan, mask) }),
        ...(body.tasks && { tasks: maskFields(body.tasks, mask) }),
      };
    case "memory_write":
      return { ...body, content: mask(body.content) };
    case "external_context":
      return { ...body, target: mask(body.target) };
    case "notice":
      return { ...body, message: mask(body.message) };
    case "session_start":
    case "resume":
    case "history_clear":
    case "turn_end":
    case "tool_start": // masked where it is cut
    case "view_checkpoint":
      return body;
  }
}

/** A view as it may be written; each message the very object where nothing is masked. */
export function maskView(messages: readonly Message[], mask: Mask): readonly Message[] {
  return each(messages, (message) => maskMessage(message, mask));
}

/** What a checkpoint carries beside the view. */
export function maskFacts(facts: Facts, mask: Mask): Facts {
  return { ...facts, title: mask(facts.title), words: facts.words.map(mask) };
}

function maskMessage(message: Message, mask: Mask): Message {
  switch (message.role) {
    case "user":
      return withChanges(message, {
        content: maskContent(message.content, mask),
        ...(message.typed !== undefined && { typed: mask(message.typed) }),
      });
    case "assistant": {
      const { content, reasoning_content, reasoning, tool_calls } = message;
      return withChanges(message, {
        ...(content !== null && { content: mask(content) }),
        ...(reasoning_content !== undefined && { reasoning_content: mask(reasoning_content) }),
        ...(reasoning !== undefined && { reasoning: mask(reasoning) }),
        ...(tool_calls && { tool_calls: each(tool_calls, (call) => maskCall(call, mask)) }),
      });
    }
    case "tool":
      return withChanges(message, { content: mask(message.content) });
  }
}

/** Images are bytes, no text. */
function maskContent(content: string | readonly ContentPart[], mask: Mask): string | readonly ContentPart[] {
  if (typeof content === "string") return mask(content);
  return each(content, (part) => (part.type === "text" ? withChanges(part, { text: mask(part.text) }) : part));
}

/** The text of the arguments stays as the model wrote it around the key, and JSON in any case: a key may begin in an escape. */
function maskCall(call: ToolCall, mask: Mask): ToolCall {
  const { arguments: json } = call.function;
  const masked = mask(json);
  if (masked === json) return call;
  const sound = isJson(masked) ? masked : JSON.stringify(maskValues(JSON.parse(json), mask));
  return { ...call, function: { ...call.function, arguments: sound } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // that is the answer
  }
}

/** The same value; its texts, however deep, are masked. Names of fields stay. */
function maskValues(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((part) => maskValues(part, mask));
  if (typeof value !== "object" || value === null) return value;
  return maskFields(value, mask);
}

function maskFields(fields: object, mask: Mask): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, maskValues(part, mask)]));
}

/** The very object if each of these fields is as it was; the order of its fields stays. */
function withChanges<T extends object>(object: T, fields: Partial<T>): T {
  return Object.entries(fields).every(([name, value]) => Object.is(object[name as keyof T], value))
    ? object
    : { ...object, ...fields };
}

/** The very list if each of its items is as it was. */
function each<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, i) => item === list[i]) ? list : changed;
}
