// Retries of file operations that another program blocks for a moment: on Windows a virus scanner or a reader that
// holds the file open makes rename and unlink fail with EPERM, EBUSY or EACCES.
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "../protocol/errors.ts";

/** Waits in ms before each further try, about 0.6 s in all: scanners let go within tens of ms, a real denial must not hang. */
const WAITS_MS = [5, 10, 20, 40, 80, 160, 320] as const;
const BLOCKED = new Set(["EPERM", "EBUSY", "EACCES"]);

/** Runs `operation` until it succeeds, fails for another cause, or stays blocked; throws its last error. */
export async function retryBusy<Result>(operation: () => Promise<Result>): Promise<Result> {
  for (const wait of WAITS_MS) {
    try {
      return await operation();
    } catch (error) {
      if (!BLOCKED.has(systemCode(error) ?? "")) throw error;
    }
    await sleep(wait);
  }
  return operation();
}
