// Which machine and which process: names that tell a living process from a dead one, also after its pid was given away again.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

/** A process as it is named in lock files. Fields that the system does not tell are empty. */
export interface ProcessName {
  readonly pid: number;
  /** When it began, in the system's own notation: only compared for equality. */
  readonly started: string;
  /** Changes at each start of the machine. */
  readonly boot: string;
  /** Pids mean something only within it: two containers may share a host name and a disk. */
  readonly namespace: string;
  readonly host: string;
}

/** `elsewhere`: on another host or in another container, where this process can not look. */
type Life = "alive" | "dead" | "elsewhere";

let self: ProcessName | undefined;

export function thisProcess(): ProcessName {
  self ??= {
    pid: process.pid,
    started: startOf(process.pid)?.started ?? "",
    boot: textFile("/proc/sys/kernel/random/boot_id"),
    namespace: linkText("/proc/self/ns/pid"),
    host: hostname(),
  };
  return self;
}

/** Short and safe in a file name; equal for all processes that can see each other's pids. */
export function machineTag(): string {
  const { boot, namespace, host } = thisProcess();
  return createHash("sha256").update(`${host}\n${boot}\n${namespace}`).digest("hex").slice(0, 8);
}

export function lifeOf(other: ProcessName): Life {
  const here = thisProcess();
  if (other.host !== here.host) return "elsewhere";
  if (other.boot !== here.boot) return "dead";
  if (other.namespace !== here.namespace) return "elsewhere";
  if (!pidExists(other.pid)) return "dead";
  const now = startOf(other.pid);
  if (now === undefined) return pidExists(other.pid) ? "alive" : "dead";
  if (now.gone) return "dead";
  return other.started === "" || now.started === "" || now.started === other.started ? "alive" : "dead";
}

/** Whether a process with this pid exists here and has not ended. A process of another user exists too. */
export function pidAlive(pid: number): boolean {
  return pidExists(pid) && startOf(pid)?.gone !== true;
}

function pidExists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** `gone`: ended, but its parent has not fetched its exit status yet. Undefined where the system does not tell. */
function startOf(pid: number): { readonly started: string; readonly gone: boolean } | undefined {
  if (process.platform === "linux") {
    const stat = textFile(`/proc/${pid}/stat`);
    // The name in parentheses may hold blanks and parentheses itself; after its last one: state (3rd field) … start (22nd).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const started = fields[19];
    return started === undefined ? undefined : { started, gone: fields[0] === "Z" || fields[0] === "X" };
  }
  if (process.platform === "win32") return undefined;
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { PATH: "/bin:/usr/bin", LC_ALL: "C" },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    const [state = "", ...started] = line.split(/\s+/);
    return state === "" ? undefined : { started: started.join(" "), gone: state.startsWith("Z") };
  } catch {
    return undefined; // no ps, or no such process: the caller asks the kernel again
  }
}

function textFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return ""; // not Linux, or the process is gone: "not told" is an answer
  }
}

function linkText(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // not Linux
  }
}
