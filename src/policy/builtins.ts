// The shell's own commands that change what later words mean: the current folder.
import { resolve } from "node:path";
import { type Field, isKnown } from "./simple-command.ts";

/** Possible folders; undefined stands for one that is not known. */
export type Folders = readonly (string | undefined)[];

/** The folders after a `cd`, `pushd` or `popd` that succeeded; undefined if the command changes none. */
export function changedFolders(name: string, args: readonly Field[], cwds: Folders, home: string): Folders | undefined {
  if (name === "popd" || name === "dirs") return name === "popd" ? [undefined] : undefined;
  if (name !== "cd" && name !== "pushd" && name !== "chdir") return undefined;
  const [target] = args.filter((arg) => !/^-(?:[LPe@]+|-)$/.test(arg.text));
  if (!target) return name === "pushd" ? [undefined] : [home];
  if (!isKnown(target) || target.glob || /^[-+]/.test(target.text)) return [undefined];
  return cwds.map((cwd) => (cwd === undefined && !target.text.startsWith("/") ? undefined : resolve(cwd ?? "/", target.text)));
}

/** Names whose meaning the walk relies on: a function that takes one over makes the rest unreadable. */
export function settledName(name: string): boolean {
  return /^(?:cd|chdir|pushd|popd|echo|printf|pwd|cat|read|export|declare|typeset|local|exec|eval|command|builtin|source|\.|test|\[|true|false)$/.test(
    name,
  );
}
