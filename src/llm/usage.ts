// Token counts from every field in which a known provider reports them.
import { z } from "zod";
import type { Usage } from "../protocol/llm.ts";

const count = z.number().nonnegative().optional().catch(undefined);
const details = z.object({ cached_tokens: count }).optional().catch(undefined);

const schema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  /** Gateways that speak the newer names. */
  input_tokens: count,
  output_tokens: count,
  prompt_tokens_details: details,
  input_tokens_details: details,
  /** DeepSeek. */
  prompt_cache_hit_tokens: count,
  /** Kimi. */
  cached_tokens: count,
});

/** Undefined where nothing usable is reported; a report of zero input tokens is none either. */
export function readUsage(raw: unknown): Usage | undefined {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return undefined;
  const usage = parsed.data;
  const inputTokens = usage.prompt_tokens || usage.input_tokens || 0;
  if (inputTokens === 0) return undefined;
  const cached =
    usage.prompt_tokens_details?.cached_tokens ??
    usage.input_tokens_details?.cached_tokens ??
    usage.prompt_cache_hit_tokens ??
    usage.cached_tokens ??
    0;
  return {
    inputTokens,
    outputTokens: usage.completion_tokens ?? usage.output_tokens ?? 0,
    cachedTokens: Math.min(cached, inputTokens),
  };
}
