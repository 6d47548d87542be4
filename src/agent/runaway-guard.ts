// Notices when a task goes round in circles: the same call, the same cycle of calls, or the same kind of error again and again.
import { createHash } from "node:crypto";

/** Repetitions at which the model is reminded once, and at which the task is stopped. */
const REMIND_AT = 3;
const STOP_AT = 5;
/** The longest cycle that is looked for, in calls. Longer ones are left to the turn and token budgets. */
const MAX_PERIOD = 8;

export interface FinishedCall {
  readonly name: string;
  readonly arguments: string;
  /** The whole result as text. */
  readonly result: string;
  /** The code of the error that made it fail; absent if it went well. */
  readonly error?: string;
}

export type Verdict = "go" | "remind" | "stop";

/** What a task has done so far, as signatures; denied calls are not recorded. */
export interface RunawayState {
  /** Name and canonical arguments of each call. */
  readonly calls: readonly string[];
  /** The same with the result. */
  readonly outcomes: readonly string[];
  /** The code of each call's error; an empty text for a success. */
  readonly errors: readonly string[];
  readonly reminded: boolean;
}

export const freshRunaway: RunawayState = { calls: [], outcomes: [], errors: [], reminded: false };

/** Takes in the finished calls of a step. `remind` comes at most once per task. Pure. */
export function observe(state: RunawayState, finished: readonly FinishedCall[]): { state: RunawayState; verdict: Verdict } {
  const keep = <T>(old: readonly T[], more: readonly T[]) => [...old, ...more].slice(-MAX_PERIOD * STOP_AT);
  const signatures = finished.map((call) => `${call.name} ${canonicalArguments(call.arguments)}`);
  const next = {
    calls: keep(state.calls, signatures),
    outcomes: keep(
      state.outcomes,
      finished.map((call, i) => `${signatures[i]} ${digest(call.result)}`),
    ),
    errors: keep(
      state.errors,
      finished.map((call) => call.error ?? ""),
    ),
  };
  if (repetitions(next.outcomes) >= STOP_AT) return { state: { ...next, reminded: state.reminded }, verdict: "stop" };
  const circling = repetitions(next.calls) >= REMIND_AT || (next.errors.at(-1) !== "" && runLength(next.errors) >= REMIND_AT);
  const remind = circling && !state.reminded;
  return { state: { ...next, reminded: state.reminded || remind }, verdict: remind ? "remind" : "go" };
}

/** How often the best-repeating block at the end of the list stands there in a row; 1 if nothing repeats. */
export function repetitions(items: readonly string[]): number {
  let best = 1;
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let same = 0;
    for (let i = items.length - 1 - period; i >= 0 && items[i] === items[i + period]; i--) same++;
    best = Math.max(best, Math.floor(same / period) + 1);
  }
  return items.length === 0 ? 0 : best;
}

function runLength(items: readonly string[]): number {
  const last = items.at(-1);
  let length = 0;
  for (let i = items.length - 1; i >= 0 && items[i] === last; i--) length++;
  return length;
}

/** Key order and spacing do not make a call another one. */
export function canonicalArguments(json: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(json)));
  } catch {
    return json; // arguments that do not parse are compared as they are
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
