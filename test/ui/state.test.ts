import fc from "fast-check";
import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { AgentEvent, EventBody } from "../../src/protocol/event.ts";
import { memoryLine } from "../../src/ui/describe-event.ts";
import type { Action, Item } from "../../src/ui/item.ts";
import { INITIAL_STATE, reduce, type ScreenState } from "../../src/ui/state.ts";
import { NO_RESULT } from "../support/ui-host.ts";

function event(body: EventBody, unit?: string): AgentEvent {
  return { ...body, sessionId: "s", ...(unit === undefined ? {} : { unit }) };
}

function play(actions: readonly Action[], from: ScreenState = INITIAL_STATE): { state: ScreenState; items: readonly Item[] } {
  let state = from;
  const items: Item[] = [];
  for (const [at, action] of actions.entries()) {
    const reduced = reduce(state, action, at * 100);
    state = reduced.state;
    items.push(...reduced.items);
  }
  return { state, items };
}

const kinds = (items: readonly Item[]) => items.map(({ kind }) => kind);

const submit: Action = { type: "ui_submit", line: "go" };
const result = (text: string) => event({ type: "result", ...NO_RESULT, text });
const text = (delta: string) => event({ type: "text_delta", text: delta });

test("reasoning, calls and answer are printed in the order in which they happened", () => {
  const { items, state } = play([
    submit,
    event({ type: "reasoning_delta", text: "hm" }),
    text("first"),
    event({ type: "tool_call", id: "c", name: "read_file", arguments: '{"path":"a"}' }),
    event({ type: "tool_result", id: "c", name: "read_file", ok: true, chars: 3, durationMs: 1 }),
    event({ type: "step_start", step: 2 }),
    text("second"),
    result("second"),
    { type: "ui_outcome", failed: false },
  ]);
  expect(kinds(items)).toEqual(["input", "thought", "answer", "tool", "answer", "turn"]);
  expect(items[3]).toMatchObject({ argument: "a" });
  expect(state).toMatchObject({ since: undefined, tools: [], thought: undefined });
});

test("a note that arrives in the middle of a block is printed after it", () => {
  const note = event({ type: "memory_saved", id: "f", content: "c", scope: "project", source: "fact" });
  const { items } = play([submit, text("one par"), note, text("agraph\n\nnext\n"), result("one paragraph\n\nnext")]);
  expect(kinds(items)).toEqual(["input", "answer", "memory", "answer", "turn"]);
});

test("a conflict of memories is asked about, so only what came of it is printed, with what was replaced", () => {
  const conflict = event({ type: "memory_conflict", fact: "f", conflicts: [{ id: "a", content: "c", written: "2026-01-01" }] });
  expect(reduce(INITIAL_STATE, conflict, 0).items).toEqual([]);
  const saved = { type: "memory_saved", id: "fact-2", content: "pnpm", scope: "project", source: "save_memory" } as const;
  expect(memoryLine({ ...saved, replaced: "fact-1" }, textsFor("en"))).toBe(
    "Remembered (this project, fact-2, replaces fact-1): pnpm",
  );
  expect(memoryLine({ ...saved, replaced: "fact-1" }, textsFor("zh"))).toBe("已记住（本项目，fact-2，替换了 fact-1）：pnpm");
});

test("what was streamed before a broken connection does not mix with the answer written again", () => {
  const { items } = play([
    submit,
    text("half an "),
    event({ type: "step_restart" }),
    text("whole answer"),
    result("whole answer"),
  ]);
  expect(items.filter(({ kind }) => kind === "answer")).toEqual([
    { kind: "answer", block: { kind: "markdown", text: "whole answer" } },
  ]);
  expect(kinds(items)).toContain("restarted");
});

test("the error of a turn is said once, whether or not a notice said it before", () => {
  const failed = event({ type: "result", ...NO_RESULT, status: "error", error: { code: "MODEL_AUTH", message: "refused" } });
  const notice = event({ type: "notice", level: "error", code: "MODEL_AUTH", message: "refused" });
  expect(kinds(play([submit, failed]).items).filter((kind) => kind === "notice")).toHaveLength(1);
  expect(kinds(play([submit, notice, failed]).items).filter((kind) => kind === "notice")).toHaveLength(1);
  expect(kinds(play([submit, notice, failed, submit, failed]).items).filter((kind) => kind === "notice")).toHaveLength(2);
});

test("plan tasks run side by side: their calls carry their name, their texts do not mix", () => {
  const task = { description: "d", type: "code", dependencies: [], status: "pending" } as const;
  const { items, state } = play([
    submit,
    event({
      type: "plan",
      tasks: [
        { ...task, id: "a" },
        { ...task, id: "b" },
      ],
    }),
    event({ type: "task_start", id: "a" }),
    event({ type: "task_start", id: "b" }),
    event({ type: "text_delta", text: "from a" }, "a"),
    event({ type: "tool_call", id: "c", name: "x", arguments: "{}" }, "a"),
    event({ type: "tool_call", id: "c", name: "y", arguments: "{}" }, "b"),
    event({ type: "tool_result", id: "c", name: "y", ok: true, chars: 0, durationMs: 1 }, "b"),
    event({ type: "task_end", id: "b", status: "done" }),
  ]);
  expect(kinds(items)).toEqual(["input", "plan", "tool", "task"]);
  expect(items[2]).toMatchObject({ unit: "b", result: { name: "y" } });
  expect(state.plan.map(({ status }) => status)).toEqual(["running", "done"]);
  expect(state.tools.map(({ unit, name }) => [unit, name])).toEqual([["a", "x"]]);
});

test("cancelled, it says so once, with or without a result", () => {
  const cancel: Action = { type: "ui_cancel" };
  const outcome: Action = { type: "ui_outcome", failed: true };
  const cancelled = event({ type: "result", ...NO_RESULT, status: "cancelled" });
  for (const actions of [
    [submit, cancel, outcome],
    [submit, cancel, cancelled, outcome],
  ]) {
    const { items, state } = play(actions);
    expect(kinds(items).filter((kind) => kind === "cancelled")).toHaveLength(1);
    expect(state.cancelling).toBe(false);
  }
});

test("a retry counts down, and is over with the first delta", () => {
  const retry = event({ type: "retry", attempt: 1, of: 3, waitMs: 8000, reason: "rate", cause: "429" });
  expect(play([submit, retry]).state.retry).toMatchObject({ attempt: 1, of: 3, until: 8100, reason: "rate", cause: "429" });
  expect(play([submit, retry, text("a")]).state.retry).toBeUndefined();
});

test("the state does not grow with the session", () => {
  const turn: Action[] = [
    submit,
    event({ type: "reasoning_delta", text: "想".repeat(5000) }),
    event({ type: "tool_call", id: "c", name: "x", arguments: "{}" }),
    event({ type: "tool_output", id: "c", text: "o".repeat(50_000) }),
    text("answer\n\n".repeat(500)),
    event({ type: "tool_result", id: "c", name: "x", ok: true, chars: 0, durationMs: 1 }),
    result("x"),
    { type: "ui_outcome", failed: false },
  ];
  const size = (turns: number) => JSON.stringify(play(Array.from({ length: turns }, () => turn).flat()).state).length;
  expect(size(50)).toBeLessThanOrEqual(size(1) + 20);
  const during = play(turn.slice(0, 4)).state;
  expect(JSON.stringify(during).length).toBeLessThan(20_000);
});

test("every streamed character of an answer is printed exactly once, whatever comes between", () => {
  const step = fc.oneof(
    fc.constantFrom("para ", "\n", "\n\n", "- item\n", "```\ncode\n```\n").map(text),
    fc.constant(event({ type: "notice", level: "info", code: "X", message: "note" })),
    fc.constant(event({ type: "reasoning_delta", text: "r" })),
    fc.constant(event({ type: "compaction", level: 1, beforeTokens: 2, afterTokens: 1 })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const streamed = steps.map((one) => (one.type === "text_delta" ? one.text : "")).join("");
      const { items } = play([submit, ...steps, result(streamed)]);
      const count = (of: string, word: string) => of.split(word).length - 1;
      const shown = items
        .flatMap((one) => (one.kind !== "answer" ? [] : one.block.kind === "code" ? one.block.lines : [one.block.text]))
        .join("\n");
      for (const word of ["para", "item", "code"]) expect(count(shown, word)).toBe(count(streamed, word));
      expect(kinds(items).filter((kind) => kind === "notice")).toHaveLength(steps.filter(({ type }) => type === "notice").length);
    }),
  );
});
