// Token counts as people read them.

/** 950, 1.2k, 57k, 100.2k, 1M: at most one decimal. */
export function shortTokens(tokens: number): string {
  const size = Math.abs(tokens);
  if (size < 1000) return String(Math.round(tokens));
  if (size < 999_950) return `${tenths(tokens / 1000)}k`;
  return `${tenths(tokens / 1_000_000)}M`;
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}
