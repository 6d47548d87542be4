import { describe, expect, test } from "vitest";
import { PaiError } from "../../../src/protocol/errors.ts";
import type { ModelRequest } from "../../../src/protocol/llm.ts";
import { textOf } from "../../../src/protocol/message.ts";
import type { ScriptedReply } from "../../support/model.ts";
import { openPlanSession, type PlannedTask, planJson } from "../../support/plan.ts";

const said = (request: ModelRequest | undefined) => (request?.messages ?? []).slice(1).map(textOf).join("\n");
const YES = '{"approved":true,"reasons":[]}';

/** Workers report `report of <id>`; `verdict` is the n-th answer of a step's reviewer. */
function team(tasks: readonly PlannedTask[], verdict: (nth: number, id: string) => string) {
  return (from: { kind: string; id?: string }, _: ModelRequest, nth: number) => {
    if (from.kind === "planner") return { text: planJson(tasks) };
    if (from.kind === "review") return { text: verdict(nth, from.id ?? "") };
    return { text: from.kind === "task" ? `report ${nth + 1} of ${from.id}` : "ok" };
  };
}

describe("a team", () => {
  test("each step is done by a worker and judged by a reviewer that has tools which only look", async () => {
    const run = await openPlanSession({
      script: team(
        [
          { id: "a", type: "FILE_WRITE" },
          { id: "b", dependencies: ["a"] },
        ],
        () => YES,
      ),
    });
    const result = await run.run("write it", "team");
    expect(result.status).toBe("completed");
    expect(run.senders()).toEqual(["planner", "task a", "review a", "task b", "review b"]);
    const tools = (sender: string) => run.requestsOf(sender)[0]?.tools.map(({ function: { name } }) => name) ?? [];
    expect(tools("task a")).toContain("write_file");
    expect(tools("review a")).toEqual(expect.arrayContaining(["read_file", "grep_code"]));
    for (const changing of ["write_file", "edit_file", "execute_command", "save_memory"])
      expect(tools("review a")).not.toContain(changing);
    expect(said(run.requestsOf("review a")[0])).toContain(
      '<tool_result tool="worker" trust="untrusted-data">\nreport 1 of a\n</tool_result>',
    );
    const actors = run
      .ledger()
      .flatMap(({ event, unit, actor }) => (event === "message" && unit !== "main" ? [`${unit} ${actor}`] : []));
    expect(new Set(actors)).toEqual(
      new Set(["planner planner", "task-a worker-1", "review-a reviewer", "task-b worker-1", "review-b reviewer"]),
    );
  });

  test("two workers at once, no more, under two names", async () => {
    let working = 0;
    let most = 0;
    const answers = team(
      ["a", "b", "c", "d", "e"].map((id) => ({ id })),
      () => YES,
    );
    const run = await openPlanSession({
      script: async (from, request, nth) => {
        if (from.kind !== "task") return answers(from, request, nth);
        most = Math.max(most, ++working);
        await new Promise((resolve) => setTimeout(resolve, 10));
        working--;
        return answers(from, request, nth);
      },
    });
    await run.run("go", "team");
    expect(most).toBe(2);
    const actors = new Set(run.ledger().flatMap(({ unit, actor }) => (String(unit).startsWith("task-") ? [actor] : [])));
    expect(actors).toEqual(new Set(["worker-1", "worker-2"]));
  });

  test("a refused step is done again with the reviewer's reasons, in the worker's own conversation", async () => {
    const verdict = (nth: number) => (nth === 0 ? '{"approved":false,"reasons":["the title is missing"]}' : YES);
    const run = await openPlanSession({ script: team([{ id: "a" }], verdict) });
    const result = await run.run("go", "team");
    expect(result.status).toBe("completed");
    expect(result.text).toContain("report 2 of a");
    const second = said(run.requestsOf("task a")[1]);
    expect(second).toContain("report 1 of a");
    expect(second).toContain("the title is missing");
    expect(said(run.requestsOf("review a")[1])).toContain("report 2 of a");
  });

  test("a step that is refused three times is marked as not approved, what depends on it is not done, and the result is partial", async () => {
    const tasks = [{ id: "a" }, { id: "b", dependencies: ["a"] }, { id: "c" }];
    const no = '{"approved":false,"reasons":["still wrong"]}';
    const run = await openPlanSession({ script: team(tasks, (_, id) => (id === "a" ? no : YES)) });
    const result = await run.run("go", "team");
    expect(result.status).toBe("partial");
    expect(run.requestsOf("task a")).toHaveLength(3);
    expect(run.requestsOf("review a")).toHaveLength(3);
    expect(result.text).toMatch(/a \[not approved\][\s\S]*still wrong[\s\S]*report 3 of a/);
    expect(result.text).toMatch(/b \[skipped\]/);
    expect(result.text).toMatch(/c \[done\]/);
    expect(run.requestsOf("planner")).toHaveLength(1);
    expect(run.events.filter((event) => event.type === "task_end" && event.status === "not_approved")).toHaveLength(1);
  });

  test("a reviewer that fails approves nothing", async () => {
    const answers = team([{ id: "a" }], () => YES);
    const run = await openPlanSession({
      script: (from, request, nth) =>
        from.kind === "review"
          ? { throws: new PaiError("MODEL_SERVER", { endpoint: "x", status: 500, message: "down" }) }
          : answers(from, request, nth),
    });
    const result = await run.run("go", "team");
    expect(result.status).toBe("partial");
    expect(result.text).toMatch(/not approved[\s\S]*down/);
  });

  test.each<[string, (nth: number) => ScriptedReply]>([
    ["calls without end", (nth) => ({ calls: [{ name: "list_dir", args: { path: `${nth}` } }] })],
    ["calls of a tool that it has not", () => ({ calls: [{ name: "write_file", args: { path: "x", content: "y" } }] })],
    ["nothing", () => ({ text: "" })],
    ["prose", () => ({ text: "Approved!" })],
    ["calls as text", () => ({ text: "<tool_call>{}</tool_call>", callInText: true })],
  ])("a reviewer that answers with %s approves nothing, and is not asked for ever", async (_, reply) => {
    const answers = team([{ id: "a" }], () => YES);
    const run = await openPlanSession({
      script: (from, request, nth) => (from.kind === "review" ? reply(nth) : answers(from, request, nth)),
    });
    const result = await run.run("go", "team");
    expect(result.status).toBe("partial");
    expect(result.text).toContain("[not approved]");
    expect(run.requestsOf("task a")).toHaveLength(3);
    expect(run.requestsOf("review a").length).toBeLessThanOrEqual(3 * 51);
    const told = run.events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
    expect(told.join("\n")).not.toContain("--max-turns");
  });

  test("M10: a cancel reaches the worker and the reviewer", async () => {
    for (const who of ["task", "review"]) {
      const turn = new AbortController();
      const answers = team([{ id: "a" }], () => YES);
      const run = await openPlanSession({
        script: (from, request, nth) => {
          if (from.kind !== who) return answers(from, request, nth);
          setTimeout(() => turn.abort(), 5);
          return { hangs: true };
        },
      });
      expect((await run.run("go", "team", turn.signal)).status).toBe("cancelled");
      expect(run.events.findLast((event) => event.type === "task_end")).toMatchObject({ status: "cancelled" });
    }
  });

  test("a worker that never ends is stopped, and its step has failed", async () => {
    const answers = team([{ id: "a" }, { id: "b" }], () => YES);
    const run = await openPlanSession({
      settings: { maxTurns: "5" },
      script: (from, request, nth) => {
        if (from.kind !== "task" || from.id !== "a") return answers(from, request, nth);
        return request.toolChoice === "none"
          ? { text: "not there yet" }
          : { calls: [{ name: "glob_files", args: { pattern: `${nth}` } }] };
      },
    });
    const result = await run.run("go", "team");
    expect(result.status).toBe("partial");
    expect(run.requestsOf("task a")).toHaveLength(6);
    expect(run.requestsOf("review a")).toEqual([]);
    expect(result.text).toMatch(/a \[failed\][\s\S]*not there yet/);
  });
});
