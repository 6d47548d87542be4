// Vectors that an embeddings endpoint gave, kept on disk so that a text is paid for once. Lost or broken, it is only filled again.
import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { systemCode } from "../protocol/errors.ts";

/** A file above this holds mostly vectors of texts that are gone: it is begun anew. Bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

const lineSchema = z.object({ key: z.string(), vector: z.base64() });

export interface EmbeddingCache {
  get(text: string): Float32Array | undefined;
  add(vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** The endpoint's vectors are other ones now. */
  clear(): Promise<void>;
}

/** One line a vector, so that several processes may add at once. */
export async function openEmbeddingCache(file: string): Promise<EmbeddingCache> {
  const vectors = await readVectors(file);
  return {
    get: (text) => vectors.get(keyOf(text)),
    async add(added) {
      const lines: string[] = [];
      for (const [text, vector] of added) {
        vectors.set(keyOf(text), vector);
        lines.push(`${JSON.stringify({ key: keyOf(text), vector: Buffer.from(vector.buffer).toString("base64") })}\n`);
      }
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, lines.join(""), { mode: 0o600 });
    },
    async clear() {
      vectors.clear();
      await rm(file, { force: true });
    },
  };
}

async function readVectors(file: string): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const line of (await readIfThere(file)).split("\n")) {
    const found = parseLine(line);
    if (found !== undefined) vectors.set(found.key, found.vector);
  }
  return vectors;
}

async function readIfThere(file: string): Promise<string> {
  try {
    if ((await stat(file)).size <= MAX_BYTES) return await readFile(file, "utf8");
    await rm(file);
    return "";
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}

/** Undefined for a line that a killed process left unfinished. */
function parseLine(line: string): { key: string; vector: Float32Array } | undefined {
  if (!line.startsWith("{") || !line.endsWith("}")) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { data } = lineSchema.safeParse(json);
  if (data === undefined) return undefined;
  const bytes = Buffer.from(data.vector, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  return { key: data.key, vector: new Float32Array(new Uint8Array(bytes).buffer) };
}

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
