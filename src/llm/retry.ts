// Whether and when a failed request is sent again. Pure.

/** Tries of one step in all, whatever the reasons. */
export const MAX_TRIES = 3;

/** Milliseconds that a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: { get(name: string): string | null }, now: Date): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/**
 * Milliseconds before try `attempt + 1`: never less than the server asks, else doubling from `baseMs`; spread by up to a
 * half more, so that agents that failed together do not come back together. `dice` in [0, 1).
 */
export function waitMs(attempt: number, askedMs: number | undefined, baseMs: number, dice: number): number {
  const backoff = baseMs * 2 ** (attempt - 1);
  if (askedMs === undefined) return Math.round(backoff * (1 + dice / 2));
  return Math.ceil(askedMs + Math.min(backoff, 1_000) * (dice / 2));
}
