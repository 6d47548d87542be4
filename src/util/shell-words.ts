// The words of a shell command: quotes removed as bash removes them, expansions kept as parts.
import type { Node } from "web-tree-sitter";
import { type Conversion, type Part, type Script, Unreadable, type Word } from "./shell-syntax.ts";

const WORD_NODES = new Set([
  "word",
  "number",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
  "brace_expression",
  "concatenation",
  "extglob_pattern",
  "regex",
  "test_operator",
  "array",
]);

export function isWordNode(type: string): boolean {
  return WORD_NODES.has(type);
}

export function wordOf(c: Conversion, node: Node): Word {
  return { parts: partsOf(c, node, false) };
}

function partsOf(c: Conversion, node: Node, quoted: boolean): readonly Part[] {
  const source = c.source.slice(node.startIndex, node.endIndex);
  switch (node.type) {
    case "command_name":
    case "concatenation":
      return joined(c, node);
    case "string":
      return interpolated(c, node, 1);
    case "heredoc_body":
      return interpolated(c, node, 0);
    case "translated_string":
      return c.children(node).flatMap((child) => (child.type === "string" ? partsOf(c, child, true) : []));
    case "raw_string":
      return [{ kind: "text", text: source.slice(1, -1), quoted: true }];
    case "ansi_c_string":
      return [{ kind: "text", text: unescapeAnsi(source.slice(2, -1)), quoted: true }];
    case "simple_expansion":
      return [{ kind: "variable", name: source.slice(1), quoted }];
    case "expansion":
      return [expansion(c, node, quoted)];
    case "command_substitution":
      return [{ kind: "substitution", script: substituted(c, node, source), quoted }];
    case "process_substitution":
      return [{ kind: "process", script: c.script(node) }];
    case "arithmetic_expansion":
    case "array":
      return [{ kind: "unknown", quoted, inner: scriptsWithin(c, node) }];
    default:
      return unescapeWord(source);
  }
}

/** The pieces of a word must touch each other; a gap would be a blank that bash splits at. */
function joined(c: Conversion, node: Node): readonly Part[] {
  let at = node.startIndex;
  return c.children(node).flatMap((child) => {
    if (child.startIndex !== at) throw new Unreadable("ambiguous");
    at = child.endIndex;
    // The grammar may leave a `$` alone that bash reads together with what follows, as in `#$x`.
    if (child.type === "$" && /[\w{(@*#?!$'"[-]/.test(c.source.charAt(at))) throw new Unreadable("ambiguous");
    return partsOf(c, child, false);
  });
}

/** A string or here-document: everything that is no expansion is its text. */
function interpolated(c: Conversion, node: Node, quotes: 0 | 1): readonly Part[] {
  const parts: Part[] = [];
  let at = node.startIndex + quotes;
  const text = (to: number) => {
    if (to <= at) return;
    const raw = c.source.slice(at, to);
    if (EXPANDS_IN_QUOTES.test(withoutEscapes(raw))) throw new Unreadable("ambiguous");
    parts.push({ kind: "text", text: quotes === 1 ? unescapeDouble(raw) : unescapeHere(raw), quoted: true });
  };
  for (const child of c.children(node, "literalGaps")) {
    if (!/expansion$|^command_substitution$/.test(child.type)) continue;
    text(child.startIndex);
    parts.push(...partsOf(c, child, true));
    at = child.endIndex;
  }
  text(node.endIndex - quotes);
  return parts.length > 0 ? parts : [{ kind: "text", text: "", quoted: true }];
}

const FALLBACK = new Set([":-", "-", ":=", "=", ":+", "+"]);

function expansion(c: Conversion, node: Node, quoted: boolean): Part {
  const children = c.children(node, "literalGaps");
  const [, name, operator, value] = children;
  if (name?.type === "variable_name" || name?.type === "special_variable_name") {
    const variable = { kind: "variable", name: c.source.slice(name.startIndex, name.endIndex), quoted } as const;
    if (children.length === 3) return variable;
    if (operator && FALLBACK.has(operator.type) && children.length <= 5) {
      const plain = value && isWordNode(value.type);
      const exact = plain && value.startIndex === operator.endIndex && value.endIndex === node.endIndex - 1;
      if (exact) return { ...variable, fallback: wordOf(c, value) };
      if (children.length === 4) return { ...variable, fallback: { parts: [] } };
    }
  }
  return { kind: "unknown", quoted, inner: scriptsWithin(c, node) };
}

/** In backquotes a backslash before `$`, a backquote or a backslash is removed before the text is read as a command. */
function substituted(c: Conversion, node: Node, source: string): Script {
  if (!source.startsWith("`") || !source.includes("\\")) return redirectedInput(c, node) ?? c.script(node);
  return c.reparse(source.slice(1, -1).replace(/\\([$`\\])/g, "$1"));
}

/** `$(<file)` is `cat file`. */
function redirectedInput(c: Conversion, node: Node): Script | undefined {
  const [redirect, more] = node.namedChildren;
  if (redirect?.type !== "file_redirect" || more) return undefined;
  const target = redirect.namedChildren.at(-1);
  const cat: Word = { parts: [{ kind: "text", text: "cat", quoted: false }] };
  return { kind: "command", words: target ? [cat, wordOf(c, target)] : [cat], assignments: [], redirects: [] };
}

function scriptsWithin(c: Conversion, node: Node): Script[] {
  return c.children(node, "literalGaps").flatMap((child) => {
    if (child.type === "command_substitution") return [substituted(c, child, c.source.slice(child.startIndex, child.endIndex))];
    if (child.type === "process_substitution") return [c.script(child)];
    return child.childCount > 0 ? scriptsWithin(c, child) : [];
  });
}

/** Pieces of one unquoted word; more is no word that a person or a model writes. */
const MAX_PARTS = 1_000;

// Text that bash would expand is never passed on as it stands, whatever the grammar made of it.
const EXPANDS_IN_QUOTES = /`|\$[\w{(@*#?!$-]/;
const SPECIAL_IN_WORD = /`|\$[\w{(@*#?!$'"[-]|["'\s]/;

function withoutEscapes(raw: string): string {
  return raw.replace(/\\[\s\S]/g, "");
}

/** An unquoted word: a backslash quotes the next character, or joins two lines. */
function unescapeWord(source: string): readonly Part[] {
  const parts: Part[] = [];
  if (SPECIAL_IN_WORD.test(withoutEscapes(source))) throw new Unreadable("ambiguous");
  if (!source.includes("\\")) return [{ kind: "text", text: source, quoted: false }];
  for (const [, escaped, plain] of source.matchAll(/\\([\s\S])|([^\\]+|\\$)/g)) {
    if (escaped !== undefined && escaped !== "\n") parts.push({ kind: "text", text: escaped, quoted: true });
    else if (plain !== undefined) parts.push({ kind: "text", text: plain, quoted: false });
  }
  if (parts.length > MAX_PARTS) throw new Unreadable("too_long");
  return parts;
}

function unescapeDouble(text: string): string {
  return text.replace(/\\([$`"\\\n])/g, (_, unit: string) => (unit === "\n" ? "" : unit));
}

function unescapeHere(text: string): string {
  return text.replace(/\\([$`\\\n])/g, (_, unit: string) => (unit === "\n" ? "" : unit));
}

const ANSI: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
};

function unescapeAnsi(text: string): string {
  const code = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g;
  return text.replace(code, (_, x?: string, u?: string, long?: string, octal?: string, control?: string, unit?: string) => {
    const hex = x ?? u ?? long;
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (octal !== undefined) return character(Number.parseInt(octal, 8) & 0xff);
    if (control !== undefined) return character(control.toUpperCase().charCodeAt(0) & 0x1f);
    return ANSI[unit ?? ""] ?? unit ?? "";
  });
}

function character(code: number): string {
  // NUL ends the string for bash: what follows is not what it looks like.
  if (code === 0 || code > 0x10ffff) throw new Unreadable("hidden");
  return String.fromCodePoint(code);
}

/** The line that ends a here-document, or undefined where quoting makes it uncertain. */
export function unquotedDelimiter(start: string): string | undefined {
  if (/[$`]/.test(start)) return undefined;
  return start.replace(
    /'([^']*)'|"([^"\\]*)"|\\([\s\S])/g,
    (_, single?: string, double?: string, escaped?: string) => single ?? double ?? escaped ?? "",
  );
}
