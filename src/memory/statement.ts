// Which clauses of a sentence may become a memory: lasting statements of the person, as opposed to questions, tasks, guesses,
// passing states, other people's words and planted orders. Pure; when in doubt it is none, a wrong memory is worse than none.
import { clausesOf, type OwnClause, type OwnSentence, QUOTED, type Span } from "./own-text.ts";
import {
  ASKS_FIRST,
  ASKS_INSIDE,
  ASKS_WHOLE,
  ASKS_WITH,
  CORRECTS,
  CUE,
  IMPERATIVE_EN,
  IS_UNSETTLED,
  LASTING_EN,
  MAKING_FIRST,
  NEED,
  ONLY_CUE,
  ORDER,
  PLANTED,
  REPORTED,
  RULE,
  RULE_ABOUT,
  RUNNING_FIRST,
  SPEAKS_OF_ELSE,
  STANDING,
  TAKEN_BACK,
  WHATEVER,
} from "./statement-words.ts";

/** A memory is one statement. UTF-16 units. */
export const STATEMENT_CHARS = { min: 5, max: 180 };

/** A clause that may stand in a quote. */
export interface Statement extends Span {
  /** It says something of its own about the person, the project or a habit; otherwise it only goes along. */
  readonly says: boolean;
}

/** The person's statements, by sentence; an empty list where a sentence holds none. */
export function statementsOf(sentences: readonly OwnSentence[]): readonly (readonly Statement[])[] {
  let reportedLine = -1;
  return sentences.map((sentence, at) => {
    const goesOn = sentence.line === reportedLine;
    if (/[：:]/.test(sentence.text) && REPORTED.test(sentence.text)) reportedLine = sentence.line;
    if (goesOn || !couldState(sentence.text)) return [];
    const statements = statementsIn(clausesOf(sentence));
    if (!statements.some(({ says }) => says)) return [];
    const next = sentences[at + 1]?.text ?? "";
    return TAKEN_BACK.test(next) || CORRECTS.test(next) ? [] : statements;
  });
}

function couldState(text: string): boolean {
  return (
    text.length >= STATEMENT_CHARS.min && hasCue(text) && !ASKS_WHOLE.test(text) && !TAKEN_BACK.test(text) && !PLANTED.test(text)
  );
}

function statementsIn(clauses: readonly OwnClause[]): readonly Statement[] {
  if (clauses.some(({ text }, at) => ASKS_FIRST.test(text) || (at === 0 && ASKS_WITH.test(text)))) return [];
  const statements: Statement[] = [];
  for (const clause of clauses) {
    if (speaksOfElse(clause)) break; // “今天，我们用 H2”: what follows speaks of the same
    if (!isLasting(clause)) continue;
    const says = hasCue(clause.text) && !ONLY_CUE.test(clause.text);
    statements.push({ start: clause.start, end: clause.end, says });
  }
  return statements;
}

function hasCue(text: string): boolean {
  return CUE.test(text) || STANDING.test(text);
}

/** The rest of the sentence depends on it. */
function speaksOfElse({ text }: OwnClause): boolean {
  if (text.length > STATEMENT_CHARS.max) return true;
  return SPEAKS_OF_ELSE.test(text) || text.includes(QUOTED);
}

function isLasting({ text, conditional }: OwnClause): boolean {
  if (IS_UNSETTLED.test(text) || asksInside(text)) return false;
  if (conditional) return RULE.test(text) && !ORDER.test(text);
  return !isTask(text);
}

function asksInside(text: string): boolean {
  return ASKS_INSIDE.test(text) && ASKS_INSIDE.test(text.replace(WHATEVER, ""));
}

function isTask(text: string): boolean {
  if (LASTING_EN.test(text)) return false;
  if (ORDER.test(text) || IMPERATIVE_EN.test(text)) return true;
  if (NEED.test(text)) return !RULE.test(text);
  return (MAKING_FIRST.test(text) || RUNNING_FIRST.test(text)) && !RULE_ABOUT.test(text);
}
