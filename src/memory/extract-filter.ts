// What of an input may be shown to the extraction model: the sentences in which the person states something, none that is
// sensitive. Decided on this machine, before any request. Pure; under a millisecond for the longest input.
import { ownSentences } from "./own-text.ts";
import { sensitiveSentences } from "./sensitive.ts";
import { statementsOf } from "./statement.ts";

/** Shorter than a statement; longer than what somebody types. UTF-16 units. */
const INPUT_CHARS = { min: 5, max: 4_000 };

/** The person wants nothing of it remembered. */
const NOT_TO_BE_KEPT =
  /(?:不要|别|不用|无需|不必|不需要)(?:再)?(?:记|保存|存|写入|提取)(?!录)|\b(?:don['’]t|do not|never|no need to) (?:remember|save|store|memorize)\b/i;

/** The sentences that may leave the machine, one line a run of neighbours; undefined if nothing in them could become a memory. */
export function extractable(typed: string): string | undefined {
  const input = typed.trim();
  if (input.length < INPUT_CHARS.min || input.length > INPUT_CHARS.max) return undefined;
  if (NOT_TO_BE_KEPT.test(input)) return undefined;
  const sentences = ownSentences(input);
  const statements = statementsOf(sentences);
  const sensitive = sensitiveSentences(input, sentences);
  const lines: string[] = [];
  let end = -1;
  for (const [at, sentence] of sentences.entries()) {
    if (sensitive.has(at) || statements[at]?.length === 0) continue;
    const text = input.slice(sentence.start, sentence.end);
    const follows = end >= 0 && /^[^\S\n]*$/.test(input.slice(end, sentence.start)) && lines.length > 0;
    if (follows) lines[lines.length - 1] += input.slice(end, sentence.end);
    else lines.push(text);
    end = sentence.end;
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}
