// A size as people read it.

/** `812 B`, `1.5 KB`, `2 MB`: of 1024, one decimal at most. */
export function sizeWord(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${rounded(kilobytes)} KB` : `${rounded(kilobytes / 1024)} MB`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
