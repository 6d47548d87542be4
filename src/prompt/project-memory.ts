// Project memory: the PAI.md files of the user and of the repository with what they import, as one text for the prompt.
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Texts } from "../locale/index.ts";
import type { ImportRoot } from "./memory-files.ts";
import { MemoryReader, type ReadFile } from "./memory-reader.ts";

export interface ProjectMemory {
  /** Ready for the prompt; empty where there is nothing. */
  readonly text: string;
  /** In the order of reading, imports included. */
  readonly files: readonly ReadFile[];
  /** What was not read, or not wholly, and why; for the person. */
  readonly notes: readonly string[];
}

const PROJECT_PLACES = ["PAI.md", ".paicli/PAI.md", "PAI.local.md", ".paicli/PAI.local.md"];
/** What other agents read, the first that is there; only where a project has none of its own. */
export const FOREIGN_PLACES = ["AGENTS.md", "CLAUDE.md"];

/** Reads everything afresh: the same files give the same bytes, and an edit is seen by the next call. */
export async function readProjectMemory(from: { home: string; root: string; texts: Texts }): Promise<ProjectMemory> {
  const words = from.texts.prompt;
  const reader = new MemoryReader(from.texts);
  const user = await readPlaces(reader, { dir: from.home, shown: "$PAICLI_HOME/", owner: "user" }, ["PAI.md"]);
  const project: ImportRoot = { dir: from.root, shown: "", owner: "repository" };
  const repository = await readPlaces(reader, project, PROJECT_PLACES);
  for (const place of FOREIGN_PLACES) {
    if (repository.length === 0) repository.push(...(await readPlaces(reader, project, [place])));
  }
  const blocks = [
    ...(user.length > 0 ? [`### ${words.userMemory}`, ...user] : []),
    ...(repository.length > 0 ? [`### ${words.repositoryMemory}`, words.repositoryMemoryIntro, ...repository] : []),
  ];
  return { text: blocks.join("\n\n"), files: reader.files, notes: reader.notes };
}

/** Paths of the files that differ between two readings: edited, added or gone. */
export function changedFiles(before: ProjectMemory, after: ProjectMemory): readonly string[] {
  const hashes = (memory: ProjectMemory) => new Map(memory.files.map((file) => [file.path, file.hash]));
  const [old, now] = [hashes(before), hashes(after)];
  return [...new Set([...now.keys(), ...old.keys()])].filter((path) => old.get(path) !== now.get(path));
}

/** The name under which a file stands in its folder: `AGENTS.MD` serves as `AGENTS.md` too, also where case matters. */
export async function nameOnDisk(root: string, place: string): Promise<string | undefined> {
  const dir = dirname(place);
  // A folder that is not there, or that nobody may list, offers no file.
  const names = await readdir(join(root, dir)).catch((): string[] => []);
  const wanted = place.slice(dir === "." ? 0 : dir.length + 1);
  const found = names.includes(wanted) ? wanted : names.filter((name) => name.toLowerCase() === wanted.toLowerCase()).sort()[0];
  return found === undefined ? undefined : dir === "." ? found : `${dir}/${found}`;
}

async function readPlaces(reader: MemoryReader, root: ImportRoot, places: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(places.map((place) => nameOnDisk(root.dir, place)));
  return reader.readTops(
    root,
    paths.filter((path) => path !== undefined),
  );
}
