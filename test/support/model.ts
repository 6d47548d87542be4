// A scripted model inside the process, for tests of what calls a model: strict about the messages it is sent, like a real one.
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "../../src/llm/arguments.ts";
import type {
  FinishReason,
  ModelClient,
  ModelDelta,
  ModelInfo,
  ModelReply,
  ModelRequest,
  Usage,
} from "../../src/protocol/llm.ts";
import { validateMessages } from "../../src/protocol/validate.ts";

export interface ScriptedReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly args?: Record<string, unknown>;
    readonly rawArgs?: string;
  }[];
  readonly finish?: FinishReason;
  readonly callInText?: true;
  /** `null`: the reply reports none. By default the input is counted by its length. */
  readonly usage?: Usage | null;
  /** Thrown after what was to be streamed was streamed. */
  readonly throws?: unknown;
  /** Waits before the first delta; an abort ends it. */
  readonly delayMs?: number;
  /** Never ends after its `deltas`; only an abort ends it. */
  readonly hangs?: true;
  /** Streamed before the text. */
  readonly deltas?: readonly ModelDelta[];
}

export type ModelScript = (request: ModelRequest, n: number) => ScriptedReply | undefined | Promise<ScriptedReply | undefined>;

export interface ScriptedModel extends ModelClient {
  /** A deep copy of every request, as it stood when it was sent. */
  readonly requests: readonly ModelRequest[];
}

const DEFAULT_INFO: ModelInfo = {
  provider: "scripted",
  id: "scripted-model",
  lightId: "scripted-light",
  window: 128_000,
  maxOutput: 8_192,
  reasoning: "with_calls",
  images: false,
};

/** The n-th request (from 0) gets the script's n-th reply; none given: the text "ok". A list of messages that is not valid throws. */
export function scriptedModel(script: ModelScript | readonly ScriptedReply[], info: Partial<ModelInfo> = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  const about = { ...DEFAULT_INFO, ...info };
  return {
    info: about,
    requests,
    async *stream(request, signal): AsyncGenerator<ModelDelta, ModelReply> {
      const invalid = validateMessages(request.messages);
      if (invalid) throw new Error(`the request is not valid: ${invalid.reason} at ${invalid.index}`);
      const n = requests.push(structuredClone(request)) - 1;
      signal.throwIfAborted();
      const reply = (await (typeof script === "function" ? script(request, n) : script[n])) ?? { text: "ok" };
      if (reply.delayMs) await sleep(reply.delayMs, undefined, { signal }).catch(() => {}); // the next line throws the signal's reason
      signal.throwIfAborted();
      yield* reply.deltas ?? [];
      if (reply.hangs) await aborted(signal);
      if (reply.reasoning) yield { type: "reasoning", text: reply.reasoning };
      if (reply.text) yield { type: "text", text: reply.text };
      const calls = (reply.calls ?? []).map((call, i) => {
        const { text, unreadable } = readArguments(call.rawArgs ?? JSON.stringify(call.args ?? {}));
        const id = call.id ?? `call_${n}_${i}`;
        return {
          call: { id, type: "function" as const, function: { name: call.name, arguments: text } },
          ...(unreadable === undefined ? {} : { unreadable }),
        };
      });
      for (const { call } of calls) yield { type: "call", name: call.function.name, chars: call.function.arguments.length };
      signal.throwIfAborted();
      if (reply.throws !== undefined) throw reply.throws;
      const usage = reply.usage === undefined ? countedUsage(request) : reply.usage;
      return {
        text: reply.text ?? "",
        reasoning: reply.reasoning ?? "",
        calls,
        finish: reply.finish ?? (calls.length > 0 ? "calls" : "stop"),
        ...(reply.callInText ? { callInText: true as const } : {}),
        ...(usage ? { usage } : {}),
        model: `${about.provider}/${request.tier === "light" ? about.lightId : about.id}`,
      };
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function countedUsage(request: ModelRequest): Usage {
  const chars = JSON.stringify(request.messages).length + JSON.stringify(request.tools).length;
  return { inputTokens: Math.ceil(chars / 4), outputTokens: 20, cachedTokens: 0 };
}
