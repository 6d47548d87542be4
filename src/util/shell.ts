// Reads a shell command with bash's own grammar into a small typed syntax tree. Nothing is guessed: what bash and the
// grammar could read differently is reported as unreadable, with the reason.
import type { Parser } from "web-tree-sitter";
import { type Script, Unreadable, type UnreadableReason } from "./shell-syntax.ts";
import { convertTree } from "./shell-tree.ts";

export type ParsedShell = { readonly script: Script } | { readonly unreadable: UnreadableReason };

export interface ShellParser {
  parse(command: string): ParsedShell;
}

/** UTF-16 units; a here-document of a whole source file still fits. */
const MAX_LENGTH = 131_072;

/** Progress reports of the parser, about 0.1 ms each: a limit by work done, so that a busy machine decides the same. */
const MAX_STEPS = 120;

// Control characters but tab and line feed, line and paragraph separators, bidirectional controls, tags: no shell needs
// them, a terminal shows another text with them, and the grammar takes some of them for blanks where bash does not.
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** Loads the parser and the grammar (about 50 ms, once): call it at the first command, not at the start. */
export async function loadShellParser(grammarPath: string): Promise<ShellParser> {
  const { Parser, Language } = await import("web-tree-sitter");
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarPath));
  return { parse: (command) => parseWith(parser, command) };
}

function parseWith(parser: Parser, command: string): ParsedShell {
  if (command.length > MAX_LENGTH) return { unreadable: "too_long" };
  if (HIDDEN.test(command) || !command.isWellFormed()) return { unreadable: "hidden" };
  let steps = 0;
  const tree = parser.parse(command, null, { progressCallback: () => ++steps > MAX_STEPS });
  if (!tree) {
    parser.reset(); // else the next parse would go on with this command
    return { unreadable: "too_long" };
  }
  try {
    if (tree.rootNode.hasError) return { unreadable: "syntax" };
    return { script: convertTree(tree.rootNode, command, (inner) => parseInner(parser, inner)) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.reason };
    throw error;
  } finally {
    tree.delete();
  }
}

function parseInner(parser: Parser, command: string): Script {
  const parsed = parseWith(parser, command);
  if ("unreadable" in parsed) throw new Unreadable(parsed.unreadable);
  return parsed.script;
}
