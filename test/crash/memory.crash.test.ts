// Many processes change one memory file while they are killed and stopped; disks that refuse. Run by `npm run test:crash`.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readHolder } from "../../src/util/file-lock.ts";
import { bundle } from "../support/bundle.ts";
import { tempDir, testMemory } from "../support/memory.ts";
import type { WorkerLine, WorkerOrder } from "../support/memory-worker.ts";

let worker: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  worker = await bundle("memory-worker");
});
afterAll(() => worker.remove());

/** What one worker's acknowledgements say must be there; `open`: begun, its fate unknown because the process was killed. */
class Ledger {
  readonly own = new Map<string, string>();
  readonly open: Extract<WorkerLine, { type: "will" }>[] = [];
  done = 0;
  refused = 0;
  #current: Extract<WorkerLine, { type: "will" }> | undefined;

  take(line: WorkerLine): void {
    if (line.type === "will") {
      this.#current = line;
      return;
    }
    this.#current = undefined;
    this.done++;
    if (line.type === "refused") this.refused++;
    else {
      if (line.old !== undefined) this.own.delete(line.old);
      if (line.op === "delete") this.own.delete(line.id);
      else this.own.set(line.id, line.content ?? "");
    }
  }

  /** The process is gone: what it had begun may have happened. Such an entry is not touched again. */
  killed(): void {
    if (!this.#current) return;
    this.open.push(this.#current);
    this.done++;
    if (this.#current.id !== undefined) this.own.delete(this.#current.id);
    this.#current = undefined;
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start(order: WorkerOrder, take: (line: WorkerLine) => void): { child: Child; ended: Promise<string> } {
  const child = spawn(process.execPath, [worker.path, JSON.stringify(order)], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => take(JSON.parse(line)));
  const ended = Promise.all([
    new Promise((resolve) => lines.on("close", resolve)),
    new Promise((resolve) => child.on("close", resolve)),
  ]).then(() => errors);
  return { child, ended };
}

/** Reads the file as fast as it can; counts reads that saw no valid JSON array. */
function watchFile(file: string) {
  let reads = 0;
  let torn = 0;
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    reads++;
    try {
      if (!Array.isArray(JSON.parse(readFileSync(file, "utf8")))) torn++;
    } catch {
      torn++;
    }
  }, 3);
  return {
    stop: () => {
      clearInterval(timer);
      return { reads, torn };
    },
  };
}

/** Every acknowledged change of the workers is in the file, and nothing else but what a kill left open. */
function check(file: string, ledgers: readonly Ledger[]): void {
  const found = new Map<string, string>(
    JSON.parse(readFileSync(file, "utf8")).map((e: { id: string; content: string }) => [e.id, e.content]),
  );
  const mayBe = new Set(ledgers.flatMap(({ open }) => open.flatMap(({ id, content }) => [id, content])));
  const lost = ledgers.flatMap(({ own }) => [...own].filter(([id, content]) => found.get(id) !== content));
  expect(lost, "acknowledged, but not there").toEqual([]);
  const known = new Set(ledgers.flatMap(({ own }) => [...own.keys()]));
  const extra = [...found].filter(([id, content]) => !known.has(id) && !mayBe.has(id) && !mayBe.has(content));
  expect(extra, "there, but not acknowledged or acknowledged as gone").toEqual([]);
}

test("M2: 16 processes × 200 changes with random kills and stops lose nothing that was acknowledged and leave nothing that blocks", async () => {
  const folder = tempDir();
  const file = join(folder, "memory", "long_term_memory.json");
  const lockFile = `${file}.lock`;
  const watch = watchFile(file);
  const running = new Map<number, Child>();
  let working = true;

  const ledgers = Array.from({ length: 16 }, () => new Ledger());
  const workers = ledgers.map(async (ledger, index) => {
    while (ledger.done < 200) {
      const order = { file, project: folder, name: `worker${index}`, operations: 200 - ledger.done, own: [...ledger.own] };
      const { child, ended } = start(order, (line) => ledger.take(line));
      running.set(index, child);
      expect(await ended).toBe("");
      ledger.killed();
    }
    running.delete(index);
  });

  const pick = () => [...running.values()][Math.floor(Math.random() * running.size)];
  const killer = (async () => {
    for (let kills = 0; working && kills < 60; kills++) {
      await sleep(100 + Math.random() * 900);
      pick()?.kill("SIGKILL");
    }
  })();
  const stopper = (async () => {
    while (working) {
      await sleep(100 + Math.random() * 200);
      const child = pick();
      child?.kill("SIGSTOP");
      await sleep(20 + Math.random() * 200);
      child?.kill("SIGCONT");
    }
  })();

  // One holder is stopped for longer than anybody waits: nobody may take the lock from it.
  await sleep(3_000);
  let stopped: number | undefined;
  for (let tries = 0; stopped === undefined && tries < 5_000; tries++) {
    const pid = (await readHolder(lockFile))?.pid;
    const child = [...running.values()].find((candidate) => candidate.pid === pid);
    if (!child || pid === undefined) continue;
    child.kill("SIGSTOP");
    await sleep(5);
    if ((await readHolder(lockFile))?.pid === pid && child.exitCode === null && child.signalCode === null) stopped = pid;
    else child.kill("SIGCONT");
  }
  expect(stopped).toBeDefined();
  const held = [...running.values()].find((child) => child.pid === stopped);
  // The stopper and the killer choose at random: this one is out of their reach until it goes on.
  const place = [...running].find(([, child]) => child === held)?.[0] ?? -1;
  running.delete(place);
  const until = performance.now() + 15_000;
  while (performance.now() < until) {
    expect((await readHolder(lockFile))?.pid).toBe(stopped);
    await sleep(100);
  }
  if (held) running.set(place, held);
  held?.kill("SIGCONT");

  await Promise.all(workers);
  working = false;
  await Promise.all([killer, stopper]);
  const { reads, torn } = watch.stop();
  expect(reads).toBeGreaterThan(100);
  expect(torn).toBe(0);
  check(file, ledgers);
  expect(
    ledgers.reduce((sum, { refused }) => sum + refused, 0),
    "waiters must have been told of the stopped holder",
  ).toBeGreaterThan(0);

  // Nothing is left that blocks anyone, and the next save sweeps up what the killed left.
  const { memory } = testMemory({ file, projectKey: folder, lockWaitMs: 2_000, clock: { now: () => new Date() } }, 99);
  await memory.save("完全不同的最后一条", { source: "user" });
  expect(readdirSync(dirname(file)).filter((name) => /\.tmp-|\.lock/.test(name))).toEqual([]);
}, 600_000);

test("F1: fifty times twenty saves and five deletes at once all take effect", async () => {
  for (let round = 0; round < 50; round++) {
    const { memory } = testMemory({}, round + 1);
    const old = await Promise.all("甲乙丙丁戊".split("").map((name) => memory.save(name.repeat(9), { source: "user" })));
    const changes = [
      ...Array.from({ length: 20 }, (_, i) =>
        memory.save(`${String.fromCharCode(0x4e10 + i * 40).repeat(8)}约定`, { source: "user" }),
      ),
      ...old.map(({ entry }) => memory.delete(entry?.id ?? "")),
    ];
    await Promise.all(changes);
    expect(await memory.entries()).toHaveLength(20);
  }
}, 300_000);

describe("a disk that refuses, for a user who is not root", () => {
  /** Runs a worker as nobody; `limit`: bytes that a file may have, as on a full disk. */
  async function asNobody(file: string, limit?: number): Promise<readonly WorkerLine[]> {
    const order: WorkerOrder = { file, project: dirname(file), name: "nobody", operations: 1, own: [] };
    const run = `trap '' XFSZ; ${limit === undefined ? "" : `ulimit -f ${Math.ceil(limit / 1024)};`} exec "$0" "$@"`;
    const child = spawn("bash", ["-c", run, process.execPath, worker.path, JSON.stringify(order)], {
      uid: 65534,
      gid: 65534,
      env: { PATH: process.env.PATH, HOME: "/nonexistent" },
    });
    const lines: WorkerLine[] = [];
    let errors = "";
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
    child.stderr.on("data", (data: Buffer) => {
      errors += data.toString();
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(errors).toBe("");
    return lines.filter(({ type }) => type !== "will");
  }

  function nobodysFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "paicli-nobody-"));
    chmodSync(folder, 0o755);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const memory = join(folder, "memory");
    mkdirSync(memory);
    chownSync(memory, 65534, 65534);
    return memory;
  }

  test("a full disk: the save is refused, the file stands, nothing is left", async () => {
    const file = join(nobodysFolder(), "long_term_memory.json");
    const text = JSON.stringify([{ id: "fact-1", content: "x".repeat(6_000) }]);
    writeFileSync(file, text);
    chownSync(file, 65534, 65534);
    expect(await asNobody(file, 4_096)).toEqual([{ type: "refused", op: "save", code: "MEMORY_UNWRITABLE" }]);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(readdirSync(dirname(file)).sort()).toEqual([basename(file), "undo"]);
  });

  test("a read-only home, also where the folder is not there yet", async () => {
    const folder = nobodysFolder();
    chownSync(folder, 0, 0);
    const refused = [{ type: "refused", op: "save", code: "MEMORY_UNWRITABLE" }];
    expect(await asNobody(join(folder, "long_term_memory.json"))).toEqual(refused);
    expect(await asNobody(join(folder, "memory", "long_term_memory.json"))).toEqual(refused);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a read-only file in one's own folder is not replaced", async () => {
    const file = join(nobodysFolder(), "long_term_memory.json");
    writeFileSync(file, "[]\n");
    chownSync(file, 65534, 65534);
    chmodSync(file, 0o444);
    expect(await asNobody(file)).toEqual([{ type: "refused", op: "save", code: "MEMORY_UNWRITABLE" }]);
    expect(readFileSync(file, "utf8")).toBe("[]\n");
  });

  test("a file of another owner that can not be read is an error, not an empty memory", async () => {
    const file = join(nobodysFolder(), "long_term_memory.json");
    writeFileSync(file, "[]\n", { mode: 0o600 });
    expect(await asNobody(file)).toEqual([{ type: "refused", op: "save", code: "MEMORY_UNREADABLE" }]);
    expect(readFileSync(file, "utf8")).toBe("[]\n");
  });

  test("a file of another owner that may be read and written is used and stays readable", async () => {
    const file = join(nobodysFolder(), "long_term_memory.json");
    writeFileSync(file, "[]\n");
    chmodSync(file, 0o666);
    expect(await asNobody(file)).toMatchObject([{ type: "did", op: "save" }]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toHaveLength(1);
  });
});
