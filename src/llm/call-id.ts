// Ids of tool calls: kept where they are fit, else made fit and unique, always in the same way.
import type { WireMessage } from "../protocol/message.ts";
import { CALL_ID } from "../protocol/validate.ts";

/** As in `CALL_ID`. */
const MAX_LENGTH = 40;

export function callIdsOf(messages: readonly WireMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const call of message.tool_calls ?? []) ids.add(call.id);
  }
  return ids;
}

/** An id like `wanted` that is fit and not in `taken`; made up by position if there is none. Adds it to `taken`. */
export function claimCallId(wanted: string, taken: Set<string>): string {
  const base = wanted.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_LENGTH) || `call_${taken.size + 1}`;
  let id = base;
  for (let n = 2; taken.has(id) || !CALL_ID.test(id); n++) {
    const suffix = `-${n}`;
    id = base.slice(0, MAX_LENGTH - suffix.length) + suffix;
  }
  taken.add(id);
  return id;
}
