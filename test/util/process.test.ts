import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { createOutputDecoder } from "../../src/util/encoding.ts";
import { killAllProcesses, type ProcessEnd, runProcess, treeOf } from "../../src/util/process.ts";
import { listProcesses } from "../../src/util/process-list.ts";

const folder = mkdtempSync(join(tmpdir(), "paicli-process-"));
afterAll(() => {
  for (const n of [1, 2, 3, 4, 5]) for (const pid of sleeping(long(n))) process.kill(pid, "SIGKILL"); // what a fault left
  rmSync(folder, { recursive: true, force: true });
});

interface Ran extends ProcessEnd {
  readonly out: string;
  readonly ms: number;
}

async function bash(script: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<Ran> {
  const began = performance.now();
  const stdout = createOutputDecoder();
  const stderr = createOutputDecoder();
  let out = "";
  const end = await runProcess({
    file: "bash",
    args: ["-c", script],
    cwd: folder,
    env: { PATH: process.env.PATH },
    timeoutMs: options.timeoutMs ?? 10_000,
    signal: options.signal ?? new AbortController().signal,
    onStdout: (bytes) => {
      out += stdout.push(bytes);
    },
    onStderr: (bytes) => {
      out += stderr.push(bytes);
    },
  });
  return { ...end, out: out + stdout.end() + stderr.end(), ms: performance.now() - began };
}

/** Seconds to sleep that no other run of these tests uses at the same time. */
const long = (n: number) => `710${n}.${process.pid}`;

/** Pids of the processes that sleep for so long. */
function sleeping(seconds: string): readonly number[] {
  const all = listProcesses("PATH").map(({ pid }) => pid);
  return all.filter((pid) => commandLine(pid).includes(`sleep\0${seconds}\0`));
}

function sleepers(seconds: string): number {
  return sleeping(seconds).length;
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}

test("the exit code, the signal that ended it, and an input that is empty", async () => {
  expect(await bash("cat; exit 3")).toMatchObject({ exitCode: 3, signal: null, ended: "by_itself", leftRunning: false });
  expect(await bash("kill -SEGV $$")).toMatchObject({ exitCode: null, signal: "SIGSEGV" });
});

test("D3: a character written half now and half later, and both streams at once, come out exact", async () => {
  const { out } = await bash(
    "printf '\\xe4\\xbd'; sleep 0.05; printf '\\xa0\\n'; for i in 1 2 3; do printf '\\xe5\\xa5'; printf '\\xe9\\x94' >&2; printf '\\xbd\\n'; printf '\\x99\\n' >&2; done",
  );
  expect(out).not.toContain("\ufffd");
  expect([...out].sort().join("").trim()).toBe("你好好好错错错");
});

test("M24: a time-out ends background children, pipelines, and what left the group or ignores the request", async () => {
  const script = `sleep ${long(1)} & setsid sleep ${long(1)} & (setsid sleep ${long(1)} &) & (setsid bash -c 'sleep ${long(1)} & sleep ${long(1)}') & trap '' TERM; sleep ${long(1)} | cat; sleep ${long(1)}`;
  const end = await bash(script, { timeoutMs: 300 });
  expect(end.ended).toBe("time_out");
  expect(end.ms).toBeLessThan(2000);
  expect(sleepers(long(1))).toBe(0);
});

test("a cancel ends the whole tree before it returns", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 150);
  const end = await bash(`sleep ${long(2)} & env -i setsid sleep ${long(2)} & sleep ${long(2)}`, { signal: controller.signal });
  expect(end.ended).toBe("cancelled");
  expect(sleepers(long(2))).toBe(0);
  await expect(bash("true", { signal: controller.signal })).rejects.toThrow();
});

test("a background process that holds the output can not hang the call, and is left running", async () => {
  const end = await bash(`echo started; sleep ${long(3)} &`);
  expect(end).toMatchObject({ exitCode: 0, leftRunning: true, out: "started\n" });
  expect(end.ms).toBeLessThan(1000);
  expect(sleepers(long(3))).toBe(1);
  killAllProcesses();
  expect(sleepers(long(3))).toBe(0);
});

test("a background process that writes without end does not hang the call, and is not ended by a closed pipe", async () => {
  const end = await bash("(while :; do echo tick; sleep 0.01; done) & echo end");
  expect(end.leftRunning).toBe(true);
  expect(end.ms).toBeLessThan(2500);
  await sleep(100);
  killAllProcesses();
});

test("all the output of a program that has ended is delivered", async () => {
  const { out } = await bash("head -c 3000000 /dev/zero | tr '\\0' x");
  expect(out.length).toBe(3_000_000);
});

test("a program that is not there rejects", async () => {
  const none = {
    cwd: folder,
    env: {},
    timeoutMs: 1000,
    signal: new AbortController().signal,
    onStdout: () => {},
    onStderr: () => {},
  };
  await expect(runProcess({ ...none, file: "no-such-program", args: [] })).rejects.toMatchObject({ code: "ENOENT" });
});

test("K6: when our process ends, in order or by a crash, nothing of ours is left and nothing else is ended", () => {
  for (const name of ["process", "process-list"]) {
    const source = readFileSync(new URL(`../../src/util/${name}.ts`, import.meta.url), "utf8");
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, rewriteRelativeImportExtensions: true },
    });
    writeFileSync(join(folder, `${name}.js`), outputText);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const stubborn = 'trap \\"\\" TERM; ';
  for (const [ending, trap] of [
    ["process.exit(0)", stubborn],
    ['throw new Error("crash")', ""],
    ["process.kill(process.pid, 'SIGTERM')", ""],
  ] as const) {
    const script = `
      import { spawn } from "node:child_process";
      import { runProcess } from "./process.js";
      process.once("SIGTERM", () => process.exit(143));
      const foreign = spawn("sleep", ["${long(5)}"], { detached: true, stdio: "ignore" });
      foreign.unref();
      console.log(foreign.pid);
      let began = 0;
      process.once("exit", () => { began = performance.now(); });
      await runProcess({ file: "bash", args: ["-c", "sleep ${long(4)} & (setsid bash -c '${trap}sleep ${long(4)} & sleep ${long(4)}; :') & sleep 0.1"],
        cwd: ".", env: process.env, timeoutMs: 5000, signal: new AbortController().signal, onStdout() {}, onStderr() {} });
      process.once("exit", () => console.log(performance.now() - began));
      ${ending};`;
    writeFileSync(join(folder, "main.js"), script);
    const { stdout } = spawnSync(process.execPath, ["main.js"], { cwd: folder, encoding: "utf8" });
    const [foreign, ms] = stdout.trim().split("\n").map(Number);
    expect(ms).toBeLessThan(3000);
    expect(sleepers(long(4)), ending).toBe(0);
    expect(sleepers(long(5)), ending).toBe(1);
    process.kill(foreign ?? 0);
  }
});

test("a tree is its groups, what carries the mark, and all descendants, and nothing of another mark", () => {
  const entry = (pid: number, parent: number, group: number, mark = "") => ({ pid, parent, group, mark });
  const all = [
    entry(1, 0, 1),
    entry(10, 1, 10),
    entry(11, 10, 10),
    entry(12, 11, 12),
    entry(13, 12, 13),
    entry(20, 1, 20, "a-1"),
    entry(21, 20, 21),
    entry(30, 1, 30, "a-12"),
    entry(31, 1, 31, "b-1"),
  ];
  expect([...treeOf(all, new Set([10]), "a-1")].sort()).toEqual([10, 11, 12, 13, 20, 21]);
  expect([...treeOf(all, new Set(), "a")].sort()).toEqual([20, 21, 30]);
});
