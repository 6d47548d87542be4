// Where the walk of a command line stands: the folders it may be in, what it reads, and what a step leaves behind.
import type { Folders } from "./builtins.ts";
import { listingOf } from "./listing.ts";
import { type Field, type Input, plainField, UNKNOWN } from "./simple-command.ts";

export interface State {
  readonly cwds: Folders;
  readonly input: Input;
  readonly wrappers: readonly string[];
}

export interface Outcome {
  /** The folders after success. */
  readonly ok: Folders;
  /** The folders after success or failure. */
  readonly any: Folders;
  /** What it prints, where that is known. */
  readonly output?: string;
}

export const noInput: Input = { from: [] };

export function stay(state: State): Outcome {
  return { ok: state.cwds, any: state.cwds };
}

/** More folders than this are not told apart. */
export function union(a: Folders, b: Folders): Folders {
  const all = [...new Set([...a, ...b])];
  return all.length > 8 ? [...all.slice(0, 8), undefined] : all;
}

/** What xargs would add of its input; `split`: at blanks, and with quotes removed. */
export function inputFields(input: Input, split: boolean): readonly Field[] {
  if (input.text === undefined || input.text.includes(UNKNOWN)) {
    const listing = input.text === undefined ? listingOf(input.from, split) : undefined;
    return [{ ...plainField(UNKNOWN), fed: input.from, ...(listing ? { listing } : {}) }];
  }
  return input.text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((text) => ({ ...plainField(text), fed: input.from }));
}
