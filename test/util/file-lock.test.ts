import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeError, textsFor } from "../../src/locale/index.ts";
import { acquireLock, type Holder, readHolder } from "../../src/util/file-lock.ts";
import { thisProcess } from "../../src/util/machine.ts";
import { tempDir, testClock, testRandom } from "../support/memory.ts";

const take = (path: string, waitMs = 0, seed = Math.floor(Math.random() * 1e9)) =>
  acquireLock(path, { waitMs, clock: testClock(), random: testRandom(seed) });

function holder(changes: Partial<Holder>): string {
  return JSON.stringify({ ...thisProcess(), token: "tokentokenab", since: "2026-03-01T08:00:00.000Z", ...changes });
}

function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function living(): ChildProcess & { readonly pid: number } {
  const child = spawn("sleep", ["60"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.pid === undefined) throw new Error("sleep did not start");
  return Object.assign(child, { pid: child.pid });
}

test("a lock names its holder, is refused to others by name, and leaves nothing behind", async () => {
  const path = join(tempDir(), "x.lock");
  const lock = await take(path);
  expect(await readHolder(path)).toMatchObject({ ...thisProcess() });
  await lock.assertHeld();
  await expect(take(path)).rejects.toMatchObject({ code: "LOCK_HELD", values: { path, pid: process.pid } });
  await lock.release();
  await expect(lock.assertHeld()).rejects.toMatchObject({ code: "LOCK_LOST" });
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test("many in one process get it one after the other", async () => {
  const path = join(tempDir(), "x.lock");
  let inside = 0;
  await Promise.all(
    Array.from({ length: 12 }, async (_, seed) => {
      const lock = await take(path, 15_000, seed + 1);
      expect(++inside).toBe(1);
      await sleep(1);
      inside--;
      await lock.release();
    }),
  );
});

describe("E3: whose holder", () => {
  test("is dead passes at once, by its pid", async () => {
    const path = join(tempDir(), "x.lock");
    writeFileSync(path, holder({ pid: spawnSync("true").pid, started: "1" }));
    const lock = await take(path);
    expect((await readHolder(path))?.pid).toBe(process.pid);
    await lock.release();
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("is dead though its pid lives again in another process", async () => {
    const path = join(tempDir(), "x.lock");
    writeFileSync(path, holder({ pid: living().pid, started: "1" }));
    await (await take(path)).release();
  });

  test("was running before the machine started anew is dead", async () => {
    const path = join(tempDir(), "x.lock");
    writeFileSync(path, holder({ boot: "another" }));
    await (await take(path)).release();
  });

  test("lives, even stopped, keeps it", async () => {
    const path = join(tempDir(), "x.lock");
    const child = living();
    writeFileSync(path, holder({ pid: child.pid, started: startOf(child.pid) }));
    utimesSync(path, new Date(0), new Date(0));
    child.kill("SIGSTOP");
    await expect(take(path, 80)).rejects.toMatchObject({ code: "LOCK_HELD", values: { pid: child.pid } });
    child.kill("SIGCONT");
    child.kill("SIGKILL");
    await once(child, "exit");
    await (await take(path)).release();
  });

  test.each([
    ["on another host", { host: "elsewhere" }],
    ["in another container", { namespace: "pid:[1]" }],
  ])("is %s keeps it while it gives signs of life, for a minute", async (_, where) => {
    const path = join(tempDir(), "x.lock");
    writeFileSync(path, holder({ ...where, pid: 1 }));
    await expect(take(path)).rejects.toMatchObject({ code: "LOCK_HELD" });
    const past = new Date(Date.now() - 61_000);
    utimesSync(path, past, past);
    await (await take(path)).release();
  });

  test.each(["", "garbage", '{"pid":1,"startedAt":0}'])("is not named (%j): it passes within a moment, to one", async (text) => {
    const path = join(tempDir(), "x.lock");
    writeFileSync(path, text);
    const began = performance.now();
    const tries = await Promise.allSettled([take(path), take(path), take(path)]);
    expect(performance.now() - began).toBeLessThan(4_000);
    const won = tries.flatMap((tried) => (tried.status === "fulfilled" ? [tried.value] : []));
    const lost = tries.flatMap((tried) => (tried.status === "rejected" ? [tried.reason] : []));
    expect(won).toHaveLength(1);
    for (const error of lost) expect(error).toMatchObject({ code: "LOCK_HELD", values: { pid: process.pid } });
    await won[0]?.release();
    writeFileSync(path, text);
    const past = new Date(Date.now() - 2_000);
    utimesSync(path, past, past);
    await (await take(path)).release();
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("is not named while the file is touched all the time: nobody is named in the error either", async () => {
    const path = join(tempDir(), "x.lock");
    writeFileSync(path, "");
    const touching = setInterval(() => writeFileSync(path, ""), 50);
    onTestFinished(() => clearInterval(touching));
    const error = await take(path).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "LOCK_HELD", values: { path } });
    for (const lang of ["zh", "en"] as const) expect(describeError(error, textsFor(lang))).not.toMatch(/0|undefined/);
  });
});

test("a dead holder's lock passes to exactly one of many, also when one died taking it over", async () => {
  for (let round = 0; round < 5; round++) {
    const path = join(tempDir(), "x.lock");
    const dead = spawnSync("true").pid;
    writeFileSync(path, holder({ pid: dead, started: "1", token: "deadholder01" }));
    writeFileSync(`${path}.take-deadholder01`, holder({ pid: dead, started: "1", token: "deadtaker001" }));
    writeFileSync(`${path}.wait-000000001-${"0".repeat(8)}-${dead}-x`, holder({ pid: dead }));
    const tries = await Promise.allSettled(Array.from({ length: 10 }, (_, seed) => take(path, 0, round * 100 + seed + 1)));
    const won = tries.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(won.length).toBeLessThanOrEqual(1);
    await Promise.all(won.map((lock) => lock.release()));
    const after = await take(path, 5_000, round + 7000);
    expect(readdirSync(join(path, "..")).filter((name) => name.startsWith(`${basename(path)}.take-`))).toEqual([]);
    await after.release();
  }
});

test("one who lost the lock knows it and does not remove the other's", async () => {
  const path = join(tempDir(), "x.lock");
  const lock = await take(path);
  writeFileSync(path, holder({ token: "anothertoken" }));
  await expect(lock.assertHeld()).rejects.toMatchObject({ code: "LOCK_LOST" });
  await lock.release();
  expect((await readHolder(path))?.token).toBe("anothertoken");
});
