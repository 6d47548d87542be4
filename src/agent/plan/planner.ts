// Asks for a plan: one request, and one more with the reasons if the answer cannot be used.
import type { Texts } from "../../locale/index.ts";
import type { UserMessage } from "../../protocol/message.ts";
import { fillTemplate } from "../../util/template.ts";
import type { UnitEvent } from "../agent.ts";
import type { LoopOutcome } from "../loop.ts";
import { type Plan, type PlanProblem, parsePlan } from "./graph.ts";
import { runUnit, type Unit } from "./unit.ts";

export type Planned =
  | { readonly plan: Plan }
  /** The request itself failed, was cancelled, or was stopped by a budget. */
  | { readonly outcome: LoopOutcome }
  | { readonly problems: readonly PlanProblem[] };

export interface PlannerRequest {
  readonly message: UserMessage;
  /** Template of the second request. */
  readonly repair: string;
  /** Ids of tasks that are done already. */
  readonly finished: ReadonlySet<string>;
}

export async function* makePlan(
  unit: Unit,
  { message, repair, finished }: PlannerRequest,
  texts: Texts,
  signal: AbortSignal,
): AsyncGenerator<UnitEvent, Planned> {
  unit.loop.conversation.append(message);
  for (let repaired = false; ; repaired = true) {
    const outcome = yield* runUnit(unit, signal);
    const planned = readPlan(unit, outcome, finished);
    if (!("problems" in planned) || repaired) return planned;
    const problems = problemLines(planned.problems, texts);
    unit.loop.conversation.append({ role: "user", content: fillTemplate(repair, { problems }), origin: "task" });
  }
}

/** An answer without a word, or with calls where there are no tools, is one that cannot be used, like any other. */
function readPlan({ loop }: Unit, outcome: LoopOutcome, finished: ReadonlySet<string>): Planned {
  if (outcome.error?.code === "MODEL_EMPTY") return { problems: [{ kind: "empty" }] };
  if (outcome.status === "cancelled" || outcome.status === "error") return { outcome };
  if (loop.conversation.messages.at(-1)?.role === "tool") return { problems: [{ kind: "calls" }] };
  const parsed = parsePlan(outcome.text, finished);
  return "problems" in parsed && outcome.status === "partial" ? { outcome } : parsed; // no budget is left to repair it
}

/** More than these would only be read by nobody; the next answer has to be checked anyway. */
const NAMED_PROBLEMS = 20;

export function problemLines(problems: readonly PlanProblem[], texts: Texts): string {
  const lines = problems.slice(0, NAMED_PROBLEMS).map((problem) => problemLine(problem, texts));
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [texts.plan.problems.more(more)] : [])].map((line) => `- ${line}`).join("\n");
}

function problemLine(problem: PlanProblem, texts: Texts): string {
  const words = texts.plan.problems;
  switch (problem.kind) {
    case "empty":
      return words.empty;
    case "calls":
      return words.calls;
    case "not_json":
      return words.notJson(problem.detail);
    case "shape":
      return words.shape(texts.shape(problem.issues));
    case "repeated_id":
      return words.repeatedId(problem.id);
    case "unknown_dependency":
      return words.unknownDependency(problem.id, problem.dependency);
    case "cycle":
      return words.cycle(problem.path.join(" → "));
  }
}
