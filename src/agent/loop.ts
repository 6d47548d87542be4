// The one loop of all modes: ask the model, run the calls of its answer, append the results, again, until it answers without calls.
import { describeError } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { EventBody, RunStatus } from "../protocol/event.ts";
import type { ModelReply, ReplyCall } from "../protocol/llm.ts";
import { addUsage, type LimitHit, type Limits, limitHit, noUsage } from "./limits.ts";
import { freshRunaway, observe, type RunawayState } from "./runaway-guard.ts";
import { askModel, messageOf, note, type StepParts } from "./step.ts";
import { type Executed, type ExecutorParts, executeGroup, groupCalls } from "./tool-executor.ts";

/** How often a text answer that was cut by its length is continued. */
const MAX_CONTINUATIONS = 3;
/** How often a call that was written as text instead of made is sent back. */
const MAX_WRITTEN_CALLS = 2;

export interface LoopParts extends StepParts, ExecutorParts {
  readonly limits: Limits;
}

export interface LoopOutcome {
  readonly status: RunStatus;
  /** The final answer, or the report of a partial one. */
  readonly text: string;
  /** Model steps, the report included. */
  readonly turns: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * Runs one task on a conversation that ends with the input. Yields what happens after it was persisted; never throws for
 * an expected failure or a cancel: the outcome says so, and the conversation is valid and complete in every case.
 */
export async function* runLoop(parts: LoopParts, signal: AbortSignal): AsyncGenerator<EventBody, LoopOutcome> {
  let usage = noUsage;
  let turns = 0;
  let runaway = freshRunaway;
  let text = "";
  let continuations = 0;
  let writtenCalls = 0;
  const outcome = (status: RunStatus, answer: string): LoopOutcome => ({ status, text: answer, turns });

  try {
    for (;;) {
      const hit = limitHit(parts.limits, turns, usage);
      if (hit) {
        yield limitNotice(parts, hit);
        turns++;
        return outcome("partial", yield* finalReport(parts, signal));
      }

      turns++;
      yield { type: "step_start", step: turns };
      const reply = yield* askModel(parts, "auto", signal);
      usage = addUsage(usage, reply.usage);
      const message = messageOf(reply, parts.model.info.reasoning, parts.texts);
      parts.conversation.append(message);
      await parts.flush();
      yield { type: "context", ...parts.context.gauge(parts.request()) };

      if (reply.calls.length === 0) {
        text += message.content ?? "";
        if (reply.finish === "cut" && continuations < MAX_CONTINUATIONS) {
          continuations++;
          parts.conversation.append(note(parts.texts.agent.continueAnswer, "continuation"));
          continue;
        }
        if (reply.callInText && writtenCalls < MAX_WRITTEN_CALLS) {
          writtenCalls++;
          text = "";
          parts.conversation.append(note(parts.texts.agent.useRealCalls, "note"));
          continue;
        }
        if (reply.finish === "cut") yield notice("warning", "ANSWER_CUT", parts.texts.agent.answerCut);
        if (reply.unmarkedEnd) yield notice("warning", "ANSWER_UNMARKED", parts.texts.agent.answerUnmarked);
        if (reply.finish === "filtered") yield notice("warning", "ANSWER_FILTERED", parts.texts.agent.answerFiltered);
        return outcome("completed", text);
      }

      text = "";
      const finished = yield* runCalls(reply, parts, signal);
      await parts.flush();
      if (signal.aborted) return outcome("cancelled", "");
      if (parts.tools.size === 0) return outcome("completed", ""); // there is nothing to call: whoever wants an answer says so
      const seen = watch(runaway, finished);
      runaway = seen.state;
      if (seen.verdict === "remind") parts.conversation.append(note(parts.texts.agent.runawayReminder, "runaway_guard"));
      if (seen.verdict === "stop") {
        yield notice("warning", "STAGNATION", parts.texts.agent.stagnation);
        turns++;
        return outcome("partial", yield* finalReport(parts, signal));
      }
    }
  } catch (error) {
    await parts.flush();
    if (signal.aborted) return outcome("cancelled", "");
    const code = isPaiError(error) ? error.code : "INTERNAL";
    return { ...outcome("error", ""), error: { code, message: describeError(error, parts.texts) } };
  }
}

/** Runs all calls of an answer; each result is in the conversation before it is announced. */
async function* runCalls(
  reply: ModelReply,
  parts: LoopParts,
  signal: AbortSignal,
): AsyncGenerator<EventBody, readonly Executed[]> {
  for (const { call } of reply.calls) {
    yield { type: "tool_call", id: call.id, name: call.function.name, arguments: call.function.arguments };
  }
  const calls = reply.finish === "cut" ? withoutLast(reply.calls, parts) : reply.calls;
  const finished: Executed[] = [];
  const batch = parts.context.openBatch();
  for (const group of groupCalls(calls, (name) => parts.tools.get(name)?.readOnly === true)) {
    const results = yield* executeGroup(group, parts, signal);
    const admitted = await batch.admit(results);
    parts.conversation.append(...admitted.map(({ message }) => message));
    finished.push(...results);
    for (const [i, result] of results.entries()) yield resultEvent(result, admitted[i]?.message.offloaded?.path);
    for (const { notice: lost } of admitted) if (lost) yield lost;
  }
  for (const result of finished) {
    for (const { skill, text } of result.inject)
      parts.conversation.append({ role: "user", content: text, origin: "skill", skill });
  }
  const images = parts.model.info.images ? finished.flatMap((result) => result.images) : [];
  if (images.length > 0) {
    parts.conversation.append({
      role: "user",
      origin: "image",
      content: [{ type: "text", text: parts.texts.agent.imagesOfTools }, ...images],
    });
  }
  return finished;
}

/** The last call of an answer that was cut by its length is never executed, complete or not. */
function withoutLast(calls: readonly ReplyCall[], parts: LoopParts): readonly ReplyCall[] {
  return calls.map((call, index) => (index === calls.length - 1 ? { ...call, unreadable: parts.texts.agent.callCut } : call));
}

function watch(state: RunawayState, finished: readonly Executed[]) {
  const counted = finished.filter((call) => call.outcome !== "denied");
  return observe(
    state,
    counted.map((call) => ({
      name: call.name,
      arguments: call.arguments,
      result: call.text,
      ...(call.error === undefined ? {} : { error: call.error }),
    })),
  );
}

/** The last request of a task that a budget or stagnation stopped: a report, no calls. */
async function* finalReport(parts: LoopParts, signal: AbortSignal): AsyncGenerator<EventBody, string> {
  parts.conversation.append(note(parts.texts.agent.reportRequest, "note"));
  const reply = yield* askModel(parts, "none", signal);
  const message = messageOf({ ...reply, calls: [] }, parts.model.info.reasoning, parts.texts);
  parts.conversation.append(message);
  await parts.flush();
  return message.content ?? "";
}

function resultEvent(result: Executed, offloadedTo: string | undefined): EventBody {
  return {
    type: "tool_result",
    id: result.callId,
    name: result.name,
    ok: result.ok,
    chars: result.text.length,
    durationMs: result.durationMs,
    ...(offloadedTo === undefined ? {} : { offloadedTo }),
    ...(result.display === undefined ? {} : { display: result.display }),
    ...(result.told === undefined ? {} : { message: result.told }),
  };
}

function limitNotice(parts: LoopParts, hit: LimitHit): EventBody {
  return notice("warning", hit === "token_budget" ? "TOKEN_BUDGET" : "MAX_TURNS", parts.texts.agent.limitReached(hit));
}

function notice(level: "info" | "warning" | "error", code: string, message: string): EventBody {
  return { type: "notice", level, code, message };
}
