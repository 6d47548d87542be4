// The rules that a strict OpenAI-compatible server applies to a list of messages, as data in, reason out.
import { type Message, type SystemMessage, textOf, type WireMessage } from "./message.ts";

/** Call ids that every provider seen so far takes. */
export const CALL_ID = /^[A-Za-z0-9_-]{1,40}$/;

export type InvalidReason =
  | "empty_list"
  | "system_not_first"
  | "orphan_result"
  | "unanswered_call"
  | "repeated_call_id"
  | "bad_call_id"
  | "arguments_not_json"
  | "empty_message";

export interface Invalid {
  readonly reason: InvalidReason;
  /** Position in the list; the list's length if calls stay open at its end. */
  readonly index: number;
  /** The call id concerned, if one is. */
  readonly id?: string;
}

export type PairingState = { readonly open: Set<string>; readonly seen: Set<string> };

export function newPairing(): PairingState {
  return { open: new Set(), seen: new Set() };
}

/**
 * Checks one message against what came before it and advances `state`. Returns the reason why it may not stand here, else undefined.
 * A message that is refused leaves `state` as it was.
 */
export function admit(state: PairingState, message: Message | SystemMessage | WireMessage, index: number): Invalid | undefined {
  if (message.role === "tool") {
    const id = message.tool_call_id;
    if (!state.open.has(id)) return { reason: "orphan_result", index, id };
    if (message.content === "") return { reason: "empty_message", index, id };
    state.open.delete(id);
    return undefined;
  }
  const unanswered = state.open.values().next();
  if (!unanswered.done) return { reason: "unanswered_call", index, id: unanswered.value };
  if (message.role === "system" && index !== 0) return { reason: "system_not_first", index };
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  if (calls.length === 0) return textOf(message) === "" ? { reason: "empty_message", index } : undefined;
  const fresh = new Set<string>();
  for (const call of calls) {
    const { id } = call;
    if (!CALL_ID.test(id)) return { reason: "bad_call_id", index, id };
    if (state.seen.has(id) || fresh.has(id)) return { reason: "repeated_call_id", index, id };
    if (!isJson(call.function.arguments)) return { reason: "arguments_not_json", index, id };
    fresh.add(id);
  }
  for (const id of fresh) {
    state.open.add(id);
    state.seen.add(id);
  }
  return undefined;
}

/** Says why a strict provider would refuse this list (with or without its system message), or undefined if it would not. */
export function validateMessages(messages: readonly (Message | WireMessage)[]): Invalid | undefined {
  if (messages.length === 0) return { reason: "empty_list", index: 0 };
  const state = newPairing();
  for (const [index, message] of messages.entries()) {
    const invalid = admit(state, message, index);
    if (invalid) return invalid;
  }
  const unanswered = state.open.values().next();
  return unanswered.done ? undefined : { reason: "unanswered_call", index: messages.length, id: unanswered.value };
}

/** Whether a call's arguments are what servers take. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // that it does not parse is the answer
  }
}
