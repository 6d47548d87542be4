// Vectors of an OpenAI-compatible embeddings endpoint in the place of the local ones. It may be slow, away or another one tomorrow:
// a search waits for it only a little, and then goes by the local vectors.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { causeOf } from "../protocol/errors.ts";
import type { Clock } from "../protocol/ports.ts";
import { maskSecrets } from "../util/secrets.ts";
import { cutHead } from "../util/text.ts";
import { type EmbeddingCache, openEmbeddingCache } from "./embedding-cache.ts";
import type { Embedder } from "./recall.ts";

/** How a request is made: with the person's proxy, where there is one. */
export type Post = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly signal: AbortSignal },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

export interface EmbeddingOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Where vectors are kept, one file for each endpoint and model. */
  readonly folder: string;
  readonly post: Post;
  readonly clock: Clock;
  /** Told once until it works again: host:port, and why it can not be used. */
  readonly onFailure: (endpoint: string, cause: string) => void;
}

/** How long a search waits for the endpoint, ms: a person waits for the answer. What is under way goes on for the next search. */
const PATIENCE_MS = 2_500;
/** How long a request may take, ms. */
const REQUEST_MS = 20_000;
/** After a failure the endpoint is left alone for this long, ms. */
const PAUSE_MS = 60_000;
/** Texts in one request: the least that a provider's limit allows (DashScope: 10). */
const BATCH = 10;
/** UTF-16 units of a text that are sent: the smallest windows of embedding models are 512 tokens, and they cut by themselves. */
const MAX_CHARS = 2_000;
/**
 * Models place unrelated texts at different cosines, from 0 to 0.6. What counts is how far above the store's own average one lies;
 * with few texts, above this, which stands for that many others.
 */
const USUAL_COSINE = 0.35;
const USUAL_WEIGHT = 5;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

export function createEndpointEmbedder(options: EmbeddingOptions): Embedder {
  const { baseUrl, model, apiKey, folder, post, clock, onFailure } = options;
  const url = new URL(baseUrl);
  const endpoint = url.host;
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/embeddings`;
  let cache: Promise<EmbeddingCache> | undefined;
  let underWay = false;
  let failing = false;
  let pausedUntil = 0;

  const openCache = () => {
    const name = createHash("sha256").update(`${url.href}\n${model}`).digest("hex").slice(0, 16);
    cache ??= openEmbeddingCache(join(folder, `embeddings-${name}.jsonl`));
    return cache;
  };

  async function request(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const answer = await post(url.href, {
      headers: { "content-type": "application/json", ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({
        model,
        input: texts.map((text) => cutHead(maskSecrets(text), MAX_CHARS) || " "),
        encoding_format: "float",
      }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
    const { data } = answerSchema.parse(JSON.parse(body));
    const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => unit(Float32Array.from(embedding)));
    if (vectors.length !== texts.length) throw new Error(`${vectors.length} vectors for ${texts.length} texts`);
    return vectors;
  }

  /** Gets the vectors that are missing, or that are of another dimension than the endpoint's now. */
  async function fill(texts: readonly string[], dimension: number): Promise<void> {
    const known = await openCache();
    if (texts.some((text) => isOther(known.get(text), dimension))) await known.clear();
    const missing = [...new Set(texts)].filter((text) => known.get(text) === undefined);
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH);
      const vectors = await request(batch);
      await known.add(new Map(batch.map((text, i) => [text, vectors[i] ?? new Float32Array()])));
    }
  }

  async function compare(query: string, texts: readonly string[]): Promise<readonly number[] | undefined> {
    const [asked] = await request([query]);
    if (asked === undefined) return undefined;
    const known = await openCache();
    if (texts.some((text) => known.get(text)?.length !== asked.length)) await fill(texts, asked.length);
    const vectors = texts.map((text) => known.get(text));
    if (vectors.some((vector) => vector?.length !== asked.length)) throw new Error("vectors of several dimensions");
    return aboveUsual(vectors.map((vector) => dot(asked, vector)));
  }

  return {
    async likeness(query, texts) {
      // who waited in vain once does not wait again while that is still under way
      if (underWay || clock.now().getTime() < pausedUntil) return undefined;
      underWay = true;
      const comparing = compare(query, texts)
        .then(
          (likeness) => {
            failing = false;
            return likeness;
          },
          (error: unknown) => {
            pausedUntil = clock.now().getTime() + PAUSE_MS;
            if (!failing) onFailure(endpoint, causeOf(error));
            failing = true;
            return undefined;
          },
        )
        .finally(() => {
          underWay = false;
        });
      return within(PATIENCE_MS, comparing);
    },
  };
}

/** Undefined once the time is over; what is under way goes on. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isOther(vector: Float32Array | undefined, dimension: number): boolean {
  return vector !== undefined && vector.length !== dimension;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((x) => x / length) : vector;
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b?.[i] ?? 0);
  return sum;
}

/** How far each cosine lies above the average, as a share of what is possible. */
function aboveUsual(cosines: readonly number[]): readonly number[] {
  const sum = cosines.reduce((a, b) => a + b, 0) + USUAL_COSINE * USUAL_WEIGHT;
  const usual = sum / (cosines.length + USUAL_WEIGHT);
  return cosines.map((cosine) => Math.max(0, (cosine - usual) / Math.max(0.05, 1 - usual)));
}
