// Reads what the extraction model answered: exactly the object that it was asked for, or nothing. Pure.
import { z } from "zod";

/** The longest answer that follows the rules, with room for blanks: three quotes of 180 characters, each perhaps escaped. */
const ANSWER_CHARS = 4_000;
/** More is no longer what the person said that matters, but a copy of it. */
const MAX_FACTS = 3;

const schema = z.strictObject({ facts: z.array(z.strictObject({ quote: z.string() })) });

/** At most three different quotes; undefined: the whole answer is void. An outer code fence is tolerated. */
export function readAnswer(answer: string): readonly string[] | undefined {
  if (answer.length > ANSWER_CHARS) return undefined;
  const text = answer.trim();
  const json = /^```(?:json)?\s*\n?([\s\S]*?)\n?\s*```$/i.exec(text)?.[1] ?? text;
  const { data } = schema.safeParse(parsed(json));
  return data === undefined ? undefined : [...new Set(data.facts.map(({ quote }) => quote))].slice(0, MAX_FACTS);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // no JSON is no answer
  }
}
