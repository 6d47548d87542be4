// From tree-sitter's concrete tree to the typed syntax tree of shell.ts. Two safeguards stand against differences between
// the grammar and bash: text that no token covers must be blank, and a here-document must end where bash ends it.
import type { Node } from "web-tree-sitter";
import { type Assignment, type Conversion, type Redirect, type Script, Unreadable, type Word } from "./shell-syntax.ts";
import { isWordNode, unquotedDelimiter, wordOf } from "./shell-words.ts";

/** About 10 ms of work: a command of a thousand words still passes. */
const MAX_NODES = 3_000;
/** Nothing written by hand nests deeper, and the conversion is recursive. */
const MAX_DEPTH = 60;

export function convertTree(root: Node, source: string, reparse: (text: string) => Script): Script {
  let nodes = 0;
  let depth = 0;
  const conversion: Conversion = {
    source,
    reparse,
    children(node, literalGaps) {
      const { children } = node;
      nodes += children.length;
      if (EVALUATES.test(node.type) || source.startsWith("((", node.startIndex)) checkEvaluated(source, node);
      if (nodes > MAX_NODES) throw new Unreadable("too_long");
      if (!literalGaps) checkGaps(source, node, children);
      return children;
    },
    script(node) {
      if (++depth > MAX_DEPTH) throw new Unreadable("too_long");
      const script = scriptOf(conversion, node);
      depth--;
      return script;
    },
  };
  checkGap(source, 0, root.startIndex);
  checkGap(source, root.endIndex, source.length);
  return conversion.script(root);
}

/** Their words are evaluated once more: a substitution in quotes there is run all the same. */
const EVALUATES = /^(?:test_command|arithmetic_expansion|subscript|expansion|c_style_for_statement)$/;

/** Quoted or escaped, in any way that bash knows. */
const QUOTED_CODE = /'[^']*(?:\$[({[]|`)|\\[$`]|\$'[^']*\\/;

const COMPARES = /\s-(?:v|eq|ne|lt|le|gt|ge)\s/;

function checkEvaluated(source: string, node: Node): void {
  const text = source.slice(node.startIndex, node.endIndex);
  if (QUOTED_CODE.test(text)) throw new Unreadable("ambiguous");
  // `"a[${d}(id)]"`: put together from pieces. A bracket of substitution is no piece, others hardly stand there.
  const evaluated = node.type === "test_command" ? COMPARES.test(text) && text.includes("[", 2) : /^\$\{\w+:?=/.test(text);
  if (evaluated && text.replaceAll("$(", "").includes("(")) throw new Unreadable("ambiguous");
}

function checkGaps(source: string, node: Node, children: readonly Node[]): void {
  let at = node.startIndex;
  for (const child of children) {
    if (!isLostDash(source, at, child)) checkGap(source, at, child.startIndex);
    // A `#` opens a comment only where a word could begin; elsewhere bash goes on with the word.
    if (child.type === "comment" && child.startIndex > 0 && !/[\s;&|()]/.test(source.charAt(child.startIndex - 1)))
      throw new Unreadable("ambiguous");
    at = child.endIndex;
  }
  if (children.length > 0) checkGap(source, at, node.endIndex);
}

/** A line that is continued in the middle of a word is one word for bash and two for the grammar. */
function checkGap(source: string, from: number, to: number): void {
  if (from >= to) return;
  const gap = source.slice(from, to);
  const blanks = gap.replaceAll("\\\n", "");
  if (/[^ \t\n]/.test(blanks)) throw new Unreadable("ambiguous");
  const joins = (unit: string) => unit !== "" && !/[\s;&|()<>]/.test(unit);
  if (blanks === "" && joins(source.charAt(from - 1)) && joins(source.charAt(to))) throw new Unreadable("ambiguous");
}

/** The grammar has no token for a lone `-` before a here-document: `python3 - <<X`. */
function isLostDash(source: string, from: number, child: Node): boolean {
  return child.type === "heredoc_redirect" && /^[ \t]+-[ \t]+$/.test(source.slice(from, child.startIndex));
}

const nothing: Script = { kind: "sequence", items: [] };

function scriptOf(c: Conversion, node: Node): Script {
  switch (node.type) {
    case "command":
    case "declaration_command":
    case "unset_command":
      return commandOf(c, node);
    case "variable_assignment":
      return assignmentsAlone([assignmentOf(c, node)]);
    case "variable_assignments":
      return assignmentsAlone(c.children(node).map((child) => assignmentOf(c, child)));
    case "list": {
      const [left, operator, right] = c.children(node).filter((child) => child.type !== "comment");
      if (!left || !operator || !right) throw new Unreadable("syntax");
      return { kind: operator.type === "&&" ? "and" : "or", left: c.script(left), right: c.script(right) };
    }
    case "pipeline":
      return { kind: "pipeline", stages: statements(c, node) };
    case "redirected_statement":
      return redirectedOf(c, node);
    case "subshell":
      return { kind: "subshell", body: sequence(statements(c, node)) };
    case "if_statement":
    case "elif_clause":
    case "else_clause":
    case "case_statement":
    case "case_item":
      return { kind: "branch", items: statements(c, node) };
    case "while_statement":
    case "for_statement":
    case "c_style_for_statement":
      return loopOf(c, node);
    case "function_definition": {
      const [name] = c.children(node).filter((child) => child.type === "word");
      return {
        kind: "function",
        name: name ? c.source.slice(name.startIndex, name.endIndex) : "",
        body: sequence(statements(c, node)),
      };
    }
    default:
      return sequence(statements(c, node));
  }
}

function sequence(items: readonly Script[]): Script {
  const [only] = items;
  return items.length === 1 && only ? only : { kind: "sequence", items };
}

function assignmentsAlone(assignments: readonly Assignment[]): Script {
  return { kind: "command", words: [], assignments, redirects: [] };
}

/** The statements among the children, and the scripts inside the words, tests and arithmetic between them. */
function statements(c: Conversion, node: Node): Script[] {
  const scripts: Script[] = [];
  for (const child of c.children(node)) {
    if (isWordNode(child.type)) scripts.push(...wordScripts(wordOf(c, child)));
    else if (child.type !== "comment" && child.childCount > 0) scripts.push(c.script(child));
  }
  return scripts;
}

function wordScripts(word: Word): Script[] {
  return word.parts.flatMap((part) => {
    if (part.kind === "substitution" || part.kind === "process") return [part.script];
    if (part.kind === "unknown") return part.inner;
    return part.kind === "variable" && part.fallback ? wordScripts(part.fallback) : [];
  });
}

function loopOf(c: Conversion, node: Node): Script {
  const values: Word[] = [];
  const body: Script[] = [];
  let variable: string | undefined;
  for (const child of c.children(node)) {
    if (child.type === "variable_name") variable = c.source.slice(child.startIndex, child.endIndex);
    else if (isWordNode(child.type)) values.push(wordOf(c, child));
    else if (child.type !== "comment" && child.childCount > 0) body.push(c.script(child));
  }
  return { kind: "loop", ...(variable === undefined ? {} : { variable }), values, body: sequence(body) };
}

/** Tokens that are words of a command all the same: the grammar names them for other uses. */
const WORD_TOKENS = /^(?:\$|==|=~|export|declare|typeset|readonly|local|unset|unsetenv|command_name|variable_name)$/;

function commandOf(c: Conversion, node: Node): Script {
  const words: Word[] = [];
  const assignments: Assignment[] = [];
  const redirects: Redirect[] = [];
  let end = -1;
  let valueEnd = -1;
  for (const child of c.children(node)) {
    const { type } = child;
    const redirecting = type.endsWith("_redirect");
    // The value of `x=a[\$b`, the target of `> a[\$b`: one word for bash, two for the grammar.
    if (child.startIndex === valueEnd && !redirecting) throw new Unreadable("ambiguous");
    if (redirecting || type === "variable_assignment") valueEnd = child.endIndex;
    if (type === "variable_assignment") assignments.push(assignmentOf(c, child));
    else if (redirecting) redirects.push(redirectOf(c, child));
    else if (isWordNode(type) || WORD_TOKENS.test(type)) {
      const word = wordOf(c, child);
      const before = words.at(-1);
      // Two words with nothing between them are one word for bash.
      if (before && child.startIndex === end) words[words.length - 1] = { parts: [...before.parts, ...word.parts] };
      else words.push(word);
      end = child.endIndex;
    } else if (type !== "comment") throw new Unreadable("ambiguous");
  }
  return { kind: "command", words, assignments, redirects };
}

function assignmentOf(c: Conversion, node: Node): Assignment {
  const [name, operator, ...rest] = c.children(node);
  if (!name || !operator) throw new Unreadable("syntax");
  if (name.type === "subscript") checkEvaluated(c.source, name);
  const array = rest[0]?.type === "array";
  const values = array && rest[0] ? c.children(rest[0]).filter((child) => isWordNode(child.type)) : rest;
  return {
    name: /^\w+/.exec(c.source.slice(name.startIndex, name.endIndex))?.[0] ?? "",
    partial: array || operator.type !== "=" || name.type !== "variable_name",
    values: values.map((value) => wordOf(c, value)),
  };
}

function redirectOf(c: Conversion, node: Node): Redirect {
  const children = c.children(node).filter((child) => child.type !== "file_descriptor");
  const [operator, ...targets] = children;
  if (!operator || targets.length > 1) throw new Unreadable("ambiguous");
  const [target] = targets;
  return { operator: operator.type, ...(target ? { target: wordOf(c, target) } : {}) };
}

/** A statement with redirections; what stands behind a here-document's delimiter on its line belongs to the statement. */
function redirectedOf(c: Conversion, node: Node): Script {
  let body: Script = nothing;
  let grouped = false;
  const redirects: Redirect[] = [];
  const args: Word[] = [];
  let wrap = (script: Script): Script => script;
  let end = -1;
  for (const child of c.children(node)) {
    if (child.startIndex === end && !child.type.endsWith("_redirect")) throw new Unreadable("ambiguous");
    if (isLostDash(c.source, end, child)) args.push({ parts: [{ kind: "text", text: "-", quoted: false }] });
    end = child.endIndex;
    if (child.type === "heredoc_redirect") wrap = heredocOf(c, child, redirects, args);
    else if (child.type.endsWith("_redirect")) redirects.push(redirectOf(c, child));
    else {
      body = c.script(child);
      grouped = child.type === "compound_statement";
    }
  }
  return wrap(attach(body, redirects, args, grouped));
}

/** In `a && b > c` and `a | b > c` the redirection is that of `b`, however the grammar groups them; `args` come with it. */
function attach(script: Script, redirects: readonly Redirect[], args: readonly Word[], grouped: boolean): Script {
  if (redirects.length === 0 && args.length === 0) return script;
  if (!grouped) {
    switch (script.kind) {
      case "command":
        return { ...script, words: [...script.words, ...args], redirects: [...script.redirects, ...redirects] };
      case "and":
      case "or":
        return { ...script, right: attach(script.right, redirects, args, false) };
      case "pipeline": {
        const last = script.stages.at(-1);
        return last ? { ...script, stages: [...script.stages.slice(0, -1), attach(last, redirects, args, false)] } : script;
      }
    }
  }
  if (args.length > 0) throw new Unreadable("ambiguous");
  return { kind: "redirected", body: script, redirects };
}

function heredocOf(c: Conversion, node: Node, redirects: Redirect[], args: Word[]): (script: Script) => Script {
  let start: HereStart = { delimiter: "", quoted: false, dashed: false };
  let text: Word | undefined;
  let then: "&&" | "||" | undefined;
  let right: Script | undefined;
  let stages: readonly Script[] = [];
  for (const child of c.children(node)) {
    const { type } = child;
    // a `-` that touches the operator is an argument, which the grammar counts to the operator
    if (type.startsWith("<<") && child.endIndex - child.startIndex !== type.length) throw new Unreadable("ambiguous");
    if (type === "<<-") start = { ...start, dashed: true };
    else if (type === "heredoc_start") start = { ...start, ...delimiterOf(c, child) };
    else if (type === "heredoc_body") text = bodyOf(c, child, start);
    else if (type === "heredoc_redirect") throw new Unreadable("ambiguous");
    else if (type.endsWith("_redirect")) redirects.push(redirectOf(c, child));
    else if (isWordNode(type)) args.push(wordOf(c, child));
    else if (type === "pipeline") stages = statements(c, child);
    else if (type === "&&" || type === "||") then = type;
    else if (child.childCount > 0) right = c.script(child);
  }
  redirects.push({ operator: "<<", ...(text ? { target: text } : {}) });
  return (script) => {
    const piped: Script = stages.length > 0 ? { kind: "pipeline", stages: [script, ...stages] } : script;
    return right ? { kind: then === "||" ? "or" : "and", left: piped, right } : piped;
  };
}

interface HereStart {
  readonly delimiter: string;
  /** A quoted delimiter: nothing in the text is expanded. */
  readonly quoted: boolean;
  /** `<<-`: leading tabs are dropped. */
  readonly dashed: boolean;
}

function delimiterOf(c: Conversion, start: Node): Pick<HereStart, "delimiter" | "quoted"> {
  if (!/^(?:[\s;&|()<>]|$)/.test(c.source.charAt(start.endIndex))) throw new Unreadable("ambiguous");
  const source = c.source.slice(start.startIndex, start.endIndex);
  const delimiter = unquotedDelimiter(source);
  if (delimiter === undefined) throw new Unreadable("ambiguous");
  return { delimiter, quoted: delimiter !== source };
}

/** The text of a here-document. Bash ends it at the first line that is the delimiter: a body that holds one is misread. */
function bodyOf(c: Conversion, body: Node, { delimiter, quoted, dashed }: HereStart): Word {
  const raw = c.source.slice(body.startIndex, body.endIndex);
  const lines = `\n${raw}\n`;
  if ((dashed ? lines.replace(/\n\t+/g, "\n") : lines).includes(`\n${delimiter}\n`)) throw new Unreadable("ambiguous");
  if (quoted) return { parts: [{ kind: "text", text: raw, quoted: true }] };
  return wordOf(c, body);
}
