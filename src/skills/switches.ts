// Which skills the user has switched off: a list of names in `$PAICLI_HOME/skills/off.json`, shared by all sessions.
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { causeOf, PaiError, systemCode } from "../protocol/errors.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { acquireLock } from "../util/file-lock.ts";

/** The change takes milliseconds; who waits longer meets a stopped process. */
const LOCK_WAIT_MS = 5_000;
const namesSchema = z.array(z.string());

export interface SkillSwitch {
  readonly file: string;
  readonly name: string;
  readonly on: boolean;
  readonly clock: Clock;
  readonly random: Random;
}

/** Throws PaiError `CONFIG_UNREADABLE` if the file holds something else. */
export async function readSkillsOff(file: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(namesSchema.parse(JSON.parse(await readFile(file, "utf8"))));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return new Set();
    throw new PaiError("CONFIG_UNREADABLE", { path: file, cause: causeOf(error) }, { cause: error });
  }
}

/** Switches one skill and returns the names that are off now. Two sessions that switch at the same moment both count. */
export async function switchSkill({ file, name, on, clock, random }: SkillSwitch): Promise<ReadonlySet<string>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lock = await acquireLock(`${file}.lock`, { waitMs: LOCK_WAIT_MS, clock, random });
  try {
    const off = new Set(await readSkillsOff(file));
    if (on) off.delete(name);
    else off.add(name);
    await writeFileAtomic(file, `${JSON.stringify([...off].sort())}\n`, { mode: 0o600, beforeRename: () => lock.assertHeld() });
    return off;
  } finally {
    await lock.release();
  }
}
