// A summary without a model: the lines of a text that carry most, in their order.
import { oneLine } from "./text.ts";

/** Longer lines are taken apart into sentences; a sentence is shown up to this many UTF-16 units. */
const LINE_MAX = 240;

const SIGNS: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/[\w.-]+\/[\w.-]+|\b[\w-]+\.[a-z]{1,5}\b/i, 2], // a path or a file
  [/\b(?:error|fail(?:ed|ure)?|exception|warning|passed|exit code)\b|错误|失败|异常|警告|通过|退出码/i, 2],
  [
    /\b(?:must|never|always|need(?:s|ed)?|should|use|decided?|instead|because|todo|next|done)\b|必须|不要|不能|需要|应该|改用|决定|因为|下一步|待办|完成/i,
    2,
  ],
  [/`[^`]+`|\b\d+(?:\.\d+)+\b|[A-Z_]{4,}/, 1], // code, a version, a constant
  [/^(?:#|[-*] |\d+[.)] )/, 1],
];

/** Lines of `text` worth keeping, in their order, `maxChars` UTF-16 units at most. Empty only for a text without words. */
export function extractiveSummary(text: string, maxChars: number): string {
  const lines = distinctLines(text);
  const scored = lines.map((line, index) => ({ line, index, score: score(line, index, lines.length) }));
  scored.sort((a, b) => b.score - a.score || b.index - a.index);
  const chosen: typeof scored = [];
  let left = maxChars;
  for (const item of scored) {
    const needed = item.line.length + (chosen.length === 0 ? 0 : 1);
    if (needed > left) continue;
    left -= needed;
    chosen.push(item);
  }
  const [best] = scored;
  if (chosen.length === 0 && best) return oneLine(best.line, maxChars);
  return chosen
    .sort((a, b) => a.index - b.index)
    .map(({ line }) => line)
    .join("\n");
}

function distinctLines(text: string): string[] {
  const pieces = text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => (line.length <= LINE_MAX ? [line] : line.split(/(?<=[。！？；.!?;])\s*/)));
  return [...new Set(pieces.map((piece) => oneLine(piece, LINE_MAX)).filter((piece) => /[\p{L}\p{N}]/u.test(piece)))];
}

function score(line: string, index: number, count: number): number {
  const place = index === 0 || index === count - 1 ? 3 : 0;
  const signs = SIGNS.reduce((sum, [pattern, weight]) => sum + (pattern.test(line) ? weight : 0), 0);
  return place + signs - (line.length < 6 ? 2 : 0);
}
