// Runs a program in a process group of its own, so that all it starts can be ended with it: on time-out, cancel and at our exit.
import { spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { listProcesses, type ProcessEntry } from "./process-list.ts";

export interface ProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The whole tree is ended after this time. */
  readonly timeoutMs: number;
  /** Aborting ends the whole tree. */
  readonly signal: AbortSignal;
  onStdout(bytes: Uint8Array): void;
  onStderr(bytes: Uint8Array): void;
}

export interface ProcessEnd {
  readonly exitCode: number | null;
  /** The signal that ended the program. */
  readonly signal: NodeJS.Signals | null;
  readonly ended: "by_itself" | "time_out" | "cancelled";
  /** Something it started in the background runs on and still holds its output. */
  readonly leftRunning: boolean;
}

/** Every process that is started carries this variable with a value of its own, so that it is found again wherever it went. */
const MARK = "PAICLI_PROCESS";
/** Between the request to end and the end by force, in ms: short enough that a cancelled turn is over within 2 s. */
const GRACE_MS = 800;
/** How long the end by force may take to be seen, in ms: a process in an uninterruptible wait can not be waited for. */
const FORCE_MS = 500;
const POLL_MS = 25;
/** How long output may still come after the program has ended, in ms: until it pauses, and at most. */
const DRAIN_PAUSE_MS = 100;
const DRAIN_MAX_MS = 500;

/** Tells our processes from those of any other process that has, had or will have our pid. */
const ourMark = `${process.pid}-${process.hrtime.bigint()}`;
let started = 0;
/** Groups that may still have members, by the pid of their leader. */
const groups = new Set<number>();

/**
 * Runs a program without input and resolves when it has ended and its output has been delivered. A process that it left in
 * the background does not hold up the return, and is ended with ours. Rejects if the program can not be started.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  options.signal.throwIfAborted();
  const mark = `${ourMark}-${++started}`;
  if (started === 1) process.once("exit", killAllProcesses);
  const child = spawn(options.file, options.args, {
    cwd: options.cwd,
    env: { ...options.env, [MARK]: mark },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let lastOutput = 0;
  let returned = false;
  const deliver = (to: (bytes: Uint8Array) => void) => (bytes: Uint8Array) => {
    lastOutput = performance.now();
    if (!returned) to(bytes); // later only emptied: a full or closed pipe would stop or end what runs in the background
  };
  child.stdout.on("data", deliver(options.onStdout));
  child.stderr.on("data", deliver(options.onStderr));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let closed = false;
  const close = new Promise<void>((resolve) =>
    child.once("close", () => {
      closed = true;
      resolve();
    }),
  );
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });

  const group = child.pid ?? 0;
  groups.add(group);
  const ended = await endOf(exited, options.timeoutMs, options.signal);
  if (ended !== "by_itself") {
    await killTree(new Set([group]), mark);
    await Promise.race([exited, sleep(FORCE_MS)]);
  }
  const drainEnd = performance.now() + DRAIN_MAX_MS;
  do {
    await Promise.race([close, sleep(DRAIN_PAUSE_MS, undefined, { ref: false })]);
  } while (!closed && performance.now() < drainEnd && performance.now() - lastOutput < DRAIN_PAUSE_MS);
  returned = true;
  if (!closed) for (const stream of [child.stdout, child.stderr]) unref(stream);
  if (!groupExists(group)) groups.delete(group);
  return { exitCode: child.exitCode, signal: child.signalCode, ended, leftRunning: !closed };
}

/** Ends everything that was started here and still runs, wherever it went. Synchronous: it runs when the process exits. */
export function killAllProcesses(): void {
  if (started === 0) return;
  for (const group of groups) if (!groupExists(group)) groups.delete(group);
  const ours = () => treeOf(listProcesses(MARK), groups, ourMark);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  signalAll(ours(), "SIGTERM");
  for (const end = performance.now() + GRACE_MS; performance.now() < end && ours().length > 0; )
    Atomics.wait(pause, 0, 0, POLL_MS);
  signalAll(ours(), "SIGKILL");
}

async function endOf(exited: Promise<void>, timeoutMs: number, signal: AbortSignal): Promise<ProcessEnd["ended"]> {
  const waits = new AbortController();
  const timer = sleep(timeoutMs, "time_out" as const, { signal: waits.signal });
  const abort = new Promise<"cancelled">((resolve) =>
    signal.addEventListener("abort", () => resolve("cancelled"), { once: true, signal: waits.signal }),
  );
  try {
    return await Promise.race([exited.then(() => "by_itself" as const), timer, signal.aborted ? ("cancelled" as const) : abort]);
  } finally {
    timer.catch(() => "stopped"); // the timer rejects when it is no longer needed
    waits.abort();
  }
}

/** Asks a tree to end, then ends it by force; resolves when nothing of it runs. */
async function killTree(leaders: ReadonlySet<number>, mark: string): Promise<void> {
  const alive = () => treeOf(listProcesses(MARK), leaders, mark);
  for (const [signal, waitMs] of [
    ["SIGTERM", GRACE_MS],
    ["SIGKILL", FORCE_MS],
  ] as const) {
    const end = performance.now() + waitMs;
    const told = new Set<number>();
    for (let tree = alive(); tree.length > 0; tree = alive()) {
      signalAll(
        tree.filter((pid) => !told.has(pid)), // also those that were started meanwhile
        signal,
      );
      for (const pid of tree) told.add(pid);
      if (performance.now() >= end) break;
      await sleep(POLL_MS);
    }
  }
}

/** The members of the groups, what carries the mark (or one that begins with it), and all their descendants. Pure. */
export function treeOf(all: readonly ProcessEntry[], leaders: ReadonlySet<number>, mark: string): readonly number[] {
  const tree = new Set<number>();
  for (const { pid, group, mark: own } of all) {
    if (leaders.has(group) || own === mark || own.startsWith(`${mark}-`)) tree.add(pid);
  }
  for (let size = -1; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile, or became another user's (sudo): nothing that could be done.
      if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))) throw error;
    }
  }
}

function groupExists(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Lets our process end although the pipe is still open. */
function unref(stream: object): void {
  if ("unref" in stream && typeof stream.unref === "function") stream.unref();
}
