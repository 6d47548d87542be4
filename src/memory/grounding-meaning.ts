// Whether a fact that is made of the user's words also says what they say: not its opposite, not of something else, not without
// the limits that they gave it. Pure.
import {
  clauses,
  contentWords,
  isHanIn,
  isNegation,
  isNegative,
  isTyped,
  normal,
  strictTokens,
  type Vocabulary,
  vocabularyOf,
  withoutIdioms,
  wordsOf,
} from "./grounding-text.ts";
import { DIRECTED, FUNCTION_WORDS, LIMITS, OPPOSITES } from "./grounding-words.ts";

/** As many words of a clause are compared one by one. */
const MAX_WORDS = 80;

/** A clause of the user's, taken apart once. */
export interface Spoken {
  readonly own: string;
  readonly words: Vocabulary;
  readonly negative: boolean;
  /** What it names by a word of an alphabet or a number. */
  readonly names: readonly string[];
}

export function spokenIn(typed: readonly string[]): readonly Spoken[] {
  return typed
    .flatMap(clauses)
    .map((own) => ({ own, words: vocabularyOf([own]), negative: isNegative(own), names: namesIn(own) }));
}

/**
 * A clause of the fact whose negation differs from that of all the user's clauses that are closest to it: “用 npm” out of
 * “用 pnpm，不要用 npm” is made of the user's words, and says the opposite. The same with words that are opposites themselves.
 */
export function turnedClause(fact: string, spoken: readonly Spoken[]): string | undefined {
  const positive = new Set(spoken.filter(({ negative }) => !negative).flatMap(({ names }) => names));
  const excluded = new Set(spoken.flatMap(({ names }) => names).filter((name) => !positive.has(name)));
  return clauses(fact).find((clause) => {
    const negative = isNegative(clause);
    const closest = closestTo(clause, spoken);
    const differs = (said: Spoken) => said.negative !== negative || saysOpposite(clause, said.own);
    // or it names what the user named only to say no to it
    const namesExcluded = !negative && namesIn(clause).some((name) => excluded.has(name));
    return (closest.length > 0 && closest.every(differs)) || namesExcluded;
  });
}

/** What is called by a word of an alphabet or a number. */
function namesIn(clause: string): readonly string[] {
  return strictTokens(clause).filter(
    (token) =>
      !isNegation(token) &&
      !FUNCTION_WORDS.has(token) &&
      /^[^\p{Script=Han}]*[\p{L}\p{N}]/u.test(token) &&
      !/\p{Script=Han}/u.test(token),
  );
}

/** The user's clauses that share most with a clause of the fact; none if nothing is shared. */
function closestTo(clause: string, spoken: readonly Spoken[]): readonly Spoken[] {
  const named = strictTokens(clause).filter((token) => !isNegation(token));
  const content = contentWords(clause);
  const scores = spoken.map(({ words }) => {
    const among = (parts: readonly string[]) =>
      parts.filter((part) => words.tokens.has(part) || words.numerals.has(part) || isHanIn(part, words.text)).length;
    // “构建用 gulp” is about gulp, and not about the build that uses something else.
    return among(named) * 1_000 + among(content);
  });
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  return best === 0 ? [] : spoken.filter((_, at) => scores[at] === best);
}

/** One of two opposites where the user has only the other. */
function saysOpposite(clause: string, own: string): boolean {
  return OPPOSITES.some(([one, other]) => {
    const [said, meant] = [one.test(clause), other.test(clause)];
    return said !== meant && one.test(own) === meant && other.test(own) === said;
  });
}

/** A clause of the fact without the condition or exception that the user's sentence gives to what it says. */
export function unlimitedClause(fact: string, typed: readonly string[]): string | undefined {
  const whole = withoutIdioms(normal(fact));
  const sentences = typed.flatMap((text) => normal(text.replace(/\n+/g, "。")).split(/[。！？!?；;]+|\.(?:\s|$)/u));
  return clauses(fact).find((clause) => {
    const words = wordsOf(clause);
    const scored = sentences.map((sentence) => ({ sentence, score: words.filter((word) => sentence.includes(word)).length }));
    const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
    const closest = best === 0 ? [] : scored.filter(({ score }) => score === best);
    const lost = (sentence: string) => LIMITS.some((limit) => limit.test(withoutIdioms(sentence)) && !limit.test(whole));
    return closest.length > 0 && closest.every(({ sentence }) => lost(sentence));
  });
}

/**
 * A clause of the fact that gives a thing the value of another one: “测试用 turbo” out of “测试用 vitest，构建用 turbo”. A thing
 * without a value in the user's own clauses may have it in the next one: “缓存层，我们用 Redis”.
 */
export function crossedClause(fact: string, spoken: readonly Spoken[]): string | undefined {
  return clauses(fact).find((clause) => {
    const named = strictTokens(clause).filter((token) => !isNegation(token) && !FUNCTION_WORDS.has(token));
    const isElsewhere = (thing: string, about: readonly Spoken[]) => {
      const values = named.filter((token) => token !== thing);
      const hasOwnValue = ({ names, words }: Spoken) =>
        (words.numerals.size > 0 || names.some((name) => name !== thing)) && !values.some((token) => isTyped(token, words));
      return values.length > 0 && about.length > 0 && about.every(hasOwnValue);
    };
    return (
      contentWords(clause).some((thing) =>
        isElsewhere(
          thing,
          spoken.filter(({ words }) => words.text.includes(thing)),
        ),
      ) ||
      namesIn(clause).some((thing) =>
        isElsewhere(
          thing,
          spoken.filter(({ words }) => isTyped(thing, words)),
        ),
      )
    );
  });
}

/**
 * A clause of the fact in which a word stands where the user has another one: “数据库在上海” out of “数据库在北京”. Words that are
 * only added, or put around theirs, replace nothing. Also numbers and names that have changed places.
 */
export function replacedClause(fact: string, spoken: readonly Spoken[]): string | undefined {
  return clauses(fact).find((clause) => {
    const closest = closestTo(clause, spoken);
    return closest.length > 0 && closest.every(({ own }) => replaces(clause, own, fact) || swaps(clause, own));
  });
}

function replaces(clause: string, own: string, fact: string): boolean {
  const [said, meant] = [wordsOf(clause).slice(0, MAX_WORDS), wordsOf(own).slice(0, MAX_WORDS)];
  return differences(said, meant).some(
    ([instead, of]) =>
      instead.some((word) => isHanWord(word) && !own.includes(word)) &&
      of.some((word) => isHanWord(word) && !normal(fact).includes(word)),
  );
}

/** Numbers, days and what says no are compared as such. */
function isHanWord(word: string): boolean {
  return /^\p{Script=Han}{2,}$/u.test(word) && !/^[不没别勿莫未]|[一二两三四五六七八九十日天]/.test(word);
}

/** What stands between the words that two texts share in the same order: of the one, and of the other. */
function differences(a: readonly string[], b: readonly string[]): readonly (readonly [readonly string[], readonly string[]])[] {
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = common[i];
    for (let j = b.length - 1; j >= 0 && row !== undefined; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const found: [string[], string[]][] = [[[], []]];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && one === other) {
      found.push([[], []]);
      i++;
      j++;
    } else if (other === undefined || (one !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      if (one !== undefined) found.at(-1)?.[0].push(one);
      i++;
    } else {
      found.at(-1)?.[1].push(other);
      j++;
    }
  }
  return found;
}

/** “min 5 max 3” out of “min 3 max 5”, “b 依赖 a” out of “a 依赖 b”. */
function swaps(clause: string, own: string): boolean {
  const [said, meant] = [wordsOf(clause), wordsOf(own)];
  const beside = neighbours(meant);
  const moved = said.some((word, at) => {
    const before = said[at - 1];
    if (!isNumber(word) || before === undefined || isNumber(before) || !beside.has(word)) return false;
    const elsewhere = [...beside].some(([number, names]) => number !== word && names.has(before));
    return elsewhere && beside.get(word)?.has(before) === false;
  });
  return moved || (DIRECTED.test(own) && turnsOrder(said, meant));
}

/** For each number the words directly before it. */
function neighbours(words: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const beside = new Map<string, Set<string>>();
  for (const [at, word] of words.entries()) {
    if (!isNumber(word)) continue;
    const names = beside.get(word) ?? new Set<string>();
    const before = words[at - 1];
    if (before !== undefined) names.add(before);
    beside.set(word, names);
  }
  return beside;
}

function isNumber(word: string): boolean {
  return /^v?\d/.test(word);
}

/** The names that both have stand in another order. */
function turnsOrder(said: readonly string[], meant: readonly string[]): boolean {
  const names = (words: readonly string[], others: readonly string[]) => [
    ...new Set(words.filter((word) => /^[\p{L}\p{N}@./_-]+$/u.test(word) && !isHanWord(word) && others.includes(word))),
  ];
  const [one, other] = [names(said, meant), names(meant, said)];
  return one.length > 1 && one.join(" ") !== other.join(" ");
}
