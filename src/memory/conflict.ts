// Whether two facts are about the same thing and can not both be taken for granted. Pure; both in canonical form.

const MASK = "\u0000";
/** Numbers and versions: 17, v1.2.3, 3.x, 2.0-rc.1, 21 lts, 3万, with the blanks around them (JDK17 is JDK 17). */
const NUMBER =
  / ?(?:(?<![a-z\p{N}_])v)?\d+(?:\.(?:\d+|x(?!\w)|\*))*(?:[-_. ]?(?:snapshot|release|alpha|beta|final|lts|rc|ga|m)(?![a-z])[.-]?\d*)?(?: ?[十百千万亿]+)? ?/gu;
/** 三十, 三点五, 周五, 周日. What is equal but for 一律 is equal anyway, so words that count nothing need no care. */
const NUMERALS_ZH = /(?<=周|星期|礼拜)[日天]|[零〇一二两三四五六七八九十百千万亿半]+(?:点[零〇一二三四五六七八九十]+)?/g;
const ONES = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const NUMERAL_EN = `(?:zero|${ONES}|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|dozen|half)`;
/** With the blanks around them: twenty-one, three hundred and five. */
const NUMERALS_EN = new RegExp(` ?\\b${NUMERAL_EN}(?:[ -](?:and )?${NUMERAL_EN})*\\b ?`, "g");

/** Equal texts say the same thing about another number or version, in figures or in words. */
export function maskNumbers(canonical: string): string {
  return canonical.replace(NUMBER, MASK).replace(NUMERALS_ZH, MASK).replace(NUMERALS_EN, MASK);
}

/** Pairs of neighbouring UTF-16 units, sorted, with repetitions. */
export type Bigrams = Uint32Array;

export function bigramsOf(canonical: string): Bigrams {
  const pairs = new Uint32Array(Math.max(0, canonical.length - 1));
  for (let i = 0; i < pairs.length; i++) pairs[i] = canonical.charCodeAt(i) * 0x10000 + canonical.charCodeAt(i + 1);
  return pairs.sort();
}

/** Dice's coefficient over multisets: shared pairs × 2 ÷ all pairs. 0 if there are none. */
export function dice(a: Bigrams, b: Bigrams): number {
  const all = a.length + b.length;
  if (all === 0) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) shared++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return (2 * shared) / all;
}

/** A fact as it is compared with others. */
export interface Comparable {
  readonly canonical: string;
  readonly masked: string;
  readonly bigrams: Bigrams;
}

export function comparable(canonical: string): Comparable {
  return { canonical, masked: maskNumbers(canonical), bigrams: bigramsOf(canonical) };
}

/** Not equal, and either a variant in numbers or versions, or so close in wording that one may have replaced the other. */
export function inConflict(a: Comparable, b: Comparable, threshold: number): boolean {
  if (a.canonical === b.canonical) return false;
  if (a.masked === b.masked) return true;
  const [short, long] =
    a.bigrams.length < b.bigrams.length ? [a.bigrams.length, b.bigrams.length] : [b.bigrams.length, a.bigrams.length];
  if ((2 * short) / (short + long) < threshold) return false; // too different in length to reach it
  return dice(a.bigrams, b.bigrams) >= threshold;
}
