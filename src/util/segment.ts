// Takes text apart into the terms that a search compares: Chinese words, stems of English words, identifiers whole and in parts,
// versions whole. Words that say nothing are left out. Pure but for the dictionary of Chinese words, which is loaded when needed.
import { stem } from "./stem.ts";
import { STOP_WORDS_EN, STOP_WORDS_ZH } from "./stop-words.ts";

/** Cuts ideographs into words; words inside longer words too. */
export type HanCutter = (run: string) => readonly string[];

/** `surface`: the term as it is written in the text. */
type Emit = (term: string, surface: string) => void;

const HAN = /\p{Script=Han}/u;
const HAN_RUNS = /(\p{Script=Han}+)/u;
/** Scripts without blanks that the dictionary does not know: pairs of their letters stand for words. */
const UNSPACED_RUNS = /([\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+)/u;
/** What stands together: a word, number, version, path, identifier, address. Each part is bounded, so that no text is slow to read. */
const CHUNK =
  /(?:\.(?=\p{L}))?[\p{L}\p{M}\p{N}_$]{1,200}(?:[-./\\:@'’+]{1,3}[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]{0,200}){0,20}(?:\+\+|#)?/gu;
const VERSION = /^v?(\d+(?:\.\d+)+)$/;
const BETWEEN_PARTS = /[-./\\:@'’+_$#]+/;
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})/u;
/** “team's” is the word team; C++, .env and node.js are names of their own. */
const CONTRACTION = /['’](?:s|t|re|ve|ll|d|m)$/;

export function hasHan(text: string): boolean {
  return HAN.test(text);
}

let loading: Promise<HanCutter> | undefined;

/** The dictionary takes some 0.4 s and 100 MB: loaded only where ideographs are met, and once for the process, as it never changes. */
export function loadHanCutter(): Promise<HanCutter> {
  // a platform that the dictionary's binary is not built for: pairs find nearly as much
  loading ??= readDictionary().catch(() => pairsOf);
  return loading;
}

async function readDictionary(): Promise<HanCutter> {
  const [{ Jieba }, { dict }] = await Promise.all([import("@node-rs/jieba"), import("@node-rs/jieba/dict.js")]);
  const jieba = Jieba.withDict(dict);
  return (run) => jieba.cutForSearch(run, true);
}

/** Neighbouring letters: what stands for words where there is no dictionary. */
export function pairsOf(run: string): readonly string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** The terms of a text in their order, with repetitions. */
export function termsOf(text: string, cutHan: HanCutter): readonly string[] {
  const terms: string[] = [];
  eachTerm(text, cutHan, (term) => terms.push(term));
  return terms;
}

/** For each term of a text how it is first written there. */
export function surfacesOf(text: string, cutHan: HanCutter): ReadonlyMap<string, string> {
  const surfaces = new Map<string, string>();
  eachTerm(text, cutHan, (term, surface) => {
    if (!surfaces.has(term)) surfaces.set(term, surface);
  });
  return surfaces;
}

/** Hands over each term of a text in its order, repetitions too. */
export function eachTerm(text: string, cutHan: HanCutter, emit: Emit): void {
  for (const [index, part] of text.normalize("NFKC").split(HAN_RUNS).entries()) {
    if (index % 2 === 0) walkSpaced(part, emit);
    else for (const word of cutHan(part)) if (!STOP_WORDS_ZH.has(word)) emit(word, word);
  }
}

function walkSpaced(text: string, emit: Emit): void {
  for (const [index, part] of text.split(UNSPACED_RUNS).entries()) {
    if (index % 2 === 0) for (const [chunk] of part.matchAll(CHUNK)) walkChunk(chunk, emit);
    else for (const pair of pairsOf(part)) emit(pair, pair);
  }
}

function walkChunk(chunk: string, emit: Emit): void {
  const whole = chunk.toLowerCase();
  const version = VERSION.exec(whole)?.[1];
  if (version !== undefined) {
    emit(version, chunk);
    return;
  }
  const parts = chunk
    .split(BETWEEN_PARTS)
    .flatMap((part) => part.split(HUMPS))
    .filter((part) => part !== "" && !STOP_WORDS_EN.has(part.toLowerCase()));
  const isOneWord = parts.length === 1 && parts[0]?.length === chunk.length;
  const saysSomething = parts.length > 0 || /[+#.]/.test(whole);
  if (!isOneWord && saysSomething && !CONTRACTION.test(whole)) emit(whole, chunk);
  for (const part of parts) emit(stem(part.toLowerCase()), part);
}
