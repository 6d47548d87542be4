// What long-term memory costs: loading, saving and checking at 10,000 entries, and 16 processes that save at once.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { MemoryService } from "../src/memory/contract.ts";
import { MEMORY_DEFAULTS } from "../src/memory/options.ts";
import { openMemoryService } from "../src/memory/service.ts";
import { atLeast, median, row, timed, title } from "./support/report.ts";

const ENTRIES = 10_000;
const WRITERS = 16;
const SAVES = 50;

export function openBench(file: string, projectKey: string): MemoryService {
  return openMemoryService({
    ...MEMORY_DEFAULTS,
    file,
    projectKey,
    clock: { now: () => new Date() },
    random: {
      next: Math.random,
      base36: (length) => Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join(""),
    },
  });
}

/** A different made-up word for each number. */
export function word(n: number): string {
  return Array.from({ length: 6 }, (_, i) => String.fromCharCode(97 + ((n * 7919 + i * 104_729 + n * n * (i + 1)) % 26))).join(
    "",
  );
}

export default async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "paicli-bench-"));
  try {
    title("long-term memory");
    const file = join(folder, "long_term_memory.json");
    writeFileSync(file, JSON.stringify(Array.from({ length: ENTRIES }, (_, n) => entry(n, folder))));
    const memory = openBench(file, folder);
    row("load 10,000 entries", await timed(() => memory.entries()), "ms", 150);
    row("first save (compares with all)", await timed(() => memory.save(fact(ENTRIES), { source: "user" })), "ms", "none");
    const saves: number[] = [];
    for (let n = 1; n <= 20; n++)
      saves.push(await timed(() => memory.save(fact(ENTRIES + n), { source: "user", force: n % 2 === 0 })));
    row("one save, median of 20", median(saves), "ms", 100);
    row("load again, in this program's own layout", await timed(() => openBench(file, folder).entries()), "ms", 150);

    const bare = async () => {
      const began = performance.now();
      for (let n = 0; n < SAVES; n++) await bareWrite(folder);
      return SAVES / ((performance.now() - began) / 1000);
    };
    row("for comparison: flush, rename, flush and nothing else", await bare(), "a second", "none");
    const { total, times } = await contend(join(folder, "contended", "long_term_memory.json"), folder);
    row(`${WRITERS} writers, durable saves in all`, (WRITERS * SAVES) / (total / 1000), "a second", atLeast(50));
    row("slowest writer ÷ median", Math.max(...times) / median(times), "x", 5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fact(n: number): string {
  return `${word(n)} 模块的 ${word(n + 31)} 由 ${word(n + 977)} 负责，细节见 ${word(n * 3)}.md`;
}

function entry(n: number, project: string) {
  const at = new Date(1_750_000_000_000 + n * 1000).toISOString();
  const metadata = n % 4 === 0 ? { scope: "global", source: "fact" } : { scope: "project", project, source: "fact" };
  return {
    id: `fact-${n.toString(36).padStart(8, "0")}`,
    content: fact(n),
    type: "FACT",
    timestamp: at,
    lastVerifiedAt: at,
    metadata,
    tokenCount: 20,
  };
}

/** What the disk itself takes: the floor under any durable save. */
async function bareWrite(folder: string): Promise<void> {
  const handle = await open(join(folder, "bare.tmp"), "w");
  await handle.writeFile("x".repeat(100_000));
  await handle.sync();
  await handle.close();
  await rename(join(folder, "bare.tmp"), join(folder, "bare"));
  const parent = await open(folder);
  await parent.sync();
  await parent.close();
}

type Writer = ChildProcessByStdio<Writable, Readable, null>;

async function contend(file: string, project: string): Promise<{ total: number; times: number[] }> {
  const program = fileURLToPath(new URL("memory-writer.mjs", import.meta.url));
  const writers = Array.from({ length: WRITERS }, (_, n): Writer => {
    const words = [program, file, project, `writer${word(n)}`, String(SAVES)];
    return spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  });
  const answers = writers.map((writer) => createInterface({ input: writer.stdout })[Symbol.asyncIterator]());
  await Promise.all(answers.map((lines) => lines.next()));
  const began = performance.now();
  for (const writer of writers) writer.stdin.write("go\n");
  const times = await Promise.all(answers.map(async (lines) => Number((await lines.next()).value)));
  return { total: performance.now() - began, times };
}
