// A plan drawn level by level: what stands on one level can run at the same time. Pure.
import type { Texts } from "../../locale/index.ts";
import { oneLine } from "../../util/text.ts";
import { levels, type PlanTask } from "./graph.ts";

/** UTF-16 units of a description; the whole is in the task itself. */
const DESCRIPTION_CHARS = 160;

export function drawPlan(tasks: readonly PlanTask[], texts: Texts): string {
  const rows = levels(tasks).map((level) => level.map((task, at) => `${branch(at, level.length)} ${taskLine(task, texts)}`));
  return rows.map((lines) => lines.join("\n")).join("\n   │\n   ▼\n");
}

function branch(at: number, count: number): string {
  if (count === 1) return "───";
  if (at === 0) return "─┬─";
  return at === count - 1 ? " └─" : " ├─";
}

function taskLine({ id, description, type, dependencies, writes = [] }: PlanTask, { plan: words }: Texts): string {
  const after = dependencies.length === 0 ? "" : `  ← ${dependencies.join(", ")}`;
  const changes = writes.length === 0 ? "" : `  ✎ ${writes.join(", ")}`;
  return `${id}  ${oneLine(description, DESCRIPTION_CHARS)}  (${words.types[type]})${after}${changes}`;
}
