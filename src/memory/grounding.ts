// Whether a fact is made of what the user typed, so that text from files, tools and pages can not ride along. Pure.
import { GENERIC_WORDS, NOT_COUNTING, NOT_NEGATING, NUMERALS, WEEKDAYS } from "./grounding-words.ts";

const HAN = "\\p{Script=Han}";
/** A word, number, version, path or option as a whole: pnpm, 1.2.3, .env, @scope/pkg, --no-verify, C++, src/a_b.ts. */
const TOKEN = new RegExp(
  `(?:--?|[.@/#~$%\\\\])?(?:(?!${HAN})[\\p{L}\\p{N}_])+(?:[._/@\\\\:'’-]+(?:(?!${HAN})[\\p{L}\\p{N}_])+)*(?:\\+\\+|[#+%])?|[<>=!~^|&*+]+`,
  "gu",
);
const HAN_RUN = new RegExp(`${HAN}+`, "gu");
const NEGATION_ZH = /[不没别勿莫未禁]|无(?!论)|避免|拒绝|停止/u;
const NEGATION_EN =
  /^(?:not|no|never|none|without|cannot|avoid|forbid|forbidden|stop|nor|neither|(?:do|does|did|is|are|was|were|ca|wo|could|should|would|must|has|have)n['’]?t)$/u;
const CLAUSE_END = /[，,。；;！!？?、：:\n]+|\.(?:\s|$)|\s(?:and|but|und)\s|但是|但|而是|而不是/u;

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
  const content = contentWords(fact);
  const absent = content.filter((word) => !words.text.includes(word));
  if (absent.length * 2 > content.length) missing.push({ kind: "words", text: absent.join(" ") });
  if (missing.length === 0) {
    const turned = turnedClause(fact, typed);
    if (turned !== undefined) missing.push({ kind: "polarity", text: turned });
    const crossed = crossedClause(fact, typed);
    if (crossed !== undefined) missing.push({ kind: "crossed", text: crossed });
  }
  return missing;
}

interface Vocabulary {
  /** All of it, normalised. */
  readonly text: string;
  readonly tokens: ReadonlySet<string>;
  readonly numerals: ReadonlySet<string>;
}

function vocabularyOf(typed: readonly string[]): Vocabulary {
  const text = normal(typed.join("\n"));
  const tokens = new Set<string>();
  let previous: { readonly token: string; readonly end: number } | undefined;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    tokens.add(token);
    // JDK17 is JDK 17, whichever of the two was typed.
    const [, name, number] = /^(\p{L}+)(\d[\d.]*)$/u.exec(token) ?? [];
    if (name !== undefined && number !== undefined) tokens.add(name).add(number);
    if (previous && text.slice(previous.end, match.index) === " ") tokens.add(previous.token + token);
    previous = { token, end: match.index + token.length };
  }
  return { text, tokens, numerals: new Set(numeralsOf(text)) };
}

/** Numbers in words and days of the week, each as its own item: 三 of 三人, 三十, 周五. */
function numeralsOf(text: string): readonly string[] {
  const days: string[] = [];
  const rest = text.replace(WEEKDAYS, (_, named: string) => {
    for (const [day] of named.matchAll(/[一二三四五六日天]/gu)) days.push(`周${day === "天" ? "日" : day}`);
    return " ";
  });
  const numbers = [...rest.replace(NOT_COUNTING, " ").matchAll(NUMERALS)].map(([number]) => number);
  return [...days, ...numbers.map((number) => number.replaceAll("〇", "零").replaceAll("两", "二"))];
}

/** Every number, version, word of an alphabet, identifier, operator and negation; generic words carry nothing. */
function strictTokens(fact: string): readonly string[] {
  const text = normal(fact);
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => !GENERIC_WORDS.has(token));
  const negations = withoutIdioms(text).match(new RegExp(NEGATION_ZH, "gu")) ?? [];
  return [...new Set([...tokens, ...numeralsOf(text), ...negations])];
}

function isTyped(token: string, { text, tokens, numerals }: Vocabulary): boolean {
  if (/^\p{Script=Han}/u.test(token))
    return NEGATION_ZH.test(token) ? NEGATION_ZH.test(withoutIdioms(text)) : numerals.has(token);
  if (tokens.has(token)) return true;
  const versionless = /^v(\d.*)$/.exec(token)?.[1];
  return tokens.has(versionless ?? `v${token}`) && /^v?\d/.test(token);
}

let segmenter: Intl.Segmenter | undefined;

/** Words in ideographs that say something of their own. */
function contentWords(fact: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const words = new Set<string>();
  for (const [run] of normal(fact).matchAll(HAN_RUN)) {
    for (const { segment } of segmenter.segment(run)) if (!GENERIC_WORDS.has(segment)) words.add(segment);
  }
  return [...words];
}

/**
 * A clause of the fact whose negation differs from that of all the user's clauses that are closest to it: “用 npm” out of
 * “用 pnpm，不要用 npm” is made of the user's words, and says the opposite.
 */
function turnedClause(fact: string, typed: readonly string[]): string | undefined {
  const spoken = typed.flatMap(clauses);
  for (const clause of clauses(fact)) {
    const named = strictTokens(clause).filter((token) => !isNegation(token));
    const content = contentWords(clause);
    const scored = spoken.map((own) => {
      const words = vocabularyOf([own]);
      const among = (parts: readonly string[]) =>
        parts.filter((part) => words.tokens.has(part) || words.numerals.has(part) || isHanIn(part, words.text)).length;
      // “构建用 gulp” is about gulp, and not about the build that uses something else.
      return { own, score: among(named) * 1_000 + among(content) };
    });
    const best = Math.max(0, ...scored.map(({ score }) => score));
    if (best === 0) continue;
    const closest = scored.filter(({ score }) => score === best);
    if (closest.every(({ own }) => isNegative(own) !== isNegative(clause))) return clause.trim();
  }
  return undefined;
}

/**
 * A clause of the fact that gives a thing the value of another one: “测试用 turbo” out of “测试用 vitest，构建用 turbo”. A thing
 * without a value in the user's own clauses may have it in the next one: “缓存层，我们用 Redis”.
 */
function crossedClause(fact: string, typed: readonly string[]): string | undefined {
  const spoken = typed.flatMap(clauses).map((own) => {
    const words = vocabularyOf([own]);
    return { ...words, named: words.numerals.size > 0 || [...words.tokens].some((token) => !GENERIC_WORDS.has(token)) };
  });
  for (const clause of clauses(fact)) {
    const named = strictTokens(clause).filter((token) => !isNegation(token));
    if (named.length === 0) continue;
    for (const thing of contentWords(clause)) {
      const about = spoken.filter(({ text }) => text.includes(thing));
      const elsewhere = about.every((own) => own.named && !named.some((token) => isTyped(token, own)));
      if (about.length > 0 && elsewhere) return clause.trim();
    }
  }
  return undefined;
}

function isHanIn(part: string, text: string): boolean {
  return /^\p{Script=Han}/u.test(part) && text.includes(part);
}

function isNegative(clause: string): boolean {
  const text = withoutIdioms(normal(clause));
  return NEGATION_ZH.test(text) || [...text.matchAll(TOKEN)].some(([token]) => isNegation(token));
}

function isNegation(token: string): boolean {
  return NEGATION_EN.test(token) || /^!=*$/.test(token) || NEGATION_ZH.test(token);
}

function clauses(text: string): readonly string[] {
  return normal(text)
    .replace(WEEKDAYS, (days) => days.replace(/[、,]/g, "和")) // no clause ends in 周二、四
    .split(CLAUSE_END)
    .filter((clause) => clause.trim() !== "");
}

function withoutIdioms(text: string): string {
  return text.replace(NOT_NEGATING, " ");
}

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}
