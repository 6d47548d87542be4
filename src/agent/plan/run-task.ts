// One task on its own conversation: run, and run once more with the reason if the first run broke.
import type { Texts } from "../../locale/index.ts";
import type { UserMessage } from "../../protocol/message.ts";
import type { UnitEvent } from "../agent.ts";
import type { LoopOutcome } from "../loop.ts";
import { retryMessage } from "./messages.ts";
import { runUnit, type Unit } from "./unit.ts";

export interface TaskText {
  readonly status: "done" | "failed" | "cancelled";
  /** The answer, or why there is none. */
  readonly text: string;
}

/**
 * A run that breaks (the model cannot be reached, its answer is empty) is tried once more in the same conversation, so that nothing is
 * done twice. One that its budget or stagnation stopped has failed: its report says how far it came.
 */
export async function* runTask(
  unit: Unit,
  message: UserMessage,
  texts: Texts,
  signal: AbortSignal,
): AsyncGenerator<UnitEvent, TaskText> {
  if (unit.budget.exhausted()) return { status: "failed", text: texts.plan.noTokensLeft };
  unit.loop.conversation.append(message);
  const first = judge(yield* runUnit(unit, signal), texts);
  if (first.broke === undefined) return first;
  const { unit: name } = unit.loop;
  yield { type: "notice", level: "warning", code: "TASK_RETRIED", message: texts.plan.retried(first.broke), unit: name };
  unit.loop.conversation.append(retryMessage(first.broke, texts));
  return judge(yield* runUnit(unit, signal), texts);
}

function judge({ status, text, error }: LoopOutcome, texts: Texts): TaskText & { readonly broke?: string } {
  if (status === "cancelled") return { status, text: texts.plan.cancelledHere };
  if (status === "partial") return { status: "failed", text };
  const answer = text.trim();
  if (status === "completed" && answer !== "") return { status: "done", text: answer };
  const broke = error?.message ?? texts.plan.emptyAnswer;
  return { status: "failed", text: broke, broke };
}
