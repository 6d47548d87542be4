// Reads what the extraction model answered: exactly the object that it was asked for, or nothing. Pure.
import { z } from "zod";

/** The longest answer that follows the rules, with room for blanks: three quotes of 180 characters, each perhaps escaped. */
const ANSWER_CHARS = 4_000;
/** More is no longer what the person said that matters, but a copy of it. */
const MAX_FACTS = 3;
/** A text of JSON, and whether it is a key. */
const TEXT = /"(?:[^"\\]|\\.)*"(\s*:)?/gs;

const schema = z.strictObject({ facts: z.array(z.strictObject({ quote: z.string() })).max(MAX_FACTS) });

/** The different quotes, three at most; undefined: the whole answer is void. An outer code fence is tolerated. */
export function readAnswer(answer: string): readonly string[] | undefined {
  if (answer.length > ANSWER_CHARS) return undefined;
  const text = answer.trim();
  const json = /^```(?:json)?\s*\n?([\s\S]*?)\n?\s*```$/i.exec(text)?.[1] ?? text;
  const { data } = schema.safeParse(parsed(json));
  if (data === undefined) return undefined;
  // Of a key that stands twice JSON.parse drops one value without a word: one key too many, so which was meant?
  const keys = [...json.matchAll(TEXT)].filter(([, colon]) => colon !== undefined).length;
  return keys === 1 + data.facts.length ? [...new Set(data.facts.map(({ quote }) => quote))] : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // no JSON is no answer
  }
}
