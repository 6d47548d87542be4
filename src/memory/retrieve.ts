// Which memories answer a query, and how well: keywords and vectors, what was written in the same sitting, and time. Pure.
import type { MemoryEntry } from "./entry.ts";

/** One entry and how like the query it is, before its neighbours and time are looked at. */
export interface Candidate {
  readonly entry: MemoryEntry;
  /** Share of the query's terms that it has, about 0 to 1. */
  readonly keyword: number;
  /** Likeness of the vectors, 0 to 1. */
  readonly vector: number;
}

export interface Scored {
  readonly entry: MemoryEntry;
  /** 0 to about 1. */
  readonly score: number;
  /** It has something of the query itself; false: it was written in one sitting with one that has, and hardly resembles the query. */
  readonly direct: boolean;
}

/** More memories than this are not worth reading for one question. */
export const MAX_MATCHES = 10;

/** Keyword share and cosine come in like amounts with these weights: a cosine of letter groups is about half as large. */
const KEYWORD_WEIGHT = 1 / 3;
const VECTOR_WEIGHT = 2 / 3;
/** Without any common word or idea, vectors must be this alike: a misspelt word passes, common endings do not. */
const MIN_VECTOR_ALONE = 0.22;
/** An entry whose score is below this share of the best is only there by a side word. */
const MIN_SHARE = 0.15;

/** What was written within this time, ms, is of one sitting and mostly of one matter. */
const SITTING_MS = 10 * 60_000;
/** How far apart in the store entries of a sitting still speak for each other. */
const NEIGHBOURS = 3;
/** What the best neighbour adds of its own score, divided by the distance. */
const NEIGHBOUR_WEIGHT = 0.35;
/** What an entry must have of its own, as a share of the best, before a neighbour counts. */
const OWN_SHARE = 0.05;

const DAY_MS = 86_400_000;
/** Old memories are asked for as often as new ones: age decides between equals, and never takes more than 1 - this. */
const TIME_FLOOR = 0.7;
const HALF_LIFE_DAYS = 365;

/**
 * Best first; equal scores by id, so that the same question gives the same answer; a text that stands in the store twice only
 * once. `candidates`: in the order of the store.
 */
export function rank(candidates: readonly Candidate[], now: Date, limit: number): readonly Scored[] {
  const alike = candidates.map(({ keyword, vector }) => KEYWORD_WEIGHT * keyword + VECTOR_WEIGHT * vector);
  const direct = candidates.map(({ keyword, vector }) => keyword > 0 || vector >= MIN_VECTOR_ALONE);
  const best = alike.reduce((most, score, i) => (direct[i] ? Math.max(most, score) : most), 0);
  const scored: Scored[] = [];
  for (const [i, { entry }] of candidates.entries()) {
    const own = alike[i] ?? 0;
    const lent = own > OWN_SHARE * best ? neighbourScore(candidates, alike, i) : 0;
    if (direct[i] !== true && lent === 0) continue;
    scored.push({ entry, score: (own + NEIGHBOUR_WEIGHT * lent) * timeWeight(entry, now), direct: direct[i] === true });
  }
  const top = scored.reduce((most, match) => (match.direct ? Math.max(most, match.score) : most), 0);
  return top > 0
    ? firstOf(
        scored.filter(({ score }) => score >= top * MIN_SHARE),
        limit,
      )
    : [];
}

/** 1 for what was written or verified now, falling slowly and for ever. */
export function timeWeight(entry: Pick<MemoryEntry, "written" | "verified">, now: Date): number {
  const last = Math.max(entry.written.getTime(), entry.verified.getTime());
  const days = Math.max(0, now.getTime() - last) / DAY_MS;
  return TIME_FLOOR + (1 - TIME_FLOOR) * 2 ** (-days / HALF_LIFE_DAYS);
}

/** The best score among the entries of the same sitting, less by distance. */
function neighbourScore(candidates: readonly Candidate[], alike: readonly number[], i: number): number {
  const written = candidates[i]?.entry.written.getTime() ?? 0;
  let best = 0;
  for (let distance = 1; distance <= NEIGHBOURS; distance++) {
    for (let j = i - distance; j <= i + distance; j += 2 * distance) {
      const other = candidates[j]?.entry;
      if (other && Math.abs(other.written.getTime() - written) <= SITTING_MS) best = Math.max(best, (alike[j] ?? 0) / distance);
    }
  }
  return best;
}

/** The first `limit` in order. Thousands may fit a little, so only those that can be among the first are put in order. */
function firstOf(scored: readonly Scored[], limit: number): readonly Scored[] {
  if (!(limit > 0)) return [];
  const ascending = Float64Array.from(scored, ({ score }) => score).sort();
  for (let count = 4 * limit; ; count *= 4) {
    const least = ascending[ascending.length - count] ?? 0;
    const best = scored.filter(({ score }) => score >= least);
    best.sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1));
    const first = firstWithoutTwins(best, limit);
    if (first.length === limit || count >= scored.length) return first;
  }
}

/** Leaves out facts that differ only in how they are written: a store that other programs wrote may hold several. */
function firstWithoutTwins(scored: readonly Scored[], limit: number): readonly Scored[] {
  const seen = new Set<string>();
  const kept: Scored[] = [];
  for (const match of scored) {
    if (kept.length >= limit) break;
    const { canonical } = match.entry.comparable;
    if (seen.has(canonical)) continue;
    seen.add(canonical);
    kept.push(match);
  }
  return kept;
}
