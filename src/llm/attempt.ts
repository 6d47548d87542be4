// One try of a request: send it, stream what comes, and say at the end what it was, an answer or a problem. Never throws but for an abort.
import type { ModelDelta } from "../protocol/llm.ts";
import { type Accumulator, type Assembled, createAccumulator } from "./accumulate.ts";
import { readBody } from "./body.ts";
import { readChunk } from "./chunk.ts";
import { classifyError } from "./classify-error.ts";
import type { Endpoint } from "./endpoint.ts";
import { problemOf, thrownProblem } from "./failed-response.ts";
import { type HttpResponse, send } from "./http.ts";
import type { ClientOptions } from "./options.ts";
import type { Problem } from "./problem.ts";
import { retryAfterMs } from "./retry.ts";

export type Outcome =
  | { readonly ok: true; readonly answer: Assembled }
  | {
      readonly ok: false;
      readonly problem: Problem;
      /** Milliseconds that the server asks to wait. */
      readonly askedMs?: number | undefined;
      /** A text that ended in good order, but without any mark of the end. */
      readonly unmarked?: Assembled;
    };

export interface Attempt {
  readonly endpoint: Endpoint;
  readonly body: string;
  /** The answer limit in the body. */
  readonly limit: number | undefined;
  /** Ids of calls that the conversation already has. */
  readonly takenIds: ReadonlySet<string>;
  /** A text that ends without a mark of the end is complete: this server never sends one. */
  readonly trustsEnd: boolean;
  readonly now: () => Date;
}

export async function* attempt(
  { endpoint, body, limit, takenIds, trustsEnd, now }: Attempt,
  { proxy, patience }: ClientOptions,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, Outcome> {
  const watch = watchIdle(signal);
  const answer = createAccumulator();
  let response: HttpResponse | undefined;
  try {
    watch.allow(patience.firstDeltaMs);
    response = await send(endpoint.url, { headers: endpoint.headers, body, signal: watch.signal }, proxy);
    if (response.status !== 200) {
      const problem = await problemOf(response, limit);
      return { ok: false, problem, askedMs: retryAfterMs(response.headers, now()) };
    }
    let done = false;
    for await (const event of readBody(response.body)) {
      if (event.type === "done") done = true;
      else if (event.type === "foreign") {
        if (event.start === "") break;
        return { ok: false, problem: { kind: "foreign", message: event.start } };
      } else {
        const chunk = readChunk(event.value);
        if (!chunk) return { ok: false, problem: { kind: "broken", message: "a chunk of the stream is not JSON" } };
        if (chunk.error) return { ok: false, problem: { ...classifyError(undefined, event.value, limit), status: undefined } };
        if (event.whole && !chunk.choices) return { ok: false, problem: wholeProblem(event.value, limit) };
        const deltas = answer.add(chunk);
        if (deltas.length > 0) watch.allow(patience.idleMs);
        yield* deltas;
        done ||= event.whole;
      }
    }
    yield* answer.end();
    return outcomeOf(answer, new Set(takenIds), done, trustsEnd);
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, problem: thrownProblem(error, response !== undefined, watch.expiredMs) };
  } finally {
    watch.stop();
  }
}

function outcomeOf(answer: Accumulator, takenIds: Set<string>, done: boolean, trustsEnd: boolean): Outcome {
  const assembled = answer.assembled(takenIds);
  const { finishReason, text, reasoning, calls } = assembled;
  if (finishReason !== undefined && /context_window_exceeded|context_length/.test(finishReason)) {
    return { ok: false, problem: { kind: "overflow", message: finishReason, status: undefined } };
  }
  if (finishReason !== undefined && BROKEN_FINISH.has(finishReason)) {
    return { ok: false, problem: { kind: "broken", message: `finish_reason ${finishReason}` } };
  }
  const ended = done || finishReason !== undefined || (trustsEnd && calls.length === 0 && text !== "");
  if (!ended) {
    const problem: Problem = { kind: "broken", message: "the stream ended before the answer did" };
    return { ok: false, problem, ...(text !== "" && calls.length === 0 ? { unmarked: assembled } : {}) };
  }
  if (text === "" && reasoning === "" && calls.length === 0 && assembled.finish === "stop") {
    return { ok: false, problem: { kind: "empty", message: "an empty answer" } };
  }
  return { ok: true, answer: assembled };
}

/** DeepSeek, Zhipu, OpenRouter and others end a stream that failed on their side in this way. */
const BROKEN_FINISH = new Set(["insufficient_system_resource", "network_error", "error", "engine_overloaded", "abort"]);

/** A JSON object that is neither an answer nor an `error`: gateways send `{"code": 401, "msg": "…"}` with status 200. */
function wholeProblem(value: unknown, limit: number | undefined): Problem {
  const known = typeof value === "object" && value !== null && ["message", "msg", "code"].some((key) => key in value);
  if (known) return { ...classifyError(undefined, value, limit), status: undefined };
  return { kind: "foreign", message: JSON.stringify(value).slice(0, 120) };
}

/** Aborts when the caller does, and when no delta came for as long as was last allowed. */
function watchIdle(signal: AbortSignal) {
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  signal.addEventListener("abort", forward, { once: true });
  if (signal.aborted) forward();
  let timer: NodeJS.Timeout | undefined;
  let expiredMs: number | undefined;
  return {
    signal: controller.signal,
    get expiredMs() {
      return expiredMs;
    },
    allow(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        expiredMs = ms;
        controller.abort();
      }, ms);
    },
    /** Also ends a request that nobody reads any more. */
    stop(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", forward);
      controller.abort();
    },
  };
}
