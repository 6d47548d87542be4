// A plan as a graph: what the planner may answer, what is wrong with an answer, and what follows from the dependencies. Pure.
import { z } from "zod";
import { type ShapeIssue, shapeIssues } from "../../protocol/shape.ts";
import { strictJson } from "../strict-json.ts";

const TASK_TYPES = ["FILE_READ", "FILE_WRITE", "COMMAND", "ANALYSIS", "VERIFICATION"] as const;

/** More tasks than this are no plan but a mistake; each one costs at least one request. */
const MAX_TASKS = 1000;

export const taskSchema = z.strictObject({
  /** `__proto__` is no key of an object. */
  id: z.string().regex(/^(?!__proto__$)[\p{L}\p{N}_.-]{1,40}$/u),
  description: z.string().trim().min(1),
  type: z.enum(TASK_TYPES),
  dependencies: z.array(z.string()),
  /** Paths or globs that the task may change. */
  writes: z.array(z.string().trim().min(1)).optional(),
});

const planSchema = z.strictObject({
  summary: z.string(),
  tasks: z.array(taskSchema).min(1).max(MAX_TASKS),
});

export type PlanTask = z.output<typeof taskSchema>;
export type Plan = z.output<typeof planSchema>;

export type PlanProblem =
  | { readonly kind: "empty" }
  | { readonly kind: "calls" }
  | { readonly kind: "not_json"; readonly detail: string }
  | { readonly kind: "shape"; readonly issues: readonly ShapeIssue[] }
  | { readonly kind: "repeated_id"; readonly id: string }
  | { readonly kind: "unknown_dependency"; readonly id: string; readonly dependency: string }
  | { readonly kind: "cycle"; readonly path: readonly string[] };

export type ParsedPlan = { readonly plan: Plan } | { readonly problems: readonly PlanProblem[] };

/**
 * Reads a planner's answer: one JSON object and nothing beside it (a code fence around all of it is taken off).
 * Every problem is named, so that one repair round can mend them all; an edge is never dropped to make a plan fit.
 * `finished`: ids of tasks that are done already. They may be depended on, and not be used again.
 */
export function parsePlan(answer: string, finished: ReadonlySet<string> = new Set()): ParsedPlan {
  const json = strictJson(unfenced(answer));
  if ("problem" in json) return { problems: [{ kind: "not_json", detail: json.problem }] };
  const parsed = planSchema.safeParse(json.value);
  if (!parsed.success) return { problems: [{ kind: "shape", issues: shapeIssues(parsed.error, { data: json.value }) }] };
  const problems = graphProblems(parsed.data.tasks, finished);
  return problems.length > 0 ? { problems } : { plan: parsed.data };
}

function unfenced(answer: string): string {
  const fence = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(answer.trim());
  return fence?.[1] ?? answer.trim();
}

type Edges = readonly { readonly id: string; readonly dependencies: readonly string[] }[];

function graphProblems(tasks: Edges, finished: ReadonlySet<string>): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const ids = new Set(finished);
  for (const { id } of tasks) {
    if (ids.has(id)) problems.push({ kind: "repeated_id", id });
    ids.add(id);
  }
  for (const { id, dependencies } of tasks) {
    for (const dependency of new Set(dependencies))
      if (!ids.has(dependency)) problems.push({ kind: "unknown_dependency", id, dependency });
  }
  if (problems.length > 0) return problems;
  const path = findCycle(tasks);
  return path ? [{ kind: "cycle", path }] : [];
}

/** Ids along one cycle, the first one again at the end; undefined if there is none. */
export function findCycle(tasks: Edges): readonly string[] | undefined {
  const ordered = new Set(topological(tasks).map(({ id }) => id));
  const left = new Map(tasks.filter(({ id }) => !ordered.has(id)).map(({ id, dependencies }) => [id, dependencies]));
  const [start] = left.keys();
  // Every task that is left waits for another that is left, so following them must come back to one already seen.
  const seen = new Map<string, number>();
  const path: string[] = [];
  for (let id = start; id !== undefined; id = left.get(id)?.find((dependency) => left.has(dependency))) {
    const at = seen.get(id);
    if (at !== undefined) return [...path.slice(at), id];
    seen.set(id, path.length);
    path.push(id);
  }
  return undefined;
}

/**
 * Each task after those that it depends on; dependencies on tasks that are not in the list do not count. Tasks of a cycle, and those
 * that wait for one, are left out. Without recursion: chains can be long.
 */
export function topological<Task extends Edges[number]>(tasks: readonly Task[]): readonly Task[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const blocks = dependants(tasks);
  const missing = new Map(tasks.map(({ id, dependencies }) => [id, new Set(dependencies.filter((d) => known.has(d))).size]));
  const order = tasks.filter(({ id }) => missing.get(id) === 0);
  for (const { id } of order) {
    for (const next of blocks.get(id) ?? []) {
      const still = (missing.get(next) ?? 0) - 1;
      missing.set(next, still);
      const task = known.get(next);
      if (still === 0 && task) order.push(task); // the loop goes on into what it appends
    }
  }
  return order;
}

/** For each task the tasks that name it as a dependency, each once. */
export function dependants(tasks: Edges): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  for (const { id, dependencies } of tasks) for (const dependency of new Set(dependencies)) map.get(dependency)?.push(id);
  return map;
}

/** Tasks by level: a task stands one level below the deepest of its dependencies. For drawing a plan. */
export function levels<Task extends Edges[number]>(tasks: readonly Task[]): readonly (readonly Task[])[] {
  const level = new Map<string, number>();
  for (const { id, dependencies } of topological(tasks)) {
    level.set(
      id,
      dependencies.reduce((deepest, dependency) => Math.max(deepest, (level.get(dependency) ?? -1) + 1), 0),
    );
  }
  const rows: Task[][] = [...new Set(level.values())].map(() => []);
  for (const task of tasks) rows[level.get(task.id) ?? -1]?.push(task);
  return rows;
}
