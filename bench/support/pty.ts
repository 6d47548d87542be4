// The built command on a pseudo terminal, for benchmarks: what it writes is counted, not drawn. Linux: reads /proc.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Clock ticks a second in /proc; the same on all Linux systems that Node runs on. */
const TICKS = 100;

export interface Pty {
  /** Keys as the terminal sends them; `\r` is Enter. */
  type(keys: string): void;
  /** Bytes written by the command so far. */
  bytes(): number;
  /** Resolves with the time (performance.now) at which the text had been written, after what was waited for before. */
  wrote(text: string, timeoutMs?: number): Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Seconds of processor time of the command so far. */
  cpuSeconds(): number;
  /** Resident memory in MB. */
  memoryMB(): number;
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

export interface PtyOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns?: number;
  readonly rows?: number;
}

/** `script`, a part of util-linux, runs the command on a pseudo terminal of its own. */
export function onPty(words: readonly string[], { cwd, env, columns = 100, rows = 40 }: PtyOptions): Pty {
  const command = `stty cols ${columns} rows ${rows}; exec ${words.map(quoted).join(" ")}`;
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  let bytes = 0;
  /** What was written after what was last waited for, bounded. */
  let recent = "";
  let waiting: { readonly text: string; readonly done: (at: number) => void } | undefined;
  const look = () => {
    const at = waiting === undefined ? -1 : recent.indexOf(waiting.text);
    if (waiting === undefined || at < 0) return;
    const { done, text } = waiting;
    waiting = undefined;
    recent = recent.slice(at + text.length);
    done(performance.now());
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    bytes += Buffer.byteLength(text);
    recent = (recent + text).slice(-200_000);
    look();
  });
  child.stdin.on("error", () => {}); // a command that has ended takes no more keys
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return {
    type: (keys) => void child.stdin.write(keys),
    bytes: () => bytes,
    async wrote(text, timeoutMs = 120_000) {
      const found = new Promise<number>((done) => {
        waiting = { text, done };
        look();
      });
      const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`"${text}" was not written within ${timeoutMs} ms; last: ${JSON.stringify(recent.slice(-400))}`);
      });
      return Promise.race([found, late]);
    },
    signal: (name) => void process.kill(commandPid(child), name),
    cpuSeconds: () => cpuSeconds(commandPid(child)),
    memoryMB: () => memoryMB(commandPid(child)),
    ended,
    async end() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}

/** The command is the only child of `script`: the shell between them was replaced by it. */
function commandPid({ pid }: ChildProcess): number {
  const own = readdirSync("/proc").find((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  if (own === undefined) throw new Error("the command has ended");
  return Number(own);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(statFields(pid)[1]);
  } catch {
    return undefined; // ended meanwhile
  }
}

/** From the state on: the name before it may hold blanks and brackets. */
function statFields(pid: string): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function cpuSeconds(pid: number): number {
  const fields = statFields(String(pid));
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function memoryMB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
