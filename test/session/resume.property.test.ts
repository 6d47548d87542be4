import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadSession, loadTail } from "../../src/session/load.ts";
import { tempFolder } from "../support/folder.ts";
import { checkCut, checkGoesOn, runSteps, steps, viewAt } from "../support/session-run.ts";

test("for random runs, the resumed view equals the view that the model last saw", async () => {
  const home = tempFolder();
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const run = await runSteps(home, list);
      const seen = viewAt(run, Number.POSITIVE_INFINITY);
      const tail = loadTail(run.path).state;
      const whole = loadSession(run.path);
      expect(tail.units.get("main")?.messages).toEqual(seen);
      expect(whole.units.get("main")?.messages).toEqual(seen);
      expect(tail.words.map(({ text }) => text)).toEqual(whole.words.map(({ text }) => text));
      expect([tail.turns, tail.title, tail.exposure]).toEqual([whole.turns, whole.title, whole.exposure]);
    }),
    { numRuns: 20 },
  );
});

test("a ledger cut after any byte loads as the view up to its last complete line, and two more turns resume right", async () => {
  const home = tempFolder();
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat(4096)), async (list, back) => {
      const run = await runSteps(home, list);
      const whole = readFileSync(run.path);
      const first = whole.indexOf(0x0a) + 1;
      const cuts = [...back.take(8)].map((bytes) => Math.max(first, whole.length - bytes));
      for (const cut of cuts) checkCut(run, whole, cut);
      await checkGoesOn(home, run, whole, cuts[0] ?? first);
    }),
    { numRuns: 8 },
  );
});
