// What has become of a plan: its tasks with their states and results, and every way in which they change. Pure.
import type { PlanTaskView, TaskStatus } from "../../protocol/event.ts";
import { dependants, type Plan, type PlanTask } from "./graph.ts";
import type { WriteScope } from "./writes.ts";

export type PlanKind = "plan" | "team";

export interface TaskState {
  readonly task: PlanTask;
  readonly scope: WriteScope;
  readonly status: TaskStatus;
  /** What it came to, bounded: for the person and for the tasks that depend on it. */
  readonly result?: string;
  /** It ran when an earlier run was broken off. */
  readonly interrupted?: true;
}

export interface PlanState {
  readonly kind: PlanKind;
  readonly goal: string;
  /** What the person added when the plan was reviewed. */
  readonly requirements: readonly string[];
  /** Files and piped data that came with the goal, bounded; empty without any. */
  readonly data: string;
  readonly summary: string;
  /** How often it was planned anew. */
  readonly replans: number;
  /** In the order of the plan. */
  readonly tasks: ReadonlyMap<string, TaskState>;
  /** Tasks that failed or were skipped before a new plan took their place. */
  readonly replaced: readonly TaskState[];
}

type Scoped = (task: PlanTask) => WriteScope;

export function newPlan(about: Pick<PlanState, "kind" | "goal" | "requirements" | "data">, plan: Plan, scope: Scoped): PlanState {
  return { ...about, summary: plan.summary, replans: 0, tasks: statesOf(plan.tasks, scope), replaced: [] };
}

/** Finished tasks stay; the new ones take the place of all others. */
export function planAnew(state: PlanState, plan: Plan, scope: Scoped): PlanState {
  const all = [...state.tasks.values()];
  const kept = all.filter(({ status }) => status === "done");
  return {
    ...state,
    summary: plan.summary,
    replans: state.replans + 1,
    tasks: new Map([...kept.map((one) => [one.task.id, one] as const), ...statesOf(plan.tasks, scope)]),
    replaced: [...state.replaced, ...all.filter(({ status }) => status !== "done")],
  };
}

function statesOf(tasks: readonly PlanTask[], scope: Scoped): Map<string, TaskState> {
  return new Map(tasks.map((task) => [task.id, { task, scope: scope(task), status: "pending" }]));
}

export function withTask(state: PlanState, id: string, change: Pick<TaskState, "status"> & Partial<TaskState>): PlanState {
  const before = state.tasks.get(id);
  if (before === undefined) return state;
  return { ...state, tasks: new Map(state.tasks).set(id, { ...before, ...change }) };
}

const FATAL: ReadonlySet<TaskStatus> = new Set(["failed", "not_approved", "skipped"]);

/** Tasks that wait for one that will never be done, whatever stands between. `words`: what is said of one that waits for `id`. */
export function skipBlocked(state: PlanState, words: (id: string) => string): PlanState {
  const all = [...state.tasks.values()];
  const dead = all.filter(({ status }) => FATAL.has(status)).map(({ task }) => task.id);
  if (dead.length === 0) return state;
  const tasks = new Map(state.tasks);
  const blocks = dependants(all.map(({ task }) => task));
  let changed = false;
  for (const id of dead) {
    for (const next of blocks.get(id) ?? []) {
      const waiting = tasks.get(next);
      if (waiting?.status !== "pending") continue;
      tasks.set(next, { ...waiting, status: "skipped", result: words(id) });
      dead.push(next); // the loop goes on into what it appends
      changed = true;
    }
  }
  return changed ? { ...state, tasks } : state;
}

/** A plan that was broken off goes on: what had run then is to be done again, and says so. */
export function reopened(state: PlanState): PlanState {
  const tasks = [...state.tasks].map(
    ([id, one]) => [id, broken(one) ? { task: one.task, scope: one.scope, ...INTERRUPTED } : one] as const,
  );
  return { ...state, tasks: new Map(tasks) };
}

const INTERRUPTED = { status: "pending", interrupted: true } as const;
const broken = ({ status }: TaskState) => status === "running" || status === "cancelled";

/** Both languages are understood, whichever is spoken. */
const CONTINUE =
  /^(?:\/(?:plan|team)|接着(?:做|来|干)?|继续(?:做|执行|完成)?(?:这个|该|未完成的)?(?:计划|任务)?|(?:continue|resume|go on|carry on|keep going)(?: with)?(?: the)?(?: plan| tasks?)?)[\s。．.!！]*$/i;

/** Whether what the person typed belongs to the plan that is open: to go on with it, or the very words that it was made from. */
export function isAboutPlan(typed: string, { goal, requirements }: Pick<PlanState, "goal" | "requirements">): boolean {
  const words = typed.trim();
  return CONTINUE.test(words) || words === goal.trim() || requirements.includes(words);
}

export function countDone(state: PlanState): number {
  return [...state.tasks.values()].filter(({ status }) => status === "done").length;
}

export function taskViews(state: PlanState): readonly PlanTaskView[] {
  return [...state.tasks.values()].map(({ task: { id, description, type, dependencies }, status }) => ({
    id,
    description,
    type,
    dependencies,
    status,
  }));
}
