// The local embedding: a text as a sparse vector of letter groups, made without a model and the same everywhere. It finds what whole
// words miss: inflected and misspelt words, parts of compounds, Chinese words that a dictionary cuts in another way. Words that say
// nothing stay in: a question and its answer resemble each other in them too.

/** Dimension → weight. */
export type SparseVector = ReadonlyMap<string, number>;

const RUN = /(?<han>\p{Script=Han}+)|(?<word>(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+)/gu;
/** Letters of a Latin word taken together. Two say nothing, four find little that the stemmer does not. */
const GROUP = 3;
/** How much less a further occurrence of the same group counts: saturates towards 1 + this. */
const SATURATION = 0.6;
export function embed(text: string): SparseVector {
  const counts = new Map<string, number>();
  const count = (dimension: string) => counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  for (const { groups } of text.normalize("NFKC").toLowerCase().matchAll(RUN)) {
    if (groups?.han !== undefined) groupIdeographs([...groups.han], count);
    else groupLetters(groups?.word ?? "", count);
  }
  const vector = new Map<string, number>();
  for (const [dimension, times] of counts) vector.set(dimension, (times * (1 + SATURATION)) / (times + SATURATION));
  return vector;
}

/** To 1/1024, so that lengths add up to the same sum in whatever order they come and go. */
export function lengthOf(vector: SparseVector): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return Math.round(Math.sqrt(sum) * 1024) / 1024;
}

function groupIdeographs(run: readonly string[], count: (dimension: string) => void): void {
  for (const [index, one] of run.entries()) {
    count(one);
    const next = run[index + 1];
    if (next !== undefined) count(one + next);
  }
}

function groupLetters(word: string, count: (dimension: string) => void): void {
  const marked = `^${word}$`;
  for (let at = 0; at + GROUP <= marked.length; at++) count(marked.slice(at, at + GROUP));
}
