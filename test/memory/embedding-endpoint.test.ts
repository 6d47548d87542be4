import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createEndpointEmbedder, type EmbeddingOptions } from "../../src/memory/embedding-endpoint.ts";
import { createRecall } from "../../src/memory/recall.ts";
import { entriesOf } from "../support/entries.ts";
import { tempDir, testClock } from "../support/memory.ts";

afterEach(() => {
  vi.useRealTimers();
});

const bodySchema = z.object({ model: z.string(), input: z.array(z.string()) });

interface Served {
  readonly url: string;
  readonly inputs: string[];
  readonly keys: (string | undefined)[];
  /** Answers in place of vectors. */
  status: number;
  raw: string | undefined;
  /** Vector of a text. */
  vector: (text: string) => readonly number[];
}

/** Places what speaks of food at one end of a plane, all else at the other. */
const byFood = (text: string) => (/pizza|noodles|面|吃|hungry/.test(text) ? [1, 0.1] : [0.1, 1]);

async function startEndpoint(): Promise<Served> {
  const served: Served = { url: "", inputs: [], keys: [], status: 200, raw: undefined, vector: byFood };
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input } = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
    served.inputs.push(...input);
    served.keys.push(request.headers.authorization);
    const data = input.map((text, index) => ({ index, embedding: served.vector(text) })).reverse();
    response.writeHead(served.status).end(served.raw ?? JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return Object.assign(served, { url: `http://127.0.0.1:${port}/v1/` });
}

function options(url: string, parts: Partial<EmbeddingOptions> = {}): EmbeddingOptions & { readonly failures: string[] } {
  const failures: string[] = [];
  return {
    baseUrl: url,
    model: "test-embedding",
    folder: join(tempDir(), "memory"),
    post: (to, request) => fetch(to, { ...request, method: "POST" }),
    clock: testClock(),
    onFailure: (endpoint, cause) => failures.push(`${endpoint}: ${cause}`),
    ...parts,
    failures,
  };
}

const FACTS = entriesOf("the team eats pizza on Fridays", "deploy on Tuesday", "数据库使用 PostgreSQL 16");

async function found(parts: EmbeddingOptions, query: string): Promise<readonly string[]> {
  const recall = createRecall({ entries: async () => FACTS, clock: parts.clock, embedder: createEndpointEmbedder(parts) });
  return (await recall.search(query)).map(({ entry }) => entry.content);
}

test("the endpoint's vectors find what shares neither words nor letters", async () => {
  const endpoint = await startEndpoint();
  expect(await found(options(endpoint.url), "hungry")).toEqual(["the team eats pizza on Fridays"]);
});

test("a text is sent once: its vector is kept on disk, unreadable for others", async () => {
  const endpoint = await startEndpoint();
  const parts = options(endpoint.url);
  await found(parts, "hungry");
  expect(endpoint.inputs).toHaveLength(4);
  await found(parts, "noodles");
  expect(endpoint.inputs).toEqual([...endpoint.inputs.slice(0, 4), "noodles"]);
  const [file = ""] = readdirSync(parts.folder);
  expect(statSync(join(parts.folder, file)).mode & 0o777).toBe(0o600);
});

test("the key goes into the header; credentials in texts are masked before they leave", async () => {
  const endpoint = await startEndpoint();
  await found(options(endpoint.url, { apiKey: "embedding-key" }), `hungry password=hunter2secret`);
  expect(new Set(endpoint.keys)).toEqual(new Set(["Bearer embedding-key"]));
  expect(endpoint.inputs.join()).not.toContain("hunter2secret");
});

test("a broken cache is filled again", async () => {
  const endpoint = await startEndpoint();
  const parts = options(endpoint.url);
  await found(parts, "hungry");
  const [file = ""] = readdirSync(parts.folder);
  const path = join(parts.folder, file);
  const [first = ""] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${first}\n{"key":"x","vector":"AAA"}\nnot json\n{"key":"half`);
  expect(await found(parts, "hungry")).toEqual(["the team eats pizza on Fridays"]);
  expect(endpoint.inputs).toHaveLength(4 + 3);
});

test("an endpoint that changes its dimension is asked for all texts again", async () => {
  const endpoint = await startEndpoint();
  const parts = options(endpoint.url);
  await found(parts, "hungry");
  endpoint.vector = (text) => [0, ...byFood(text)];
  expect(await found(parts, "hungry")).toEqual(["the team eats pizza on Fridays"]);
  expect(endpoint.inputs).toHaveLength(8);
  expect(parts.failures).toEqual([]);
});

test.each([
  ["an error", { status: 500, raw: "{}" }, "HTTP 500"],
  ["no JSON", { status: 200, raw: "<html>" }, "JSON"],
  ["another shape", { status: 200, raw: '{"data":[{"index":0,"embedding":[]}]}' }, "embedding"],
  ["too few vectors", { status: 200, raw: '{"data":[]}' }, "0 vectors for 1"],
])(
  "an endpoint that answers with %s is told of once, left alone for a minute, and the local vectors are used",
  async (_, answer, cause) => {
    const endpoint = Object.assign(await startEndpoint(), answer);
    const clock = testClock();
    const parts = options(endpoint.url, { clock });
    const recall = createRecall({ entries: async () => FACTS, clock, embedder: createEndpointEmbedder(parts) });
    const search = async () => (await recall.search("哪个数据库"))[0]?.entry.content;
    for (let i = 0; i < 3; i++) expect(await search()).toBe("数据库使用 PostgreSQL 16");
    expect(endpoint.inputs).toHaveLength(1);
    expect(parts.failures).toEqual([expect.stringContaining(cause)]);
    clock.advance(61_000);
    expect(await search()).toBe("数据库使用 PostgreSQL 16");
    expect(endpoint.inputs).toHaveLength(2);
    expect(parts.failures).toHaveLength(1);
  },
);

test("an endpoint that is away is told of by its address", async () => {
  const endpoint = await startEndpoint();
  const parts = options(endpoint.url, {
    post: () => Promise.reject(new Error("fetch failed", { cause: new Error("ECONNREFUSED") })),
  });
  expect(await found(parts, "哪个数据库")).toEqual(["数据库使用 PostgreSQL 16"]);
  expect(parts.failures).toEqual([`${new URL(endpoint.url).host}: fetch failed: ECONNREFUSED`]);
});

test("an endpoint that hangs holds up one search for 2.5 s and the next ones not at all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let asked = 0;
  const parts = options("http://127.0.0.1:9/v1", {
    post: () => {
      asked++;
      return new Promise(() => {});
    },
  });
  const recall = createRecall({ entries: async () => FACTS, clock: parts.clock, embedder: createEndpointEmbedder(parts) });
  const first = recall.search("哪个数据库");
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(2_500);
  expect((await first)[0]?.entry.content).toBe("数据库使用 PostgreSQL 16");
  expect((await recall.search("数据库"))[0]?.entry.content).toBe("数据库使用 PostgreSQL 16");
  expect(asked).toBe(1);
});

test("a cache that can not be written is a failure of the endpoint, not of the search", async () => {
  const endpoint = await startEndpoint();
  const folder = join(tempDir(), "memory");
  mkdirSync(join(folder, ".."), { recursive: true });
  writeFileSync(folder, "a file where the folder should be");
  const parts = options(endpoint.url, { folder });
  expect(await found(parts, "哪个数据库")).toEqual(["数据库使用 PostgreSQL 16"]);
  expect(parts.failures).toHaveLength(1);
});
