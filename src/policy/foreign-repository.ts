// Whether Git would read the settings of a repository that came with the project's files. A folder with HEAD, objects and refs is
// one, without any `.git`: it can be committed, and its settings name programs that even `git status` runs.
import { dirname, join, resolve } from "node:path";
import { isInside } from "../util/paths.ts";
import type { Lookup } from "./path-words.ts";
import type { SimpleCommand } from "./simple-command.ts";

const PARTS = ["HEAD", "objects", "refs"];

export function inForeignRepository({ args, assignments, cwds }: SimpleCommand, lookup: Lookup): boolean {
  const texts = args.map((arg) => arg.text);
  const folders = cwds.map((cwd) =>
    texts.reduce((at, text, index) => (texts[index - 1] === "-C" && at !== undefined ? resolve(at, text) : at), cwd),
  );
  const given = [
    ...texts.flatMap((text, index) => (texts[index - 1] === "--git-dir" ? [text] : (/^--git-dir=(.*)$/s.exec(text)?.[1] ?? []))),
    ...assignments.flatMap(({ name, values }) => (name === "GIT_DIR" ? values : [])),
  ];
  return folders.some((folder) => {
    if (folder === undefined) return false; // where it runs is not known, which is judged as such
    return given.some((path) => isForeign(resolve(folder, path), lookup)) || foundFrom(folder, lookup);
  });
}

/** As Git looks for it: upwards, a `.git` first. */
function foundFrom(folder: string, lookup: Lookup): boolean {
  const { root } = lookup.ground;
  for (let at = folder; at !== root && isInside(root, at); at = dirname(at)) {
    if (lookup.names(at).includes(".git")) return false;
    if (isForeign(at, lookup)) return true;
  }
  return false;
}

/** The project's own one, and those of folders that have their own, were made here and not brought along. */
function isForeign(folder: string, lookup: Lookup): boolean {
  if (folder === join(lookup.ground.root, ".git") || !isInside(lookup.ground.root, folder) || folder.endsWith("/.git"))
    return false;
  const names = new Set(lookup.names(folder));
  return PARTS.every((part) => names.has(part));
}
