// Runs the tasks of a plan as events come in: whenever one ends, everything that has become possible starts at once. One stream for
// all of them; each event says which unit it is of.
import { PaiError } from "../../protocol/errors.ts";
import { Channel } from "../../util/channel.ts";
import type { UnitEvent } from "../agent.ts";
import { nextTasks } from "./scheduler.ts";
import { type PlanState, skipBlocked, type TaskState, withTask } from "./state.ts";

export interface TaskEnd {
  readonly status: "done" | "failed" | "not_approved" | "cancelled";
  /** Bounded. */
  readonly result: string;
}

export interface RunTasksParts {
  readonly sideBySide: number;
  /** Never throws for an expected failure. */
  run(task: TaskState, plan: PlanState, signal: AbortSignal): AsyncGenerator<UnitEvent, TaskEnd>;
  /** Writes the state of these tasks down; resolves when it would survive a crash. */
  save(state: PlanState, changed: readonly string[]): Promise<void>;
  /** What is said of a task that waits for one that will never be done, and of one that broke in a way that nobody expected. */
  readonly words: { blockedBy(id: string): string; broken(error: unknown): string };
}

type Happened =
  | { readonly kind: "event"; readonly event: UnitEvent }
  | { readonly kind: "ended"; readonly id: string; readonly end: TaskEnd };

/** Returns when nothing runs and nothing can start, or, after an abort, when everything that ran has stopped. */
export async function* runTasks(
  initial: PlanState,
  parts: RunTasksParts,
  signal: AbortSignal,
): AsyncGenerator<UnitEvent, PlanState> {
  const happened = new Channel<Happened>();
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  let state = initial;

  async function pump(task: TaskState): Promise<void> {
    const { id } = task.task;
    let end: TaskEnd;
    try {
      const events = parts.run(task, state, AbortSignal.any([signal, stop.signal]));
      let next = await events.next();
      for (; !next.done; next = await events.next()) happened.push({ kind: "event", event: next.value });
      end = next.value;
    } catch (error) {
      end = { status: signal.aborted ? "cancelled" : "failed", result: parts.words.broken(error) };
    }
    happened.push({ kind: "ended", id, end });
  }

  /** What follows from the state as it is: tasks that are skipped, tasks that start. */
  async function* advance(ended: readonly string[]): AsyncGenerator<UnitEvent> {
    const before = state;
    state = skipBlocked(state, parts.words.blockedBy);
    const skipped = changedBetween(before, state);
    const starting = signal.aborted ? [] : nextTasks(state, parts.sideBySide);
    for (const id of starting) state = withTask(state, id, { status: "running" });
    const changed = [...ended, ...skipped, ...starting];
    if (changed.length > 0) await parts.save(state, changed);
    for (const id of [...ended, ...skipped]) yield { type: "task_end", id, status: state.tasks.get(id)?.status ?? "failed" };
    for (const id of starting) {
      yield { type: "task_start", id };
      const task = state.tasks.get(id);
      if (task) running.set(id, pump(task));
    }
  }

  try {
    yield* advance([]);
    if (running.size === 0) return state;
    for await (const one of happened) {
      if (one.kind === "event") {
        yield one.event;
        continue;
      }
      running.delete(one.id);
      state = withTask(state, one.id, one.end);
      yield* advance([one.id]);
      if (running.size === 0) return state;
    }
    throw new PaiError("INTERNAL", { message: "the stream of tasks ended before they did" });
  } finally {
    stop.abort(); // whoever left early leaves nothing running
    await Promise.all(running.values());
  }
}

function changedBetween(before: PlanState, after: PlanState): readonly string[] {
  if (before === after) return [];
  return [...after.tasks.keys()].filter((id) => before.tasks.get(id) !== after.tasks.get(id));
}
