// Walks the files of a folder that Git does not ignore. Links are named, never followed, so that loops end and each real file comes once.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../protocol/errors.ts";
import { type IgnoreRules, ignoreRules } from "./gitignore.ts";

export interface WalkEntry {
  /** Relative to the folder that is walked, with forward slashes. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** 0 for what is directly in the folder. */
  readonly depth: number;
  readonly ignored: boolean;
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Folders below this depth are named, not entered. */
  readonly maxDepth?: number;
  /** Called for a folder that can not be read. */
  closed(path: string): void;
}

/** Depth first, names in order. An ignored entry is named once and not entered. `start` is relative to `root`, empty for the root itself. */
export async function* walk(root: string, start: string, options: WalkOptions): AsyncGenerator<WalkEntry> {
  let rules = await ignoreRules(root);
  let folder = root;
  for (const name of start.split("/").filter((each) => each !== "")) {
    rules = await rules.enter(name);
    folder = join(folder, name);
  }
  yield* walkFolder(folder, "", 0, rules, options);
}

async function* walkFolder(
  folder: string,
  prefix: string,
  depth: number,
  rules: IgnoreRules,
  options: WalkOptions,
): AsyncGenerator<WalkEntry> {
  options.signal.throwIfAborted();
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (!["EACCES", "EPERM", "ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "")) throw error;
    options.closed(prefix); // closed, or gone since it was named
    return [];
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = prefix + entry.name;
    const isFolder = entry.isDirectory();
    const kind = isFolder ? "folder" : entry.isSymbolicLink() ? "link" : entry.isFile() ? "file" : "other";
    const ignored = rules.ignores(entry.name, isFolder);
    yield { path, kind, depth, ignored };
    if (isFolder && !ignored && depth < (options.maxDepth ?? Number.POSITIVE_INFINITY)) {
      yield* walkFolder(join(folder, entry.name), `${path}/`, depth + 1, await rules.enter(entry.name), options);
    }
  }
}
