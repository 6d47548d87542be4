// What is still going on, above the editor: the end of the answer, reasoning, running tools, the plan, queued inputs.
// Never higher than the rows it is given; what is finished is printed by the transcript instead.

import type { PlanTaskView } from "../protocol/event.ts";
import { cutHead, cutTail, oneLine } from "../util/text.ts";
import { showText } from "../util/visible.ts";
import { liveBlock } from "./answer-stream.ts";
import { retryText, unitName } from "./describe-event.ts";
import { runningDuration, shortCount } from "./figures.ts";
import { fitLine, spread, wrapIndented } from "./fit.ts";
import { renderBlock } from "./markdown.ts";
import type { RunningTool, ScreenState } from "./state.ts";
import type { Look } from "./transcript.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
export const SPINNER_MS = 100;

/** Live lines of reasoning and of a tool's output, and tasks of a plan. */
const THOUGHT_LINES = 3;
const OUTPUT_LINES = 5;
const PLAN_LINES = 8;
const QUEUE_LINES = 3;

/** The end of the open block that is rendered with each frame, in UTF-16 units: more than fills a screen. */
const DRAWN = 6000;

export interface LiveView {
  readonly state: ScreenState;
  readonly now: number;
  /** A dialog is open: the person is waited for. */
  readonly asking: boolean;
  /** Rows that may be used. */
  readonly rows: number;
}

export function renderLive(view: LiveView, look: Look): readonly string[] {
  const { state, now } = view;
  const below = [
    ...state.tools.flatMap((tool) => renderTool(tool, now, look)),
    ...renderPlan(state.plan, now, look),
    ...renderProgress(view, look),
    ...renderQueue(state.queue, look),
  ];
  const room = view.rows - below.length;
  const above = [...renderAnswer(state, look), ...renderThought(state, look)];
  const shown = room > 1 ? above.slice(-(room - 1)) : [];
  const lines = [...(shown.length > 0 && shown[0] !== "" ? [""] : []), ...shown, ...below];
  return lines.slice(-Math.max(0, view.rows));
}

function renderAnswer(state: ScreenState, { width, theme }: Look): readonly string[] {
  const block = liveBlock(state.stream);
  if (block === undefined) return [];
  if (block.kind === "code") return renderBlock(block, width, theme, undefined).lines;
  return renderBlock({ kind: "markdown", text: tailAtLine(block.text) }, width, theme, undefined).lines;
}

function tailAtLine(text: string): string {
  if (text.length <= DRAWN) return text;
  const tail = cutTail(text, DRAWN);
  return tail.slice(tail.indexOf("\n") + 1);
}

function renderThought({ thought }: ScreenState, { width, theme }: Look): readonly string[] {
  if (thought === undefined || thought.tail.trim() === "") return [];
  return wrapIndented(theme.dim(showText(thought.tail.trim())), width, "  ", "  ").slice(-THOUGHT_LINES);
}

function renderTool(tool: RunningTool, now: number, { width, theme }: Look): readonly string[] {
  const unit = tool.unit === undefined ? "" : `[${unitName(tool.unit)}] `;
  const head = `${theme.accent(spinner(now))} ${unit}${theme.bold(tool.name)} ${tool.argument}`;
  const output = showText(tool.output.trimEnd());
  const lines = output === "" ? [] : output.split("\n").slice(-OUTPUT_LINES);
  return [
    spread(head, theme.dim(runningDuration(now - tool.since)), width),
    ...lines.map((line) => theme.dim(fitLine(`  ${line}`, width))),
  ];
}

const TASK_MARKS: Readonly<Record<PlanTaskView["status"], string>> = {
  pending: "○",
  running: "▸",
  done: "✓",
  failed: "✗",
  skipped: "-",
  cancelled: "-",
  not_approved: "-",
};

function renderPlan(tasks: readonly PlanTaskView[], now: number, { width, theme, texts }: Look): readonly string[] {
  if (tasks.length === 0) return [];
  // Around what is running: finished tasks are in the transcript.
  const first = tasks.findIndex(({ status }) => status === "running" || status === "pending");
  const start = Math.max(0, Math.min((first < 0 ? tasks.length : first) - 1, tasks.length - PLAN_LINES));
  const shown = tasks.slice(start, start + PLAN_LINES).map((task) => {
    const running = task.status === "running";
    const mark = running ? theme.accent(spinner(now)) : TASK_MARKS[task.status];
    const text = `${mark} ${task.id} ${oneLine(showText(task.description), 200)}`;
    return fitLine(running ? text : theme.dim(text), width);
  });
  const rest = tasks.length - start - shown.length;
  return rest > 0 ? [...shown, theme.dim(texts.ui.moreLines(rest))] : shown;
}

function renderProgress({ state, now, asking }: LiveView, { width, theme, texts }: Look): readonly string[] {
  if (state.since === undefined) return [];
  const facts = [runningDuration(now - state.since), state.cancelling || asking ? "" : texts.ui.escCancels];
  const text = `${activityOf(state, now, asking, texts)} ${theme.dim(facts.filter((fact) => fact !== "").join(" · "))}`;
  return [fitLine(`${theme.accent(asking ? "▸" : spinner(now))} ${text}`, width)];
}

function activityOf(state: ScreenState, now: number, asking: boolean, texts: Look["texts"]): string {
  const { activity } = texts.ui;
  if (state.cancelling) return activity.cancelling;
  if (asking) return activity.asking;
  if (state.retry !== undefined) return retryText(state.retry, state.retry.until - now, texts);
  if (state.compacting !== undefined) return activity.compacting(state.compacting);
  if (state.plan.length > 0) {
    const open = state.plan.filter(({ status }) => status === "pending" || status === "running").length;
    return activity.tasks({ done: state.plan.length - open, of: state.plan.length });
  }
  if (state.tools.length > 0) return activity.tools(state.tools.length);
  if (state.thought !== undefined) return `${activity.thinking} ${shortCount(state.thought.chars)}`;
  return state.stepText === "" ? activity.waitingModel : activity.answering;
}

function renderQueue(queue: readonly string[], { width, theme, texts }: Look): readonly string[] {
  if (queue.length === 0) return [];
  const shown = queue.slice(-QUEUE_LINES);
  const hidden = queue.length - shown.length;
  return [
    ...(hidden > 0 ? [theme.dim(fitLine(texts.ui.moreLines(hidden), width))] : []),
    ...shown.map((line, index) => {
      const hint = index === shown.length - 1 ? ` · ${texts.ui.queuedHint}` : "";
      return spread(theme.dim(`▸ ${oneLine(showText(cutHead(line, 400)), 200)}`), theme.dim(`${texts.ui.queued}${hint}`), width);
    }),
  ];
}

function spinner(now: number): string {
  return SPINNER[Math.floor(now / SPINNER_MS) % SPINNER.length] ?? "";
}
