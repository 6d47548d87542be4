// The state of the screen: a pure function of the session's events and of what the person did. What is finished leaves it
// as items to be printed once; what stays is only what is still going on, so it does not grow with the session.
import type { AgentEvent, PlanTaskView, UsageTotals } from "../protocol/event.ts";
import type { Retry } from "../protocol/llm.ts";
import { mainArgument } from "../util/main-argument.ts";
import { cutTail } from "../util/text.ts";
import { type AnswerStream, type Block, blocksOf, EMPTY_STREAM, endText, liveBlock, pushText } from "./answer-stream.ts";
import type { Action, EventOf, Item, UiAction } from "./item.ts";

export interface RunningTool {
  readonly unit: string | undefined;
  readonly id: string;
  readonly name: string;
  readonly argument: string;
  readonly since: number;
  /** The end of its live output, bounded. */
  readonly output: string;
}

export interface ScreenState {
  /** When the line that runs was submitted, in ms; absent while nothing runs. */
  readonly since: number | undefined;
  readonly cancelling: boolean;
  /** When Ctrl-C was last pressed, in ms. */
  readonly interruptedAt: number | undefined;
  readonly stream: AnswerStream;
  /** Notes that came while a block of the answer was open: printed after it, not through it. */
  readonly held: readonly Item[];
  /** What the model answered in the step that runs, to tell whether the result says anything else. */
  readonly stepText: string;
  readonly thought: { readonly since: number; readonly chars: number; readonly tail: string } | undefined;
  readonly tools: readonly RunningTool[];
  readonly plan: readonly PlanTaskView[];
  readonly taskSince: Readonly<Record<string, number>>;
  readonly retry: (Pick<Retry, "attempt" | "of" | "reason" | "cause"> & { readonly until: number }) | undefined;
  readonly compacting: { readonly done: number; readonly of: number } | undefined;
  readonly context: EventOf<"context"> | undefined;
  /** Sum of all turns. */
  readonly usage: UsageTotals;
  readonly queue: readonly string[];
  /** Code of the last error that was shown, so that the turn's result does not say it again. */
  readonly shownError: string | undefined;
}

export const INITIAL_STATE: ScreenState = {
  since: undefined,
  cancelling: false,
  interruptedAt: undefined,
  stream: EMPTY_STREAM,
  held: [],
  stepText: "",
  thought: undefined,
  tools: [],
  plan: [],
  taskSince: {},
  retry: undefined,
  compacting: undefined,
  context: undefined,
  usage: { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  queue: [],
  shownError: undefined,
};

/** UTF-16 units of live output and reasoning that are kept: more than a screen shows. */
const KEPT_TAIL = 4000;

export interface Reduced {
  readonly state: ScreenState;
  readonly items: readonly Item[];
}

/** `at`: the time in ms. */
export function reduce(state: ScreenState, action: Action, at: number): Reduced {
  if (isUiAction(action)) return reduceUi(state, action, at);
  const { unit } = action;
  if (unit !== undefined) return withUnit(reduceUnit(state, action, unit, at), unit);
  return reduceMain(state, action, at);
}

function isUiAction(action: Action): action is UiAction {
  return action.type.startsWith("ui_");
}

function reduceUi(state: ScreenState, action: UiAction, at: number): Reduced {
  switch (action.type) {
    case "ui_start":
      return { state, items: [{ kind: "banner", banner: action.banner }] };
    case "ui_past":
      return { state, items: action.turns.length === 0 ? [] : [{ kind: "past", turns: action.turns }] };
    case "ui_submit":
      return {
        state: { ...state, since: at, cancelling: false, stepText: "", shownError: undefined },
        items: [{ kind: "input", text: action.line }],
      };
    case "ui_outcome": {
      const { output = "", markdown = false, failed } = action;
      const ended = endStep(state, at);
      return {
        state: { ...ended.state, since: undefined, cancelling: false, tools: [], retry: undefined, compacting: undefined },
        items: [
          ...ended.items,
          ...(state.cancelling ? [{ kind: "cancelled" } as const] : []),
          ...(output.trim() === "" ? [] : [{ kind: "output", text: output, markdown, failed } as const]),
        ],
      };
    }
    case "ui_interrupt":
      return only({ ...state, interruptedAt: at });
    case "ui_warn":
      return { state, items: [{ kind: "notice", level: "warning", text: action.text }] };
    case "ui_cancel":
      return only({ ...state, cancelling: true });
    case "ui_queue":
      return only({ ...state, queue: [...state.queue, action.line] });
    case "ui_unqueue":
      return only({ ...state, queue: state.queue.slice(0, -1) });
    case "ui_dequeue":
      return only({ ...state, queue: state.queue.slice(1) });
  }
}

function reduceMain(state: ScreenState, event: AgentEvent, at: number): Reduced {
  switch (event.type) {
    case "turn_start":
      return only({ ...state, plan: [], taskSince: {} });
    case "step_start": {
      const ended = endStep(state, at);
      return { state: { ...ended.state, stepText: "", retry: undefined }, items: ended.items };
    }
    case "step_restart":
      return {
        state: { ...state, stream: EMPTY_STREAM, held: [], stepText: "", thought: undefined },
        items: [...state.held, ...(state.stepText === "" ? [] : [{ kind: "restarted" } as const])],
      };
    case "reasoning_delta": {
      const thought = state.thought ?? { since: at, chars: 0, tail: "" };
      const tail = cutTail(thought.tail + event.text, KEPT_TAIL);
      return only({ ...state, retry: undefined, thought: { ...thought, chars: thought.chars + event.text.length, tail } });
    }
    case "text_delta": {
      const thought = endThought(state, at);
      const cut = pushText(state.stream, event.text);
      const next = { ...thought.state, retry: undefined, stream: cut.stream, stepText: state.stepText + event.text };
      if (cut.blocks.length === 0) return { state: next, items: thought.items };
      return { state: { ...next, held: [] }, items: [...thought.items, ...cut.blocks.map(toAnswer), ...state.held] };
    }
    case "tool_call": {
      const ended = endStep(state, at);
      return { state: startTool(ended.state, event, at), items: ended.items };
    }
    case "turn_end":
      return only({ ...state, usage: addUsage(state.usage, event.usage) });
    case "result":
      return reduceResult(state, event, at);
    case "plan":
      return {
        state: { ...state, plan: event.tasks },
        items: state.plan.length > 0 ? [] : [{ kind: "plan", tasks: event.tasks }],
      };
    case "context":
      return only({ ...state, context: event });
    default: {
      const shared = reduceShared(state, event, at);
      if (liveBlock(state.stream) === undefined) return shared;
      return only({ ...shared.state, held: [...state.held, ...shared.items] });
    }
  }
}

/** Events of plan tasks and workers: several run at once, so what they write is not streamed; their calls and results are shown. */
function reduceUnit(state: ScreenState, event: AgentEvent, unit: string, at: number): Reduced {
  switch (event.type) {
    case "tool_call":
      return only(startTool(state, event, at, unit));
    case "context":
    case "turn_end":
    case "result":
    case "plan":
      return only(state);
    default:
      return reduceShared(state, event, at, unit);
  }
}

function reduceShared(state: ScreenState, event: AgentEvent, at: number, unit?: string): Reduced {
  switch (event.type) {
    case "tool_output":
      return only({
        ...state,
        tools: state.tools.map((tool) => (isTool(tool, unit, event.id) ? withOutput(tool, event.text) : tool)),
      });
    case "tool_result": {
      const tool = state.tools.find((running) => isTool(running, unit, event.id));
      const tools = state.tools.filter((running) => running !== tool);
      return { state: { ...state, tools }, items: [{ kind: "tool", argument: tool?.argument ?? "", result: event }] };
    }
    case "task_start":
      return only(withTask({ ...state, taskSince: { ...state.taskSince, [event.id]: at } }, event.id, "running"));
    case "task_end": {
      const next = withTask(state, event.id, event.status);
      const task = next.plan.find(({ id }) => id === event.id);
      const ms = at - (state.taskSince[event.id] ?? at);
      return { state: next, items: task === undefined ? [] : [{ kind: "task", task, ms }] };
    }
    case "retry":
      return only({ ...state, retry: { ...event, until: at + event.waitMs } });
    case "compaction_progress":
      return only({ ...state, compacting: event.done < event.of ? { done: event.done, of: event.of } : undefined });
    case "compaction":
      return { state: { ...state, compacting: undefined }, items: [{ kind: "compaction", event }] };
    case "memory_saved":
      return { state, items: [{ kind: "memory", event }] };
    case "memory_conflict":
      return only(state); // the screen asks about it at once; what the person chose is told then
    case "notice":
      return {
        state: event.level === "error" ? { ...state, shownError: event.code } : state,
        items: [{ kind: "notice", level: event.level, text: event.message }],
      };
    default:
      return only(state);
  }
}

function reduceResult(state: ScreenState, result: EventOf<"result">, at: number): Reduced {
  const ended = endStep(state, at);
  const said = result.text.trim() === "" || result.text.trim() === state.stepText.trim();
  const error = result.error === undefined || result.error.code === state.shownError ? [] : [result.error.message];
  const { context } = state;
  return {
    state: {
      ...ended.state,
      cancelling: false,
      stepText: "",
      plan: [],
      taskSince: {},
      tools: [],
      retry: undefined,
      compacting: undefined,
    },
    items: [
      ...ended.items,
      ...(said ? [] : blocksOf(result.text).map(toAnswer)),
      ...error.map((text) => ({ kind: "notice", level: "error", text }) as const),
      ...(result.status === "cancelled" ? [{ kind: "cancelled" } as const] : []),
      { kind: "turn", result, contextShare: context === undefined ? undefined : context.tokens / context.window },
    ],
  };
}

/** Prints what the step has streamed: nothing is added to it any more. */
function endStep(state: ScreenState, at: number): Reduced {
  const thought = endThought(state, at);
  return {
    state: { ...thought.state, stream: EMPTY_STREAM, held: [] },
    items: [...thought.items, ...endText(state.stream).map(toAnswer), ...state.held],
  };
}

function endThought(state: ScreenState, at: number): Reduced {
  if (state.thought === undefined) return only(state);
  const { since, chars } = state.thought;
  return { state: { ...state, thought: undefined }, items: [{ kind: "thought", ms: at - since, chars }] };
}

function startTool(state: ScreenState, call: EventOf<"tool_call">, at: number, unit?: string): ScreenState {
  const tool = { unit, id: call.id, name: call.name, argument: mainArgument(call.arguments), since: at, output: "" };
  return { ...state, tools: [...state.tools, tool] };
}

function isTool(tool: RunningTool, unit: string | undefined, id: string): boolean {
  return tool.unit === unit && tool.id === id;
}

function withOutput(tool: RunningTool, text: string): RunningTool {
  return { ...tool, output: cutTail(tool.output + text, KEPT_TAIL) };
}

function withTask(state: ScreenState, id: string, status: PlanTaskView["status"]): ScreenState {
  return { ...state, plan: state.plan.map((task) => (task.id === id ? { ...task, status } : task)) };
}

function withUnit(reduced: Reduced, unit: string): Reduced {
  return { state: reduced.state, items: reduced.items.map((item) => ({ ...item, unit })) };
}

function addUsage(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}

function toAnswer(block: Block): Item {
  return { kind: "answer", block };
}

function only(state: ScreenState): Reduced {
  return { state, items: [] };
}
