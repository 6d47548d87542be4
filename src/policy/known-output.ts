// Output that can be told without running anything: `echo rm`, `printf '%s' /`, `pwd`. Commands are built from such pieces.
import { basename, dirname } from "node:path/posix";
import type { Folders } from "./builtins.ts";
import { type Field, type Input, isKnown } from "./simple-command.ts";

export function knownOutput(name: string, args: readonly Field[], state: { cwds: Folders; input: Input }): string | undefined {
  if (!args.every((arg) => isKnown(arg) && !arg.glob)) return undefined;
  const texts = args.map((arg) => arg.text);
  switch (name) {
    case "echo":
      return echoed(texts);
    case "printf":
      return printed(texts);
    case "pwd":
      return state.cwds.length === 1 && state.cwds[0] !== undefined ? `${state.cwds[0]}\n` : undefined;
    case "dirname":
    case "basename":
      return texts.length === 1 && texts[0] !== undefined && !/^-|\n/.test(texts[0])
        ? `${name === "dirname" ? dirname(texts[0]) : basename(texts[0])}\n`
        : undefined;
    case "cat":
    case "tee":
      return texts.length === 0 ? state.input.text : undefined;
    default:
      return undefined;
  }
}

function echoed(texts: readonly string[]): string | undefined {
  let at = 0;
  let newline = true;
  for (; /^-[neE]+$/.test(texts[at] ?? ""); at++) {
    if (texts[at]?.includes("e")) return undefined;
    if (texts[at]?.includes("n")) newline = false;
  }
  const text = texts.slice(at).join(" ");
  return newline ? `${text}\n` : text;
}

/** Only `%s`, `%b`-free formats without escapes other than a line break; everything else is not told. */
function printed(texts: readonly string[]): string | undefined {
  const [format, ...values] = texts[0] === "--" ? texts.slice(1) : texts;
  if (format === undefined || format.startsWith("-")) return undefined;
  if (/%[^s%]|\\[^n]/.test(format)) return undefined;
  const slots = format.match(/%s/g)?.length ?? 0;
  const once = (from: number) => {
    let next = from;
    return format.replace(/%s|%%|\\n/g, (mark) => (mark === "%s" ? (values[next++] ?? "") : mark === "%%" ? "%" : "\n"));
  };
  let output = "";
  for (let from = 0; from === 0 || (slots > 0 && from < values.length); from += Math.max(1, slots)) output += once(from);
  return output;
}
