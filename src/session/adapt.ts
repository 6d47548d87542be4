// What another model wants of a conversation that it did not write: the reasoning fields as its provider takes them.
import type { ReasoningPolicy } from "../protocol/llm.ts";
import type { AssistantMessage, Message } from "../protocol/message.ts";

/**
 * The list as it would stand if the new model had written it; the very list that was given if nothing differs. Reasoning that is not
 * sent back stays as a mark. Providers that want it refuse a call without it, so a call by another model gets an empty one.
 */
export function adaptToModel(messages: readonly Message[], policy: ReasoningPolicy): readonly Message[] {
  const adapted = messages.map((message) => (message.role === "assistant" ? adaptReasoning(message, policy) : message));
  return adapted.every((message, i) => message === messages[i]) ? messages : adapted;
}

function adaptReasoning(message: AssistantMessage, policy: ReasoningPolicy): AssistantMessage {
  const hasCalls = (message.tool_calls ?? []).length > 0;
  const thought = message.reasoning_content ?? message.reasoning;
  const sendsBack = policy === "always" || (policy === "with_calls" && hasCalls);
  const sent = sendsBack ? (thought ?? (hasCalls ? "" : undefined)) : undefined;
  const kept = sendsBack ? undefined : thought || undefined;
  if (message.reasoning_content === sent && message.reasoning === kept) return message;
  const { reasoning_content: _sent, reasoning: _kept, ...rest } = message;
  return {
    ...rest,
    ...(sent !== undefined && { reasoning_content: sent }),
    ...(kept !== undefined && { reasoning: kept }),
  };
}
