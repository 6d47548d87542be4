// What tokens cost, from the price that the person states: providers change theirs too often for a table to stay true.
import type { Usage } from "../protocol/llm.ts";

/** Per million tokens. */
export interface Price {
  readonly input: number;
  /** For input that the provider serves from its prefix cache. */
  readonly cached: number;
  readonly output: number;
  /** Stands before the amount. */
  readonly currency: string;
}

/** `input/cached/output` and a currency sign: `2/0.2/3 ¥`. */
export const PRICE = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)\s*([^\s\d/]{1,4})$/;

export function parsePrice(text: string): Price | undefined {
  const [, input, cached, output, currency] = PRICE.exec(text) ?? [];
  if (currency === undefined) return undefined;
  return { input: Number(input), cached: Number(cached), output: Number(output), currency };
}

/** `¥0.0042`, `$1.30`. All requests are counted alike, those of the light model too. */
export function costText({ inputTokens, cachedTokens, outputTokens }: Usage, price: Price): string {
  const fresh = Math.max(0, inputTokens - cachedTokens);
  const amount = (fresh * price.input + cachedTokens * price.cached + outputTokens * price.output) / 1_000_000;
  return `${price.currency}${amount.toFixed(amount === 0 || amount >= 1 ? 2 : amount >= 0.1 ? 3 : 4)}`;
}
