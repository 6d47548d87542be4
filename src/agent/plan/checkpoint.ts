// A plan in the ledger: what was decided once, and then each change of a task. Read back, it goes on where it was.
import { z } from "zod";
import { findCycle, type PlanTask, taskSchema, topological } from "./graph.ts";
import type { PlanState, TaskState } from "./state.ts";
import { writeScope } from "./writes.ts";

const STATUSES = ["pending", "running", "done", "failed", "skipped", "cancelled", "not_approved"] as const;

const stateSchema = z.object({ status: z.enum(STATUSES), result: z.string().optional() });

// Read tolerantly: an older or a newer program, or a person, may have written it.
const decidedSchema = z.object({
  kind: z.enum(["plan", "team"]).catch("plan"),
  goal: z.string(),
  requirements: z.array(z.string()).catch([]),
  data: z.string().catch(""),
  summary: z.string().catch(""),
  replans: z.number().catch(0),
  tasks: z.array(z.object({ ...taskSchema.shape, dependencies: z.array(z.string()).catch([]) })),
  replaced: z.array(z.object({ task: taskSchema, ...stateSchema.shape })).catch([]),
});

/** What a plan is, without what becomes of its tasks. */
export function decidedOf(state: PlanState): z.output<typeof decidedSchema> {
  const { kind, goal, requirements, data, summary, replans } = state;
  return {
    kind,
    goal,
    requirements: [...requirements],
    data,
    summary,
    replans,
    tasks: [...state.tasks.values()].map(({ task }) => task),
    replaced: state.replaced.map(({ task, status, result }) => ({ task, status, ...(result === undefined ? {} : { result }) })),
  };
}

/** The states of these tasks. */
export function statesOf(state: PlanState, ids: Iterable<string>): Record<string, z.output<typeof stateSchema>> {
  const entries = [...ids].flatMap((id) => {
    const one = state.tasks.get(id);
    if (one === undefined) return [];
    return [[id, { status: one.status, ...(one.result === undefined ? {} : { result: one.result }) }] as const];
  });
  return Object.fromEntries(entries);
}

export interface Restored {
  readonly state: PlanState;
  /** Tasks that can never start, because of a cycle or of a task that does not exist; they are skipped. */
  readonly stuck: readonly string[];
  /** A cycle among them, if there is one. */
  readonly cycle?: readonly string[];
}

/**
 * The plan as its events have it; undefined if they cannot be understood.
 * `stuckWords`: what is said of a task that can never start.
 */
export function restorePlan(
  decided: unknown,
  states: ReadonlyMap<string, unknown>,
  root: string,
  stuckWords: string,
): Restored | undefined {
  const parsed = decidedSchema.safeParse(decided);
  if (!parsed.success) return undefined;
  const { tasks: list, replaced, ...about } = parsed.data;
  const scoped = (task: PlanTask) => writeScope(task, root);
  const tasks = new Map<string, TaskState>();
  for (const task of list) {
    if (tasks.has(task.id)) continue; // the first of two counts, as everywhere
    tasks.set(task.id, { task, scope: scoped(task), ...stateOf(states.get(task.id)) });
  }
  const stuck = stuckTasks([...tasks.values()].map(({ task }) => task)).filter((id) => tasks.get(id)?.status === "pending");
  for (const id of stuck) {
    const one = tasks.get(id);
    if (one) tasks.set(id, { ...one, status: "skipped", result: stuckWords });
  }
  const cycle = findCycle(list);
  const state = { ...about, tasks, replaced: replaced.map((one) => withoutUndefined({ ...one, scope: scoped(one.task) })) };
  return { state, stuck, ...(cycle ? { cycle } : {}) };
}

function stateOf(recorded: unknown): Pick<TaskState, "status"> & Partial<TaskState> {
  const parsed = stateSchema.safeParse(recorded);
  if (!parsed.success) return { status: "pending" };
  const { status, result } = parsed.data;
  return withoutUndefined({ status, result });
}

function withoutUndefined<One extends { readonly result?: string | undefined }>({ result, ...rest }: One) {
  return { ...rest, ...(result === undefined ? {} : { result }) };
}

/** Those that a cycle or a missing task keeps from ever starting. */
function stuckTasks(tasks: readonly PlanTask[]): readonly string[] {
  const possible = new Set<string>();
  for (const { id, dependencies } of topological(tasks)) if (dependencies.every((one) => possible.has(one))) possible.add(id);
  return tasks.map(({ id }) => id).filter((id) => !possible.has(id));
}
