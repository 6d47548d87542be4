// Programs that run another command which stands in their own words: where their words end and the other command begins.
import { mayFindLinks } from "./find-links.ts";
import { mayNameProgram } from "./git-settings.ts";
import { keptTexts, runsText } from "./runs-text.ts";
import { sedReaches, sedScripts } from "./sed-script.ts";
import { type Field, isKnown, plainField, programName, UNKNOWN } from "./simple-command.ts";

type Inner =
  /** A command as words. */
  | { readonly kind: "words"; readonly fields: readonly Field[] }
  /** A text that a shell runs. */
  | { readonly kind: "text"; readonly field: Field }
  /** Code of another language, or a command that cannot be found in the words. */
  | { readonly kind: "doubt"; readonly doubt: "eval" | "interpreter" | "unknown_program" };

export interface Unwrapped {
  /** How many of the arguments are the wrapper's own. */
  readonly own: number;
  readonly inner: readonly Inner[];
}

interface Shape {
  /** Short options that take their value from the next word. */
  readonly short?: string;
  /** Long options that do. */
  readonly long?: readonly string[];
  /** Words of its own before the command: `timeout 5 …`. */
  readonly positional?: number;
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: true;
  /** An option whose value is a text to run. */
  readonly text?: readonly string[];
}

// From the manual pages of coreutils, util-linux, findutils, sudo, procps and bash.
const SHAPES: Readonly<Record<string, Shape>> = {
  env: { short: "uC", long: ["--unset", "--chdir"], assignments: true, text: ["-S", "--split-string"] },
  sudo: { short: "ugghpCTrtUDR", long: ["--user", "--group", "--host", "--prompt", "--chdir", "--chroot"], assignments: true },
  doas: { short: "uC" },
  pkexec: { long: ["--user"] },
  nohup: {},
  setsid: {},
  nice: { short: "n", long: ["--adjustment"] },
  ionice: { short: "cn", long: ["--class", "--classdata"] },
  chrt: { positional: 1 },
  taskset: { positional: 1 },
  time: { short: "fo", long: ["--format", "--output"] },
  timeout: { short: "sk", long: ["--signal", "--kill-after"], positional: 1 },
  gtimeout: { short: "sk", long: ["--signal", "--kill-after"], positional: 1 },
  stdbuf: { short: "ioe", long: ["--input", "--output", "--error"] },
  unbuffer: {},
  command: {},
  builtin: {},
  exec: { short: "a" },
  coproc: {},
  "!": {},
  xargs: { short: "IiLlnPsdEa", long: ["--max-args", "--max-procs", "--delimiter", "--arg-file", "--max-lines", "--max-chars"] },
  watch: { short: "n", long: ["--interval"] },
  strace: { short: "oeEpsuPSXaI" },
  ltrace: { short: "oeplnsuwxaDF" },
  chroot: { positional: 1 },
  unshare: {},
  nsenter: { short: "tSGr" },
  flock: { short: "wE", positional: 1, text: ["-c", "--command"] },
  script: { short: "oEIOBT", positional: 99, text: ["-c", "--command"] },
  su: { short: "gGsw", positional: 99, text: ["-c", "--command"] },
  runuser: { short: "ugGsw", text: ["-c", "--command"] },
  npx: { short: "p", long: ["--package"], text: ["-c", "--call"] },
  bunx: {},
  uvx: { long: ["--from", "--with"] },
  busybox: {},
  toybox: {},
  caffeinate: { short: "tw" },
  "systemd-run": { short: "uptHM" },
  ssh: { short: "BbcDEeFIiJLlmOopQRSWw", positional: 1 },
  parallel: { short: "jJNnPSL" },
};

/** Programs that read a shell's text: `-c text`, a script file, or their input. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "rbash", "pwsh"]);

/** Whether a script's name stands for the input. */
export function readsInputFile(file: Field): boolean {
  return /^\/(?:dev\/stdin|dev\/fd\/0|proc\/(?:self|thread-self)\/fd\/0)$/.test(file.text);
}

/** Interpreters, with the options that take code from the command line. */
const INTERPRETERS: readonly [RegExp, RegExp][] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[A-Za-z]*c/],
  [/^(?:node|nodejs|bun|tsx|ts-node)$/, /^(?:-e|-p|-pe|--eval|--print)(?:=|$)/],
  [/^(?:perl|ruby|lua|luajit|Rscript|osascript|elixir|groovy|scala|julia|swift|ghc)[\d.]*$/, /^(?:-[A-Za-z]*[eE]|--eval)/],
  [/^php[\d.]*$/, /^-(?:r|B|R|E)/],
  [/^deno$/, /^eval$/],
  [/^(?:tclsh|expect|gdb)$/, /^-(?:c|ex|cmd)$/],
];

/** Commands for an editor on its command line, or in a file that it is to read. */
const EDITOR_CODE = /^(?:-(?:c|S|s|es|l|f|eval|load)|--(?:cmd|eval|execute|load|script)(?:=|$)|\+.)/;

/** The words that `xargs` hands to the inner command, split at blanks or whole lines; asked for only where they are needed. */
export type Fill = (split: boolean) => readonly Field[];

/** The commands inside a command's words; undefined for a program that runs no other. */
export function unwrap(program: string, args: readonly Field[], piped: boolean, fill: Fill): Unwrapped | undefined {
  const name = programName(program);
  if (SHELLS.has(name)) return shellText(args);
  const kept = keptTexts(name, args);
  const unread = runsText(name, args);
  if (kept.length > 0 || unread)
    return {
      own: args.length,
      inner: [
        ...kept.map((field) => ({ kind: "text" as const, field })),
        ...(unread ? [{ kind: "doubt" as const, doubt: "eval" as const }] : []),
      ],
    };
  const code = INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1];
  if (code)
    return interpreterCode(args, code, piped, /^py/.test(name) ? /^-(?:m|-version|V|h|-help)/ : /^-(?:-version|V|v|h|-help)/);
  switch (name) {
    case "eval":
      return {
        own: args.length,
        inner: [
          { kind: "text", field: joinFields(args) },
          { kind: "doubt", doubt: "eval" },
        ],
      };
    case "find":
    case "gfind":
      return findCommands(args);
    case "fd":
    case "fdfind":
      return afterOption(args, /^(?:-[HIusigaLpl0]*[xX]|--exec(?:-batch)?)(?:=|$)/);
    case "git":
      return gitCommand(args);
    case "npm":
    case "pnpm":
      return afterText(args, /^(?:-c|--call|--shell-mode)$/) ?? fetchedProgram(args, /^(?:exec|x|dlx)$/);
    case "yarn":
    case "bun":
      return fetchedProgram(args, /^(?:exec|x|dlx)$/);
    case "pipx":
    case "uv":
      return fetchedProgram(args, /^run$/);
    case "awk":
    case "gawk":
    case "mawk":
    case "nawk":
      return args.some((arg) => /system|\||getline|>\s*"|@/.test(arg.text)) ? interpreter(args) : undefined;
    case "sed":
    case "gsed":
      return sedScripts(args).some(({ text }) => sedReaches(text)) ? interpreter(args) : undefined;
    case "vi":
    case "vim":
    case "nvim":
    case "view":
    case "ex":
    case "ed":
    case "emacs":
      return piped || args.some((arg) => EDITOR_CODE.test(arg.text)) ? interpreter(args) : undefined;
    case "sqlite3":
    case "duckdb":
    case "psql":
    case "mysql":
    case "mariadb":
    case "dc":
    case "m4":
      return piped ? interpreter(args) : undefined; // their own commands can start programs
    case "tar":
    case "gtar":
    case "bsdtar":
      return args.some((arg) => /^(?:--to-command|--checkpoint-action|--use-compress-program|-I|--rsh-command)/.test(arg.text))
        ? interpreter(args)
        : undefined;
    default:
      return byShape(name, args, fill);
  }
}

function byShape(name: string, args: readonly Field[], fill: Fill): Unwrapped | undefined {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
  if (!shape) return undefined;
  if (name === "command" && args.some((arg) => /^-[vV]+$/.test(arg.text))) return undefined;
  let positional = shape.positional ?? 0;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at];
    if (!arg) break;
    const { text } = arg;
    const value = args[at + 1];
    const given = textOption(shape, arg, value);
    if (given) return { own: args.length, inner: [{ kind: "text", field: given }] };
    if (text === "--") {
      at++;
      break;
    }
    if (text.startsWith("-") && text.length > 1) {
      if (takesNext(shape, text)) at++;
    } else if (shape.assignments && (text === "-" || /^\w+=/.test(text))) {
      // a variable for the command, or env's short `-i`
    } else if (positional > 0) positional--;
    else break;
  }
  const inner = args.slice(at);
  const [first] = inner;
  if (!first) return { own: args.length, inner: [] };
  if (!isKnown(first))
    return {
      own: at,
      inner: [
        { kind: "doubt", doubt: "unknown_program" },
        { kind: "words", fields: inner },
      ],
    };
  if (name === "parallel") return { own: at, inner: [handed(inner, fill)] };
  return { own: at, inner: [{ kind: "words", fields: name === "xargs" ? filled(args.slice(0, at), inner, fill) : inner }] };
}

/** The text of an option that has one, in the next word or the same, also behind other letters: `script -qc text`. */
function textOption({ text: options = [] }: Shape, arg: Field, next: Field | undefined): Field | undefined {
  for (const option of options) {
    const pattern = option.startsWith("--") ? `^${option}(?:=([\\s\\S]*))?$` : `^-[A-Za-z]*?${option.slice(1)}([\\s\\S]*)$`;
    const found = new RegExp(pattern).exec(arg.text);
    if (found) return found[1] ? { ...arg, text: found[1] } : next;
  }
  return undefined;
}

function takesNext(shape: Shape, option: string): boolean {
  if (option.startsWith("--")) return shape.long?.includes(option) === true;
  // The last letter of a cluster takes the next word; a letter before it takes the rest of the cluster.
  const taking = [...option.slice(1)].findIndex((letter) => shape.short?.includes(letter));
  return taking >= 0 && taking === option.length - 2;
}

/** The words that xargs adds: at the end, or in place of the mark of `-I`. */
function filled(options: readonly Field[], inner: readonly Field[], fill: Fill): readonly Field[] {
  // A file of arguments is read in place of the input. A blank ends no argument with -0, but with -I, where quotes still count.
  if (options.some((option) => /^-a|^--arg-file/.test(option.text))) return [...inner, plainField(UNKNOWN)];
  const split = !options.some((option) => /^(?:-[rtx]*0|--null$)/.test(option.text));
  const at = options.findIndex((option) => /^-I|^--replace/.test(option.text));
  if (at < 0) return [...inner, ...fill(split)];
  const option = options[at]?.text ?? "";
  const mark = option === "-I" ? (options[at + 1]?.text ?? "{}") : option.replace(/^-I|^--replace=?/, "") || "{}";
  const by = fill(split);
  return inner.flatMap((field) => replaceMark(field, mark, by));
}

/**
 * The words that parallel adds, of its input or behind `:::`, also in place of marks such as `{.}`. It hands the words to a shell
 * as they are: `parallel 'cp {} out'` is a text.
 */
function handed(inner: readonly Field[], fill: Fill): Inner {
  const end = inner.findIndex(({ text }) => /^::::?\+?$/.test(text));
  const own = end < 0 ? inner : inner.slice(0, end);
  const by = end < 0 ? fill(false) : /^::::/.test(inner[end]?.text ?? "") ? [plainField(UNKNOWN)] : inner.slice(end + 1);
  const marked = own.map((field) => ({ ...field, text: field.text.replace(/\{[^{}\s]*\}/g, "{}") }));
  const fields = marked.some(({ text }) => text.includes("{}"))
    ? marked.flatMap((field) => replaceMark(field, "{}", by))
    : [...own, ...by];
  return own.some(({ text }) => /[\s;&|<>$`()'"\\*?]/.test(text))
    ? { kind: "text", field: joinFields(fields) }
    : { kind: "words", fields };
}

function replaceMark(field: Field, mark: string, by: readonly Field[]): readonly Field[] {
  if (mark === "" || !field.text.includes(mark)) return [field];
  return by.map(({ listing, ...value }) => ({
    ...value,
    text: field.text.replaceAll(mark, value.text),
    fed: [...field.fed, ...value.fed],
    ...(listing && field.text === mark ? { listing } : {}),
  }));
}

function joinFields(fields: readonly Field[]): Field {
  return { text: fields.map((field) => field.text).join(" "), glob: false, fed: fields.flatMap((field) => field.fed) };
}

/** `-c text` in any cluster (`-lc`, `-ec`), after options with values; none if the shell runs a file or its input. */
function shellText(args: readonly Field[]): Unwrapped | undefined {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? "";
    if (/^-[A-Za-z]*c/.test(text) || text === "--command") {
      let next = at + 1;
      while (args[next]?.text === "--") next++;
      const code = args[next];
      return code ? { own: args.length, inner: [{ kind: "text", field: code }] } : undefined;
    }
    if (/^[-+][A-Za-z]*[oO]$/.test(text) || text === "--rcfile" || text === "--init-file") at++;
    else if (!/^[-+]/.test(text)) return undefined;
  }
  return undefined;
}

function interpreter(args: readonly Field[]): Unwrapped {
  return { own: args.length, inner: [{ kind: "doubt", doubt: "interpreter" }] };
}

/** Code on the command line, or from the input where no file is named. */
function interpreterCode(args: readonly Field[], code: RegExp, piped: boolean, harmless: RegExp): Unwrapped | undefined {
  const options = args.slice(0, args.findIndex((arg) => !arg.text.startsWith("-")) >>> 0);
  const leading = args.slice(0, options.length + 1);
  if (
    leading.some((arg) => code.test(arg.text)) ||
    args.some((arg) => code.test(arg.text) && /^--?(?:e|c|p|eval|print)$/.test(arg.text))
  )
    return interpreter(args);
  const readsInput = args.length === options.length || args[options.length]?.text === "/dev/stdin";
  return piped && readsInput && !args.some((arg) => harmless.test(arg.text)) ? interpreter(args) : undefined;
}

const FIND_EXEC = /^-(?:exec|execdir|ok|okdir)$/;

/** The folders that a `find` walks. */
export function findRoots(args: readonly Field[]): readonly Field[] {
  const start = args.findIndex((arg) => !/^-(?:[HLP]|O\d|D)$/.test(arg.text));
  const rest = args.slice(start < 0 ? args.length : start);
  const end = rest.findIndex((arg) => /^(?:-|\(|!)/.test(arg.text));
  const roots = end < 0 ? rest : rest.slice(0, end);
  return roots.length > 0 ? roots : [plainField(".")];
}

/** Each `-exec … ;`, with the walked folders in place of `{}`. */
function findCommands(args: readonly Field[]): Unwrapped | undefined {
  const listing = { links: mayFindLinks(args), split: false };
  const roots = findRoots(args).map((root) => ({ ...root, listing }));
  const inner: Inner[] = [];
  let own = args.length;
  for (let at = 0; at < args.length; at++) {
    if (!FIND_EXEC.test(args[at]?.text ?? "")) continue;
    own = Math.min(own, at);
    const rest = args.slice(at + 1);
    const end = rest.findIndex((arg, index) => arg.text === ";" || (arg.text === "+" && rest[index - 1]?.text === "{}"));
    const words = end < 0 ? rest : rest.slice(0, end);
    inner.push({ kind: "words", fields: words.flatMap((word) => replaceMark(word, "{}", roots)) });
    at += words.length;
  }
  return inner.length > 0 ? { own, inner } : undefined;
}

function afterOption(args: readonly Field[], option: RegExp): Unwrapped | undefined {
  const at = args.findIndex((arg) => option.test(arg.text));
  if (at < 0) return undefined;
  const attached = args[at]?.text.replace(/^[^=]*=?/, "");
  const words = [...(attached ? [plainField(attached)] : []), ...args.slice(at + 1)];
  return {
    own: at,
    inner: [{ kind: "words", fields: words.some((word) => word.text.includes("{}")) ? words : [...words, plainField(UNKNOWN)] }],
  };
}

/** `npm exec -- prog …`, `pnpm dlx prog …`, `uv run prog …`. */
function fetchedProgram(args: readonly Field[], subcommand: RegExp): Unwrapped | undefined {
  if (!subcommand.test(args[0]?.text ?? "")) return undefined;
  const own = args.findIndex((arg, at) => at > 0 && !arg.text.startsWith("-"));
  return own < 0 ? undefined : { own, inner: [{ kind: "words", fields: args.slice(own) }] };
}

function afterText(args: readonly Field[], option: RegExp): Unwrapped | undefined {
  const at = args.findIndex((arg) => option.test(arg.text));
  const field = at < 0 ? undefined : args[at + 1];
  return field ? { own: args.length, inner: [{ kind: "text", field }] } : undefined;
}

/** `git bisect run …`, `git submodule foreach …`; settings on the command line can name programs and aliases. */
function gitCommand(args: readonly Field[]): Unwrapped | undefined {
  if (mayNameProgram(args.map(({ text }) => text))) return { own: args.length, inner: [{ kind: "doubt", doubt: "eval" }] };
  const at = args.findIndex(
    (arg, index) =>
      (arg.text === "run" && args[index - 1]?.text === "bisect") ||
      (arg.text === "foreach" && args[index - 1]?.text === "submodule"),
  );
  if (at < 0) return undefined;
  const words = args.slice(at + 1).filter((arg) => arg.text !== "--recursive");
  const [only] = words;
  return { own: at + 1, inner: [words.length === 1 && only ? { kind: "text", field: only } : { kind: "words", fields: words }] };
}
