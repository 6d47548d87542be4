// What to tell the model when the old text of an edit is not in the file: what is nearly the same, and where. Pure.
import type { Texts } from "../locale/index.ts";
import { showHidden } from "../util/clean-output.ts";
import { cutHead } from "../util/text.ts";

/** Larger files are searched in their first lines only: a hint must not take longer than the edit. */
const MAX_LINES = 50_000;
const SHOWN_LINES = 20;
const SHOWN_CHARS = 2000;
/** How alike lines must be to be named. */
const MIN_LIKENESS = 0.5;

type Words = Texts["tools"]["nearMiss"];
type Form = (line: string) => string;

const withoutBlanks: Form = (line) => line.replace(/\s+/g, "");
const withoutWidth: Form = (line) =>
  withoutBlanks(line.normalize("NFKC"))
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[–—−]/g, "-")
    .replaceAll("。", ".")
    .replaceAll("、", ",");
const withoutCase: Form = (line) => withoutWidth(line).toLowerCase();

export function explainMiss(text: string, old: string, words: Words): string {
  const lines = text.split("\n", MAX_LINES).map((line) => line.replace(/\r$/, ""));
  const wanted = old.replaceAll("\r\n", "\n").split("\n");
  const plain = wanted.map((line) => line.replace(/^\s*\d+\t/, ""));
  if (plain.every((line, index) => line !== wanted[index] || line === "") && find(lines, plain, (line) => line) >= 0)
    return words.lineNumbers;
  const forms: readonly (readonly [Form, (from: number, to: number) => string])[] = [
    [withoutBlanks, words.whitespace],
    [withoutWidth, words.width],
    [withoutCase, words.letterCase],
    [(line) => withoutBlanks(showHidden(line)), words.hidden],
  ];
  const needle = trimEmpty(wanted);
  for (const [form, say] of forms) {
    const at = needle.length === 0 ? -1 : find(lines, needle, form);
    if (at >= 0) return `${say(at + 1, at + needle.length)}\n${excerpt(lines, at, needle.length)}`;
  }
  const nearest = nearestLine(lines, wanted);
  if (nearest === undefined) return words.nothingLike;
  const from = Math.max(0, nearest - 2);
  return `${words.nearest(nearest + 1)}\n${excerpt(lines, from, Math.min(SHOWN_LINES, wanted.length + 4))}`;
}

/** Index of the first line of a run that equals `wanted` in this form; part of a line counts where `wanted` is a single one. */
function find(lines: readonly string[], wanted: readonly string[], form: Form): number {
  const forms = wanted.map(form);
  const first = forms[0] ?? "";
  if (forms.every((line) => line === "")) return -1;
  const last = forms.length - 1;
  return lines.findIndex((line, at) => {
    const own = form(line);
    if (last === 0) return own.includes(first);
    if (!own.endsWith(first)) return false;
    return forms.every((other, index) => {
      if (index === 0) return true;
      const here = form(lines[at + index] ?? "");
      return index === last ? here.startsWith(other) && at + index < lines.length : here === other;
    });
  });
}

function trimEmpty(lines: readonly string[]): readonly string[] {
  const filled = (line: string) => line.trim() !== "";
  const from = lines.findIndex(filled);
  return from < 0 ? [] : lines.slice(from, lines.findLastIndex(filled) + 1);
}

/** The line most like the longest of the wanted ones: by the letter pairs that they have in common. */
function nearestLine(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((best, line) => (line.trim().length > best.trim().length ? line : best), "");
  const pairs = pairsOf(longest);
  let best: number | undefined;
  let score = MIN_LIKENESS;
  for (const [index, line] of lines.entries()) {
    const own = pairsOf(line);
    if (own.size === 0 || Math.min(own.size, pairs.size) * 2 < score * (own.size + pairs.size)) continue;
    let common = 0;
    for (const pair of own) if (pairs.has(pair)) common++;
    const likeness = (2 * common) / (own.size + pairs.size);
    if (likeness > score) {
      score = likeness;
      best = index;
    }
  }
  return best;
}

function pairsOf(line: string): ReadonlySet<string> {
  const text = withoutBlanks(line).slice(0, 300);
  const pairs = new Set<string>();
  for (let at = 0; at < text.length - 1; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

function excerpt(lines: readonly string[], from: number, count: number): string {
  const shown = lines
    .slice(from, from + Math.min(count, SHOWN_LINES))
    .map((line, index) => `${from + index + 1}\t${showHidden(line)}`);
  return cutHead(shown.join("\n"), SHOWN_CHARS);
}
