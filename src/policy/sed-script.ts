// What a sed script may do beside editing: `e` runs a command, `w` and `r` write and read files that no word of the command names.
import type { Field } from "./simple-command.ts";

/** The scripts among the words of sed: each `-e`, or else the first word that is no option. A script in a file is the project's own. */
export function sedScripts(args: readonly Field[]): readonly Field[] {
  const scripts: Field[] = [];
  const rest: Field[] = [];
  let given = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (!arg) break;
    const [, glued] = /^(?:-[nErsuz]*e|--expression=)([\s\S]*)$/.exec(arg.text) ?? [];
    const next = args[at + 1];
    if (glued !== undefined && glued !== "") scripts.push({ ...arg, text: glued });
    else if ((glued === "" || arg.text === "--expression") && next) {
      scripts.push(next);
      at++;
    } else if (/^(?:-[nErsuz]*f|--file)/.test(arg.text)) {
      given = true;
      if (/^(?:-[nErsuz]*f|--file)$/.test(arg.text)) at++;
    } else if (!/^-./.test(arg.text)) rest.push(arg);
  }
  return scripts.length > 0 || given ? scripts : rest.slice(0, 1);
}

/** Whether a script may run a command, read or write another file, or can not be read here. Pure. */
export function sedReaches(script: string): boolean {
  let at = 0;
  while (at < script.length) {
    const command = commandAt(script, at);
    if (command === undefined) return true;
    at = command;
  }
  return false;
}

const SIMPLE = /[dDpPhHgGxnN=Fz]/;

/** The end of the command at a position; undefined for one that reaches further, or that is not known. */
function commandAt(script: string, from: number): number | undefined {
  let at = skip(script, from, /[\s;{}]/);
  if (at >= script.length) return at;
  if (script[at] === "#") return lineEnd(script, at);
  const start = addressEnd(script, at);
  if (start === undefined) return undefined;
  at = start;
  if (script[at] === ",") {
    const second = addressEnd(script, skip(script, at + 1, /[\s+~]/));
    if (second === undefined) return undefined;
    at = second;
  }
  at = skip(script, at, /[\s!]/);
  const name = script[at] ?? "";
  if (name === "{" || SIMPLE.test(name)) return at + 1;
  if (/[aic]/.test(name)) return lineEnd(script, at);
  if (/[bt:T]/.test(name)) return skip(script, skip(script, at + 1, /[ \t]/), /[^;\s]/); // what follows a blank may be a command
  if (/[qQlL]/.test(name)) return skip(script, at + 1, /[\s\d]/);
  if (name !== "s" && name !== "y") return undefined;
  const delimiter = script[at + 1];
  if (delimiter === undefined || /[\\\n]/.test(delimiter)) return undefined;
  const middle = (name === "s" ? regexEnd : plainEnd)(script, at + 2, delimiter);
  const end = middle === undefined ? undefined : plainEnd(script, middle + 1, delimiter);
  if (end === undefined) return undefined;
  const after = name === "s" ? skip(script, end + 1, /[gpiImM\d]/) : end + 1;
  return /^[ew]/.test(script.slice(after)) ? undefined : after;
}

/** Behind a line's number, `$`, `/…/` or `\c…c` with its flags; the same position where there is none. */
function addressEnd(script: string, at: number): number | undefined {
  const first = script[at] ?? "";
  if (/\d/.test(first)) return skip(script, at, /[\d~]/);
  if (first === "$") return at + 1;
  if (first !== "/" && first !== "\\") return at;
  const delimiter = first === "/" ? first : script[at + 1];
  if (delimiter === undefined) return undefined;
  const end = regexEnd(script, at + (first === "/" ? 1 : 2), delimiter);
  return end === undefined ? undefined : skip(script, end + 1, /[IM]/);
}

/** Where a regular expression ends: a bracket may hold the delimiter. Undefined if nowhere, or where programs could differ. */
function regexEnd(script: string, from: number, delimiter: string): number | undefined {
  for (let at = from; at < script.length; at++) {
    const unit = script[at];
    if (unit === delimiter) return at;
    if (unit === "\\") at++;
    else if (unit === "[") {
      const end = bracketEnd(script, at + 1);
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return undefined;
}

/** `[^]a[:alpha:]b]`. A backslash before what would close it is read in two ways. */
function bracketEnd(script: string, from: number): number | undefined {
  let at = script[from] === "^" ? from + 1 : from;
  if (script[at] === "]") at++;
  for (; at < script.length; at++) {
    if (script[at] === "]") return at;
    if (script[at] === "\\" && script[at + 1] === "]") return undefined;
    if (script[at] === "[" && /[:.=]/.test(script[at + 1] ?? "")) {
      const end = script.indexOf(`${script[at + 1]}]`, at + 2);
      if (end < 0) return undefined;
      at = end + 1;
    }
  }
  return undefined;
}

function plainEnd(script: string, from: number, delimiter: string): number | undefined {
  for (let at = from; at < script.length; at++) {
    if (script[at] === delimiter) return at;
    if (script[at] === "\\") at++;
  }
  return undefined;
}

/** Behind the line, and behind those that a backslash joins to it. */
function lineEnd(script: string, from: number): number {
  for (let at = from; at < script.length; at++) {
    if (script[at] === "\\") at++;
    else if (script[at] === "\n") return at + 1;
  }
  return script.length;
}

function skip(script: string, from: number, units: RegExp): number {
  let at = from;
  while (at < script.length && units.test(script[at] ?? "")) at++;
  return at;
}
