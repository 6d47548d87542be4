// One step of a team: a worker does it, a reviewer with tools that only look judges it, and a refused one is done again.
import type { Texts } from "../../locale/index.ts";
import type { SystemMemory } from "../../memory/inject.ts";
import type { StartedCall } from "../../session/entry.ts";
import type { UnitEvent } from "../agent.ts";
import { redoMessage, reviewMessage, taskMessage } from "../plan/messages.ts";
import { MAX_REDOS, MAX_STEPS } from "../plan/options.ts";
import { runTask, type TaskText } from "../plan/run-task.ts";
import type { Spending } from "../plan/spending.ts";
import type { PlanState, TaskState } from "../plan/state.ts";
import { type OpenUnit, runUnit, type Unit, withUnit } from "../plan/unit.ts";
import { readVerdict, type Verdict } from "./verdict.ts";

export interface StepParts {
  readonly plan: PlanState;
  readonly step: TaskState;
  /** `worker-1` or `worker-2`. */
  readonly worker: string;
  readonly memory: SystemMemory;
  readonly started: readonly StartedCall[];
  readonly openUnit: OpenUnit;
  readonly spending: Spending;
  readonly texts: Texts;
  /** Bounds a report. */
  bound(name: string, text: string): Promise<string>;
}

export interface StepText {
  readonly status: TaskText["status"] | "not_approved";
  readonly text: string;
}

export async function* runStep(parts: StepParts, signal: AbortSignal): AsyncGenerator<UnitEvent, StepText> {
  const { step, worker, openUnit, spending } = parts;
  const { id } = step.task;
  const asWorker = { unit: `task-${id}`, actor: worker, role: "team-worker", scope: step.scope } as const;
  const asReviewer = { unit: `review-${id}`, actor: "reviewer", role: "team-reviewer", scope: [] } as const;
  return yield* withUnit({ openUnit, spending, steps: MAX_STEPS.task }, asWorker, (working) =>
    withUnit({ openUnit, spending, steps: MAX_STEPS.reviewer }, asReviewer, (reviewing) =>
      workAndReview(parts, working, reviewing, signal),
    ),
  );
}

async function* workAndReview(
  parts: StepParts,
  worker: Unit,
  reviewer: Unit,
  signal: AbortSignal,
): AsyncGenerator<UnitEvent, StepText> {
  const { plan, step, memory, started, texts, bound } = parts;
  const { unit } = reviewer.loop;
  let message = taskMessage({ plan, task: step, memory, started }, texts);
  for (let redo = 0; ; redo++) {
    const work = yield* runTask(worker, message, texts, signal);
    if (work.status !== "done") return work;
    const report = await bound(`task-${step.task.id}`, work.text);
    reviewer.loop.conversation.append(reviewMessage(plan, step, report, redo, texts));
    const verdict = yield* review(reviewer, texts, signal);
    if (verdict === "cancelled") return { status: "cancelled", text: texts.plan.cancelledHere };
    if (verdict.approved) return { status: "done", text: report };
    const last = redo === MAX_REDOS;
    const told = texts.plan.refusedNotice(verdict.reasons, last);
    yield { type: "notice", level: "warning", code: "NOT_APPROVED", message: told, unit };
    if (last) return { status: "not_approved", text: texts.plan.notApproved(verdict.reasons, report) };
    message = redoMessage(verdict.reasons, texts);
  }
}

/** A review that breaks, or that its budget stops, approves nothing. */
async function* review(unit: Unit, texts: Texts, signal: AbortSignal): AsyncGenerator<UnitEvent, Verdict | "cancelled"> {
  if (unit.budget.exhausted()) return { approved: false, reasons: texts.plan.noTokensLeft };
  const { status, text, error } = yield* runUnit(unit, signal);
  if (status === "cancelled") return "cancelled";
  if (error !== undefined) return { approved: false, reasons: texts.plan.reviewFailed(error.message) };
  return status === "completed" ? readVerdict(text, texts) : { approved: false, reasons: texts.plan.badVerdict(text) };
}
