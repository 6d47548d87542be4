import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UnitEvent } from "../../../src/agent/agent.ts";
import { decidedOf, restorePlan, statesOf } from "../../../src/agent/plan/checkpoint.ts";
import type { PlanTask } from "../../../src/agent/plan/graph.ts";
import { runTasks, type TaskEnd } from "../../../src/agent/plan/run-tasks.ts";
import { newPlan, type PlanState, reopened, type TaskState } from "../../../src/agent/plan/state.ts";
import { scopesMeet, writeScope } from "../../../src/agent/plan/writes.ts";

const SIDE_BY_SIDE = 4;
const ROOT = "/";

/** A task, how long it takes, and how it ends. */
interface Job {
  readonly task: PlanTask;
  readonly takes: number;
  readonly fails: boolean;
}

const id = (n: number) => `t${n}`;
const jobs = (max: number): fc.Arbitrary<readonly Job[]> =>
  fc
    .array(
      fc.record({
        takes: fc.integer({ min: 1, max: 50 }),
        fails: fc.nat(9).map((n) => n === 0),
        edges: fc.array(fc.nat(max), { maxLength: 3 }),
        type: fc.constantFrom("ANALYSIS" as const, "FILE_READ" as const, "FILE_WRITE" as const),
        writes: fc.array(fc.constantFrom("a/x", "a/*", "b/**", "c", "a/y.ts"), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: max },
    )
    .map((list) =>
      list.map(({ takes, fails, edges, type, writes }, n) => ({
        takes,
        fails,
        task: {
          id: id(n),
          description: id(n),
          type,
          dependencies: n === 0 ? [] : [...new Set(edges.map((edge) => id(edge % n)))],
          ...(type === "FILE_WRITE" ? { writes } : {}),
        },
      })),
    );

function planOf(list: readonly Job[]): PlanState {
  const about = { kind: "plan" as const, goal: "g", requirements: [], data: "" };
  return newPlan(about, { summary: "s", tasks: list.map(({ task }) => task) }, (task) => writeScope(task, ROOT));
}

interface Watched {
  readonly state: PlanState;
  readonly events: readonly UnitEvent[];
  readonly order: readonly string[];
  /** The states as a crash would leave them after the n-th save. */
  readonly saves: readonly ReadonlyMap<string, unknown>[];
  readonly makespan: number;
}

/** Runs a plan in virtual time and checks at every moment what must always hold. `abortAt`: after so many ends. */
async function watch(list: readonly Job[], start: PlanState, abortAt = Number.POSITIVE_INFINITY): Promise<Watched> {
  const byId = new Map(list.map((job) => [job.task.id, job]));
  const stop = new AbortController();
  const running = new Map<string, { readonly until: number; finish: (end: TaskEnd) => void; readonly task: TaskState }>();
  const order: string[] = [];
  /** Collected, not thrown: what a task throws is only its own failure. */
  const wrong: string[] = [];
  const saves: Map<string, unknown>[] = [];
  let now = 0;
  let ends = 0;
  let saved = new Map<string, unknown>();
  let latest = start;

  async function* run(task: TaskState, plan: PlanState): AsyncGenerator<UnitEvent, TaskEnd> {
    const { id: name, dependencies } = task.task;
    if (stop.signal.aborted) wrong.push(`${name} starts after the cancel`);
    for (const on of dependencies) if (plan.tasks.get(on)?.status !== "done") wrong.push(`${name} starts before ${on} is done`);
    if (order.includes(name)) wrong.push(`${name} starts twice`);
    order.push(name);
    yield { type: "notice", level: "info", code: "X", message: "", unit: task.task.id };
    return new Promise((finish) => {
      for (const other of running.values())
        if (scopesMeet(other.task.scope, task.scope)) wrong.push(`${name} writes beside ${other.task.task.id}`);
      running.set(name, { until: now + (byId.get(name)?.takes ?? 1), finish, task });
      if (running.size > SIDE_BY_SIDE) wrong.push(`${running.size} run at once`);
    });
  }

  const events: UnitEvent[] = [];
  const all = runTasks(
    start,
    {
      sideBySide: SIDE_BY_SIDE,
      run,
      async save(state, changed) {
        latest = state;
        saved = new Map([...saved, ...Object.entries(statesOf(state, changed))]);
        saves.push(saved);
      },
      words: { blockedBy: (on) => `waits for ${on}`, broken: String },
    },
    stop.signal,
  );
  let over = false;
  const drained = (async () => {
    for (let next = await all.next(); ; next = await all.next()) {
      if (next.done) {
        over = true;
        return next.value;
      }
      events.push(next.value);
    }
  })();
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    if (over || running.size === 0) continue;
    if (!stop.signal.aborted) expectNobodyWaits(latest, running.size);
    const [next] = [...running].toSorted(([, a], [, b]) => a.until - b.until);
    if (next === undefined) continue;
    const [name, { until, finish }] = next;
    running.delete(name);
    now = until;
    ends++;
    if (ends === abortAt) stop.abort();
    finish(
      stop.signal.aborted
        ? { status: "cancelled", result: "" }
        : { status: byId.get(name)?.fails ? "failed" : "done", result: `r ${name}` },
    );
  }
  const state = await drained;
  expect(wrong).toEqual([]);
  return { state, events, order, saves, makespan: now };
}

/** A task that could run does run, unless no slot is free or its files are taken. */
function expectNobodyWaits({ tasks }: PlanState, slots: number): void {
  if (slots >= SIDE_BY_SIDE) return;
  const all = [...tasks.values()];
  const busy = all.filter(({ status }) => status === "running");
  for (const { task, status, scope } of all) {
    if (status !== "pending" || !task.dependencies.every((on) => tasks.get(on)?.status === "done")) continue;
    expect(busy.some((other) => scopesMeet(other.scope, scope))).toBe(true);
  }
}

function failedBefore(name: string, list: readonly Job[]): boolean {
  const byId = new Map(list.map((job) => [job.task.id, job]));
  const seen = new Set<string>();
  const queue = [...(byId.get(name)?.task.dependencies ?? [])];
  for (let on = queue.pop(); on !== undefined; on = queue.pop()) {
    if (seen.has(on)) continue;
    seen.add(on);
    if (byId.get(on)?.fails) return true;
    queue.push(...(byId.get(on)?.task.dependencies ?? []));
  }
  return false;
}

describe("running a graph of tasks", () => {
  test("dependencies first, 4 at once, nobody waits in vain, writers apart, each ends once, exactly the dependants of failures are skipped", async () => {
    await fc.assert(
      fc.asyncProperty(jobs(40), async (list) => {
        const { state, events } = await watch(list, planOf(list));
        const ends = events.flatMap((event) => (event.type === "task_end" ? [event.id] : []));
        expect(ends.toSorted()).toEqual(list.map(({ task }) => task.id).toSorted());
        for (const { task, fails } of list) {
          const expected = failedBefore(task.id, list) ? "skipped" : fails ? "failed" : "done";
          expect(state.tasks.get(task.id)?.status).toBe(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("the same with 200 tasks", async () => {
    const [list] = fc.sample(fc.array(jobs(200), { minLength: 1, maxLength: 1 }), { numRuns: 1, seed: 7 })[0] ?? [];
    const many = Array.from(
      { length: 200 },
      (_, n): Job => ({
        takes: 1 + ((n * 37) % 50),
        fails: n % 29 === 28,
        task: {
          id: id(n),
          description: "d",
          type: "ANALYSIS",
          dependencies: n < 3 ? [] : [id(n - 3), id((n * 7) % n)].filter((on, i, l) => l.indexOf(on) === i),
        },
      }),
    );
    for (const jobsNow of [list ?? [], many]) {
      const { state } = await watch(jobsNow, planOf(jobsNow));
      for (const { status } of state.tasks.values()) expect(["done", "failed", "skipped"]).toContain(status);
    }
  });

  test("after a cancel nothing starts, what ran is cancelled, and going on does every open task once and no finished one again", async () => {
    // More than can run at once: at the cancel some wait for nothing but a slot.
    const wide = Array.from({ length: 3 * SIDE_BY_SIDE }, (_, n) => ({
      takes: 1,
      fails: false,
      task: { id: id(n), description: "d", type: "ANALYSIS" as const, dependencies: [] },
    }));
    expect((await watch(wide, planOf(wide), 1)).order).toHaveLength(SIDE_BY_SIDE);
    await fc.assert(
      fc.asyncProperty(jobs(25), fc.nat(20), async (list, at) => {
        const first = await watch(list, planOf(list), at + 1);
        const done = [...first.state.tasks.values()].filter(({ status }) => status === "done").map(({ task }) => task.id);
        for (const { status } of first.state.tasks.values()) expect(status).not.toBe("running");
        const second = await watch(list, reopened(first.state));
        for (const name of done) expect(second.order).not.toContain(name);
        for (const name of done) expect(second.state.tasks.get(name)?.result).toBe(`r ${name}`);
        for (const { task } of list) expect(["done", "failed", "skipped"]).toContain(second.state.tasks.get(task.id)?.status);
      }),
      { numRuns: 40 },
    );
  });

  test("after a kill at any save the plan read back keeps every finished task, and marks what was running as interrupted", async () => {
    await fc.assert(
      fc.asyncProperty(jobs(20), fc.nat(1000), async (list, at) => {
        const { saves } = await watch(list, planOf(list));
        const saved = saves[at % saves.length] ?? new Map();
        const restored = restorePlan(JSON.parse(JSON.stringify(decidedOf(planOf(list)))), saved, ROOT, "stuck");
        if (restored === undefined) throw new Error("the plan was not understood");
        expect(restored.stuck).toEqual([]);
        const before = restored.state;
        const again = reopened(before);
        const finished = [...saved].flatMap(([name, now]) => ((now as { status: string }).status === "done" ? [name] : []));
        for (const name of finished) expect(before.tasks.get(name)).toMatchObject({ status: "done", result: `r ${name}` });
        for (const one of before.tasks.values())
          expect(again.tasks.get(one.task.id)?.interrupted === true).toBe(one.status === "running");
        const second = await watch(list, again);
        for (const name of finished) expect(second.order).not.toContain(name);
        for (const { task } of list) expect(["done", "failed", "skipped"]).toContain(second.state.tasks.get(task.id)?.status);
      }),
      { numRuns: 40 },
    );
  });

  test("M15: a slow task holds up nobody that does not depend on it", async () => {
    const chain = Array.from({ length: 10 }, (_, n) => ({
      takes: 10,
      fails: false,
      task: { id: `c${n}`, description: "d", type: "ANALYSIS" as const, dependencies: n === 0 ? [] : [`c${n - 1}`] },
    }));
    const slow = {
      takes: 100,
      fails: false,
      task: { id: "slow", description: "d", type: "ANALYSIS" as const, dependencies: [] },
    };
    const list = [slow, ...chain];
    expect((await watch(list, planOf(list))).makespan).toBe(100);
  });

  test("a run that throws fails its task and no other", async () => {
    const list = [0, 1].map((n) => ({
      takes: 1,
      fails: false,
      task: { id: id(n), description: "d", type: "ANALYSIS" as const, dependencies: [] },
    }));
    const parts = {
      sideBySide: 2,
      async *run(task: TaskState): AsyncGenerator<UnitEvent, TaskEnd> {
        yield { type: "notice", level: "info", code: "X", message: "" };
        if (task.task.id === "t0") throw new Error("boom");
        return { status: "done", result: "fine" };
      },
      save: async () => {},
      words: { blockedBy: String, broken: String },
    };
    const all = runTasks(planOf(list), parts, new AbortController().signal);
    let next = await all.next();
    while (!next.done) next = await all.next();
    expect([...next.value.tasks.values()].map(({ status, result }) => `${status} ${result}`)).toEqual([
      "failed Error: boom",
      "done fine",
    ]);
  });

  test("whoever stops reading stops what runs", async () => {
    const list = [{ takes: 1, fails: false, task: { id: "a", description: "d", type: "ANALYSIS" as const, dependencies: [] } }];
    let stopped = false;
    const parts = {
      sideBySide: 1,
      async *run(_: TaskState, __: PlanState, signal: AbortSignal): AsyncGenerator<UnitEvent, TaskEnd> {
        yield { type: "notice", level: "info", code: "X", message: "" };
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        stopped = true;
        return { status: "cancelled", result: "" };
      },
      save: async () => {},
      words: { blockedBy: String, broken: String },
    };
    for await (const event of runTasks(planOf(list), parts, new AbortController().signal)) if (event.type === "notice") break;
    expect(stopped).toBe(true);
  });
});
