// A plan as a graph: what the planner may answer, what is wrong with an answer, and what follows from the dependencies. Pure.
import { parseDocument } from "yaml";
import { z } from "zod";

export const TASK_TYPES = ["FILE_READ", "FILE_WRITE", "COMMAND", "ANALYSIS", "VERIFICATION"] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** More tasks than this are no plan but a mistake; each one costs at least one request. */
const MAX_TASKS = 1000;

const taskSchema = z.strictObject({
  id: z.string().regex(/^[\p{L}\p{N}_.-]{1,40}$/u),
  description: z.string().trim().min(1),
  type: z.enum(TASK_TYPES),
  dependencies: z.array(z.string()),
  writes: z.array(z.string().min(1)).optional(),
});

const planSchema = z.strictObject({
  summary: z.string(),
  tasks: z.array(taskSchema).min(1).max(MAX_TASKS),
});

export type PlanTask = z.output<typeof taskSchema>;
export type Plan = z.output<typeof planSchema>;

export type PlanProblem =
  | { readonly kind: "not_json"; readonly detail: string }
  | { readonly kind: "shape"; readonly detail: string }
  | { readonly kind: "repeated_id"; readonly id: string }
  | { readonly kind: "unknown_dependency"; readonly id: string; readonly dependency: string }
  | { readonly kind: "cycle"; readonly path: readonly string[] };

export type ParsedPlan = { readonly plan: Plan } | { readonly problems: readonly PlanProblem[] };

/**
 * Reads a planner's answer: one JSON object and nothing beside it (a code fence around all of it is taken off).
 * Every problem is named, so that one repair round can mend them all; an edge is never dropped to make a plan fit.
 */
export function parsePlan(answer: string): ParsedPlan {
  const text = unfenced(answer);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problems: [{ kind: "not_json", detail: error instanceof Error ? error.message : String(error) }] };
  }
  // JSON.parse keeps the last of two equal keys without a word; a YAML parser, of which JSON is a part, reports them.
  const repeated = parseDocument(text, { uniqueKeys: true }).errors.find(({ code }) => code === "DUPLICATE_KEY");
  if (repeated) return { problems: [{ kind: "shape", detail: repeated.message.split("\n")[0] ?? "duplicate key" }] };
  const parsed = planSchema.safeParse(json);
  if (!parsed.success) return { problems: [{ kind: "shape", detail: z.prettifyError(parsed.error) }] };
  const problems = graphProblems(parsed.data.tasks);
  return problems.length > 0 ? { problems } : { plan: parsed.data };
}

function unfenced(answer: string): string {
  const fence = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(answer.trim());
  return fence?.[1] ?? answer.trim();
}

type Edges = readonly { readonly id: string; readonly dependencies: readonly string[] }[];

function graphProblems(tasks: Edges): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const ids = new Set<string>();
  for (const { id } of tasks) {
    if (ids.has(id)) problems.push({ kind: "repeated_id", id });
    ids.add(id);
  }
  for (const { id, dependencies } of tasks) {
    for (const dependency of dependencies)
      if (!ids.has(dependency)) problems.push({ kind: "unknown_dependency", id, dependency });
  }
  if (problems.length > 0) return problems;
  const path = findCycle(tasks);
  return path ? [{ kind: "cycle", path }] : [];
}

/** Ids along one cycle, the first one again at the end; undefined if there is none. Without recursion: chains can be long. */
export function findCycle(tasks: Edges): readonly string[] | undefined {
  const left = new Map(tasks.map(({ id, dependencies }) => [id, dependencies]));
  const blocks = dependants(tasks);
  const missing = new Map(tasks.map(({ id, dependencies }) => [id, new Set(dependencies).size]));
  const ready = tasks.filter(({ id }) => missing.get(id) === 0).map(({ id }) => id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    left.delete(id);
    for (const next of blocks.get(id) ?? []) {
      const still = (missing.get(next) ?? 0) - 1;
      missing.set(next, still);
      if (still === 0) ready.push(next);
    }
  }
  const [start] = left.keys();
  if (start === undefined) return undefined;
  // Every task that is left waits for another that is left, so following them must come back to one already seen.
  const path: string[] = [];
  for (let id: string | undefined = start; id !== undefined; id = left.get(id)?.find((dependency) => left.has(dependency))) {
    const seen = path.indexOf(id);
    if (seen >= 0) return [...path.slice(seen), id];
    path.push(id);
  }
  return undefined;
}

/** For each task the tasks that name it as a dependency, each once. */
export function dependants(tasks: Edges): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  for (const { id, dependencies } of tasks) for (const dependency of new Set(dependencies)) map.get(dependency)?.push(id);
  return map;
}

/** Tasks by level: a task stands one level below the deepest of its dependencies. For drawing a plan. */
export function levels(tasks: Edges): readonly (readonly string[])[] {
  const level = new Map<string, number>();
  const waiting = [...tasks];
  for (let progress = true; waiting.length > 0 && progress; ) {
    progress = false;
    for (let i = waiting.length - 1; i >= 0; i--) {
      const task = waiting[i];
      if (task === undefined || !task.dependencies.every((id) => level.has(id))) continue;
      level.set(task.id, Math.max(-1, ...task.dependencies.map((id) => level.get(id) ?? 0)) + 1);
      waiting.splice(i, 1);
      progress = true;
    }
  }
  const rows: string[][] = [];
  for (const { id } of tasks) {
    const row = level.get(id);
    if (row === undefined) continue;
    rows[row] ??= [];
    rows[row].push(id);
  }
  return rows;
}
