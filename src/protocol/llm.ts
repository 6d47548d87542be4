// The contract of a model client: one request in, a stream of deltas out, one assembled reply at the end.
import type { SystemMessage, ToolCall, WireMessage } from "./message.ts";

export interface ToolSpec {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Record<string, unknown> };
}

export interface ModelRequest {
  /** The system message first, then the conversation. */
  readonly messages: readonly [SystemMessage, ...WireMessage[]];
  /** Sorted by name; the same array for the whole session. Empty: the request carries no tools. */
  readonly tools: readonly ToolSpec[];
  /** `none`: the tools stay in the request, for the provider's cache, but may not be called. */
  readonly toolChoice?: "auto" | "none";
  /** Upper limit of the answer in tokens; lowered by the client where the window demands it. */
  readonly maxTokens?: number;
  /** What the messages and tools take, in tokens, by the caller's count: an answer limit is lowered so that both fit the window. */
  readonly inputEstimate?: number;
  readonly effort?: "off" | "low" | "default";
  /** `light`: the provider's small model, for background work. */
  readonly tier?: "main" | "light";
}

/** Tokens as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of `inputTokens` that the provider served from its prefix cache. */
  readonly cachedTokens: number;
}

/** `cut`: by the length limit. `filtered`: by the provider's content filter. */
export type FinishReason = "stop" | "calls" | "cut" | "filtered";

export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  /** Ids unique within the request's history, arguments always a string that parses as JSON. */
  readonly calls: readonly ReplyCall[];
  readonly finish: FinishReason;
  /** The text holds the markup of a tool call that the server did not recognise: nothing of it was run, the model should call properly. */
  readonly callInText?: true;
  /** The stream never said that it ended, however often it was tried: the text may be cut. */
  readonly unmarkedEnd?: true;
  /** Absent if the provider reports none. */
  readonly usage?: Usage;
  /** `provider/model`, as it was asked. */
  readonly model: string;
}

export interface ReplyCall {
  readonly call: ToolCall;
  /** Why the call must not run: its arguments could not be read even after a safe repair. The call carries them as `{"_unparsed": …}`. */
  readonly unreadable?: string;
}

/** Why a request is sent again. `adapted`: the provider refused a field of it, which is now left out or changed. */
export type RetryReason = "rate" | "server" | "unreachable" | "broken" | "idle" | "empty" | "adapted";

export interface Retry {
  readonly type: "retry";
  readonly attempt: number;
  readonly of: number;
  readonly waitMs: number;
  readonly reason: RetryReason;
  /** In the words of the provider or of the system. */
  readonly cause: string;
}

/** `restart`: the connection broke and the request is sent again; what was streamed for it so far is void. */
export type ModelDelta =
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly chars: number }
  | Retry
  | { readonly type: "restart" };

/** What to do with the model's reasoning when the conversation is sent again; differs by provider. */
export type ReasoningPolicy = "always" | "with_calls" | "never";

export interface ModelInfo {
  readonly provider: string;
  readonly id: string;
  readonly lightId: string;
  /** Context window in tokens. */
  readonly window: number;
  /** The most that an answer may have, in tokens. */
  readonly maxOutput: number;
  readonly reasoning: ReasoningPolicy;
  readonly images: boolean;
}

export interface ModelClient {
  readonly info: ModelInfo;
  /**
   * Sends one request, with its retries. Aborting `signal` ends it at once.
   * Throws PaiError: `MODEL_CONTEXT_OVERFLOW` if the input is too long for the model, another `MODEL_…` code otherwise.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, ModelReply>;
}
