// One model step: bring the context into shape, ask the model, and let its answer enter the conversation.
import type { ContextCoordinator, RequestParts } from "../context/coordinator.ts";
import type { Texts } from "../locale/index.ts";
import type { Conversation } from "../protocol/conversation.ts";
import { isPaiError, PaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ModelClient, ModelReply, ModelRequest, ReasoningPolicy } from "../protocol/llm.ts";
import { type AssistantMessage, type Message, toWire } from "../protocol/message.ts";

export interface StepParts {
  readonly conversation: Conversation;
  readonly model: ModelClient;
  readonly context: ContextCoordinator;
  /** The assembled system prompt and the tools: the same bytes until the view is rewritten. */
  request(): RequestParts;
  /** A summary has just replaced the old view: the system prompt is assembled afresh. */
  viewRewritten(): Promise<void>;
  readonly texts: Texts;
  /** Makes sure that everything appended so far survives a crash. */
  flush(): Promise<void>;
}

/** Asks the model once, compacting first where that is due, and once more after the provider refused the request as too long. */
export async function* askModel(
  parts: StepParts,
  toolChoice: "auto" | "none",
  signal: AbortSignal,
): AsyncGenerator<EventBody, ModelReply> {
  const { context, conversation } = parts;
  const { revision } = conversation;
  yield* refreshing(parts, context.prepare(parts.request(), signal));
  if (conversation.revision !== revision) yield { type: "context", ...context.gauge(parts.request()) };
  for (let recovered = false; ; recovered = true) {
    try {
      const reply = yield* streamReply(parts, toolChoice, signal);
      if (reply.usage) context.measured(reply.usage, parts.request());
      return reply;
    } catch (error) {
      if (recovered || !isPaiError(error, "MODEL_CONTEXT_OVERFLOW")) throw error;
      const resend = yield* refreshing(parts, context.overflow(error, parts.request(), signal));
      if (!resend) throw error;
    }
  }
}

/** Runs what may summarise. After a summary the view begins with another message; clearing leaves the first one where it is. */
export async function* refreshing<Result>(
  parts: Pick<StepParts, "conversation" | "viewRewritten">,
  compaction: AsyncGenerator<EventBody, Result>,
): AsyncGenerator<EventBody, Result> {
  const first = parts.conversation.messages[0]?.messageId;
  const result = yield* compaction;
  if (parts.conversation.messages[0]?.messageId !== first) await parts.viewRewritten();
  return result;
}

async function* streamReply(
  parts: StepParts,
  toolChoice: "auto" | "none",
  signal: AbortSignal,
): AsyncGenerator<EventBody, ModelReply> {
  const { conversation, model } = parts;
  const { system, tools } = parts.request();
  const request: ModelRequest = {
    messages: [{ role: "system", content: system }, ...conversation.messages.map(toWire)],
    tools,
    ...(toolChoice === "none" && tools.length > 0 ? { toolChoice } : {}),
    inputEstimate: parts.context.size(parts.request()),
  };
  let shown = "";
  try {
    const stream = model.stream(request, signal);
    for (let next = await stream.next(); ; next = await stream.next()) {
      if (next.done) return next.value;
      const delta = next.value;
      switch (delta.type) {
        case "text":
          shown += delta.text;
          yield { type: "text_delta", text: delta.text };
          break;
        case "reasoning":
          yield { type: "reasoning_delta", text: delta.text };
          break;
        case "restart":
          shown = "";
          yield { type: "step_restart" };
          break;
        case "retry":
          yield delta;
          break;
        case "call":
          break; // arguments in the making are no event: the whole call is, once it is in the conversation
      }
    }
  } catch (error) {
    // What the person has read of an answer that was cancelled or broke for good stays in the conversation, marked as cut.
    if (shown.trim() !== "") conversation.append({ role: "assistant", content: shown, cut: true, model: modelName(model) });
    throw error;
  }
}

/** The message that a reply becomes. Reasoning is sent back only where the provider wants it: decided here, once. Pure. */
export function messageOf(reply: ModelReply, policy: ReasoningPolicy, texts: Texts): AssistantMessage {
  const calls = reply.calls.map(({ call }) => call);
  const sendBack = policy === "always" || (policy === "with_calls" && calls.length > 0);
  const text = reply.text !== "" || calls.length > 0 ? reply.text : answerInReasoning(reply, texts);
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(sendBack ? { reasoning_content: reply.reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(!sendBack && reply.reasoning !== "" ? { reasoning: reply.reasoning } : {}),
    ...(reply.finish === "cut" ? { cut: true } : {}),
    model: reply.model,
  };
}

/** Some models put the final answer into the reasoning channel. It is shown, and marked as coming from there. */
function answerInReasoning(reply: ModelReply, texts: Texts): string {
  if (reply.reasoning.trim() === "") throw new PaiError("MODEL_EMPTY", { model: reply.model });
  return texts.agent.answerFromReasoning(reply.reasoning);
}

export function modelName(model: ModelClient): string {
  return `${model.info.provider}/${model.info.id}`;
}

export function note(content: string, origin: "note" | "runaway_guard" | "continuation"): Message {
  return { role: "user", content, origin };
}
