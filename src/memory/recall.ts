// Finds the memories that a question is about: index, vectors and ranking put together, everything loaded at first need.
import type { Clock } from "../protocol/ports.ts";
import { type HanCutter, hasHan, loadHanCutter, pairsOf } from "../util/segment.ts";
import { cutHead, cutTail } from "../util/text.ts";
import type { MemoryEntry } from "./entry.ts";
import { MAX_MATCHES, rank, type Scored } from "./retrieve.ts";
import { type Query, SearchIndex } from "./search-index.ts";

export interface Match extends Scored {
  /** What the entry has of the query, the most telling first, as it writes it; `a ≈ b`: by another word; empty: only letters alike. */
  readonly why: readonly string[];
}

export interface SearchOptions {
  /** Default 10. */
  readonly limit?: number;
  /** Against which age is judged; default the clock's. */
  readonly now?: Date;
}

/** Likeness of a query to texts by another embedding than the local one, 0 to 1 each; undefined if it can not say in time. */
export interface Embedder {
  likeness(query: string, texts: readonly string[]): Promise<readonly number[] | undefined>;
}

export interface RecallParts {
  /** What this project sees, in the order of the store: the same objects while nothing changed. */
  readonly entries: () => Promise<readonly MemoryEntry[]>;
  readonly clock: Clock;
  /** Replaces the local vectors where it can. */
  readonly embedder?: Embedder;
}

export interface Recall {
  /** Best first. Empty for a query without a telling word. The same store, query and time give the same answer. */
  search(query: string, options?: SearchOptions): Promise<readonly Match[]>;
}

/** UTF-16 units of a query that are read from its beginning and from its end: what is longer has something pasted into it. */
const QUERY_END_CHARS = 4_000;

export function createRecall({ entries, clock, embedder }: RecallParts): Recall {
  const index = new SearchIndex();
  let known: readonly MemoryEntry[] = [];
  let contents: readonly string[] = [];
  /** By entry: where the index keeps its scores. */
  let slots: readonly number[] = [];
  let cutter: HanCutter | undefined;

  /** The dictionary is loaded once something needs it; what was taken in before holds no ideographs. */
  async function sync(current: readonly MemoryEntry[], query: string): Promise<HanCutter> {
    const changed = current.length !== known.length || current.some((entry, i) => entry !== known[i]);
    if (cutter === undefined && (hasHan(query) || (changed && current.some(({ content }) => hasHan(content))))) {
      cutter = await loadHanCutter();
    }
    const cutHan = cutter ?? pairsOf;
    if (!changed) return cutHan;
    contents = current.map(({ content }) => content);
    index.sync(contents, cutHan);
    slots = contents.map((content) => index.slotOf(content));
    known = current;
    return cutHan;
  }

  async function vectorsOf(query: Query, text: string): Promise<readonly number[]> {
    const likeness = await embedder?.likeness(text, contents);
    if (likeness !== undefined) return likeness;
    const scores = index.vectorScores(query);
    return slots.map((slot) => scores[slot] ?? 0);
  }

  let last: Promise<unknown> = Promise.resolve();

  async function search(text: string, { limit = MAX_MATCHES, now = clock.now() }: SearchOptions): Promise<readonly Match[]> {
    const current = await entries();
    if (current.length === 0) return [];
    const asked =
      text.length <= 2 * QUERY_END_CHARS ? text : `${cutHead(text, QUERY_END_CHARS)} ${cutTail(text, QUERY_END_CHARS)}`;
    const cutHan = await sync(current, asked);
    const query = index.query(asked, cutHan);
    if (query.mass === 0) return [];
    const keywords = index.keywordScores(query);
    const vectors = await vectorsOf(query, asked);
    const candidates = known.map((entry, i) => ({ entry, keyword: keywords[slots[i] ?? -1] ?? 0, vector: vectors[i] ?? 0 }));
    const ranked = rank(candidates, now, limit);
    return ranked.map((match) => ({ ...match, why: index.matched(query, match.entry.content, cutHan) }));
  }

  return {
    search(query, options = {}) {
      // one after the other: a search must not see the index of another one's entries
      const result = last.then(() => search(query, options));
      last = result.catch(() => undefined); // its own caller hears of it
      return result;
    },
  };
}
