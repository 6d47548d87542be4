// The files of large and of cleared tool results, `.paicli/tool-outputs/<sessionId>/NNN-<tool>.txt`. One store per session, its only writer.
import { closeSync, existsSync, fdatasync, mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { causeOf, PaiError, systemCode } from "../protocol/errors.ts";
import { type Message, type StoredOutput, textOf } from "../protocol/message.ts";
import type { Clock } from "../protocol/ports.ts";
import { isInside, realTarget } from "../util/paths.ts";

const FOLDER = ".paicli/tool-outputs";
const DAY_MS = 24 * 60 * 60 * 1000;
const flush = promisify(fdatasync);

export interface ToolOutputStore {
  /**
   * Writes a result whole. `flushed`: to the disk itself, for a text that is nowhere else; `written`: to the system, for one
   * that the ledger holds too. Throws PaiError `TOOL_OUTPUT_UNWRITABLE` and leaves no half file behind that anything names.
   */
  write(tool: string, text: string, durability: "flushed" | "written"): Promise<StoredOutput>;
  /** Whether the file that a message's mark names is still there. */
  exists(path: string): boolean;
}

/** The highest number of the session's files that these messages speak of; a name that was used is never used again. */
export function lastOutputNumber(messages: readonly Message[], sessionId: string): number {
  const name = new RegExp(`${FOLDER}/${sessionId}/(\\d{3,6})-`, "g");
  let last = 0;
  for (const message of messages) for (const match of textOf(message).matchAll(name)) last = Math.max(last, Number(match[1]));
  return last;
}

/** `root`: real path of the project. `after`: numbers up to this one are taken, also where their files are gone. */
export function openToolOutputStore(options: {
  readonly root: string;
  readonly sessionId: string;
  readonly after: number;
}): ToolOutputStore {
  const { root, sessionId } = options;
  const folder = join(root, FOLDER, sessionId);
  let last = options.after;
  let ready = false;

  function prepare(): void {
    // a repository must not lead these files out of the project by a link
    if (!isInside(root, realTarget(folder))) throw new Error(`${FOLDER} leads out of the project`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    ignoreByGit(join(root, FOLDER, ".gitignore"));
    for (const name of readdirSync(folder)) last = Math.max(last, Number(/^(\d+)-/.exec(name)?.[1] ?? 0));
    ready = true;
  }

  async function writeNext(tool: string, text: string, flushed: boolean): Promise<StoredOutput> {
    if (!ready) prepare();
    const name = `${String(last + 1).padStart(3, "0")}-${safeName(tool)}.txt`;
    const file = openSync(join(folder, name), "wx", 0o600);
    last++;
    await fill(file, text, flushed);
    return { path: `${FOLDER}/${sessionId}/${name}`, chars: text.length };
  }

  return {
    exists: (path) => path.startsWith(`${FOLDER}/`) && existsSync(join(root, path)),
    async write(tool, text, durability) {
      const flushed = durability === "flushed";
      try {
        return await writeNext(tool, text, flushed).catch((error: unknown) => {
          if (!ready || systemCode(error) !== "ENOENT") throw error;
          ready = false; // somebody removed the folder meanwhile
          return writeNext(tool, text, flushed);
        });
      } catch (error) {
        throw new PaiError("TOOL_OUTPUT_UNWRITABLE", { cause: causeOf(error) }, { cause: error });
      }
    },
  };
}

/** A number is used once: a file that a crash cut short is never named by a message and never written over. */
async function fill(file: number, text: string, flushed: boolean): Promise<void> {
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (flushed) await flush(file);
  } finally {
    closeSync(file);
  }
}

function ignoreByGit(path: string): void {
  try {
    writeFileSync(path, "*\n", { flag: "wx" });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
}

function safeName(tool: string): string {
  return tool.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "tool";
}

/**
 * Removes the outputs of sessions whose ledger was not appended to for `days` (0: never), and returns their ids.
 * `lastAppended` knows when a ledger that names them was appended to; outputs that none names are judged by their folder. Once
 * `stop` is aborted no further folder is begun with.
 */
export async function removeExpiredOutputs(options: {
  readonly root: string;
  readonly days: number;
  readonly clock: Clock;
  readonly lastAppended: (sessionId: string) => Date | undefined;
  readonly stop?: AbortSignal;
}): Promise<readonly string[]> {
  const { root, days, clock, lastAppended, stop } = options;
  const folder = join(root, FOLDER);
  if (days <= 0 || !existsSync(folder) || !isInside(root, realTarget(folder))) return [];
  const removed: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (stop?.aborted) break;
    if (!entry.isDirectory() || !entry.name.startsWith("session-")) continue;
    const path = join(folder, entry.name);
    const used = lastAppended(entry.name) ?? (await stat(path)).mtime;
    if (clock.now().getTime() - used.getTime() < days * DAY_MS) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(entry.name);
  }
  return removed;
}

/** Removes the outputs of one session that is deleted. */
export async function removeOutputs(root: string, sessionId: string): Promise<void> {
  const folder = join(root, FOLDER);
  if (!existsSync(folder) || !statSync(folder).isDirectory() || !isInside(root, realTarget(folder))) return;
  await rm(join(folder, sessionId), { recursive: true, force: true });
}
