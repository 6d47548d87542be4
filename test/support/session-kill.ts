// Kills a process that has a session at random moments, resumes, and checks that nothing that was shown is lost and no effect came twice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { textOf } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { ledgerPath, listSessions } from "../../src/session/catalog.ts";
import { loadSession } from "../../src/session/load.ts";
import { tempFolder } from "./folder.ts";
import { open } from "./session.ts";

/** Longest time that a process lives after its first word, in ms: most kills fall into the first turns. */
const MOST_MS = 120;

/** `program`: the bundled session-child. Each session is killed `kills` times, and resumed by a check after every fifth kill. Returns how much was shown before kills. */
export async function killSessions(program: string, sessions: number, kills: number): Promise<number> {
  let checked = 0;
  let seed = 20250101;
  const dice = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let session = 0; session < sessions; session++) {
    const home = tempFolder();
    const ran = join(home, "ran.txt");
    for (let kill = 0; kill < kills; kill++) {
      const shown = await runAndKill(program, home, ran, dice() ** 2 * MOST_MS);
      const id = checkKilled(home, shown, ran);
      checked += shown.filter((line) => line.startsWith("shown ")).length;
      if (kill % 5 !== 4 || id === undefined) continue;
      const resumed = await open(home, { resume: id });
      expect(validateMessages(resumed.conversation("main").messages)).toBeUndefined();
      await resumed.close();
    }
  }
  return checked;
}

/** Runs the session's process, kills it `afterMs` after its first word, and returns what it had shown. */
async function runAndKill(program: string, home: string, ran: string, afterMs: number): Promise<string[]> {
  const worker = spawn(process.execPath, [program, "work", home, ran], { stdio: ["ignore", "pipe", "inherit"] });
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

/**
 * All that was shown is in the ledger, every effect belongs to a call that had started, and none happened twice. Undefined where
 * the process did not live long enough to say anything: then there is no session yet.
 */
function checkKilled(home: string, shown: readonly string[], ran: string): string | undefined {
  const id = listSessions(home)[0]?.id;
  if (id === undefined) {
    expect(shown.filter((line) => line.startsWith("shown "))).toEqual([]);
    return undefined;
  }
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
