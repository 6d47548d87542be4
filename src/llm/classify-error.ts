// What kind of failure an error answer is: by its status, its code and, where providers leave no other way, its words. Pure.
import { z } from "zod";
import { oneLine } from "../util/text.ts";
import { fittingLimit, mostOutput, saysTooLong, windowIn } from "./length-error.ts";

export type Failure =
  /** The input is too long. `window`: the real one, if it is named. */
  | { readonly kind: "overflow"; readonly message: string; readonly window?: number }
  /** The input would fit, but the answer limit that was sent does not. `fits`: the most that does; `always`: whatever the input. */
  | { readonly kind: "output_limit"; readonly message: string; readonly fits: number; readonly always: boolean }
  | { readonly kind: "auth" | "quota" | "rate" | "not_found" | "refused" | "server"; readonly message: string };

/** Longest part of a provider's message that is shown, in UTF-16 units. */
const MESSAGE_CHARS = 400;

const detailSchema = z.object({
  message: z.string().optional().catch(undefined),
  msg: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  /** llama.cpp */
  n_ctx: z.number().int().positive().optional().catch(undefined),
});

interface Detail {
  readonly message: string;
  /** Code and type in lower case, for look-ups. */
  readonly codes: readonly string[];
  readonly window: number | undefined;
}

/** The error of a body: `{"error": {…}}`, `{"error": "…"}`, or the object itself, as gateways send them. */
function detailOf(body: unknown): Detail {
  const inner = isRecord(body) && "error" in body && body.error ? body.error : body;
  if (typeof inner === "string") return { message: inner, codes: [], window: undefined };
  const parsed = detailSchema.safeParse(inner);
  const detail = parsed.success ? parsed.data : {};
  const codes = [detail.code, detail.type].filter((code) => code !== undefined).map((code) => String(code).toLowerCase());
  return { message: detail.message ?? detail.msg ?? JSON.stringify(inner ?? ""), codes, window: detail.n_ctx };
}

/**
 * Classifies an error answer. `status` is undefined for an error object inside a stream that began well; `sentLimit` the
 * answer limit of the request, if it had one.
 */
export function classifyError(status: number | undefined, body: unknown, sentLimit?: number): Failure {
  const detail = detailOf(body);
  const message = oneLine(detail.message, MESSAGE_CHARS);
  const code = status ?? statusIn(detail.codes);
  const limited = code === 429 || detail.codes.some((word) => RATE_CODES.has(word));
  if (code === 402 || detail.codes.some((word) => QUOTA_CODES.has(word)) || isQuota(detail.message))
    return { kind: "quota", message };
  if (!limited) {
    const most = mostOutput(detail.message);
    if (most !== undefined) return { kind: "output_limit", message, fits: most, always: true };
    const fits = fittingLimit(detail.message, sentLimit);
    if (fits !== undefined) return { kind: "output_limit", message, fits, always: false };
    if (code === 413 || detail.codes.some((word) => OVERFLOW_CODES.has(word)) || saysTooLong(detail.message)) {
      const window = detail.window ?? windowIn(detail.message);
      return { kind: "overflow", message, ...(window === undefined ? {} : { window }) };
    }
  }
  if (limited) return { kind: "rate", message };
  if (code === 401 || code === 403 || detail.codes.some((word) => AUTH_CODES.has(word))) return { kind: "auth", message };
  if (code === 404 || detail.codes.some((word) => word.includes("model_not_found"))) return { kind: "not_found", message };
  if (code === undefined ? isRefusal(detail) : code < 500 && code !== 408 && code !== 409) return { kind: "refused", message };
  return { kind: "server", message };
}

function statusIn(codes: readonly string[]): number | undefined {
  const found = codes.find((code) => /^[45]\d\d$/.test(code));
  return found === undefined ? undefined : Number(found);
}

/** Inside a stream only a plain word of refusal is final: servers under load say the oddest things there. */
function isRefusal({ codes, message }: Detail): boolean {
  return (
    codes.some((code) => code.startsWith("invalid_")) || /invalid request|invalid parameter|参数(?:错误|无效)/i.test(message)
  );
}

const OVERFLOW_CODES = new Set([
  "context_length_exceeded",
  "exceed_context_size_error",
  "model_context_window_exceeded",
  "model_max_prompt_tokens_exceeded",
  "request_too_large",
  "string_above_max_length",
  "1261", // Zhipu: prompt too long
]);
const AUTH_CODES = new Set([
  "invalid_api_key",
  "authentication_error",
  "invalid_authentication_error",
  "1000",
  "1001",
  "1002",
  "1003",
  "1004",
]);
const QUOTA_CODES = new Set([
  "insufficient_quota",
  "exceeded_current_quota_error",
  "insufficient_user_quota",
  "insufficient_balance",
  "arrearage",
  "billing_not_active",
  "1113", // Zhipu: in arrears
  "1304", // Zhipu: calls of the day used up
  "1308", // Zhipu: plan used up until a later time
  "1309",
  "1310",
]);
/** Zhipu: too many at once, too often, overloaded. */
const RATE_CODES = new Set(["rate_limit_exceeded", "rate_limit_error", "rate_limit_reached_error", "1302", "1303", "1305"]);

function isQuota(message: string): boolean {
  if (/per (?:minute|second)|TPM|RPM|每分钟|每秒/i.test(message)) return false;
  return /insufficient[_ ](?:quota|balance|credits?|funds)|exceeded your current quota|free allocated quota|quota (?:has been )?exhausted|billing (?:hard )?limit|account.{0,20}(?:arrears|good standing)|余额不足|余额已用|欠费|额度(?:不足|已用|用尽|耗尽)|资源包.{0,6}(?:用尽|不足)|请(?:及时)?充值/i.test(
    message,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
