// What a search looks up instead of reading every memory: for each term and each dimension of the embedding, the texts that have it.
// Kept in step with the store text by text, so that a save costs one text and a search none.
import { eachTerm, type HanCutter, surfacesOf } from "../util/segment.ts";
import { embed, lengthOf, type SparseVector } from "./embed.ts";
import { ideasOf } from "./ideas.ts";

/** BM25's constants. Facts are short, so repetition (k1) and length (b) say less than in the documents they were found for. */
const K1 = 0.6;
const B = 0.5;
/** How far the cosine corrects for length: fully (1), it would prefer the shortest texts. */
const PIVOT = 0.3;
/**
 * Rarity is judged as if the texts stood among this many others: in a store of three, a word that all three share
 * would count for nothing otherwise, and one that two share for hardly anything.
 */
const BACKGROUND = 20;
/** A shared idea is weaker evidence than a shared word. */
const IDEA_WEIGHT = 0.3;
/** Terms of a query that can be found together: a long one is not about all of its words. */
const TELLING_TERMS = 8;

/** What is kept of a text: how many terms it has, and the length of its vector. */
interface Indexed {
  readonly count: number;
  readonly length: number;
}

interface Features {
  /** Its terms and ideas, with how often they occur. */
  readonly terms: ReadonlyMap<string, number>;
  readonly count: number;
  readonly vector: SparseVector;
}

interface Posting {
  readonly slots: number[];
  readonly weights: number[];
}

type Postings = Map<string, Posting>;

/** What a query means here. */
export interface Query {
  /** Its terms and ideas, each with its weight. */
  readonly terms: ReadonlyMap<string, number>;
  /** How it writes its terms. */
  readonly surfaces: ReadonlyMap<string, string>;
  readonly ideas: ReadonlyMap<string, string>;
  /** The weight of its most telling terms together: what a text that has them all would reach. */
  readonly mass: number;
  readonly dimensions: SparseVector;
  readonly length: number;
}

export class SearchIndex {
  readonly #slots: (Indexed | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #byText = new Map<string, number>();
  readonly #terms: Postings = new Map();
  readonly #dimensions: Postings = new Map();
  #termCount = 0;
  #length = 0;

  /** Takes in the texts that are new and drops those that are gone. */
  sync(texts: readonly string[], cutHan: HanCutter): void {
    const present = new Set(texts);
    for (const [text, slot] of [...this.#byText]) if (!present.has(text)) this.#remove(text, slot, cutHan);
    for (const text of present) if (!this.#byText.has(text)) this.#add(text, cutHan);
  }

  /** Where a text's scores stand; -1 if it is not here. */
  slotOf(text: string): number {
    return this.#byText.get(text) ?? -1;
  }

  query(text: string, cutHan: HanCutter): Query {
    const surfaces = surfacesOf(text, cutHan);
    const terms = new Map<string, number>();
    for (const term of surfaces.keys()) terms.set(term, this.#rarity(this.#terms, term));
    const telling = [...terms.values()].sort((a, b) => b - a).slice(0, TELLING_TERMS);
    const ideas = ideasOf(text, surfaces);
    for (const idea of ideas.keys()) terms.set(idea, IDEA_WEIGHT * this.#rarity(this.#terms, idea));
    const dimensions = new Map<string, number>();
    for (const [dimension, weight] of embed(text)) {
      dimensions.set(dimension, weight * this.#rarity(this.#dimensions, dimension));
    }
    const mass = telling.reduce((sum, weight) => sum + weight, 0);
    return { terms, surfaces, ideas, mass, dimensions, length: lengthOf(dimensions) };
  }

  /** By slot: BM25 over terms and ideas, as a share of what the query's terms can reach; somewhat above 1 at most. */
  keywordScores({ terms, mass }: Query): Float64Array {
    const scores = new Float64Array(this.#slots.length);
    const average = this.#termCount / Math.max(1, this.#byText.size);
    for (const [term, weight] of terms) {
      const posting = this.#terms.get(term);
      if (posting === undefined) continue;
      const { slots, weights } = posting;
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] ?? 0;
        const times = weights[i] ?? 0;
        const length = (this.#slots[slot]?.count ?? 0) / average;
        scores[slot] = (scores[slot] ?? 0) + ((weight / mass) * times) / (times + K1 * (1 - B + B * length));
      }
    }
    return scores;
  }

  /** By slot: the cosine of the angle to the query, with the lengths of the texts drawn towards their average. */
  vectorScores({ dimensions, length }: Query): Float64Array {
    const scores = new Float64Array(this.#slots.length);
    for (const [dimension, weight] of dimensions) {
      const posting = this.#dimensions.get(dimension);
      if (posting === undefined) continue;
      const { slots, weights } = posting;
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] ?? 0;
        scores[slot] = (scores[slot] ?? 0) + weight * (weights[i] ?? 0);
      }
    }
    const average = this.#length / Math.max(1, this.#byText.size);
    for (let slot = 0; slot < scores.length; slot++) {
      const score = scores[slot] ?? 0;
      if (score > 0) scores[slot] = score / (((1 - PIVOT) * average + PIVOT * (this.#slots[slot]?.length ?? 0)) * length);
    }
    return scores;
  }

  /**
   * What a text has of a query, the most telling first, as the text writes it; `a ≈ b` where the query's `a` and the
   * text's `b` only belong to one idea.
   */
  matched(query: Query, text: string, cutHan: HanCutter): readonly string[] {
    const surfaces = surfacesOf(text, cutHan);
    const ideas = ideasOf(text, surfaces);
    const shared = [...query.terms]
      .filter(([term]) => surfaces.has(term) || ideas.has(term))
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const direct = new Set(shared.flatMap(([term]) => query.surfaces.get(term) ?? []));
    const words = shared.flatMap(([term]) => {
      const [asked, written] = [query.ideas.get(term), ideas.get(term)];
      if (asked === undefined || written === undefined) return surfaces.get(term) ?? [];
      if (direct.has(asked)) return [];
      return asked === written ? written : `${asked} ≈ ${written}`;
    });
    return [...new Set(words)];
  }

  #rarity(postings: Postings, key: string): number {
    const having = postings.get(key)?.slots.length ?? 0;
    return Math.log(1 + (this.#byText.size + BACKGROUND - having + 0.5) / (having + 0.5));
  }

  #add(text: string, cutHan: HanCutter): void {
    const { terms, count, vector } = featuresOf(text, cutHan);
    const slot = this.#free.pop() ?? this.#slots.length;
    const length = lengthOf(vector);
    this.#slots[slot] = { count, length };
    this.#byText.set(text, slot);
    post(this.#terms, terms, slot);
    post(this.#dimensions, vector, slot);
    this.#termCount += count;
    this.#length += length;
  }

  /** Takes the text apart once more: that is rare, and cheaper than to keep the parts of every text. */
  #remove(text: string, slot: number, cutHan: HanCutter): void {
    const { terms, vector } = featuresOf(text, cutHan);
    withdraw(this.#terms, terms, slot);
    withdraw(this.#dimensions, vector, slot);
    this.#termCount -= this.#slots[slot]?.count ?? 0;
    this.#length -= this.#slots[slot]?.length ?? 0;
    this.#slots[slot] = undefined;
    this.#free.push(slot);
    this.#byText.delete(text);
  }
}

function featuresOf(text: string, cutHan: HanCutter): Features {
  const terms = new Map<string, number>();
  const surfaces = new Map<string, string>();
  let count = 0;
  eachTerm(text, cutHan, (term, surface) => {
    terms.set(term, (terms.get(term) ?? 0) + 1);
    surfaces.set(term, surface);
    count++;
  });
  for (const idea of ideasOf(text, surfaces).keys()) terms.set(idea, 1);
  return { terms, count, vector: embed(text) };
}

function post(postings: Postings, weights: ReadonlyMap<string, number>, slot: number): void {
  for (const [key, weight] of weights) {
    const posting = postings.get(key);
    if (posting === undefined) postings.set(key, { slots: [slot], weights: [weight] });
    else {
      posting.slots.push(slot);
      posting.weights.push(weight);
    }
  }
}

function withdraw(postings: Postings, weights: ReadonlyMap<string, number>, slot: number): void {
  for (const key of weights.keys()) {
    const posting = postings.get(key);
    const at = posting?.slots.indexOf(slot) ?? -1;
    if (posting === undefined || at < 0) continue;
    posting.slots.splice(at, 1);
    posting.weights.splice(at, 1);
    if (posting.slots.length === 0) postings.delete(key);
  }
}
