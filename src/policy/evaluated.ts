// Where bash runs code that stands in data: it evaluates the subscripts of names and the operands of arithmetic once more, so that
// `x='a[$(id)]'; echo $((x))` and `[ -v 'a[$(id)]' ]` run `id`. Pure.
import { decodes } from "./decodes.ts";
import { type Field, type SimpleCommand, UNKNOWN } from "./simple-command.ts";
import { SHELLS } from "./wrappers.ts";

/** A substitution that stood in quotes and is a text. */
const CODE = /\$[({[]|`/;

/** Whether a text could be evaluated once more where it is used as a number or a name. */
function holdsCode(text: string): boolean {
  return CODE.test(text);
}

/** Whether a value could: it is such a text, or was made from one by a command whose output is not known. */
export function mayHoldCode({ text, fed }: Field): boolean {
  return (
    holdsCode(text) || fed.some((command) => decodes(command) || (SAYS.test(command.name) && command.args.some(mayHoldCode)))
  );
}

const SAYS = /^(?:echo|printf)$/;

/** Builtins that take names, whose subscripts are evaluated, or numbers. */
const TAKES_NAMES = /^(?:test|\[|let|declare|typeset|local|export|readonly|wait|unset|read|mapfile|readarray|getopts)$/;

/** Whether a builtin evaluates one of its words by itself: `unset 'a[$(id)]'`, `let 'x=a[$(id)]'`. */
export function evaluatesCode({ name, args }: Pick<SimpleCommand, "name" | "args">): boolean {
  if (name === "printf") return args[0]?.text.startsWith("-v") === true && args.slice(0, 2).some(isSubscript);
  if (!TAKES_NAMES.test(name)) return false;
  return args.some((arg) => isSubscript(arg) || (name === "let" && holdsCode(arg.text)));
}

function isSubscript({ text }: Field): boolean {
  return /\w\[/.test(text) && holdsCode(text);
}

/** Words of a command that end in a variable: of its body or of the shell that it starts as `$1` …, of `printf -v`. */
export function passedOn({ name, args, isFunction }: Pick<SimpleCommand, "name" | "args" | "isFunction">): readonly Field[] {
  if (isFunction || name === "set" || (name === "printf" && args[0]?.text.startsWith("-v"))) return args;
  if (!SHELLS.has(name)) return [];
  const text = args.findIndex((arg) => /^-[A-Za-z]*c$/.test(arg.text));
  return text < 0 ? args : args.slice(text + 2);
}

/** Whether a command line may evaluate a value: arithmetic, a subscript, a part of a variable, a reference. Generous. */
export function mayEvaluate(source: string): boolean {
  return /\(\(|\[|\$\{|\blet\b|\b(?:declare|typeset|local|export|readonly|wait)\b/.test(source.replaceAll(UNKNOWN, ""));
}
