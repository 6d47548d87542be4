// Numbers as people read them in a narrow line.

/** 950, 1.2k, 12k, 1.2M: tokens and characters. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${shortNumber(count / 1000)}k`;
  return `${shortNumber(count / 1_000_000)}M`;
}

function shortNumber(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
}

/** 0.4s, 12s, 3m05s, 1h02m. */
export function shortDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m${String(whole % 60).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}m`;
}

/** Whole seconds, for what is still running: its last digit changes once a second, not ten times. */
export function runningDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds}s` : shortDuration(seconds * 1000);
}
