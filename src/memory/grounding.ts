// Whether a fact is made of what the user typed, so that text from files, tools and pages can not ride along. Pure.
import { crossedClause, replacedClause, spokenIn, turnedClause, unlimitedClause } from "./grounding-meaning.ts";
import { clauses, contentWords, isTyped, measures, strictTokens, vocabularyOf } from "./grounding-text.ts";

export type Missing =
  | { readonly kind: "token"; readonly text: string }
  /** More than half of the other content words. */
  | { readonly kind: "words"; readonly text: string }
  /** Something that the user said of one thing, said of another. */
  | { readonly kind: "crossed"; readonly text: string }
  /** A part of the fact says no where the user's own words say yes, or the other way round. */
  | { readonly kind: "polarity"; readonly text: string };

/** What the fact says that the user did not; empty: it is grounded. `typed`: everything that the user typed and may count. */
export function missingFrom(fact: string, typed: readonly string[]): readonly Missing[] {
  const words = vocabularyOf(typed);
  const missing: Missing[] = [];
  for (const token of strictTokens(fact)) {
    if (!isTyped(token, words)) missing.push({ kind: "token", text: token });
  }
  const said = new Set(typed.flatMap(measures));
  for (const measure of new Set(measures(fact))) {
    if (!said.has(measure)) missing.push({ kind: "token", text: measure });
  }
  const absent = foreignWords(fact, words.text);
  if (absent.length > 0) missing.push({ kind: "words", text: absent.join(" ") });
  if (missing.length > 0) return missing;
  const spoken = spokenIn(typed);
  const turned = turnedClause(fact, spoken) ?? unlimitedClause(fact, typed);
  if (turned !== undefined) missing.push({ kind: "polarity", text: turned });
  const crossed = crossedClause(fact, spoken) ?? replacedClause(fact, spoken);
  if (crossed !== undefined) missing.push({ kind: "crossed", text: crossed });
  return missing;
}

/**
 * The content words of a clause that the user did not type, if they are more than half of it: of every clause, so that none
 * rides along with others that are theirs.
 */
function foreignWords(fact: string, typed: string): readonly string[] {
  const foreign = [fact, ...clauses(fact)].map((part) => {
    const content = contentWords(part).filter((word) => !/^[不没别勿莫未]/.test(word)); // what is negated is compared strictly
    const absent = content.filter((word) => !typed.includes(word));
    return absent.length * 2 > content.length ? absent : [];
  });
  return [...new Set(foreign.flat())];
}
