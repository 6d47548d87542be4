// A summary that is prepared while the agent works, so that none has to be waited for when it is due. At most one at a time.
import { describeError, type Texts } from "../locale/index.ts";
import type { Message } from "../protocol/message.ts";
import { askSummary } from "./ask-summary.ts";
import { type Cut, chooseEarlyCut } from "./cut.ts";
import { estimateMessagesTokens } from "./measure.ts";
import type { SummaryUnit } from "./summarise.ts";
import { contextThresholds, outputReserve } from "./thresholds.ts";

/** What stays beside a prepared summary: at least this much, at most that much, in tokens; and messages with text. */
const TAIL_TOKENS = 10_000;
const TAIL_MOST = 40_000;
const TAIL_TEXTS = 5;
/** New tokens after which a prepared summary, or a failed preparation, is worth another request. */
const NEWS_TOKENS = 4000;
/** Tokens asked for. */
const TARGET_TOKENS = 3000;

export interface Moment {
  readonly unit: SummaryUnit;
  readonly messages: readonly Message[];
  /** Tokens of the request as it stands. */
  readonly size: number;
  readonly ratio: number;
}

export interface BackgroundSummary {
  /** Starts a preparation if one is worth it now. Returns at once; its outcome shows later. */
  consider(moment: Moment): void;
  /** The prepared summary with the cut that it fits, if its boundary still stands in `messages`. */
  ready(messages: readonly Message[], ratio: number): { readonly cut: Cut; readonly summary: string } | undefined;
  /** Why the last preparation failed, told once. */
  failure(): string | undefined;
  /** After a rewrite, a model change, or at the end: stops what is running and forgets what is ready. */
  discard(): void;
}

export function createBackgroundSummary(texts: Texts): BackgroundSummary {
  let running: AbortController | undefined;
  let prepared: { readonly boundary: string; readonly summary: string } | undefined;
  let preparedAt: number | undefined;
  let failed: string | undefined;

  async function prepare(
    { unit, messages, size, ratio }: Moment,
    cut: Cut,
    boundary: string,
    control: AbortController,
  ): Promise<void> {
    const maxTokens = Math.floor(outputReserve(unit.window()) / ratio);
    const work = askSummary(
      { ...unit, messages, size, ratio, cut, maxTokens, targetTokens: Math.min(TARGET_TOKENS, maxTokens) },
      control.signal,
    );
    try {
      let step = await work.next();
      while (!step.done) step = await work.next();
      if (control.signal.aborted) return;
      const outcome = step.value;
      if (outcome.kind === "summary") prepared = { boundary, summary: outcome.summary };
      else if (outcome.kind === "failed") failed = describeError(outcome.error, texts);
      else failed = outcome.problems.map((problem) => texts.context.notices.problems[problem]).join(" ");
    } catch (error) {
      if (!control.signal.aborted) failed = describeError(error, texts);
    } finally {
      if (running === control) running = undefined;
    }
  }

  return {
    consider(moment) {
      const { unit, messages, size, ratio } = moment;
      const { precompute, summary } = contextThresholds(unit.window());
      if (running !== undefined || size < precompute) return;
      if (preparedAt !== undefined && size >= preparedAt && size - preparedAt < NEWS_TOKENS) return;
      const tokens = Math.floor(Math.min(TAIL_TOKENS, summary / 4) / ratio);
      const cut = chooseEarlyCut(messages, { tokens, texts: TAIL_TEXTS, most: Math.floor(TAIL_MOST / ratio) });
      const boundary = cut?.kept[0]?.messageId;
      if (cut === undefined || boundary === undefined) return;
      preparedAt = size;
      running = new AbortController();
      void prepare(moment, cut, boundary, running);
    },
    ready(messages, ratio) {
      if (prepared === undefined) return undefined;
      const { boundary, summary } = prepared;
      const start = messages.findIndex((message) => message.messageId === boundary);
      if (start < 0) return undefined;
      const cut: Cut = { summarised: messages.slice(0, start), kept: messages.slice(start), inside: false };
      return estimateMessagesTokens(cut.kept) * ratio > TAIL_MOST ? undefined : { cut, summary };
    },
    failure() {
      const reason = failed;
      failed = undefined;
      return reason;
    },
    discard() {
      running?.abort();
      running = undefined;
      prepared = undefined;
      preparedAt = undefined;
      failed = undefined;
    },
  };
}
