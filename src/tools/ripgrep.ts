// Runs the bundled ripgrep: files that Git does not ignore, hidden ones too, no links followed, no configuration of the user's.
import { systemCode } from "../protocol/errors.ts";
import { runProcess } from "../util/process.ts";
import { SEARCH_BUDGET_MS } from "./options.ts";

/** `--no-require-git`: a project without Git has its .gitignore respected too. */
const ALWAYS = ["--no-config", "--no-require-git", "--hidden", "--glob=!.git", "--color=never", "--no-messages"];

export interface RipgrepEnd {
  /** 0 found, 1 nothing found, 2 an error or unreadable files. */
  readonly exitCode: number | null;
  readonly stderr: string;
  /** It was ended at the time limit. */
  readonly outOfTime: boolean;
}

/**
 * Delivers its output as it comes until `stop` is aborted. Undefined if the program is not there or can not run on this machine.
 * Rejects with the reason of `signal`.
 */
export async function runRipgrep(
  args: readonly string[],
  cwd: string,
  options: { readonly signal: AbortSignal; readonly stop: AbortSignal; onStdout(bytes: Uint8Array): void },
): Promise<RipgrepEnd | undefined> {
  const file = await ripgrepPath();
  if (file === undefined) return undefined;
  let stderr = "";
  try {
    const end = await runProcess({
      file,
      args: [...ALWAYS, ...args],
      cwd,
      env: {}, // nothing of the user's own may change what a search finds
      timeoutMs: SEARCH_BUDGET_MS,
      signal: AbortSignal.any([options.signal, options.stop]),
      onStdout: options.onStdout,
      onStderr: (bytes) => {
        stderr += Buffer.from(bytes).toString("utf8");
      },
    });
    options.signal.throwIfAborted();
    return { exitCode: end.exitCode, stderr, outOfTime: end.ended === "time_out" };
  } catch (error) {
    if (["ENOENT", "EACCES", "ENOEXEC", "EPERM"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

async function ripgrepPath(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return undefined; // its package has no program for this platform, or was not installed: the caller searches by itself
  }
}
