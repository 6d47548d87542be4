// The processes of this machine with their parents and groups, read at once and synchronously: it must work while we exit.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The value of the asked variable in the environment that it was started with; empty if it has none or the system does not tell. */
  readonly mark: string;
}

/** All processes that run; those that have ended and only wait to be fetched by their parent are left out. */
export function listProcesses(markVariable: string): readonly ProcessEntry[] {
  return process.platform === "linux" ? fromProc(markVariable) : fromPs();
}

function fromProc(markVariable: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = textFile(`/proc/${name}/stat`);
    // The name in parentheses may hold blanks and parentheses itself; after its last one: state, parent, group.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === undefined || state === "" || state === "Z" || state === "X") continue;
    const variable = `\0${textFile(`/proc/${name}/environ`)}\0`.split(`\0${markVariable}=`)[1];
    entries.push({ pid: Number(name), parent: Number(parent), group: Number(group), mark: variable?.split("\0")[0] ?? "" });
  }
  return entries;
}

function fromPs(): readonly ProcessEntry[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], {
    encoding: "utf8",
    env: { PATH: "/bin:/usr/bin", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const entries: ProcessEntry[] = [];
  for (const line of listing.split("\n")) {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith("Z")) continue;
    entries.push({ pid: Number(pid), parent: Number(parent), group: Number(group), mark: "" });
  }
  return entries;
}

function textFile(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // it has ended meanwhile, or its environment is not ours to read
  }
}
