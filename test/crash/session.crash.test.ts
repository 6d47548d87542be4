import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";
import { tempFolder } from "../support/folder.ts";
import { killSessions } from "../support/session-kill.ts";
import { checkCut, checkGoesOn, runSteps, steps } from "../support/session-run.ts";

let child: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  child = await bundle("session-child");
});
afterAll(() => child.remove());

const SESSIONS = 8;
const KILLS = 25;

test("B15: killed at 200 random moments, sessions lose nothing that was shown, run no tool twice and resume as valid lists", {
  timeout: 600_000,
}, async () => {
  expect(await killSessions(child.path, SESSIONS, KILLS)).toBeGreaterThan(400);
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
