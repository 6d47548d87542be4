// The state before each change: one line a change in one file a day under `undo/`, kept for 30 days, newest first to be restored.
import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { systemCode } from "../protocol/errors.ts";
import { type Edit, editSchema } from "./edit.ts";

const changeSchema = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  edits: z.array(editSchema),
  /** The change that this one turned back. */
  undoes: z.string().optional(),
});
export type Change = z.infer<typeof changeSchema>;

const DAY_FILE = /^changes-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const DAY_MS = 86_400_000;

/** Called before the change is made, under the lock; durable when it resolves. */
export async function recordChange(folder: string, change: Change): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(join(folder, `changes-${change.at.slice(0, 10)}.jsonl`), "a", 0o600);
  try {
    // The line break in front ends a line that a crash may have torn off.
    await handle.writeFile(`\n${JSON.stringify(change)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Changes that stand and are not older than `days`, newest first; those that were undone and the undoing itself left out. */
export async function* standingChanges(folder: string, now: Date, days: number): AsyncGenerator<Change> {
  const undone = new Set<string>();
  const since = now.getTime() - days * DAY_MS;
  for (const name of (await dayFiles(folder)).toReversed()) {
    const text = await readFile(join(folder, name), "utf8");
    for (const line of text.split("\n").toReversed()) {
      const change = parseChange(line);
      if (change === undefined || Date.parse(change.at) < since) continue;
      if (change.undoes !== undefined) undone.add(change.undoes);
      else if (!undone.has(change.id)) yield change;
    }
  }
}

/** Removes the files of days that are older than `days`. */
export async function pruneHistory(folder: string, now: Date, days: number): Promise<void> {
  for (const name of await dayFiles(folder)) {
    const day = DAY_FILE.exec(name)?.[1];
    if (day !== undefined && Date.parse(day) + DAY_MS < now.getTime() - days * DAY_MS)
      await rm(join(folder, name), { force: true });
  }
}

export function historyOf(edits: readonly Edit[], what: string, at: Date, id: string, undoes?: string): Change {
  return { id, at: at.toISOString(), what, edits: [...edits], ...(undoes === undefined ? {} : { undoes }) };
}

/** Oldest first. */
async function dayFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => DAY_FILE.test(name)).toSorted();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

function parseChange(line: string): Change | undefined {
  if (line === "") return undefined;
  try {
    return changeSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // torn by a crash: its change was not made
  }
}
