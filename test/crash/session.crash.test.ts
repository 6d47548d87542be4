import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { ledgerPath, listSessions } from "../../src/session/catalog.ts";
import { loadSession } from "../../src/session/load.ts";
import { bundle } from "../support/bundle.ts";
import { tempFolder } from "../support/folder.ts";
import { open } from "../support/session.ts";
import { checkCut, checkGoesOn, runSteps, steps } from "../support/session-run.ts";

let child: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  child = await bundle("session-child");
});
afterAll(() => child.remove());

/** Runs the session's process, kills it `afterMs` after its first word, and returns what it had shown. */
async function runAndKill(home: string, ran: string, afterMs: number): Promise<string[]> {
  const worker = spawn(process.execPath, [child.path, "work", home, ran], { stdio: ["ignore", "pipe", "inherit"] });
  const shown: string[] = [];
  const lines = createInterface({ input: worker.stdout });
  lines.on("line", (line) => shown.push(line));
  await once(lines, "line");
  await sleep(afterMs);
  worker.kill("SIGKILL");
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
  expect(worker.signalCode).toBe("SIGKILL");
  return shown;
}

/** All that was shown is in the ledger, every effect belongs to a call that had started, and none happened twice. */
function checkKilled(home: string, shown: readonly string[], ran: string): string {
  const id = listSessions(home)[0]?.id ?? "";
  const said = new Set<string>();
  const started = new Set<string>();
  loadSession(ledgerPath(home, id), (event) => {
    if (event.event === "message") said.add(textOf(event.message).split(" ").slice(0, 2).join(" "));
    if (event.event === "tool_start") started.add(event.callId);
  });
  for (const line of shown.filter((l) => l.startsWith("shown "))) expect(said).toContain(line.slice("shown ".length));
  const effects = readFileSync(ran, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean);
  expect(new Set(effects).size).toBe(effects.length);
  for (const effect of effects) expect(started).toContain(effect);
  return id;
}

const SESSIONS = 8;
const KILLS = 25;

test("B15: killed at 200 random moments, sessions lose nothing that was shown, run no tool twice and resume as valid lists", {
  timeout: 600_000,
}, async () => {
  let seed = 20250101;
  const dice = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let session = 0; session < SESSIONS; session++) {
    const home = tempFolder();
    const ran = join(home, "ran.txt");
    for (let kill = 0; kill < KILLS; kill++) {
      const shown = await runAndKill(home, ran, dice() ** 2 * 120);
      const id = checkKilled(home, shown, ran);
      if (kill % 5 !== 4) continue;
      const resumed = await open(home, { resume: id });
      expect(validateMessages(resumed.conversation("main").messages)).toBeUndefined();
      await resumed.close();
    }
  }
});

test("a ledger cut after every byte of its last 4 KB loads as the view up to its last complete line, and goes on", {
  timeout: 300_000,
}, async () => {
  const home = tempFolder();
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const run = await runSteps(home, list);
      const whole = readFileSync(run.path);
      const first = Math.max(whole.indexOf(0x0a) + 1, whole.length - 4096);
      for (let cut = first; cut <= whole.length; cut++) checkCut(run, whole, cut);
      for (let cut = first; cut <= whole.length; cut += 331) await checkGoesOn(home, run, whole, cut);
    }),
    { numRuns: 6 },
  );
});
