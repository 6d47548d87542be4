import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restorePlan } from "../../../src/agent/plan/checkpoint.ts";
import { findCycle, levels, parsePlan, topological } from "../../../src/agent/plan/graph.ts";

const task = (id: string, ...dependencies: string[]) => ({ id, description: id, type: "ANALYSIS" as const, dependencies });
const json = (...tasks: unknown[]) => JSON.stringify({ summary: "s", tasks });
const problems = (answer: string, finished?: ReadonlySet<string>) => {
  const parsed = parsePlan(answer, finished);
  return "problems" in parsed ? parsed.problems : [];
};

describe("the planner's answer", () => {
  test("1 task and 500 tasks are plans; 1,001 are not", () => {
    const many = (count: number) => json(...Array.from({ length: count }, (_, n) => task(`t${n}`)));
    expect("plan" in parsePlan(many(1))).toBe(true);
    expect("plan" in parsePlan(many(500))).toBe(true);
    expect(problems(many(1001))).toMatchObject([{ kind: "shape" }]);
  });

  test("every problem is named at once", () => {
    expect(problems(json(task("a", "x"), task("a", "y"), task("b", "a")))).toEqual([
      { kind: "repeated_id", id: "a" },
      { kind: "unknown_dependency", id: "a", dependency: "x" },
      { kind: "unknown_dependency", id: "a", dependency: "y" },
    ]);
  });

  test("keys that stand twice, anywhere, are refused", () => {
    for (const answer of ['{"summary":"s","tasks":[],"tasks":[]}', json(task("a")).replace('"type"', '"id":"b","type"')]) {
      expect(problems(answer)).toMatchObject([{ kind: "not_json" }]);
    }
  });

  test("after re-planning finished tasks may be depended on, and their ids not be used again", () => {
    expect("plan" in parsePlan(json(task("b", "a")), new Set(["a"]))).toBe(true);
    expect(problems(json(task("a")), new Set(["a"]))).toEqual([{ kind: "repeated_id", id: "a" }]);
  });

  test("no text whatever breaks the reader", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => `\`\`\`json\n${text}\n\`\`\``),
        ),
        (text) => {
          expect("problems" in parsePlan(text)).toBe(true);
        },
      ),
    );
  });
});

describe("K1: cycles", () => {
  test("of one, of three, and behind other tasks are named along their way", () => {
    expect(problems(json(task("a", "a")))).toEqual([{ kind: "cycle", path: ["a", "a"] }]);
    const [problem] = problems(json(task("z", "a"), task("a", "b"), task("b", "c"), task("c", "a")));
    expect(problem).toMatchObject({ kind: "cycle", path: expect.arrayContaining(["a", "b", "c"]) });
    expect(problem?.kind === "cycle" && problem.path[0]).toBe(problem?.kind === "cycle" && problem.path.at(-1));
  });

  test("a chain of 1,000 and a cycle of 1,000 need no stack", () => {
    const chain = Array.from({ length: 1000 }, (_, n) => task(`t${n}`, ...(n === 0 ? [] : [`t${n - 1}`])));
    expect(findCycle(chain)).toBeUndefined();
    expect(levels(chain)).toHaveLength(1000);
    expect(findCycle([{ ...task("t0", "t999") }, ...chain.slice(1)])).toHaveLength(1001);
  });

  test("a recorded plan that holds a cycle is read, reported, and the rest of its tasks still run", () => {
    const decided = {
      goal: "g",
      tasks: [task("a"), task("b", "c"), task("c", "b"), task("d", "c"), task("e", "a"), task("f", "gone")],
    };
    const restored = restorePlan(decided, new Map([["a", { status: "done", result: "r" }]]), "/", "stuck");
    expect(restored?.stuck).toEqual(["b", "c", "d", "f"]);
    expect(restored?.cycle).toEqual(["b", "c", "b"]);
    expect([...(restored?.state.tasks.values() ?? [])].map(({ status }) => status)).toEqual([
      "done",
      "skipped",
      "skipped",
      "skipped",
      "pending",
      "skipped",
    ]);
  });

  test("what cannot be understood is no plan, and a broken state is to be done again", () => {
    expect(restorePlan({ tasks: "no" }, new Map(), "/", "stuck")).toBeUndefined();
    const restored = restorePlan({ goal: "g", tasks: [task("a")] }, new Map([["a", { status: "unheard of" }]]), "/", "stuck");
    expect(restored?.state.tasks.get("a")?.status).toBe("pending");
  });
});

describe("order", () => {
  const graphs = fc
    .array(fc.array(fc.nat(30), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
    .map((edges) => edges.map((to, n) => task(`t${n}`, ...to.map((m) => `t${m % edges.length}`))));

  test("a graph has a cycle exactly if not all of it can be put in order, and the cycle follows its edges", () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        const cycle = findCycle(tasks);
        expect(topological(tasks).length === tasks.length).toBe(cycle === undefined);
        const byId = new Map(tasks.map((one) => [one.id, one]));
        for (const [at, id] of (cycle ?? []).slice(0, -1).entries())
          expect(byId.get(id)?.dependencies).toContain(cycle?.[at + 1]);
      }),
    );
  });

  test("a task stands below everything that it depends on", () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        const rows = levels(tasks);
        const at = new Map(rows.flatMap((row, level) => row.map(({ id }) => [id, level] as const)));
        for (const { id, dependencies } of rows.flat())
          for (const on of dependencies) expect(at.get(on) ?? -1).toBeLessThan(at.get(id) ?? -1);
      }),
    );
  });
});
