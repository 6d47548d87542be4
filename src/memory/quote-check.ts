// Whether a quote that the extraction model returned may be written: it must be whole statements of the person, character for
// character. The model's word counts for nothing here. Pure.
import { clausesOf, type OwnClause, ownSentences } from "./own-text.ts";
import { namesSensitive } from "./sensitive.ts";
import { STATEMENT_CHARS, statementsOf } from "./statement.ts";
import { MOMENT } from "./statement-words.ts";

export type QuoteFault =
  | "length"
  | "several_lines"
  | "not_in_input"
  | "sensitive"
  | "moment"
  /** Cut out of a statement, whose meaning may have been another one: “用 npm” out of “不用 npm”. */
  | "not_whole"
  /** From a question, a task, a quotation and the like. */
  | "no_statement";

/** For the text that the model was shown: what is wrong with a quote, or undefined if it may be written. */
export function quoteCheck(text: string): (quote: string) => QuoteFault | undefined {
  const sentences = ownSentences(text);
  const clauses = sentences.flatMap(clausesOf);
  const statements = new Map(statementsOf(sentences).flatMap((of) => of.map((statement) => [statement.start, statement])));

  /** At one place where the quote stands. */
  function faultAt(start: number, end: number): QuoteFault | undefined {
    const within = clauses.filter((clause) => clause.start < end && clause.end > start);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) return "no_statement";
    if (within.some((clause) => MOMENT.test(clause.text))) return "moment";
    const used = within.map((clause) => statements.get(clause.start));
    if (used.includes(undefined) || !used.some((statement) => statement?.says)) return "no_statement";
    return beginsWhole(text, start, first) && endsWhole(between(text, end, last.end)) ? undefined : "not_whole";
  }

  return (quote) => {
    const bare = quote.trim();
    if (quote.length > STATEMENT_CHARS.max || bare.length < STATEMENT_CHARS.min) return "length";
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(quote)) return "several_lines";
    if (!text.includes(quote)) return "not_in_input";
    if (namesSensitive(quote)) return "sensitive";
    let fault: QuoteFault | undefined;
    for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
      fault = faultAt(at, at + bare.length);
      if (fault === undefined) return undefined;
    }
    return fault;
  };
}

/** At the statement or at its lead-in, neither in the middle of one nor with the marks of what stands before. */
function beginsWhole(text: string, start: number, { lead, start: begin }: OwnClause): boolean {
  if (/^[\s，。；,;:：、)）]/.test(text.charAt(start))) return false;
  return isMarks(between(text, start, begin)) || (start < begin && isMarks(text.slice(lead, start)));
}

/** Nothing but marks and a particle is missing at the end, or too much there. */
function endsWhole(rest: string): boolean {
  return isMarks(rest.replace(/[了的哦啊呀啦喔噢哈]/u, ""));
}

function between(text: string, one: number, other: number): string {
  return text.slice(Math.min(one, other), Math.max(one, other));
}

function isMarks(text: string): boolean {
  return /^[\s\p{P}~～]*$/u.test(text);
}
