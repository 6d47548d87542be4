// The three levels on plain arrays of messages, for programs that bring their own loop and their own model.
import { describeError, type Texts } from "../locale/index.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ModelReply, ModelRequest, ToolSpec } from "../protocol/llm.ts";
import type { Message, SystemMessage, ToolMessage, WireMessage } from "../protocol/message.ts";
import { type Refusal, type SummaryPrompts, smallerRefusal } from "./ask-summary.ts";
import type { Boundary } from "./boundary.ts";
import { chooseCleared, clearedPlaceholder, minFreedTokens, placeholderTokens } from "./clear.ts";
import { estimateFixed, estimateMessagesTokens } from "./measure.ts";
import { CONTEXT_DEFAULTS } from "./options.ts";
import { type SummaryReason, type SummaryResult, type SummaryUnit, summarise } from "./summarise.ts";
import { contextThresholds } from "./thresholds.ts";
import { trimmer } from "./trim.ts";

/** A system message may stand first; it is counted and kept, never compacted. */
export type PlainMessage = SystemMessage | Message;

export interface SummarizeRequest {
  /** A whole request: system message, then the transcript with its instruction, or the conversation with one more user message. */
  readonly messages: readonly WireMessage[];
  readonly tools: readonly ToolSpec[];
  /** Upper limit of the answer in tokens. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export interface CompactorOptions {
  /** Context window in tokens. */
  readonly window: number;
  /** Asks a model; returns the text of its answer. What it throws leaves the messages as they were and is reported. */
  readonly summarize: (request: SummarizeRequest) => Promise<string>;
  /** Tools that the caller sends with its requests: they count. */
  readonly tools?: readonly ToolSpec[];
  /** `prefix`: the conversation itself plus one user message, cheap where the provider caches prefixes. Default: `rendered`. */
  readonly way?: "prefix" | "rendered";
  /** Keeps the text of a result that is cleared, and returns the path that its placeholder names. Without it nothing is cleared. */
  readonly keepOutput?: (toolName: string, text: string) => Promise<string>;
  readonly clearKeep?: number;
  readonly clearExcludeTools?: readonly string[];
  readonly prompts: SummaryPrompts;
  readonly texts: Texts;
}

export interface CompactionReport {
  readonly beforeTokens: number;
  readonly afterTokens: number;
  /** Call ids of the results that were cleared. */
  readonly cleared: readonly string[];
  /** The summary that now stands for the older part, if one was made. */
  readonly summary?: string;
  /** Why no summary was made although one was due or asked for. */
  readonly problem?: string;
}

export interface Compacted {
  /** A new array; messages that stay are the same objects. */
  readonly messages: readonly PlainMessage[];
  readonly report: CompactionReport;
}

export interface Compactor {
  /** Clears from the clear threshold on, summarises from the summary threshold on. */
  compactIfNeeded(messages: readonly PlainMessage[], options?: { readonly signal?: AbortSignal }): Promise<Compacted>;
  /** Summarises all but the last user turn. */
  compactNow(
    messages: readonly PlainMessage[],
    options?: { readonly focus?: string; readonly signal?: AbortSignal },
  ): Promise<Compacted>;
}

/** Results of plain messages stand as they are. */
const UNFRAMED: Boundary = { wrap: (_, text) => text, unwrap: (content) => content };

export function createCompactor(options: CompactorOptions): Compactor {
  const { window, tools = [], texts } = options;
  const thresholds = contextThresholds(window);

  async function clear(
    messages: readonly Message[],
    patient: boolean,
  ): Promise<{ messages: readonly Message[]; cleared: readonly string[] }> {
    const { keepOutput } = options;
    if (keepOutput === undefined) return { messages, cleared: [] };
    const named = withToolNames(messages);
    const chosen = chooseCleared(named, {
      keep: options.clearKeep ?? CONTEXT_DEFAULTS.clearKeep,
      exclude: options.clearExcludeTools ?? [],
      minFreed: minFreedTokens(thresholds.summary),
      patient,
      placeholder: placeholderTokens(texts),
    });
    const replaced = new Map<string, ToolMessage>();
    for (const result of chosen) {
      const name = result.toolName ?? "tool";
      const path = await keepOutput(name, result.content);
      const chars = result.content.length;
      replaced.set(result.tool_call_id, {
        ...result,
        content: clearedPlaceholder(name, chars, path, texts),
        cleared: { path, chars },
      });
    }
    const rewritten = messages.map((message) =>
      message.role === "tool" ? (replaced.get(message.tool_call_id) ?? message) : message,
    );
    return { messages: rewritten, cleared: [...replaced.keys()] };
  }

  async function summary(
    reason: SummaryReason,
    system: string,
    messages: readonly Message[],
    signal: AbortSignal,
    focus?: string,
  ) {
    const fixed = estimateFixed(system, tools);
    let refusal: Refusal | undefined;
    const unit: SummaryUnit = {
      system,
      tools,
      way: options.way ?? "rendered",
      prompts: options.prompts,
      texts,
      facts: { tasks: [] },
      exists: () => true,
      ask,
      window: () => window,
      refused(error, tokens) {
        refusal = smallerRefusal(refusal, { tokens, error });
      },
      smallestRefused: () => refusal,
      trim: trimmer(UNFRAMED, texts),
    };
    const size = fixed + estimateMessagesTokens(messages);
    const work = summarise({ unit, messages, reason, fixed, ratio: 1, size, ...(focus === undefined ? {} : { focus }) }, signal);
    return finish(work);
  }

  async function ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const { messages, tools: offered, maxTokens = thresholds.summary } = request;
    const text = await options.summarize({ messages, tools: offered, maxTokens, signal });
    return { text, reasoning: "", calls: [], finish: "stop", model: "" };
  }

  async function compact(
    all: readonly PlainMessage[],
    reason: SummaryReason,
    {
      focus,
      signal = new AbortController().signal,
    }: { readonly focus?: string | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<Compacted> {
    const [first] = all;
    const head = first?.role === "system" ? [first] : [];
    const system = first?.role === "system" ? first.content : "";
    let messages = all.filter((message): message is Message => message.role !== "system");
    const fixed = estimateFixed(system, tools);
    const sizeOf = (list: readonly Message[]) => fixed + estimateMessagesTokens(list);
    const beforeTokens = sizeOf(messages);
    let cleared: readonly string[] = [];
    if (reason === "auto" && beforeTokens >= thresholds.clear) {
      const done = await clear(messages, beforeTokens < thresholds.summary);
      cleared = done.cleared;
      messages = [...done.messages];
    }
    const result =
      reason === "auto" && sizeOf(messages) < thresholds.summary
        ? undefined
        : await summary(reason, system, messages, signal, focus);
    if (result?.status === "summarised") messages = [...result.view];
    return {
      messages: [...head, ...messages],
      report: {
        beforeTokens,
        afterTokens: sizeOf(messages),
        cleared,
        ...(result?.status === "summarised" ? { summary: result.summary } : {}),
        ...(result === undefined || result.status === "summarised" ? {} : { problem: problemOf(result, texts) }),
      },
    };
  }

  return {
    compactIfNeeded: (messages, { signal } = {}) => compact(messages, "auto", { signal }),
    compactNow: (messages, { focus, signal } = {}) => compact(messages, "manual", { focus, signal }),
  };
}

type Failed = Exclude<SummaryResult, { status: "summarised" }>;

function problemOf(result: Failed, texts: Texts): string {
  const t = texts.context.notices;
  switch (result.status) {
    case "nothing":
      return t.nothing;
    case "no_room":
    case "fruitless":
      return t.fruitless;
    case "bad":
      return t.summaryBad(result.problems.map((problem) => texts.context.notices.problems[problem]));
    case "failed":
      return t.summaryFailed(describeError(result.error, texts));
  }
}

async function finish<Result>(work: AsyncGenerator<EventBody, Result>): Promise<Result> {
  let step = await work.next();
  while (!step.done) step = await work.next();
  return step.value;
}

/** Plain messages do not name the tool of a result: the call does. */
function withToolNames(messages: readonly Message[]): readonly Message[] {
  const names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === "assistant") for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    if (message.role !== "tool") return message;
    const toolName = message.toolName ?? names.get(message.tool_call_id);
    return toolName === undefined ? message : { ...message, toolName };
  });
}
