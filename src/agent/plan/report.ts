// What a plan came to, task by task: for the person, and for the conversation that goes on. Pure.
import type { Texts } from "../../locale/index.ts";
import type { RunStatus, TaskStatus } from "../../protocol/event.ts";
import { headOf } from "./messages.ts";
import { countDone, type PlanState, type TaskState } from "./state.ts";

const MARKS: Readonly<Record<TaskStatus, string>> = {
  pending: "○",
  running: "○",
  done: "✓",
  failed: "✗",
  skipped: "–",
  cancelled: "–",
  not_approved: "✗",
};

export function planStatus(state: PlanState): RunStatus {
  const all = [...state.tasks.values()];
  if (all.every(({ status }) => status === "done")) return "completed";
  return all.some(({ status }) => status === "pending" || status === "running" || status === "cancelled")
    ? "cancelled"
    : "partial";
}

/** Every task with its outcome. An unfinished plan also says that it was decided, so that it is not planned again. */
export function planReport(state: PlanState, texts: Texts): string {
  const words = texts.plan;
  const status = planStatus(state);
  const counts = { done: countDone(state), of: state.tasks.size };
  const head = status === "cancelled" ? words.reportUnfinished(counts) : words.reportHead[state.kind](counts);
  const replaced =
    state.replaced.length === 0
      ? []
      : [`${words.replaced}\n${state.replaced.map((one) => `- ${headOf(one, texts)}`).join("\n")}`];
  return [head, ...[...state.tasks.values()].map((one) => section(one, texts)), ...replaced].join("\n\n");
}

function section(one: TaskState, texts: Texts): string {
  const head = `**${MARKS[one.status]} ${headOf(one, texts)}**`;
  return one.result === undefined ? head : `${head}\n\n${one.result}`;
}
