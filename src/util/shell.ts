// Reads a shell command with bash's own grammar into a small typed syntax tree. Nothing is guessed: what bash and the
// grammar could read differently is reported as unreadable, with the reason.
import type { Parser } from "web-tree-sitter";
import { type Script, Unreadable, type UnreadableReason } from "./shell-syntax.ts";
import { convertTree } from "./shell-tree.ts";

export type ParsedShell = { readonly script: Script } | { readonly unreadable: UnreadableReason };

export interface ShellParser {
  /** `work`: what the command has cost so far, where `command` is a text inside another one; the limits are for all of it. */
  parse(command: string, work?: ParseWork): ParsedShell;
}

/** What reading a command has cost. Counted, not timed: a busy machine decides the same. */
export interface ParseWork {
  /** Progress reports of the parser. */
  steps: number;
  /** UTF-16 units handed to the lexer. */
  read: number;
}

export const noWork = (): ParseWork => ({ steps: 0, read: 0 });

/** UTF-16 units; a here-document of a whole source file still fits. */
const MAX_LENGTH = 131_072;

/** About 0.1 ms each. */
const MAX_STEPS = 120;

/**
 * About 25 ns each: the grammar looks far ahead at some tokens (`a=(`, `<<X`), and a command made of nothing else is read
 * to its end once for each, which is no step. Any other is read about once.
 */
const MAX_READ = 2 * MAX_LENGTH;
/** Handed to the lexer at a time: after each token it begins anew, so more would be counted than it looks at. */
const CHUNK = 64;

// Control characters but tab and line feed, line and paragraph separators, bidirectional controls, tags: no shell needs
// them, a terminal shows another text with them, and the grammar takes some of them for blanks where bash does not.
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** Loads the parser and the grammar (about 50 ms, once): call it at the first command, not at the start. */
export async function loadShellParser(grammarPath: string): Promise<ShellParser> {
  const { Parser, Language } = await import("web-tree-sitter");
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarPath));
  return { parse: (command, work = noWork()) => parseWith(parser, command, work) };
}

function parseWith(parser: Parser, command: string, work: ParseWork): ParsedShell {
  if (command.length > MAX_LENGTH) return { unreadable: "too_long" };
  if (HIDDEN.test(command) || !command.isWellFormed()) return { unreadable: "hidden" };
  const chunkAt = (at: number): string => {
    const chunk = work.read > MAX_READ ? "" : command.slice(at, at + CHUNK); // an early end, so that the lexer stops within a token
    work.read += chunk.length;
    return chunk;
  };
  const tree = parser.parse(chunkAt, null, { progressCallback: () => ++work.steps > MAX_STEPS || work.read > MAX_READ });
  if (!tree) {
    parser.reset(); // else the next parse would go on with this command
    return { unreadable: "too_long" };
  }
  try {
    if (work.read > MAX_READ) return { unreadable: "too_long" };
    if (tree.rootNode.hasError) return { unreadable: "syntax" };
    return { script: convertTree(tree.rootNode, command, (inner) => parseInner(parser, inner, work)) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.reason };
    throw error;
  } finally {
    tree.delete();
  }
}

function parseInner(parser: Parser, command: string, work: ParseWork): Script {
  const parsed = parseWith(parser, command, work);
  if ("unreadable" in parsed) throw new Unreadable(parsed.unreadable);
  return parsed.script;
}
