// The model client for every OpenAI-compatible endpoint: tries, waits, learns the server's dialect, and yields one assembled reply.
import { setTimeout as sleep } from "node:timers/promises";
import { PaiError } from "../protocol/errors.ts";
import type { ModelClient, ModelDelta, ModelReply, ModelRequest } from "../protocol/llm.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import type { Assembled } from "./accumulate.ts";
import { attempt, type Outcome } from "./attempt.ts";
import { callIdsOf } from "./call-id.ts";
import { adaptDialect, type Dialect, initialDialect, requestBody } from "./dialect.ts";
import { endpointOf } from "./endpoint.ts";
import type { ClientOptions } from "./options.ts";
import { type ErrorContext, errorOf, isPassing, retryReason } from "./problem.ts";
import { PROVIDERS } from "./profiles.ts";
import { MAX_TRIES, waitMs } from "./retry.ts";
import { hasCallMarkup } from "./think.ts";

/** What the next try does differently. `cap`: the answer limit of this one request, in tokens. */
interface Next {
  readonly dialect: Dialect;
  readonly cap: number | undefined;
  readonly waitMs: number;
}

export function createModelClient(options: ClientOptions, { clock, random }: { clock: Clock; random: Random }): ModelClient {
  const endpoint = endpointOf(options);
  /** Learnt from refusals, kept for the client's life. */
  let dialect = initialDialect(options);

  const nextAfter = (
    failed: Outcome & { ok: false },
    tries: number,
    cap: number | undefined,
    context: ErrorContext,
  ): Next | PaiError => {
    const { problem, askedMs } = failed;
    const last = tries >= MAX_TRIES;
    if (problem.kind === "overflow" && problem.window !== undefined) dialect = { ...dialect, window: problem.window };
    // Lowered once; if that does not fit either, the input is too long.
    if (problem.kind === "output_limit" && !last && cap === undefined) {
      const learnt = problem.always ? { ...dialect, maxOutput: problem.fits } : dialect;
      return { dialect: learnt, cap: problem.fits, waitMs: 0 };
    }
    const adapted = problem.kind === "refused" && !last ? adaptDialect(dialect, problem.message) : undefined;
    if (adapted) return { dialect: adapted, cap, waitMs: 0 };
    const tooLong = askedMs !== undefined && askedMs > options.patience.longestWaitMs;
    if (last || tooLong || !isPassing(problem)) return errorOf(problem, { ...context, waitMs: tooLong ? askedMs : undefined });
    return { dialect, cap, waitMs: waitMs(tries, askedMs, options.patience.backoffMs, random.next()) };
  };

  return {
    info: {
      provider: options.provider,
      id: options.model,
      lightId: options.lightModel,
      window: options.window,
      maxOutput: options.maxOutput,
      reasoning: PROVIDERS[options.provider].reasoning,
      images: options.images,
    },

    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, ModelReply> {
      const takenIds = callIdsOf(request.messages);
      let cap: number | undefined;
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted();
        const { text: body, model, limit } = requestBody(request, dialect, options, cap);
        const name = `${options.provider}/${model}`;
        const trying = { endpoint, body, limit, takenIds, trustsEnd: !dialect.marksEnd, now: () => clock.now() };
        let streamed = false;
        const deltas = attempt(trying, options, signal);
        let step = await deltas.next();
        try {
          for (; !step.done; step = await deltas.next()) {
            streamed = true;
            yield step.value;
          }
        } finally {
          if (!step.done) await deltas.return({ ok: false, problem: { kind: "broken", message: "nobody reads any more" } });
        }
        const outcome = step.value;
        if (outcome.ok) return replyOf(outcome.answer, request, name);
        if (outcome.unmarked && tries >= MAX_TRIES) {
          dialect = { ...dialect, marksEnd: false };
          return { ...replyOf(outcome.unmarked, request, name), unmarkedEnd: true };
        }
        const next = nextAfter(outcome, tries, cap, { endpoint: endpoint.label, model: name, mask: endpoint.mask });
        if (next instanceof PaiError) throw next;
        ({ dialect, cap } = next);
        if (streamed) yield { type: "restart" };
        const cause = endpoint.mask(outcome.problem.message);
        const reason = retryReason(outcome.problem);
        yield { type: "retry", attempt: tries + 1, of: MAX_TRIES, waitMs: next.waitMs, reason, cause };
        await pause(next.waitMs, signal);
      }
    },
  };
}

function replyOf(answer: Assembled, request: ModelRequest, model: string): ModelReply {
  const { text, reasoning, calls, finish, usage } = answer;
  const written = calls.length === 0 && request.tools.length > 0 && hasCallMarkup(text);
  return {
    text,
    reasoning,
    calls,
    finish,
    ...(written ? { callInText: true as const } : {}),
    ...(usage === undefined ? {} : { usage }),
    model,
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted(); // the only reason for which a pause ends early
  }
}
