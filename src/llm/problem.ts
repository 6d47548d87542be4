// Everything that can go wrong with one try, whether another try may help, and the error that the caller gets in the end. Pure.
import { PaiError } from "../protocol/errors.ts";
import type { RetryReason } from "../protocol/llm.ts";
import type { Failure } from "./classify-error.ts";

export type Problem =
  | (Failure & { readonly status: number | undefined })
  /** No connection. */
  | { readonly kind: "unreachable"; readonly message: string }
  /** No connection, and none by waiting: the address itself, or its certificate, is wrong. */
  | { readonly kind: "unusable"; readonly message: string }
  /** The answer began and did not end as it should. */
  | { readonly kind: "broken"; readonly message: string }
  /** No real delta for so long. */
  | { readonly kind: "idle"; readonly seconds: number; readonly message: string }
  /** Not an API: a web page, words. */
  | { readonly kind: "foreign"; readonly message: string }
  | { readonly kind: "empty"; readonly message: string };

/** Whether the same request may succeed later. */
export function isPassing(problem: Problem): boolean {
  return retryReason(problem) !== "adapted";
}

/** What a second try is told to be for: a problem that passes, or else one that another form of the request avoids. */
export function retryReason({ kind }: Problem): RetryReason {
  switch (kind) {
    case "rate":
    case "server":
    case "unreachable":
    case "broken":
    case "idle":
    case "empty":
      return kind;
    default:
      return "adapted";
  }
}

export interface ErrorContext {
  readonly endpoint: string;
  /** As it was asked. */
  readonly model: string;
  mask(text: string): string;
  /** What the provider asks to wait, where that is why the request is not sent again. */
  readonly waitMs?: number | undefined;
}

export function errorOf(problem: Problem, { endpoint, model, mask, waitMs }: ErrorContext): PaiError {
  const message = mask(problem.message);
  switch (problem.kind) {
    case "overflow":
    case "output_limit": {
      const window = problem.kind === "overflow" ? problem.window : undefined;
      return new PaiError("MODEL_CONTEXT_OVERFLOW", { model, message, ...(window === undefined ? {} : { window }) });
    }
    case "auth":
      return new PaiError("MODEL_AUTH", { endpoint, status: problem.status ?? 401, message });
    case "quota":
      return new PaiError("MODEL_QUOTA", { endpoint, message });
    case "rate": {
      const wait = waitMs === undefined ? {} : { waitSeconds: Math.ceil(waitMs / 1_000) };
      return new PaiError("MODEL_RATE_LIMITED", { endpoint, message, ...wait });
    }
    case "not_found":
      return new PaiError("MODEL_NOT_FOUND", { endpoint, model, message });
    case "refused":
      return new PaiError("MODEL_REFUSED", { endpoint, status: problem.status ?? 400, message });
    case "server":
      return new PaiError("MODEL_SERVER", { endpoint, status: problem.status ?? 500, message });
    case "unreachable":
    case "unusable":
      return new PaiError("MODEL_UNREACHABLE", { endpoint, cause: message });
    case "broken":
      return new PaiError("MODEL_BROKEN", { endpoint, cause: message });
    case "idle":
      return new PaiError("MODEL_IDLE", { endpoint, seconds: problem.seconds });
    case "foreign":
      return new PaiError("MODEL_NOT_API", { endpoint, what: message });
    case "empty":
      return new PaiError("MODEL_EMPTY", { model });
  }
}
