import { describe, expect, test } from "vitest";
import { chooseCut, chooseEarlyCut } from "../../src/context/cut.ts";
import { estimateMessagesTokens } from "../../src/context/measure.ts";
import { trimmer } from "../../src/context/trim.ts";
import { textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { assistant, boundary, called, user } from "../support/context.ts";

const words = (count: number) => "word ".repeat(count);
const turn = (n: number, size = 10): Message[] => [user(`question ${n} ${words(size)}`), assistant(`answer ${n} ${words(size)}`)];
const turns = (count: number, size = 10) => Array.from({ length: count }, (_, n) => turn(n, size)).flat();
const firstKept = (messages: readonly Message[], limits: { keepTurns: number; tail: number }) =>
  chooseCut(messages, limits)?.kept[0]?.content;

describe("the cut", () => {
  test("keeps the last three user turns, the last one for a manual compaction", () => {
    expect(firstKept(turns(8), { keepTurns: 3, tail: 1e6 })).toMatch(/^question 5 /);
    expect(firstKept(turns(8), { keepTurns: 1, tail: 1e6 })).toMatch(/^question 7 /);
  });

  test("keeps fewer turns where three are too large", () => {
    const messages = [...turns(6), ...turn(6, 900), ...turn(7)];
    expect(firstKept(messages, { keepTurns: 3, tail: 500 })).toMatch(/^question 7 /);
  });

  test("counts only what the person typed as a turn", () => {
    const internal: Message = { role: "user", origin: "note", content: "a note of the program" };
    const messages = [...turns(3), internal, ...turn(3), internal, ...turn(4), internal];
    expect(firstKept(messages, { keepTurns: 3, tail: 1e6 })).toMatch(/^question 2 /);
  });

  test("a plan task's request is its turn", () => {
    const task: Message = { role: "user", origin: "task", content: "Goal: x\nCurrent task: y" };
    const messages = [task, ...Array.from({ length: 8 }, (_, i) => called(`c${i}`, "read_file", {}, words(200))).flat()];
    const cut = chooseCut(messages, { keepTurns: 3, tail: 600 });
    expect(cut?.kept[0]).toBe(task);
    expect(cut?.inside).toBe(true);
  });

  test("nothing new to summarise is no cut: a single turn, or an earlier summary alone", () => {
    const summary: Message[] = [
      { role: "user", origin: "summary", content: "s" },
      { role: "assistant", origin: "summary", content: "ok" },
    ];
    expect(chooseCut(turn(0), { keepTurns: 3, tail: 1e6 })).toBeUndefined();
    expect(chooseCut([...summary, ...turns(2)], { keepTurns: 3, tail: 1e6 })?.summarised).toHaveLength(4);
    expect(chooseCut([...summary, ...turn(0)], { keepTurns: 3, tail: 1e6 })).toBeUndefined();
    expect(chooseCut([], { keepTurns: 3, tail: 1e6 })).toBeUndefined();
  });

  test("B9: a last call with four results larger than the tail stays whole with its request, the old turns are summarised", () => {
    const ids = ["c1", "c2", "c3", "c4"];
    const last: Message[] = [
      user("compare the four files"),
      {
        role: "assistant",
        content: null,
        tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "read_file", arguments: "{}" } })),
      },
      ...ids.map((id): Message => ({ role: "tool", tool_call_id: id, content: words(5000) })),
    ];
    const cut = chooseCut([...turns(30, 100), ...last], { keepTurns: 3, tail: 20_000 });
    expect(cut?.kept).toEqual(last);
    expect(cut?.summarised).toHaveLength(60);
  });

  test("inside a turn that is too large its request and its newest complete groups stay", () => {
    const request = user("read them all");
    const calls = Array.from({ length: 20 }, (_, i) => called(`c${i}`, "read_file", {}, words(300))).flat();
    const cut = chooseCut([...turns(4), request, ...calls], { keepTurns: 3, tail: 2000 });
    expect(cut?.inside).toBe(true);
    expect(cut?.kept[0]).toBe(request);
    expect(cut?.kept[1]?.role).toBe("assistant");
    expect(cut?.kept.slice(1)).toEqual(calls.slice(-(cut?.kept.length ?? 0) + 1));
    expect(estimateMessagesTokens(cut?.kept ?? [])).toBeLessThanOrEqual(2000);
    expect(cut?.kept.length).toBeGreaterThan(5);
    expect([...(cut?.summarised ?? []), ...(cut?.kept ?? [])]).toHaveLength(8 + 41);
  });

  test("B9: results that the model has not seen and that do not fit stay shortened, with their request; seen ones do not stay", () => {
    const trim = trimmer(boundary, textsFor("en"));
    const last = called("c1", "read_file", {}, words(5000));
    const messages = [...turns(2), user("go"), ...called("c0", "read_file", {}, words(100)), ...last];
    const cut = chooseCut(messages, { keepTurns: 3, tail: 2000, trim });
    expect(cut?.summarised).toEqual(messages.slice(0, 4).concat(messages.slice(5, 7)));
    expect(cut?.kept.slice(0, 2)).toEqual([messages[4], last[0]]);
    expect(cut?.kept).toHaveLength(3);
    expect(cut?.kept[2]).toMatchObject({ role: "tool", tool_call_id: "c1", content: expect.stringContaining("left out here") });
    expect(estimateMessagesTokens(cut?.kept ?? [])).toBeLessThanOrEqual(2000);
    const seen = [...messages, assistant("I have read them"), user("and now?"), assistant(words(5000))];
    expect(chooseCut(seen, { keepTurns: 3, tail: 2000, trim })?.kept).toEqual([seen[10]]);
  });

  test("B9: in a turn that has one step, the turns before it are summarised and its results shortened", () => {
    const trim = trimmer(boundary, textsFor("en"));
    const last = called("c1", "execute_command", {}, words(5000));
    const cut = chooseCut([...turns(4), user("go"), ...last], { keepTurns: 3, tail: 1000, trim });
    expect(cut).toMatchObject({ inside: false, summarised: turns(4) });
    expect(cut?.kept[2]).toMatchObject({
      tool_call_id: "c1",
      content: expect.stringMatching(/^<tool_result[\s\S]*left out here/),
    });
    expect(estimateMessagesTokens(cut?.kept ?? [])).toBeLessThanOrEqual(1000);
  });
});

test("a cut ahead of time keeps enough recent text, never too much, and stands at a user turn", () => {
  const messages = turns(20, 200);
  const cut = chooseEarlyCut(messages, { tokens: 1000, texts: 5, most: 40_000 });
  expect(cut?.kept).toHaveLength(6);
  expect(cut?.kept[0]).toBe(messages[34]);
  expect(chooseEarlyCut(messages, { tokens: 1000, texts: 12, most: 40_000 })?.kept).toHaveLength(12);
  expect(chooseEarlyCut(messages, { tokens: 1000, texts: 5, most: 900 })).toBeUndefined();
  expect(chooseEarlyCut(turns(2, 200), { tokens: 10_000, texts: 5, most: 40_000 })).toBeUndefined();
});
