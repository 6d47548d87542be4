// Plan and team: decides a plan with the person, runs its tasks, plans anew where it came to a halt, and tells the main conversation
// what was done. A plan that was broken off stays open, and goes on where it was.

import { boundText } from "../../context/bound-text.ts";
import type { ToolOutputStore } from "../../context/tool-output-store.ts";
import { describeError, type Texts } from "../../locale/index.ts";
import type { SystemMemory } from "../../memory/inject.ts";
import type { Conversation } from "../../protocol/conversation.ts";
import type { EventBody, PlanTaskView } from "../../protocol/event.ts";
import type { Asker, UserInput } from "../../protocol/ports.ts";
import type { StartedCall } from "../../session/entry.ts";
import type { ModeRunner, UnitEvent } from "../agent.ts";
import type { Limits } from "../limits.ts";
import type { LoopOutcome } from "../loop.ts";
import { runStep } from "../team/step.ts";
import { decidedOf, statesOf } from "./checkpoint.ts";
import type { Plan } from "./graph.ts";
import { attachedTo, conversationExcerpt, plannerMessage, replanMessage, taskMessage } from "./messages.ts";
import { HANDED, MAX_STEPS, TASKS_SIDE_BY_SIDE, WORKERS } from "./options.ts";
import { makePlan, type Planned, problemLines } from "./planner.ts";
import { planReport, planStatus } from "./report.ts";
import { askAboutOpenPlan, type Review, reviewPlan } from "./review.ts";
import { runTask } from "./run-task.ts";
import { runTasks, type TaskEnd } from "./run-tasks.ts";
import { shouldReplan } from "./scheduler.ts";
import { createSpending, type Spending } from "./spending.ts";
import { isAboutPlan, newPlan, type PlanKind, type PlanState, planAnew, reopened, type TaskState, taskViews } from "./state.ts";
import { type OpenUnit, withUnit } from "./unit.ts";
import { writeScope } from "./writes.ts";

/** A change of the plan, for the ledger. */
export interface PlanRecord {
  readonly plan?: unknown;
  readonly tasks?: Record<string, unknown>;
  readonly finished: boolean;
}

export interface PlanParts {
  /** The conversation with the person. */
  readonly conversation: Conversation;
  /** `provider/model`. */
  readonly model: string;
  /** Real path of the project. */
  readonly root: string;
  readonly texts: Texts;
  /** Of one run. */
  readonly limits: Limits;
  readonly prompts: { readonly repair: string; readonly replan: string };
  readonly store: ToolOutputStore;
  /** Absent: a plan runs as it was made. */
  readonly asker?: Asker;
  readonly openUnit: OpenUnit;
  /** What is remembered about a goal or a task. */
  recall(text: string): Promise<SystemMemory>;
  /** Calls of a unit that had started in the plan that is open. */
  started(unit: string): readonly StartedCall[];
  record(change: PlanRecord): void;
  flush(): Promise<void>;
  /** Whose events follow, for the ledger; undefined: the session's usual mode. */
  setMode(kind: PlanKind | undefined): void;
}

export interface Plans {
  /** Runs an input as a plan or by a team, or goes on with the open plan if that is what the input says. */
  runner(kind: PlanKind): ModeRunner;
  /** `usual`, unless the input asks to go on with the open plan. */
  unlessContinued(usual: ModeRunner): ModeRunner;
  /** The plan that is unfinished. */
  open(): PlanState | undefined;
  /** Tasks of the plan that runs or is open, as they are now. */
  tasks(): readonly PlanTaskView[];
}

/** `resumed`: the open plan of a session that goes on. */
export function createPlans(parts: PlanParts, resumed: PlanState | undefined): Plans {
  const { conversation, texts, root, asker, limits } = parts;
  /** The plan that runs, or that was broken off. */
  let current = resumed;
  let isOpen = resumed !== undefined;

  const asksToContinue = ({ typed }: UserInput) => isOpen && current !== undefined && isAboutPlan(typed, current);

  async function* runner(kind: PlanKind, input: UserInput, signal: AbortSignal): AsyncGenerator<UnitEvent, LoopOutcome> {
    const spending = createSpending(limits);
    if (isOpen && current !== undefined) {
      const answer = asksToContinue(input) ? "continue" : asker ? await askAboutOpenPlan(current, asker, texts, signal) : "new";
      if (answer === "cancel") return ended("cancelled", "", spending);
      if (answer === "continue") return yield* goOn(current, spending, signal);
    }
    parts.setMode(kind);
    const decided = yield* decide(kind, input, spending, signal);
    if ("status" in decided) return decided;
    if (isOpen && current !== undefined) {
      yield notice("info", "PLAN_DROPPED", texts.plan.dropped(current.goal));
      parts.record({ finished: true });
    }
    return yield* carryOut(decided, spending, signal);
  }

  async function* goOn(plan: PlanState, spending: Spending, signal: AbortSignal): AsyncGenerator<UnitEvent, LoopOutcome> {
    parts.setMode(plan.kind);
    const effects = [...plan.tasks.values()].filter(({ status, scope }) => status === "done" && scope.length > 0);
    if (effects.length > 0) yield notice("info", "PLAN_SKIPS_DONE", texts.plan.skipsDone(effects.map(({ task }) => task.id)));
    return yield* carryOut(reopened(plan), spending, signal);
  }

  /** Plans until the person agrees; where nobody can be asked, once. */
  async function* decide(
    kind: PlanKind,
    { typed }: UserInput,
    spending: Spending,
    signal: AbortSignal,
  ): AsyncGenerator<UnitEvent, PlanState | LoopOutcome> {
    const input = conversation.messages.at(-1);
    const attached = input?.role === "user" ? attachedTo(input) : "";
    const data = attached === "" ? "" : await boundText("input", attached, HANDED, parts.store, texts);
    const excerpt = conversationExcerpt(conversation.messages.slice(0, -1), texts);
    const memory = await parts.recall(typed);
    const requirements: string[] = [];
    for (;;) {
      const about = { kind, goal: typed.trim(), requirements: [...requirements], data };
      const planned = yield* plan(plannerMessage(about, excerpt, memory, texts), new Set(), spending, signal);
      if (!("plan" in planned)) return failed(planned, spending);
      const state = newPlan(about, planned.plan, (task) => writeScope(task, root));
      const review: Review = asker === undefined ? { kind: "run" } : await reviewPlan(state, asker, texts, signal);
      if (review.kind === "run") return state;
      if (review.kind === "cancel") return ended("cancelled", "", spending);
      requirements.push(review.text);
      conversation.append({ role: "user", content: review.text }); // the person's own words
    }
  }

  async function* carryOut(decided: PlanState, spending: Spending, signal: AbortSignal): AsyncGenerator<UnitEvent, LoopOutcome> {
    let state = decided;
    isOpen = true;
    for (;;) {
      current = state;
      parts.record({ plan: decidedOf(state), tasks: statesOf(state, state.tasks.keys()), finished: false });
      await parts.flush();
      yield { type: "plan", tasks: taskViews(state) };
      state = yield* runAll(state, spending, signal);
      current = state;
      if (signal.aborted || !shouldReplan(state)) break;
      yield notice("warning", "PLAN_HALTED", texts.plan.halted);
      const finished = new Set([...state.tasks.values()].filter(({ status }) => status === "done").map(({ task }) => task.id));
      const planned = yield* plan(replanMessage(state, parts.prompts.replan, texts), finished, spending, signal);
      if (!("plan" in planned)) {
        if (signal.aborted) break;
        yield notice("warning", "REPLAN_FAILED", texts.plan.replanFailed(whyNot(planned)));
        break;
      }
      state = planAnew(state, planned.plan, (task) => writeScope(task, root));
    }
    return conclude(state, spending);
  }

  /** The main conversation hears of it before anyone else. */
  async function conclude(state: PlanState, spending: Spending): Promise<LoopOutcome> {
    const status = planStatus(state);
    isOpen = status === "cancelled";
    if (!isOpen) parts.record({ finished: true });
    const text = planReport(state, texts);
    conversation.append({ role: "assistant", content: text, origin: "outcome", model: parts.model });
    await parts.flush();
    return ended(status, text, spending);
  }

  function runAll(state: PlanState, spending: Spending, signal: AbortSignal) {
    const free = Array.from({ length: WORKERS }, (_, at) => `worker-${at + 1}`);
    return runTasks(
      state,
      {
        sideBySide: state.kind === "team" ? WORKERS : TASKS_SIDE_BY_SIDE,
        words: { blockedBy: texts.plan.blockedBy, broken: (error) => describeError(error, texts) },
        async save(now, changed) {
          current = now;
          parts.record({ tasks: statesOf(now, changed), finished: false });
          await parts.flush();
        },
        async *run(task, now, stop) {
          const worker = free.shift() ?? "worker";
          try {
            return yield* one(task, now, worker, spending, stop);
          } finally {
            free.unshift(worker);
          }
        },
      },
      signal,
    );
  }

  async function* one(
    task: TaskState,
    now: PlanState,
    worker: string,
    spending: Spending,
    signal: AbortSignal,
  ): AsyncGenerator<UnitEvent, TaskEnd> {
    const unit = `task-${task.task.id}`;
    const bound = (name: string, text: string) => boundText(name, text, HANDED, parts.store, texts);
    const memory = await parts.recall(task.task.description);
    const started = task.interrupted ? parts.started(unit) : [];
    const { openUnit } = parts;
    if (now.kind === "team") {
      const step = yield* runStep({ plan: now, step: task, worker, memory, started, openUnit, spending, texts, bound }, signal);
      return { status: step.status, result: step.text };
    }
    const spec = { unit, actor: "task", role: "plan-task", scope: task.scope } as const;
    const message = taskMessage({ plan: now, task, memory, started }, texts);
    const done = yield* withUnit({ openUnit, spending, steps: MAX_STEPS.task }, spec, (opened) =>
      runTask(opened, message, texts, signal),
    );
    return { status: done.status, result: await bound(unit, done.text) };
  }

  function plan(
    message: ReturnType<typeof plannerMessage>,
    finished: ReadonlySet<string>,
    spending: Spending,
    signal: AbortSignal,
  ) {
    const spec = { unit: "planner", actor: "planner", role: "planner", scope: [] } as const;
    const request = { message, repair: parts.prompts.repair, finished };
    return withUnit({ openUnit: parts.openUnit, spending, steps: MAX_STEPS.planner }, spec, (unit) =>
      makePlan(unit, request, texts, signal),
    );
  }

  function whyNot(planned: Exclude<Planned, { readonly plan: Plan }>): string {
    return "problems" in planned ? problemLines(planned.problems, texts) : (planned.outcome.error?.message ?? "");
  }

  function failed(planned: Exclude<Planned, { readonly plan: Plan }>, spending: Spending): LoopOutcome {
    if ("outcome" in planned) return { ...planned.outcome, turns: spending.turns() };
    const message = texts.errors.PLAN_INVALID({ problems: whyNot(planned) });
    return { ...ended("error", "", spending), error: { code: "PLAN_INVALID", message } };
  }

  const inMode = (kind: PlanKind): ModeRunner =>
    async function* (input, signal) {
      try {
        return yield* runner(kind, input, signal);
      } finally {
        parts.setMode(undefined);
      }
    };

  return {
    runner: inMode,
    unlessContinued: (usual) => (input, signal) =>
      asksToContinue(input) ? inMode(current?.kind ?? "plan")(input, signal) : usual(input, signal),
    open: () => (isOpen ? current : undefined),
    tasks: () => (isOpen && current !== undefined ? taskViews(current) : []),
  };
}

function ended(status: LoopOutcome["status"], text: string, spending: Spending): LoopOutcome {
  return { status, text, turns: spending.turns() };
}

function notice(level: "info" | "warning", code: string, message: string): EventBody {
  return { type: "notice", level, code, message };
}
