// The structure of a conversation that cuts respect: where turns start, and which messages stand or fall together. Pure.
import type { Message, ToolMessage } from "../protocol/message.ts";

/**
 * Positions of the requests that the unit works on: what the person typed, or the task that a plan or a team gave it.
 * A list without any (a transcript of unknown origin) falls back on its other user messages, summaries aside.
 */
export function turnStarts(messages: readonly Message[]): readonly number[] {
  const starts = indices(messages, isRequest);
  if (starts.length > 0) return starts;
  return indices(messages, (message) => message.role === "user" && message.origin !== "summary");
}

/** The request that the unit is working on. */
export function liveRequest(messages: readonly Message[]): Message | undefined {
  return messages.findLast(isRequest) ?? messages[turnStarts(messages).at(-1) ?? -1];
}

function isRequest(message: Message): boolean {
  return message.role === "user" && (message.origin === undefined || message.origin === "task");
}

/** Takes messages apart so that a call and its results, and what the program added after them, are never separated. */
export function groupsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const open = groups.at(-1);
    if (open === undefined || message.role === "assistant") groups.push([message]);
    else open.push(message);
  }
  return groups;
}

/**
 * The results that the model has asked for and that no request has carried yet: those after the last assistant message. What
 * level 1 lets in of one answer bounds them.
 */
export function unseenResults(messages: readonly Message[]): readonly ToolMessage[] {
  const asked = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(asked + 1).filter((message): message is ToolMessage => message.role === "tool");
}

/** The block of an earlier summary, or its acknowledgement. */
export function isSummary(message: Message): boolean {
  return message.role !== "tool" && message.origin === "summary";
}

function indices(messages: readonly Message[], wanted: (message: Message) => boolean): number[] {
  return messages.flatMap((message, index) => (wanted(message) ? [index] : []));
}
