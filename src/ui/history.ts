// Input history across runs: one JSON string a line, newest last. Inputs that hold a secret are not kept.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { systemCode } from "../protocol/errors.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { findSecrets } from "../util/secrets.ts";

/** As many as the editor can step through. */
const KEPT = 100;

/** The file is cut back to `KEPT` when it holds more than this, so that most runs only append. */
const REWRITE_OVER = 1000;

/** Longer inputs are pasted data, of no use as history and heavy to load. UTF-16 units. */
const MAX_LENGTH = 10_000;

const Line = z.string().min(1);

/** The newest inputs, oldest first. A file that is missing gives none; lines that are no JSON string are skipped. */
export async function loadHistory(file: string): Promise<readonly string[]> {
  const lines = (await readIfThere(file)).split("\n").filter((line) => line !== "");
  const kept = lines.flatMap(parseLine).slice(-KEPT);
  if (lines.length > REWRITE_OVER) await writeFileAtomic(file, kept.map(toLine).join(""), { mode: 0o600 });
  return kept;
}

/** Appends in one write, so that two running programs do not mix their lines. */
export async function appendHistory(file: string, input: string): Promise<void> {
  const text = input.trim();
  if (text === "" || text.length > MAX_LENGTH || findSecrets(text).length > 0) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, toLine(text), { mode: 0o600 });
}

function toLine(input: string): string {
  return `${JSON.stringify(input)}\n`;
}

function parseLine(line: string): string[] {
  try {
    const parsed = Line.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return []; // a line torn by a crash
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}
