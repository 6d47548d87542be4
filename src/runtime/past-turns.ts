// What was said last in a conversation, for a person who comes back to it.
import { isUserTurn, type Message, typedText } from "../protocol/message.ts";

export interface PastCall {
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
  readonly ok: boolean;
}

export interface PastTurn {
  /** What the person typed. */
  readonly typed: string;
  readonly calls: readonly PastCall[];
  /** The last text of the model; empty if there was none. */
  readonly answer: string;
}

/** The last `most` turns that are in view, oldest first. What a summary stands for is not repeated. Pure. */
export function pastTurns(messages: readonly Message[], most: number): readonly PastTurn[] {
  const failed = new Set(
    messages.flatMap((message) => (message.role === "tool" && message.ok === false ? [message.tool_call_id] : [])),
  );
  const turns: { typed: string; calls: PastCall[]; answer: string }[] = [];
  for (const message of messages) {
    if (isUserTurn(message)) turns.push({ typed: typedText(message), calls: [], answer: "" });
    const turn = turns.at(-1);
    if (message.role !== "assistant" || turn === undefined || message.origin === "summary") continue;
    if (message.content !== null && message.content.trim() !== "") turn.answer = message.content;
    for (const { id, function: call } of message.tool_calls ?? []) turn.calls.push({ ...call, ok: !failed.has(id) });
  }
  return turns.slice(-most);
}
