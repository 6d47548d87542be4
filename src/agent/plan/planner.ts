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
  /** The request itself failed or was cancelled. */
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
    if (outcome.status === "cancelled" || outcome.status === "error") return { outcome };
    const parsed = parsePlan(outcome.text, finished);
    if ("plan" in parsed || repaired) return parsed;
    const problems = problemLines(parsed.problems, texts);
    unit.loop.conversation.append({ role: "user", content: fillTemplate(repair, { problems }), origin: "task" });
  }
}

/** More than these would only be read by nobody; the next answer has to be checked anyway. */
const NAMED_PROBLEMS = 20;

export function problemLines(problems: readonly PlanProblem[], texts: Texts): string {
  const lines = problems.slice(0, NAMED_PROBLEMS).map((problem) => problemLine(problem, texts));
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [texts.plan.problems.more(more)] : [])].map((line) => `- ${line}`).join("\n");
}

function problemLine(problem: PlanProblem, { plan: { problems: words } }: Texts): string {
  switch (problem.kind) {
    case "not_json":
      return words.notJson(problem.detail);
    case "shape":
      return words.shape(problem.detail);
    case "repeated_id":
      return words.repeatedId(problem.id);
    case "unknown_dependency":
      return words.unknownDependency(problem.id, problem.dependency);
    case "cycle":
      return words.cycle(problem.path.join(" → "));
  }
}
