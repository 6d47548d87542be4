// Which tasks of a plan may start now, and what to do when none may. Pure.
import { countDone, type PlanState, type TaskState } from "./state.ts";
import { scopesMeet } from "./writes.ts";

/** Plans that replace a plan which came to a halt. */
const MAX_REPLANS = 2;

/**
 * Ids of tasks to start, in the order of the plan: their dependencies are done, a slot is free, and no file that they may change
 * belongs to a task that runs.
 */
export function nextTasks({ tasks }: PlanState, sideBySide: number): readonly string[] {
  const running = [...tasks.values()].filter(({ status }) => status === "running");
  const chosen: TaskState[] = [];
  for (const candidate of tasks.values()) {
    if (running.length + chosen.length >= sideBySide) break;
    if (candidate.status !== "pending") continue;
    if (!candidate.task.dependencies.every((id) => tasks.get(id)?.status === "done")) continue;
    if ([...running, ...chosen].some(({ scope }) => scopesMeet(scope, candidate.scope))) continue;
    chosen.push(candidate);
  }
  return chosen.map(({ task }) => task.id);
}

/** A plan that has come to a halt with a failure, before half of it was done, is worth another one. */
export function shouldReplan(state: PlanState): boolean {
  const all = [...state.tasks.values()];
  const failed = all.some(({ status }) => status === "failed");
  return failed && countDone(state) * 2 < all.length && state.replans < MAX_REPLANS;
}
