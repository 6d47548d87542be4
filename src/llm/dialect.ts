// The dialect that a server turned out to speak: begins as its profile says, and learns from what it refuses. Pure.
import type { ModelRequest } from "../protocol/llm.ts";
import type { WireMessage } from "../protocol/message.ts";
import type { ClientOptions } from "./options.ts";
import { PROVIDERS } from "./profiles.ts";

export interface Dialect {
  readonly emptyContent: "null" | "empty";
  /** Both forms were tried: no going back and forth. */
  readonly contentSwitched: boolean;
  /** What happens to `reasoning_content`; `fill`: calls without one get an empty one. */
  readonly reasoning: "as_is" | "fill" | "drop";
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  readonly fieldSwitched: boolean;
  readonly streamUsage: boolean;
  readonly sendsEffort: boolean;
  /** Tokens; lowered when the server says that it is smaller. */
  readonly maxOutput: number;
  readonly window: number;
  /** Its streams end with a finish reason or `[DONE]`, so that one without is broken. */
  readonly marksEnd: boolean;
}

export function initialDialect(options: ClientOptions): Dialect {
  const profile = PROVIDERS[options.provider];
  return {
    emptyContent: profile.emptyContent,
    contentSwitched: false,
    reasoning: profile.needsReasoning ? "fill" : "as_is",
    maxTokensField: profile.maxTokensField,
    fieldSwitched: false,
    streamUsage: true,
    sendsEffort: true,
    maxOutput: options.maxOutput,
    window: options.window,
    marksEnd: true,
  };
}

/** The dialect in which the refused request may pass, or undefined if the refusal has another reason. */
export function adaptDialect(dialect: Dialect, refusal: string): Dialect | undefined {
  const unknown =
    /unknown|unrecognized|unsupported|unexpected|not (?:supported|allowed|permitted)|extra|invalid|不支持|未知/i.test(refusal);
  if (/reasoning_content/.test(refusal)) {
    const wanted = /must|missing|required|pass(?:ed)? back|缺少|必须/i.test(refusal);
    if (wanted && dialect.reasoning === "as_is") return { ...dialect, reasoning: "fill" };
    return !wanted && unknown && dialect.reasoning !== "drop" ? { ...dialect, reasoning: "drop" } : undefined;
  }
  if (/stream_options|include_usage/.test(refusal)) return dialect.streamUsage ? { ...dialect, streamUsage: false } : undefined;
  if (/max_completion_tokens/.test(refusal) && (unknown || /max_tokens/.test(refusal)) && !dialect.fieldSwitched) {
    const other = dialect.maxTokensField === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    return { ...dialect, maxTokensField: other, fieldSwitched: true };
  }
  if (/thinking|reasoning_effort/.test(refusal)) return dialect.sendsEffort ? { ...dialect, sendsEffort: false } : undefined;
  if (!dialect.contentSwitched && /\bcontent\b/i.test(refusal) && CONTENT_FAULT.test(refusal)) {
    return { ...dialect, emptyContent: dialect.emptyContent === "null" ? "empty" : "null", contentSwitched: true };
  }
  return undefined;
}

const CONTENT_FAULT = /null|none|empty|blank|required|missing|must|should|valid|expected|type|string|length|为空|缺少|必须/i;

/** Input estimates may be this much too low (5th percentile of single texts: 14 to 19% short; whole conversations: 6%). */
const ESTIMATE_MARGIN = 0.06;
/** Tokens that a chat template adds around a request. */
const TEMPLATE_TOKENS = 120;
/** Tokens; a smaller answer is of no use, so the server may refuse the request as too long instead. */
const LEAST_ANSWER = 256;

/** The answer limit to send in tokens, or undefined for none: what was asked, at most what the model gives and what the window leaves. */
export function answerLimit(
  request: Pick<ModelRequest, "maxTokens" | "inputEstimate">,
  dialect: Pick<Dialect, "maxOutput" | "window">,
  always: boolean,
): number | undefined {
  const asked = request.maxTokens ?? (always ? dialect.maxOutput : undefined);
  if (asked === undefined) return undefined;
  const most = Math.min(asked, dialect.maxOutput);
  if (request.inputEstimate === undefined) return most;
  const room = dialect.window - Math.ceil(request.inputEstimate * (1 + ESTIMATE_MARGIN)) - TEMPLATE_TOKENS;
  return Math.min(most, Math.max(LEAST_ANSWER, room));
}

export interface RequestBody {
  readonly text: string;
  readonly model: string;
  /** The answer limit in it. */
  readonly limit: number | undefined;
}

/** The body of a request, as it goes over the wire. `cap`: the most that its answer limit may be, in tokens. */
export function requestBody(
  request: ModelRequest,
  dialect: Dialect,
  options: ClientOptions,
  cap = Number.POSITIVE_INFINITY,
): RequestBody {
  const model = request.tier === "light" ? options.lightModel : options.model;
  const limit = answerLimit(request, { ...dialect, maxOutput: Math.min(dialect.maxOutput, cap) }, options.alwaysLimits);
  const effort = dialect.sendsEffort ? PROVIDERS[options.provider].effort?.(request.effort ?? "default", model) : undefined;
  const body = {
    model,
    messages: request.messages.map((message) => spoken(message, dialect)),
    ...(request.tools.length === 0 ? {} : { tools: request.tools }),
    ...(request.tools.length > 0 && request.toolChoice === "none" ? { tool_choice: "none" } : {}),
    stream: true,
    ...(dialect.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...(limit === undefined ? {} : { [dialect.maxTokensField]: limit }),
    ...effort,
  };
  // A lone surrogate, from a file or a cut, makes servers refuse the whole body.
  const text = JSON.stringify(body, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
  return { text, model, limit };
}

function spoken(message: WireMessage, dialect: Dialect): WireMessage {
  if (message.role !== "assistant") return message;
  const { reasoning_content: reasoning, ...rest } = message;
  const hasCalls = (message.tool_calls?.length ?? 0) > 0;
  const content = message.content || (hasCalls ? (dialect.emptyContent === "null" ? null : "") : message.content);
  const sent =
    dialect.reasoning === "drop" ? undefined : (reasoning ?? (dialect.reasoning === "fill" && hasCalls ? "" : undefined));
  const { role, tool_calls: calls } = rest;
  return {
    role,
    content,
    ...(sent === undefined ? {} : { reasoning_content: sent }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  };
}
