// Level 3 as a whole, on a plain list of messages: cut, ask, check, build aside, and accept only what helps. Changes nothing itself.
import type { Texts } from "../locale/index.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ToolSpec } from "../protocol/llm.ts";
import type { Message } from "../protocol/message.ts";
import { validateMessages } from "../protocol/validate.ts";
import { estimateTokens } from "../util/tokens.ts";
import type { SummaryFacts } from "./appendix.ts";
import { type AskModel, askSummary, type SummaryPrompts, type SummaryTask } from "./ask-summary.ts";
import { appendixLimit, composeView, mechanicalSummary } from "./compose.ts";
import { type Cut, chooseCut, LAST_GROUP_SLACK } from "./cut.ts";
import { estimateMessagesTokens } from "./measure.ts";
import { contextThresholds, effectiveWindow, outputReserve } from "./thresholds.ts";
import type { TrimGroup } from "./trim.ts";
import type { SummaryProblem } from "./verify-summary.ts";

/** `overflow`: the provider has refused the request as too long, so something has to give, with or without a model. */
export type SummaryReason = "auto" | "manual" | "overflow";

/** User turns that stay word for word if they fit. */
const KEEP_TURNS: Record<SummaryReason, number> = { auto: 3, overflow: 3, manual: 1 };
/** Shares of the room for messages: what stays of the conversation, and all of it together after a summary. */
const TAIL_SHARE = 0.5;
const AFTER_SHARE = 0.6;
/** An attempt that makes the conversation less than this much smaller was not worth it. */
const MIN_GAIN = 0.05;
/** Share of what the fixed part leaves of the window that counts as room when the thresholds leave none. */
const ROOM_IN_NEED = 0.25;
/** After a refusal, where even that leaves no room: all but this share of the window, which an answer and the estimate's error need. */
const LAST_RESERVE = 0.15;
/** Tokens below which no summary of four sections makes sense; its frame (title, acknowledgement). */
const MIN_SUMMARY = 150;
const FRAME = 60;
/** Tokens that unseen results leave a summary, at the least. */
const SMALL_SUMMARY = 300;
/** Tokens asked for: a third of what is summarised, within reason. */
const TARGET = { share: 1 / 3, min: 600, max: 4000 };

export interface SummaryPlan {
  readonly cut: Cut;
  /** Estimated tokens that all messages may take afterwards. */
  readonly limit: number;
  /** Estimated tokens that the summary alone may take, and those that are asked for. */
  readonly maxTokens: number;
  readonly targetTokens: number;
}

export interface PlanInput {
  readonly messages: readonly Message[];
  readonly reason: SummaryReason;
  /** In tokens. */
  readonly window: number;
  /** Estimated tokens of system prompt and tools. */
  readonly fixed: number;
  /** Measured tokens per estimated token. */
  readonly ratio: number;
  /** Shortens results that the model has not seen yet, where they leave a summary no room. */
  readonly trim?: TrimGroup;
}

/** Where to cut and how large the result may be; `nothing` is left to summarise, or there is `no_room` for any summary. Pure. */
export function planSummary(input: PlanInput): SummaryPlan | "nothing" | "no_room" {
  const { reason, window, fixed, ratio } = input;
  const threshold = contextThresholds(window).summary / ratio - fixed;
  if (reason !== "overflow") return planWithin(input, threshold, AFTER_SHARE);
  const W = effectiveWindow(window) / ratio;
  const usual = planWithin(input, Math.max(threshold, (W - fixed) * ROOM_IN_NEED), AFTER_SHARE);
  return usual === "no_room" ? planWithin(input, W * (1 - LAST_RESERVE) - fixed, 1) : usual;
}

/** `room`: estimated tokens for messages; `share` of it may be taken afterwards. */
function planWithin(
  { messages, reason, window, ratio, trim }: PlanInput,
  wanted: number,
  share: number,
): SummaryPlan | "nothing" | "no_room" {
  const before = estimateMessagesTokens(messages);
  const room = Math.max(0, Math.floor(wanted));
  const gained = Math.floor(before * (1 - MIN_GAIN));
  const limit = reason === "manual" ? before - 1 : Math.min(Math.floor(room * share), gained);
  const tail = Math.floor(room * TAIL_SHARE);
  const lastGroup = Math.floor(Math.min(tail * LAST_GROUP_SLACK, limit - FRAME - SMALL_SUMMARY));
  const cut = chooseCut(messages, { keepTurns: KEEP_TURNS[reason], tail, lastGroup, ...(trim === undefined ? {} : { trim }) });
  if (cut === undefined) return "nothing";
  const free = limit - estimateMessagesTokens(cut.kept) - FRAME;
  if (free < MIN_SUMMARY) return "no_room";
  const maxTokens = Math.min(free, Math.floor(outputReserve(window) / ratio));
  const asked = Math.floor(estimateMessagesTokens(cut.summarised) * TARGET.share);
  return { cut, limit, maxTokens, targetTokens: Math.min(maxTokens, Math.max(TARGET.min, Math.min(TARGET.max, asked))) };
}

/** What one attempt needs from the unit it runs for. */
export interface SummaryUnit {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly way: "prefix" | "rendered";
  readonly prompts: SummaryPrompts;
  readonly texts: Texts;
  readonly facts: SummaryFacts;
  readonly exists: (path: string) => boolean;
  readonly ask: AskModel;
  readonly window: () => number;
  readonly refused: SummaryTask["refused"];
  readonly smallestRefused: SummaryTask["smallestRefused"];
  readonly trim: TrimGroup;
}

export interface SummaryAttempt extends Omit<PlanInput, "window" | "trim"> {
  readonly unit: SummaryUnit;
  /** Tokens of the request as the conversation stands. */
  readonly size: number;
  readonly focus?: string;
}

export type SummaryResult =
  | { readonly status: "summarised"; readonly view: readonly Message[]; readonly summary: string; readonly mechanical: boolean }
  | { readonly status: "nothing" }
  | { readonly status: "no_room" }
  /** Nothing is changed: the summary would not have made the conversation smaller. */
  | { readonly status: "fruitless" }
  | { readonly status: "bad"; readonly problems: readonly SummaryProblem[] }
  | { readonly status: "failed"; readonly error: unknown };

/** One attempt. Throws only when `signal` is aborted. */
export async function* summarise(attempt: SummaryAttempt, signal: AbortSignal): AsyncGenerator<EventBody, SummaryResult> {
  const { unit, reason } = attempt;
  const plan = planSummary({ ...attempt, window: unit.window(), trim: unit.trim });
  if (typeof plan === "string") return { status: plan };
  const outcome = yield* askSummary({ ...unit, ...plan, ...attempt }, signal);
  signal.throwIfAborted();
  if (outcome.kind === "summary") return accept(plan, outcome.summary, attempt, false);
  if (reason === "overflow") return withoutModel(attempt);
  return outcome.kind === "bad" ? { status: "bad", problems: outcome.problems } : { status: "failed", error: outcome.error };
}

/** The last resort after the provider refused the request as too long: the last turn, the appendix, and lines drawn by program. */
function withoutModel(attempt: SummaryAttempt): SummaryResult {
  // planned anew: the window may have been learnt meanwhile
  const plan = planSummary({ ...attempt, window: attempt.unit.window(), trim: attempt.unit.trim });
  if (typeof plan === "string") return { status: plan };
  return accept(plan, mechanicalSummary(plan.cut.summarised, plan.maxTokens, attempt.unit.texts), attempt, true);
}

/** The summary that was prepared ahead of time, judged like any other. */
export function acceptPrepared(
  prepared: { readonly cut: Cut; readonly summary: string },
  attempt: SummaryAttempt,
): SummaryResult {
  const plan = planSummary({ ...attempt, window: attempt.unit.window(), trim: attempt.unit.trim });
  if (typeof plan === "string") return { status: plan };
  return accept({ ...plan, cut: prepared.cut }, prepared.summary, attempt, false);
}

function accept(plan: SummaryPlan, summary: string, { unit }: SummaryAttempt, mechanical: boolean): SummaryResult {
  const { cut, limit } = plan;
  const left = limit - estimateMessagesTokens(cut.kept) - FRAME - estimateTokens(summary);
  const appendix = Math.min(left, appendixLimit(contextThresholds(unit.window()).summary));
  const view = composeView(cut, summary, unit, appendix);
  if (estimateMessagesTokens(view) > limit || validateMessages(view) !== undefined) return { status: "fruitless" };
  return { status: "summarised", view, summary, mechanical };
}
