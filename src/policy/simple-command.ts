// What a command line comes down to: its simple commands, with what is known of their words, folders and inputs.
import type { UnreadableReason } from "../util/shell-syntax.ts";

/** Stands in a text for what only the running shell knows. Commands that contain the character itself are refused before. */
export const UNKNOWN = "\0";

/** One field of a command, after expansion. */
export interface Field {
  /** Unknown pieces are `UNKNOWN`. */
  readonly text: string;
  /** Holds an unquoted `*`, `?` or `[`. */
  readonly glob: boolean;
  /** The commands whose output is a part of it. */
  readonly fed: readonly SimpleCommand[];
  /** It stands for any of the names that a listing of the folder gives: `find . -exec cat {} +`, `git ls-files | xargs cat`. */
  readonly listing?: Listing;
}

/** What the names of a listing may be. */
export interface Listing {
  /** Links too, not regular files and folders alone. */
  readonly links: boolean;
  /** They were split at blanks, and unquoted, on the way: a name with a blank in it comes out as other names. */
  readonly split: boolean;
}

/** One value of a variable. */
export type Value = Pick<Field, "text" | "glob" | "listing">;

export interface Input {
  /** The commands whose output it reads. */
  readonly from: readonly SimpleCommand[];
  /** What it reads, where that is known: of a here-document, a here-string or an `echo`. */
  readonly text?: string;
}

export interface SimpleCommand {
  /** The last part of the program's path; empty if there is none (assignments or redirections alone). */
  readonly name: string;
  /** The program as written and expanded. */
  readonly program: string;
  /** Without the command that a wrapper (`env`, `timeout` …) runs: that one follows as a command of its own. */
  readonly args: readonly Field[];
  readonly assignments: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly redirects: readonly { readonly operator: string; readonly target: Field }[];
  /** The folders it may run in; undefined: one that is not known. */
  readonly cwds: readonly (string | undefined)[];
  /** The wrappers around it, outermost first. */
  readonly wrappers: readonly string[];
  /** A function that the same command line defines. */
  readonly isFunction: boolean;
  readonly input: Input;
}

/**
 * `eval`: text is run as code. `unknown_program`: which program runs is decided by the running shell. `interpreter`: code of
 * another language on the command line. `decoded`: a word or code that is decoded on the way. `run_text`: a shell runs a text
 * that is not known.
 */
export type Doubt = UnreadableReason | "eval" | "unknown_program" | "interpreter" | "decoded" | "run_text";

export interface Inspection {
  readonly commands: readonly SimpleCommand[];
  /** Why a part of it cannot be read; empty if all can. */
  readonly doubts: ReadonlySet<Doubt>;
  /** A function that calls itself twice or more. */
  readonly forkBomb: boolean;
}

export function isKnown(field: Field): boolean {
  return !field.text.includes(UNKNOWN);
}

export function plainField(text: string): Field {
  return { text, glob: false, fed: [] };
}

/** The program's name without its folder, as the tables know it. */
export function programName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
