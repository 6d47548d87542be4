// How well and how fast memories are found: recall@10, MRR and nDCG@10 beside keyword overlap and BM25, and the time of a search.
// Own data in two parts: those that constants and groups of words were chosen with, and those that nothing was ever fitted to.
// npm run bench -- retrieval --data=<folder>: also the .json files of a folder, in the same format.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type MemoryEntry, readEntry } from "../src/memory/entry.ts";
import { createRecall } from "../src/memory/recall.ts";
import { hasHan, loadHanCutter } from "../src/util/segment.ts";
import { title } from "./support/report.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const TUNING = join(here, "data", "tuning");
const HELD_OUT = join(here, "data", "held-out");
const TOP = 10;

const dataSchema = z.object({
  name: z.string(),
  pools: z.array(
    z.object({
      id: z.string(),
      memories: z.array(z.object({ id: z.string(), text: z.string(), timestamp: z.string().optional() })),
      queries: z.array(
        z.object({
          text: z.string(),
          asked_at: z.string().optional(),
          relevant: z.array(z.string()),
          answerable: z.boolean().optional(),
        }),
      ),
    }),
  ),
});
type Data = z.infer<typeof dataSchema>;
type Pool = Data["pools"][number];
type Question = Pool["queries"][number];

/** Answers a question with ids, best first. */
type Finder = (question: Question) => Promise<readonly string[]>;
type Finders = Readonly<Record<string, (pool: Pool) => Finder>>;

export default async function run(): Promise<void> {
  const cutHan = await loadHanCutter();
  const wordsOf = (text: string) => {
    const runs = text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
    return runs.flatMap((word) => (hasHan(word) ? cutHan(word) : [word]));
  };
  const finders: Finders = {
    "keyword overlap": (pool) => overlapFinder(pool, wordsOf),
    BM25: (pool) => bm25Finder(pool, wordsOf),
    PaiCLI: recallFinder,
  };
  await reportPart("held-out: nothing was fitted to these", readFolder(HELD_OUT), finders);
  await reportPart("tuning: constants and groups of words were chosen with these", readFolder(TUNING), finders);
  const outside = process.argv.flatMap((word) => /^--data=(.+)$/.exec(word)?.[1] ?? []);
  for (const folder of outside) await reportPart(folder, readFolder(resolve(folder)), finders);
  await reportSpeed();
}

function readFolder(folder: string): readonly Data[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => dataSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))));
}

/** Each set of a part, then all of its questions together. */
async function reportPart(what: string, sets: readonly Data[], finders: Finders): Promise<void> {
  title(what);
  for (const data of sets) await report(data, finders);
  if (sets.length > 1) await report({ name: "all questions", pools: sets.flatMap(({ pools }) => pools) }, finders);
}

async function report({ name, pools }: Data, finders: Finders): Promise<void> {
  console.log(`\n${name.padEnd(24)} recall@10    MRR  nDCG@10   ÷ BM25   recall of each half of the questions`);
  const rows = new Map<string, Quality>();
  for (const [finder, open] of Object.entries(finders)) rows.set(finder, await measure(pools, open));
  for (const [finder, { recall, mrr, ndcg, halves }] of rows) {
    const plain = rows.get("BM25")?.ndcg ?? 0;
    const ratio = plain > 0 ? (ndcg / plain).toFixed(2) : "–"; // across languages plain words may find nothing at all
    const figures = [recall, mrr, ndcg].map((figure) => figure.toFixed(3).padStart(8)).join(" ");
    console.log(
      `  ${finder.padEnd(22)} ${figures}   ${ratio.padEnd(5)}     ${halves.map((half) => half.toFixed(3)).join(" / ")}`,
    );
  }
}

interface Quality {
  readonly recall: number;
  readonly mrr: number;
  readonly ndcg: number;
  /** Recall over the even and the odd questions: close together where nothing is fitted to some of them. */
  readonly halves: readonly number[];
}

async function measure(pools: readonly Pool[], open: (pool: Pool) => Finder): Promise<Quality> {
  const rows: { readonly recall: number; readonly mrr: number; readonly ndcg: number }[] = [];
  for (const pool of pools) {
    const find = open(pool);
    for (const question of pool.queries.filter(({ answerable }) => answerable !== false)) {
      rows.push(qualityOf((await find(question)).slice(0, TOP), new Set(question.relevant)));
    }
  }
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const half = (odd: number) => mean(rows.filter((_, i) => i % 2 === odd).map(({ recall }) => recall));
  return {
    recall: mean(rows.map(({ recall }) => recall)),
    mrr: mean(rows.map(({ mrr }) => mrr)),
    ndcg: mean(rows.map(({ ndcg }) => ndcg)),
    halves: [half(0), half(1)],
  };
}

function qualityOf(found: readonly string[], relevant: ReadonlySet<string>): { recall: number; mrr: number; ndcg: number } {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const first = found.findIndex((id) => relevant.has(id));
  const gained = found.reduce((sum, id, rank) => sum + (relevant.has(id) ? gain(rank) : 0), 0);
  const ideal = Array.from({ length: Math.min(TOP, relevant.size) }, (_, rank) => gain(rank)).reduce((a, b) => a + b, 0);
  const hits = found.filter((id) => relevant.has(id)).length;
  return { recall: hits / relevant.size, mrr: first < 0 ? 0 : 1 / (first + 1), ndcg: gained / ideal };
}

function recallFinder(pool: Pool): Finder {
  const entries = entriesOf(pool.memories);
  const recall = createRecall({ entries: async () => entries, clock: { now: () => new Date() } });
  return async ({ text, asked_at }) => {
    const now = asked_at === undefined ? {} : { now: new Date(asked_at) };
    return (await recall.search(text, { limit: TOP, ...now })).map(({ entry }) => entry.id);
  };
}

function entriesOf(memories: Pool["memories"]): readonly MemoryEntry[] {
  return memories.flatMap(({ id, text, timestamp }) => readEntry({ id, content: text, timestamp: timestamp ?? 0 }) ?? []);
}

function overlapFinder({ memories }: Pool, wordsOf: (text: string) => readonly string[]): Finder {
  const bags = memories.map(({ id, text }) => ({ id, words: new Set(wordsOf(text)) }));
  return async ({ text }) => {
    const asked = new Set(wordsOf(text));
    return bestFirst(bags.map(({ id, words }) => ({ id, score: [...asked].filter((word) => words.has(word)).length })));
  };
}

/** The usual constants, plain words. */
function bm25Finder({ memories }: Pool, wordsOf: (text: string) => readonly string[]): Finder {
  const texts = memories.map(({ id, text }) => ({ id, words: wordsOf(text) }));
  const average = texts.reduce((sum, { words }) => sum + words.length, 0) / texts.length;
  const having = new Map<string, number>();
  for (const { words } of texts) for (const word of new Set(words)) having.set(word, (having.get(word) ?? 0) + 1);
  return async ({ text }) =>
    bestFirst(
      texts.map(({ id, words }) => {
        let score = 0;
        for (const word of new Set(wordsOf(text))) {
          const times = words.filter((other) => other === word).length;
          const found = having.get(word) ?? 0;
          const rarity = Math.log(1 + (texts.length - found + 0.5) / (found + 0.5));
          score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / average));
        }
        return { id, score };
      }),
    );
}

function bestFirst(scores: readonly { readonly id: string; readonly score: number }[]): readonly string[] {
  return scores
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id);
}

/** Time of the processor, so that what else runs on the machine does not count. */
async function reportSpeed(): Promise<void> {
  const texts = [...readFolder(TUNING), ...readFolder(HELD_OUT)].flatMap(({ pools }) =>
    pools.flatMap(({ memories }) => memories.map(({ text }) => text)),
  );
  const questions = ["数据库用什么版本", "where do we deploy", "JDK 17 和 Spring Boot", "how are migrations named", "发布步骤"];
  console.log("\nms a search        first  median     p95  after one save");
  for (const size of [100, 1_000, 10_000]) {
    let entries = entriesOf(
      Array.from({ length: size }, (_, i) => ({ id: `m-${i}`, text: `${texts[i % texts.length]} (${i})` })),
    );
    const recall = createRecall({ entries: async () => entries, clock: { now: () => new Date() } });
    const first = await spent(() => recall.search("first 第一次"));
    const warm: number[] = [];
    for (let i = 0; i < 100; i++) warm.push(await spent(() => recall.search(questions[i % questions.length] ?? "")));
    warm.sort((a, b) => a - b);
    entries = [...entries, ...entriesOf([{ id: "new", text: "一条新的记忆 about Kafka" }])];
    const saved = await spent(() => recall.search("Kafka"));
    const figures = [first, warm[50] ?? 0, warm[95] ?? 0, saved].map((ms) => ms.toFixed(1).padStart(7)).join(" ");
    console.log(`  ${String(size).padStart(6)} entries ${figures}`);
  }
}

async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
