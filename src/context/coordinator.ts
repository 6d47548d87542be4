// The one coordinator of a unit's context: before every model call it looks at the size of the request and acts in order of cost,
// clear, then summarise; it recovers from refusals, and it never goes round in circles.
import { describeError, type Texts } from "../locale/index.ts";
import type { Conversation } from "../protocol/conversation.ts";
import { isPaiError, PaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ModelClient, ModelReply, ModelRequest, ToolSpec, Usage } from "../protocol/llm.ts";
import type { Message } from "../protocol/message.ts";
import type { SummaryFacts } from "./appendix.ts";
import { type Refusal, type SummaryPrompts, smallerRefusal } from "./ask-summary.ts";
import { createBackgroundSummary } from "./background.ts";
import { openResultBatch, type ResultBatch } from "./batch.ts";
import type { Boundary } from "./boundary.ts";
import { createBreakers } from "./breakers.ts";
import { type ClearingPolicy, chooseCleared, minFreedTokens, placeholderTokens } from "./clear.ts";
import { shortTokens } from "./figures.ts";
import { createFixedEstimate, estimateMessage } from "./measure.ts";
import { createMeter, type Size } from "./meter.ts";
import type { ContextOptions } from "./options.ts";
import type { SessionWindow } from "./session-window.ts";
import { type ContextStatus, contextStatus, fillingText } from "./status.ts";
import { acceptPrepared, type SummaryReason, type SummaryResult, type SummaryUnit, summarise } from "./summarise.ts";
import { contextThresholds, outputReserve, resultLimits } from "./thresholds.ts";
import type { ToolOutputStore } from "./tool-output-store.ts";
import { trimmer } from "./trim.ts";
import { liveRequest } from "./turns.ts";
import { createViewChanges, type SummaryRecord } from "./view-changes.ts";

/** After a refusal, a request that clearing alone made this much smaller may be sent again without a summary. */
const CLEARED_ENOUGH = 0.7;
/** Tokens that the answer of a step, a call or a few sentences, needs at least. */
const SMALL_ANSWER = 500;

/** What is sent beside the conversation. The two portions are parts of `system`, for the picture of the window. */
export interface RequestParts {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly projectMemory?: string;
  readonly memoryBlock?: string;
}

export interface CoordinatorParts {
  readonly conversation: Conversation;
  readonly model: ModelClient;
  readonly window: SessionWindow;
  readonly options: ContextOptions;
  readonly store: ToolOutputStore;
  readonly boundary: Boundary;
  readonly prompts: SummaryPrompts;
  readonly texts: Texts;
  /** Read at the moment of a summary. */
  readonly facts: () => SummaryFacts;
  /** Called after the new view was written. */
  readonly record: (summary: SummaryRecord) => void;
}

type Events<Result = void> = AsyncGenerator<EventBody, Result>;

export interface ContextCoordinator {
  /** Level 1 for the results of one answer. */
  openBatch(): ResultBatch;
  /**
   * To be called before every model call. Throws PaiError `CONTEXT_PROMPT_TOO_LARGE` or `CONTEXT_INPUT_TOO_LARGE` where no
   * compaction can make the request fit, and `CONTEXT_FULL` where each step fills again what a summary made room for; every other
   * failure leaves the conversation as it was and is told.
   */
  prepare(request: RequestParts, signal: AbortSignal): Events;
  /** Whether an input may enter the conversation at all. Throws PaiError `CONTEXT_INPUT_TOO_LARGE`. */
  assertInputFits(message: Message, request: RequestParts): void;
  /** Tokens of the request as it stands, for the client. */
  size(request: RequestParts): number;
  /** How full the window is, and where compaction begins; costs next to nothing. */
  gauge(request: RequestParts): Size & { readonly window: number; readonly clear: number; readonly summary: number };
  /** The provider's count of the request that was just sent; to be called before its answer is appended. */
  measured(usage: Usage, request: RequestParts): void;
  /** After a refusal as too long: compacts whatever the estimate says. True: send again, once. */
  overflow(error: unknown, request: RequestParts, signal: AbortSignal): Events<boolean>;
  /** `/compact`. False: nothing was changed although something should have been, and why was told. */
  compactNow(focus: string | undefined, request: RequestParts, signal: AbortSignal): Events<boolean>;
  status(request: RequestParts): ContextStatus;
  /** The person typed something: what was given up is tried again. */
  userTurn(): void;
  useModel(model: ModelClient): void;
  /** Stops background work. */
  close(): void;
}

export function createContextCoordinator(parts: CoordinatorParts): ContextCoordinator {
  const { conversation, window, options, store, boundary, prompts, texts } = parts;
  const t = texts.context.notices;
  const meter = createMeter(conversation);
  const estimateRequest = createFixedEstimate();
  const breakers = createBreakers();
  const changes = createViewChanges(parts);
  const background = createBackgroundSummary(texts);
  const placeholder = placeholderTokens(texts);
  /** What a provider's refusals taught, told at the next occasion. */
  const learnt: EventBody[] = [];
  const trim = trimmer(boundary, texts);
  /** The smallest request for a summary that was refused as too long in this user turn. */
  let refusedSummary: Refusal | undefined;
  let model = parts.model;
  let revision = conversation.revision;

  const thresholds = () => contextThresholds(window.tokens(), options.clearTriggerTokens);
  const fixedOf = ({ system, tools }: RequestParts) => estimateRequest(system, tools);
  const sizeOf = (request: RequestParts) => meter.size(fixedOf(request)).tokens;
  const filling = (request: RequestParts) => fillingText(status(request), texts);

  async function ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const stream = model.stream(request, signal);
    let step = await stream.next();
    while (!step.done) step = await stream.next();
    return step.value;
  }

  function refused(error: unknown, sentTokens: number, answerTokens: number): void {
    const real = window.refused(error, sentTokens);
    // a server refuses input and answer together, so the input takes at least what the answer leaves
    if (isPaiError(error, "MODEL_CONTEXT_OVERFLOW") && error.values.window === window.tokens())
      meter.underestimated(sentTokens, error.values.window - answerTokens);
    if (real !== undefined) learnt.push(notice("warning", "CONTEXT_WINDOW_LEARNT", t.windowLearnt(shortTokens(real))));
  }

  const unitFor = ({ system, tools }: RequestParts): SummaryUnit => ({
    system,
    tools,
    way: options.request,
    prompts,
    texts,
    facts: parts.facts(),
    exists: (path) => store.exists(path),
    ask,
    window: () => window.tokens(),
    refused(error, sentTokens, answerTokens) {
      refusedSummary = smallerRefusal(refusedSummary, { tokens: sentTokens, error });
      refused(error, sentTokens, answerTokens);
    },
    smallestRefused: () => refusedSummary,
    trim,
  });

  async function* clear(
    request: RequestParts,
    policy: Pick<ClearingPolicy, "minFreed" | "patient"> & Partial<ClearingPolicy>,
  ): Events {
    const ratio = meter.ratio();
    const results = chooseCleared(conversation.messages, {
      keep: options.clearKeep,
      exclude: options.clearExcludeTools,
      placeholder,
      ...policy,
      minFreed: Math.floor(policy.minFreed / ratio),
    });
    if (results.length === 0) return;
    const kept = yield* changes.clear(results, () => sizeOf(request), ratio);
    revision = conversation.revision;
    if (kept !== undefined) yield* breakers.once("CLEARING_FAILED", t.clearingFailed(kept));
  }

  /** Nothing else makes what was refused smaller: results that the model has not seen yet go to files, which it can read in parts. */
  async function* clearUnseen(request: RequestParts): Events<boolean> {
    const { revision: before } = conversation;
    if (options.clearing) yield* clear(request, { minFreed: 1, patient: false, keep: 0, unseenToo: true });
    return conversation.revision !== before;
  }

  function* swap(result: Extract<SummaryResult, { status: "summarised" }>, request: RequestParts): Generator<EventBody> {
    yield* changes.swap(result.view, result.summary, () => sizeOf(request));
    revision = conversation.revision;
    background.discard();
    breakers.summarised();
    if (result.mechanical) yield notice("warning", "SUMMARY_MECHANICAL", t.mechanical);
  }

  const attemptFor = (reason: SummaryReason, request: RequestParts) => ({
    unit: unitFor(request),
    messages: conversation.messages,
    reason,
    fixed: fixedOf(request),
    ratio: meter.ratio(),
    size: sizeOf(request),
  });

  async function* attempt(
    reason: SummaryReason,
    request: RequestParts,
    signal: AbortSignal,
    focus?: string,
  ): Events<SummaryResult> {
    const tried = { ...attemptFor(reason, request), ...(focus === undefined ? {} : { focus }) };
    const result = yield* summarise(tried, signal);
    yield* learnt.splice(0);
    if (result.status !== "summarised") return result;
    // an append in the meantime would be lost by a swap
    if (conversation.messages !== tried.messages) return { status: "fruitless" };
    yield* swap(result, request);
    return result;
  }

  function* explain(result: SummaryResult, request: RequestParts): Generator<EventBody> {
    switch (result.status) {
      case "summarised":
        return;
      case "bad":
        yield notice(
          "warning",
          "SUMMARY_BAD",
          t.summaryBad(result.problems.map((problem) => texts.context.notices.problems[problem])),
        );
        return;
      case "failed":
        yield notice("warning", "SUMMARY_FAILED", t.summaryFailed(describeError(result.error, texts)));
        return;
      case "fruitless":
        yield notice("warning", "SUMMARY_FRUITLESS", t.fruitless);
        return;
      case "nothing":
      case "no_room":
        yield* breakers.once("CONTEXT_TIGHT", t.tight(filling(request)));
    }
  }

  async function* summariseIfDue(request: RequestParts, signal: AbortSignal): Events {
    if (breakers.inCircles) return yield* endCircle(request);
    if ((yield* takePrepared(request)) || !breakers.closed) return;
    const result = yield* attempt("auto", request, signal);
    if (result.status === "summarised") return breakers.succeeded();
    yield* explain(result, request);
    // where no request was made nothing was spent, and a longer conversation may leave more to summarise
    const free = result.status === "nothing" || result.status === "no_room";
    if (!free && breakers.failed()) yield* breakers.once("COMPACTION_PAUSED", t.paused(filling(request)));
  }

  /** Each step has filled what a summary had made room for: what is left of the window is used, then the turn ends. */
  function* endCircle(request: RequestParts): Generator<EventBody> {
    if (sizeOf(request) + SMALL_ANSWER >= window.tokens()) throw new PaiError("CONTEXT_FULL", { filling: filling(request) });
    yield* breakers.once("COMPACTION_PAUSED", t.paused(filling(request)));
  }

  /** Takes the summary that was prepared in the background, if it still fits. */
  function* takePrepared(request: RequestParts): Generator<EventBody, boolean> {
    const prepared = background.ready(conversation.messages, meter.ratio());
    const result = prepared && acceptPrepared(prepared, attemptFor("auto", request));
    if (result?.status !== "summarised") return false;
    yield* swap(result, request);
    return true;
  }

  function* workAhead(request: RequestParts): Generator<EventBody> {
    if (!options.background) return;
    const failure = background.failure();
    if (failure !== undefined) yield* breakers.once("BACKGROUND_SUMMARY_FAILED", t.backgroundFailed(failure));
    background.consider({ unit: unitFor(request), messages: conversation.messages, size: sizeOf(request), ratio: meter.ratio() });
  }

  /** What no compaction can change must leave room: the fixed part, and the request that is being worked on. */
  function assertPossible(request: RequestParts): void {
    const W = window.tokens();
    const fixed = Math.ceil(fixedOf(request) * meter.ratio());
    if (fixed >= W) {
      const tokensOf = (name: "system" | "tools") => status(request).parts.find((part) => part.name === name)?.tokens ?? 0;
      throw new PaiError("CONTEXT_PROMPT_TOO_LARGE", {
        tokens: fixed,
        window: W,
        system: tokensOf("system"),
        tools: tokensOf("tools"),
      });
    }
    const live = liveRequest(conversation.messages);
    if (live !== undefined) assertInputFits(live, request);
  }

  function assertInputFits(message: Message, request: RequestParts): void {
    const W = window.tokens();
    const fixed = Math.ceil(fixedOf(request) * meter.ratio());
    const tokens = Math.ceil(estimateMessage(message) * meter.ratio());
    if (fixed + tokens < W) return;
    throw new PaiError("CONTEXT_INPUT_TOO_LARGE", { tokens, window: W, free: Math.max(0, W - fixed - outputReserve(W)) });
  }

  function status(request: RequestParts): ContextStatus {
    return contextStatus({
      messages: conversation.messages,
      request,
      size: meter.size(fixedOf(request)),
      reported: meter.reported(),
      window: window.tokens(),
      thresholds: thresholds(),
      savings: changes.savings,
    });
  }

  return {
    openBatch() {
      const ratio = meter.ratio();
      const { result, batch } = resultLimits(window.tokens());
      const limits = {
        enabled: options.offload,
        thresholdChars: options.offloadThresholdChars,
        result: Math.floor(result / ratio),
        batch: Math.floor(batch / ratio),
      };
      return openResultBatch({ store, boundary, texts, limits, saved: (tokens) => changes.offloaded(tokens * ratio) });
    },

    async *prepare(request, signal) {
      assertPossible(request);
      if (conversation.revision !== revision) {
        revision = conversation.revision;
        background.discard();
      }
      const limits = thresholds();
      const size = sizeOf(request);
      if (options.clearing && size >= limits.clear)
        yield* clear(request, { minFreed: minFreedTokens(limits.summary), patient: size < limits.summary });
      if (sizeOf(request) < limits.summary) breakers.fitted();
      else yield* summariseIfDue(request, signal);
      yield* workAhead(request);
    },

    assertInputFits,
    size: sizeOf,
    gauge(request) {
      const { clear: clearAt, summary } = thresholds();
      return { ...meter.size(fixedOf(request)), window: window.tokens(), clear: clearAt, summary };
    },
    measured: (usage, request) => meter.measured(usage, fixedOf(request)),

    async *overflow(error, request, signal) {
      refused(error, sizeOf(request), outputReserve(window.tokens()));
      yield* learnt.splice(0);
      if (!breakers.mayRecover()) {
        yield* breakers.once("COMPACTION_PAUSED", t.paused(filling(request)));
        return false;
      }
      const before = sizeOf(request);
      if (options.clearing) yield* clear(request, { minFreed: 1, patient: false });
      const cleared = sizeOf(request);
      if (cleared > before * CLEARED_ENOUGH || cleared >= thresholds().summary) {
        const result = yield* attempt("overflow", request, signal);
        yield* explain(result, request);
        if (result.status !== "summarised" && cleared === before) return yield* clearUnseen(request);
      }
      return true;
    },

    async *compactNow(focus, request, signal) {
      breakers.reset();
      const result = yield* attempt("manual", request, signal, focus);
      if (result.status === "nothing") yield notice("info", "NOTHING_TO_COMPACT", t.nothing);
      else yield* explain(result.status === "no_room" ? { status: "fruitless" } : result, request);
      return result.status === "summarised" || result.status === "nothing";
    },

    status,

    userTurn() {
      breakers.reset();
      refusedSummary = undefined;
    },

    useModel(next) {
      model = next;
      window.use(next.info.window);
      meter.modelChanged();
      background.discard();
      breakers.reset();
      refusedSummary = undefined;
    },

    close: () => background.discard(),
  };
}

function notice(level: "info" | "warning", code: string, message: string): EventBody {
  return { type: "notice", level, code, message };
}
