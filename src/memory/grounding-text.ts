// Text of a fact and of the user taken apart for the grounding check: tokens, content words, clauses, what is negated. Pure.
import { GENERIC_WORDS, NOT_COUNTING, NOT_NEGATING, NUMERALS, REQUEST_WORDS, UNITS, WEEKDAYS } from "./grounding-words.ts";

const HAN = "\\p{Script=Han}";
/** A word, number, version, path or option as a whole: pnpm, 1.2.3, .env, @scope/pkg, --no-verify, C++, src/a_b.ts. */
const TOKEN = new RegExp(
  `(?:--?|[.@/#~$%\\\\])?(?:(?!${HAN})[\\p{L}\\p{N}_])+(?:[._/@\\\\:'’-]+(?:(?!${HAN})[\\p{L}\\p{N}_])+)*(?:\\+\\+|[#+%])?|[<>=!~^|&*+]+`,
  "gu",
);
const HAN_RUN = new RegExp(`${HAN}+`, "gu");
/** Also what excludes, ends or is replaced: “弃用 lodash” says no to lodash. */
const NEGATION_ZH =
  /[不没别勿莫未禁]|无(?!论)|避免|拒绝|停止|停用|弃用|废弃|淘汰|移除|剔除|排除|放弃|取消|关闭|禁用|除了|除非|除[^，。]{1,12}外|代替|替代|取代|而非|讨厌|厌恶|反感|抵制|跳过|忽略|很少|极少/u;
const NEGATION_EN =
  /^(?:not|no|never|none|without|cannot|avoid(?:s|ed|ing)?|forbid(?:s|den)?|stop(?:s|ped|ping)?|nor|neither|except|excluding|exclude[sd]?|unless|deprecate[sd]?|obsolete|retired|removed?|banned?|prohibit(?:s|ed)?|disallow(?:s|ed)?|reject(?:s|ed)?|refuse[sd]?|discontinued|disabled?|hardly|rarely|seldom|barely|scarcely|replac(?:e|es|ed|ing)|skip(?:s|ped)?|ignore[sd]?|hate|hates|dislike[sd]?|(?:do|does|did|is|are|was|were|ca|wo|could|should|would|must|has|have)n['’]?t)$/u;
/** Several words that exclude: of the two that are named with them, one is not meant. */
const NEGATING_PHRASE = /\b(?:instead of|rather than|other than|apart from|(?:migrat|switch|mov)\w* (?:away )?from)\b/u;
/** A clause also ends where what is excluded or replaced begins: “use dayjs | instead of moment”. */
const CLAUSE_END =
  /[，,。；;！!？?、：:\n]+|\.(?:\s|$)|\s(?:and|but|und)\s|但是|但|而是|(?=而不是|而非|代替|替代|取代)|\s(?=(?:instead of|rather than|except|excluding|without|unless)\s)|(?<=\breplac(?:e|es|ed|ing)\s[^\s]{1,40})\s(?=with\s)/u;

export interface Vocabulary {
  /** All of it, normalised. */
  readonly text: string;
  readonly tokens: ReadonlySet<string>;
  readonly numerals: ReadonlySet<string>;
}

export function vocabularyOf(typed: readonly string[]): Vocabulary {
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
export function strictTokens(fact: string): readonly string[] {
  const text = normal(fact);
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => !GENERIC_WORDS.has(token));
  const negations = withoutIdioms(text).match(new RegExp(NEGATION_ZH, "gu")) ?? [];
  return [...new Set([...tokens, ...numeralsOf(text), ...negations])];
}

export function isTyped(token: string, { text, tokens, numerals }: Vocabulary): boolean {
  if (/^\p{Script=Han}/u.test(token))
    return NEGATION_ZH.test(token) ? NEGATION_ZH.test(withoutIdioms(text)) : numerals.has(token);
  if (tokens.has(token)) return true;
  const versionless = /^v(\d.*)$/.exec(token)?.[1];
  return tokens.has(versionless ?? `v${token}`) && /^v?\d/.test(token);
}

let segmenter: Intl.Segmenter | undefined;

/** The words of a text in their order: tokens of alphabets, and words in ideographs that say something of their own. */
export function wordsOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const words: string[] = [];
  for (const [part] of normal(text).matchAll(new RegExp(`${HAN}+|${TOKEN.source}`, "gu"))) {
    if (!/^\p{Script=Han}/u.test(part)) words.push(part);
    else for (const { segment } of segmenter.segment(part)) words.push(segment);
  }
  return words.filter((word) => !GENERIC_WORDS.has(word) && !REQUEST_WORDS.has(word));
}

/** Words in ideographs that say something of their own. */
export function contentWords(fact: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const words = new Set<string>();
  for (const [run] of normal(fact).matchAll(HAN_RUN)) {
    for (const { segment } of segmenter.segment(run)) if (!GENERIC_WORDS.has(segment)) words.add(segment);
  }
  return [...words];
}

export function isHanIn(part: string, text: string): boolean {
  return /^\p{Script=Han}/u.test(part) && text.includes(part);
}

export function isNegative(clause: string): boolean {
  const text = withoutIdioms(normal(clause));
  return NEGATION_ZH.test(text) || NEGATING_PHRASE.test(text) || [...text.matchAll(TOKEN)].some(([token]) => isNegation(token));
}

export function isNegation(token: string): boolean {
  return NEGATION_EN.test(token) || /^!=*$/.test(token) || NEGATION_ZH.test(token);
}

export function clauses(text: string): readonly string[] {
  return normal(text)
    .replace(WEEKDAYS, (days) => days.replace(/[、,]/g, "和")) // no clause ends in 周二、四
    .split(CLAUSE_END)
    .filter((clause) => clause.trim() !== "");
}

export function withoutIdioms(text: string): string {
  return text.replace(NOT_NEGATING, " ");
}

export function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

const MEASURE = new RegExp(
  `(\\d[\\d.]*|[零〇一二两三四五六七八九十百千万亿半]+)\\s?(${[...UNITS.keys()].toSorted((a, b) => b.length - a.length).join("|")})`,
  "gu",
);

/** Numbers with the unit behind them: 5秒, whether 5 秒 or 5秒钟 was written. */
export function measures(text: string): readonly string[] {
  return [...normal(text).matchAll(MEASURE)].map(
    ([, number = "", unit = ""]) => `${number.replaceAll("两", "二")}${UNITS.get(unit) ?? unit}`,
  );
}
