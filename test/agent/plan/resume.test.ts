import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../../src/protocol/llm.ts";
import { textOf } from "../../../src/protocol/message.ts";
import { validateMessages } from "../../../src/protocol/validate.ts";
import { openPlanSession, type PlanScript, planJson } from "../../support/plan.ts";

const said = (request: ModelRequest | undefined) => (request?.messages ?? []).slice(1).map(textOf).join("\n");

/** Five steps one after the other, each a write; PLAN-42 stands in the third. */
const STEPS = [1, 2, 3, 4, 5].map((n) => ({
  id: `s${n}`,
  type: "FILE_WRITE",
  dependencies: n === 1 ? [] : [`s${n - 1}`],
  description: n === 3 ? "write 3 as PLAN-42 says" : `write ${n}`,
}));

/** Writes one file a step. At step `at` it calls `stop` after the call has run, and then never answers. */
function script(stop?: () => void, at = "s3"): PlanScript {
  return (from, request, nth) => {
    if (from.kind === "planner") return { text: planJson(STEPS) };
    if (from.kind === "main" || from.kind === "review") return { text: request.tools.length === 0 ? "summary" : "fine" };
    if (nth === 0)
      return { calls: [{ name: "write_file", args: { path: `${from.id}-${request.messages.length}.txt`, content: "x" } }] };
    if (from.id === at && stop) {
      stop();
      return { hangs: true };
    }
    return { text: `result of ${from.id}` };
  };
}

async function cancelledAtThree() {
  const turn = new AbortController();
  const run = await openPlanSession({ script: script(() => turn.abort()) });
  const result = await run.run("do PLAN-42", "plan", turn.signal);
  return { run, result };
}

describe("a plan that is cancelled", () => {
  test("M10: all units stop with it, nothing starts after it, and every conversation is complete", async () => {
    const turn = new AbortController();
    const four = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
    let inside = 0;
    const run = await openPlanSession({
      script: (from) => {
        if (from.kind === "planner") return { text: planJson(four) };
        if (++inside === 4) setTimeout(() => turn.abort(), 20);
        return { calls: [{ name: "execute_command", args: { command: "sleep 30" } }] };
      },
      settings: { approval: "full" },
    });
    const started = performance.now();
    const result = await run.run("go", "plan", turn.signal);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(result.status).toBe("cancelled");
    const before = run.ledger().length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(run.ledger()).toHaveLength(before);
    expect(run.requestsOf("task e")).toEqual([]);
    for (const unit of ["task-a", "task-b", "task-c", "task-d"]) {
      const messages = run.ledger().flatMap((line) => (line.event === "message" && line.unit === unit ? [line.message] : []));
      expect(validateMessages(messages as Parameters<typeof validateMessages>[0])).toBeUndefined();
    }
  });

  test("the conversation hears what was done and that the plan is decided", async () => {
    const { run, result } = await cancelledAtThree();
    expect(result.status).toBe("cancelled");
    await run.run("what happened?", "react");
    expect(said(run.model.requests.at(-1))).toMatch(
      /This plan is decided and not finished \(2 of 5 done\)[\s\S]*s2 \[done\][\s\S]*s3 \[cancelled\][\s\S]*s4 \[pending\]/,
    );
  });

  test("going on in the same session does the open tasks only, each in a fresh conversation; the interrupted one knows what had started", async () => {
    const turn = new AbortController();
    let stop: (() => void) | undefined = () => turn.abort();
    const run = await openPlanSession({
      script: (from, request, nth) =>
        script(stop)(from, request, from.kind === "task" && request.messages.length === 2 ? 0 : Math.max(1, nth)),
    });
    await run.run("do PLAN-42", "plan", turn.signal);
    stop = undefined;
    const before = run.senders().length;
    expect((await run.run("Continue.")).status).toBe("completed");
    expect([...new Set(run.senders().slice(before))]).toEqual(["task s3", "task s4", "task s5"]);
    const again = run.requestsOf("task s3").at(-1);
    expect(said(again)).toMatch(/This task was interrupted[\s\S]*- write_file/);
    expect(again?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  });
});

describe("K8: a plan in a new process", () => {
  test("goes on at step 3 without planning again, in any mode, with the plan's own words and earlier results", async () => {
    const { run } = await cancelledAtThree();
    await run.session.close();
    const next = await openPlanSession({ script: script(), after: run });
    await next.run("continue");
    expect(next.senders().filter((sender) => sender === "planner" || sender === "main")).toEqual([]);
    const first = said(next.requestsOf("task s3")[0]);
    expect(first).toContain("Current task: s3 write 3 as PLAN-42 says");
    expect(first).toContain("result of s2");
    expect(first).toMatch(/This task was interrupted[\s\S]*- write_file/);
    const result = next.events.findLast((event) => event.type === "result");
    expect(result).toMatchObject({ status: "completed" });
    expect(result?.type === "result" && result.text).toMatch(/result of s1[\s\S]*result of s5/);
  });

  test("says at the start that a plan is unfinished, and which finished work has had its effect", async () => {
    const { run } = await cancelledAtThree();
    await run.session.close();
    const next = await openPlanSession({ script: script(), after: run });
    await next.run("/plan", "plan");
    const notices = next.events.flatMap((event) => (event.type === "notice" ? [`${event.code} ${event.message}`] : []));
    expect(notices.find((text) => text.startsWith("PLAN_UNFINISHED"))).toContain("2/5");
    expect(notices.find((text) => text.startsWith("PLAN_SKIPS_DONE"))).toContain("s1, s2");
  });

  test("after it is done it is not offered again", async () => {
    const { run } = await cancelledAtThree();
    await run.session.close();
    const next = await openPlanSession({ script: script(), after: run });
    await next.run("continue");
    expect(next.session.hasOpenPlan).toBe(false);
    await next.session.close();
    const third = await openPlanSession({ script: script(), after: next });
    expect(third.session.hasOpenPlan).toBe(false);
    await third.run("continue");
    expect(third.senders()).toEqual(["main"]);
  });

  test("another task in plan mode drops the old plan and says so", async () => {
    const { run } = await cancelledAtThree();
    await run.session.close();
    const next = await openPlanSession({ script: script(), after: run });
    await next.run("something else", "plan");
    expect(next.senders()[0]).toBe("planner");
    expect(next.events.some((event) => event.type === "notice" && event.code === "PLAN_DROPPED")).toBe(true);
    expect(said(next.requestsOf("task s1")[0])).not.toContain("PLAN-42 says\n");
  });

  test("a new plan that comes to nothing leaves the old one open", async () => {
    const { run } = await cancelledAtThree();
    await run.session.close();
    const next = await openPlanSession({ script: () => ({ text: "no plan" }), after: run });
    expect((await next.run("something else", "plan")).status).toBe("error");
    expect(next.session.hasOpenPlan).toBe(true);
  });

  test("where somebody can be asked, the person decides between the old plan and a new one", async () => {
    const { run } = await cancelledAtThree();
    await run.session.close();
    const next = await openPlanSession({ script: script(), after: run, asker: { ask: async () => ({ id: "continue" }) } });
    await next.run("something else", "plan");
    expect(next.senders()[0]).toBe("task s3");
  });

  test("a compaction whose summary says nothing of the plan changes neither its states nor where it goes on", async () => {
    const { run } = await cancelledAtThree();
    for (let n = 0; n < 4; n++) await run.run(`question ${n} ${"about the code ".repeat(300)}`, "react");
    await run.session.compact(undefined, new AbortController().signal);
    await run.session.close();
    const next = await openPlanSession({ script: script(), after: run });
    await next.run("continue");
    expect([...new Set(next.senders())]).toEqual(["task s3", "task s4", "task s5"]);
  });
});

test("B6: a summary states the tasks' real states, whatever its prose claims", async () => {
  const turn = new AbortController();
  const claims = [
    "## Current goal and success criteria\nwrite five files, step 1 is pending",
    "## User requirements and confirmed decisions\n(none)",
    "## Work done and evidence\nnothing yet",
    "## Open problems and next step\nbegin with step 1",
  ].join("\n\n");
  const work = script(() => turn.abort(), "s4");
  const run = await openPlanSession({
    script: (from, request, nth) =>
      textOf(request.messages.at(-1) ?? { role: "user", content: "" }).includes("hand-over record")
        ? { text: claims }
        : work(from, request, nth),
  });
  await run.run("do it", "plan", turn.signal);
  for (let n = 0; n < 4; n++) await run.run(`question ${n} ${"about the code ".repeat(300)}`, "react");
  expect(await run.session.compact(undefined, new AbortController().signal)).toBe(true);
  await run.run("and now?", "react");
  const view = said(run.model.requests.at(-1));
  expect(view).toContain("[summary of earlier conversation]");
  expect(view).toMatch(/s3 \[done\][\s\S]*s4 \[cancelled\][\s\S]*s5 \[pending\]/);
});
