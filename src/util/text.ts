// Cuts and one-liners of text that never break a character.

const HIGH = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const LOW = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** The first `max` UTF-16 units, one fewer where the cut would split a surrogate pair. */
export function cutHead(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max > 0 && HIGH(text.charCodeAt(max - 1)) && LOW(text.charCodeAt(max)) ? max - 1 : max;
  return text.slice(0, Math.max(0, end));
}

/** The last `max` UTF-16 units, one fewer where the cut would split a surrogate pair. */
export function cutTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.length - Math.max(0, max);
  return text.slice(LOW(text.charCodeAt(start)) && HIGH(text.charCodeAt(start - 1)) ? start + 1 : start);
}

/** Lone surrogates become U+FFFD: JSON bodies that hold one are refused by servers. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** Runs of white space become one space; longer than `max` UTF-16 units ends with `…`. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= max ? line : `${cutHead(line, Math.max(0, max - 1))}…`;
}

/** Number of lines as an editor counts them: a final line break opens no further line. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
