// The typed syntax tree of a shell command, and what its conversion from the grammar's tree shares.
import type { Node } from "web-tree-sitter";

/** A piece of a word. `quoted` text is never split, globbed or brace-expanded. */
export type Part =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "variable"; readonly name: string; readonly quoted: boolean; readonly fallback?: Word }
  | { readonly kind: "substitution"; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: "process"; readonly script: Script }
  /** Known only when it runs: arithmetic, `${x//a/b}` … `inner` are the scripts that run inside it. */
  | { readonly kind: "unknown"; readonly quoted: boolean; readonly inner: readonly Script[] };

export interface Word {
  readonly parts: readonly Part[];
}

export interface Assignment {
  readonly name: string;
  /** `+=`, an array or an element: the value that results is not the words alone. */
  readonly partial: boolean;
  readonly values: readonly Word[];
}

export interface Redirect {
  /** As written, without the descriptor: `>`, `>>`, `&>`, `<`, `<<` (here-document), `<<<` … */
  readonly operator: string;
  /** The file; for a here-document or a here-string its text. Absent for `>&-`. */
  readonly target?: Word;
}

export type Script =
  | {
      readonly kind: "command";
      readonly words: readonly Word[];
      readonly assignments: readonly Assignment[];
      readonly redirects: readonly Redirect[];
    }
  | { readonly kind: "sequence"; readonly items: readonly Script[] }
  | { readonly kind: "and" | "or"; readonly left: Script; readonly right: Script }
  | { readonly kind: "pipeline"; readonly stages: readonly Script[] }
  | { readonly kind: "subshell"; readonly body: Script }
  /** Some of the items run, in this order (if, case). */
  | { readonly kind: "branch"; readonly items: readonly Script[] }
  | { readonly kind: "loop"; readonly variable?: string; readonly values: readonly Word[]; readonly body: Script }
  | { readonly kind: "function"; readonly name: string; readonly body: Script }
  | { readonly kind: "redirected"; readonly body: Script; readonly redirects: readonly Redirect[] };

/**
 * `syntax`: does not parse. `hidden`: control, bidirectional or unusual blank characters. `ambiguous`: bash would read it
 * otherwise than it looks. `too_long`: more than can be judged in the time that a decision may take.
 */
export type UnreadableReason = "syntax" | "hidden" | "ambiguous" | "too_long";

/** Thrown inside the conversion only; `parse` turns it into its result. */
export class Unreadable extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}

/** What the conversion needs at every node; `reparse` reads the text of old-style backquotes once more. */
export interface Conversion {
  readonly source: string;
  readonly reparse: (text: string) => Script;
  /** Children in order; counts the work, checks that nothing but blanks lies between them unless `literalGaps`. */
  children(node: Node, literalGaps?: "literalGaps"): readonly Node[];
  script(node: Node): Script;
}
