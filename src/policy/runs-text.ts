// Programs and builtins that take a text to run among their words: where it stands, so that it is read or asked about.
import type { Field } from "./simple-command.ts";

/**
 * Words with which a program runs text: of another language, of its own commands, or a program's name that no table knows.
 * From the manuals of the programs; `--compress-program` may be shortened.
 */
const RUNS_TEXT: readonly [RegExp, RegExp][] = [
  // Values are makefile text, which is run where it is used; a makefile from the input is one nobody saw.
  [
    /^(?:g|b)?make$/,
    /^--?eval(?:=|$)|^-E|\$[({]|^(?:MAKE|SHELL|\.SHELLFLAGS|MAKEFLAGS)[:?+]?=|^(?:-f|--file=|--makefile=)(?:-|\/dev\/)|^-$|^\/dev\/(?:stdin|fd)/,
  ],
  [
    /^sqlite3?$/,
    /^\s*\.[a-z]|[\n;]\s*\.[a-z]|\b(?:writefile|readfile|edit|load_extension)\s*\(|\battach\b|\bvacuum\s+into\b|^--?(?:cmd|init|A)/i,
  ],
  [/^duckdb$/, /^\s*\.[a-z]|\b(?:copy|attach|install|load|read_\w+)\b|^--?(?:c|cmd|init)$/i],
  [/^(?:psql|mysql|mariadb)$/, /\\|\bsystem\b|\bprogram\b|\b(?:out|dump)file\b|^(?:-o|--output|--pager|--tee|--init-command)/i],
  [/^dc$/, /!/],
  [/^g?m4$/, /syscmd/],
  [/^split$|^csplit$/, /^--f/],
  [/^sort$/, /^--co/],
  [/^rsync$/, /^(?:-[A-Za-z]*e|--rsh|--rsync-path)/],
  [/^zip$/, /^(?:-TT|--unzip)/],
  [/^man$/, /^(?:-[PH]|--pager|--html|--pre)/],
  [/^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)$/, /^-wrapper|^-fplugin|^-specs/],
  [/^go$/, /^--?(?:exec|toolexec)(?:=|$)/],
  [/^cargo$/, /^--config(?:=|$)/],
  [/^(?:tmux|screen|dtach|zellij)$/, /^(?!-V$)/],
  [
    /^(?:R|octave|gnuplot|maxima|guile|sbcl|clisp|racket|irb|ghci|jshell|raku|crystal|nim|ocaml|erl|iex|nu|elvish|xonsh)$/,
    /^-{1,2}(?:e|x|r|eval|exec|run|batch-string|c|commands)(?:=|$)/,
  ],
  [/^(?:node|nodejs|bun|tsx|ts-node|deno)$/, /^(?:--[a-z-]+=)?data:/],
  [/^(?:npm|pnpm|yarn|npx)$/, /^--(?:script-shell|shell)(?:=|$)/],
  // Builtins: what a name means or what is done at each line, in text that is read once more.
  [/^(?:complete|compgen)$/, /^-[A-Za-z]*[CWF]/],
  [/^bind$/, /^-[A-Za-z]*[xf]/],
  [/^enable$/, /^-[A-Za-z]*f/],
  [/^(?:fc|history)$/, /^-[A-Za-z]*[esw]/],
  [/^alias$/, /=/],
  [/^(?:mapfile|readarray)$/, /^-[A-Za-z]*C/],
];

/** Whether a program is given text to run in a form that is not read here. */
export function runsText(name: string, args: readonly Field[]): boolean {
  const own = RUNS_TEXT.filter(([program]) => program.test(name));
  return own.some(([, word]) => args.some(({ text }) => word.test(text)));
}

/** Variables whose values the shell expands once more at each line or prompt. */
export function expandsValue(variable: string): boolean {
  return /^(?:PS[0-4]|PROMPT_COMMAND)$/.test(variable);
}

/** The texts of shell that a builtin keeps and runs later; undefined if it keeps none. */
export function keptTexts(name: string, args: readonly Field[]): readonly Field[] {
  switch (name) {
    case "trap": {
      const words = args[0]?.text === "--" ? args.slice(1) : args;
      const [text] = words;
      return text && words.length > 1 && !/^-/.test(text.text) ? [text] : [];
    }
    case "alias":
      return args.flatMap((arg) => {
        const at = arg.text.indexOf("=");
        return at < 0 ? [] : [{ ...arg, text: arg.text.slice(at + 1) }];
      });
    case "mapfile":
    case "readarray":
      return args.flatMap((arg, index) => {
        const [, attached] = /^-[A-Za-z]*C(.*)$/s.exec(arg.text) ?? [];
        const text = attached === "" ? args[index + 1] : attached === undefined ? undefined : { ...arg, text: attached };
        return text ? [text] : [];
      });
    default:
      return [];
  }
}
