import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalArguments,
  type FinishedCall,
  freshRunaway,
  observe,
  repetitions,
  type Verdict,
} from "../../src/agent/runaway-guard.ts";

const call = (name: string, args = "{}", result = "same", error?: string): FinishedCall => ({
  name,
  arguments: args,
  result,
  ...(error === undefined ? {} : { error }),
});

function verdicts(calls: readonly FinishedCall[]): Verdict[] {
  let state = freshRunaway;
  return calls.map((finished) => {
    const seen = observe(state, [finished]);
    state = seen.state;
    return seen.verdict;
  });
}

describe("runaway guard", () => {
  test("the same call with the same result: one reminder at the third, stop at the fifth", () => {
    expect(verdicts(Array.from({ length: 5 }, () => call("list_dir")))).toEqual(["go", "go", "remind", "go", "stop"]);
  });

  test("M12: A, B, A, B … is a cycle too", () => {
    const calls = Array.from({ length: 10 }, (_, i) => call("list_dir", JSON.stringify({ path: i % 2 ? "b" : "a" })));
    const seen = verdicts(calls);
    expect(seen.filter((verdict) => verdict === "remind")).toHaveLength(1);
    expect(seen.at(-1)).toBe("stop");
    expect(seen.slice(0, -1)).not.toContain("stop");
  });

  test("M12: key order and spacing do not make a call another one", () => {
    const spellings = ['{"a":1,"b":[{"x":1,"y":2}]}', '{ "b": [ {"y": 2, "x": 1} ], "a": 1 }'];
    expect(canonicalArguments(spellings[0] ?? "")).toBe(canonicalArguments(spellings[1] ?? ""));
    expect(verdicts(Array.from({ length: 5 }, (_, i) => call("t", spellings[i % 2]))).at(-1)).toBe("stop");
  });

  test("the same call with ever new results is reminded of but never stopped", () => {
    const seen = verdicts(Array.from({ length: 20 }, (_, i) => call("execute_command", "{}", `result ${i}`)));
    expect(seen.filter((verdict) => verdict === "remind")).toHaveLength(1);
    expect(seen).not.toContain("stop");
  });

  test("three errors of one kind in a row, from different calls, bring the reminder", () => {
    const seen = verdicts([1, 2, 3].map((n) => call("read_file", `{"path":"${n}"}`, `no ${n}`, "FILE_NOT_FOUND")));
    expect(seen).toEqual(["go", "go", "remind"]);
  });

  test("calls that never repeat are never reminded of", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 60 }), (paths) => {
        expect(verdicts(paths.map((path) => call("read_file", JSON.stringify({ path }), path)))).not.toContain("stop");
        expect(verdicts(paths.map((path) => call("read_file", JSON.stringify({ path }), path)))).not.toContain("remind");
      }),
    );
  });

  test("repetitions counts whole blocks at the end of the list", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(
          fc.string().map((s) => `before ${s}`),
          { maxLength: 5 },
        ),
        (block, times, before) => {
          const items = [...before.map((s, i) => `${s} ${i}`), ...Array.from({ length: times }, () => block).flat()];
          expect(repetitions(items)).toBe(times);
        },
      ),
    );
  });
});
