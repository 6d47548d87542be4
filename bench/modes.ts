// How long a plan takes: our scheduler, greedy list scheduling with the same four workers, and execution round by round, all on the
// same random graphs; and what the scheduler itself costs.
import type { UnitEvent } from "../src/agent/agent.ts";
import type { PlanTask } from "../src/agent/plan/graph.ts";
import { TASKS_SIDE_BY_SIDE } from "../src/agent/plan/options.ts";
import { runTasks, type TaskEnd } from "../src/agent/plan/run-tasks.ts";
import { newPlan, type TaskState } from "../src/agent/plan/state.ts";
import { medianOf, row, title } from "./support/report.ts";

interface Job {
  readonly task: PlanTask;
  readonly ms: number;
}

const GRAPHS = 12;
const WORKERS = TASKS_SIDE_BY_SIDE;

function randomGraph(seed: number, count: number): readonly Job[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, (_, n) => {
    const edges = n === 0 ? [] : Array.from({ length: Math.floor(next() * 3) }, () => `t${Math.floor(next() * n)}`);
    const dependencies = [...new Set(edges)];
    // Latencies of models are skewed: most answers are quick, a few take many times as long.
    return {
      task: { id: `t${n}`, description: "d", type: "ANALYSIS" as const, dependencies },
      ms: Math.round(20 + 180 * next() ** 3),
    };
  });
}

/** Runs the jobs with real timers. */
async function ours(jobs: readonly Job[], wait: (ms: number) => Promise<void>): Promise<number> {
  const took = new Map(jobs.map(({ task, ms }) => [task.id, ms]));
  const plan = newPlan(
    { kind: "plan", goal: "g", requirements: [], data: "" },
    { summary: "s", tasks: jobs.map(({ task }) => task) },
    () => [],
  );
  const parts = {
    sideBySide: WORKERS,
    async *run({ task }: TaskState): AsyncGenerator<UnitEvent, TaskEnd> {
      yield { type: "step_start", step: 1, unit: task.id };
      await wait(took.get(task.id) ?? 0);
      return { status: "done", result: "r" };
    },
    save: async () => {},
    words: { blockedBy: String, broken: String },
  };
  const began = performance.now();
  const events = runTasks(plan, parts, new AbortController().signal);
  for (let next = await events.next(); !next.done; next = await events.next());
  return performance.now() - began;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whenever a worker is free it takes the first task of the plan whose dependencies are done. */
function greedy(jobs: readonly Job[]): number {
  const ends = new Map<string, number>();
  const left = [...jobs];
  let running: { readonly id: string; readonly until: number }[] = [];
  let now = 0;
  while (left.length > 0 || running.length > 0) {
    for (const job of [...left]) {
      if (running.length === WORKERS) break;
      if (!job.task.dependencies.every((id) => (ends.get(id) ?? Number.POSITIVE_INFINITY) <= now)) continue;
      left.splice(left.indexOf(job), 1);
      running.push({ id: job.task.id, until: now + job.ms });
    }
    now = Math.min(...running.map(({ until }) => until));
    for (const { id, until } of running) if (until <= now) ends.set(id, until);
    running = running.filter(({ until }) => until > now);
  }
  return now;
}

/** Takes up to four ready tasks, waits for all of them, and only then looks again. */
function rounds(jobs: readonly Job[]): number {
  const done = new Set<string>();
  let left = [...jobs];
  let now = 0;
  while (left.length > 0) {
    const round = left.filter(({ task }) => task.dependencies.every((id) => done.has(id))).slice(0, WORKERS);
    now += Math.max(...round.map(({ ms }) => ms));
    for (const { task } of round) done.add(task.id);
    left = left.filter(({ task }) => !done.has(task.id));
  }
  return now;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

export default async function run(): Promise<void> {
  const graphs = Array.from({ length: GRAPHS }, (_, n) => randomGraph(n + 1, 40));
  const best = graphs.map(greedy);
  const byRounds = graphs.map(rounds);
  const measured: number[] = [];
  for (const graph of graphs) measured.push(await ours(graph, sleep));
  title(`plans of 40 tasks, ${GRAPHS} random graphs, ${WORKERS} at once: makespan`);
  row("greedy list scheduling", sum(best) / GRAPHS, "ms", "none");
  row("round by round", sum(byRounds) / GRAPHS, "ms", "none");
  row("  as a multiple of greedy", sum(byRounds) / sum(best), "x", "none");
  row("ours", sum(measured) / GRAPHS, "ms", "none");
  row("  as a multiple of greedy", sum(measured) / sum(best), "x", 1.05);
  title("scheduling alone");
  for (const count of [200, 1000]) {
    const graph = randomGraph(count, count);
    const all = await medianOf(5, () => ours(graph, async () => {}));
    row(`a task of ${count} that take no time`, all / count, "ms", 1);
  }
}
