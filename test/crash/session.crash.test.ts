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
import { listSessions } from "../../src/session/catalog.ts";
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

test("B15: killed at 200 random moments, a session loses nothing that was shown, runs no tool twice and resumes as a valid list", {
  timeout: 300_000,
}, async () => {
  const home = tempFolder();
  const ran = join(home, "ran.txt");
  let seed = 20250101;
  const dice = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let kill = 0; kill < 200; kill++) {
    const shown = await runAndKill(home, ran, dice() ** 2 * 120);
    const summary = listSessions(home)[0];
    if (!summary) throw new Error("the session is gone");
    const said = new Set<string>();
    const started = new Set<string>();
    loadSession(join(home, "history", "raw", `${summary.id}.jsonl`), (event) => {
      if (event.event === "message") said.add(textOf(event.message).split(" ").slice(0, 2).join(" "));
      if (event.event === "tool_start") started.add(event.callId);
    });
    for (const line of shown.filter((l) => l.startsWith("shown "))) expect(said).toContain(line.slice("shown ".length));
    const effects = readFileSync(ran, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean);
    expect(new Set(effects).size).toBe(effects.length);
    for (const id of effects) expect(started).toContain(id);
    if (kill % 20 !== 19) continue;
    const session = await open(home, { resume: summary.id });
    expect(validateMessages(session.conversation("main").messages)).toBeUndefined();
    await session.close();
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
