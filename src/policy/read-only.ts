// Which simple commands only look: they run without a question, so the tables are short and strict about options.
import { readsOnlyGit } from "./git-reads.ts";
import { operands } from "./path-words.ts";
import { type Field, isKnown, type SimpleCommand } from "./simple-command.ts";

/** Programs that change nothing whatever their options are. */
const ALWAYS = new Set(
  (
    "ls cat head tail wc nl stat du df pwd echo true false test [ : which whereis type whoami id uname uptime " +
    "groups nproc free tty locale getconf ps basename dirname realpath readlink cut tr paste join comm diff cmp " +
    "column fold fmt rev tac expand unexpand grep egrep fgrep zgrep zcat bzcat xzcat od hexdump strings md5sum md5 sha1sum sha224sum " +
    "sha256sum sha384sum sha512sum shasum b2sum cksum sum seq sleep expr tsort numfmt cal jq tokei lsblk lscpu printenv cd pushd popd dirs " +
    "set wait jobs shift return exit break continue umask times"
  ).split(" "),
);

interface Looks {
  /** Every word that begins with `-` must be one of these. */
  readonly options?: RegExp;
  /** No word may be one of these; for programs with too many harmless options to list. */
  readonly never?: RegExp;
  /** More words that are no options may name a file to write. */
  readonly operands?: number;
  /** Options whose value, a number or a name, is the next word and no operand. */
  readonly valued?: RegExp;
}

/** Programs that can also write or run something. Long options of GNU programs can be shortened: a list of harmless ones sees that. */
const LOOKS: Readonly<Record<string, Looks>> = {
  arch: { operands: 0 }, // elsewhere it runs a program
  ag: { never: /^--pa/ },
  base64: { options: /^(?:-[dDi]+|-w\d*|--decode|--ignore-garbage|--wrap=\d+)$/ },
  bat: {
    options:
      /^(?:-[pnAPSu]+|-[lrH].*|--(?:plain|language|line-range|number|style|color|decorations|wrap|theme|show-all|tabs)(?:=.*)?|--paging=never)$/,
    never: /^cache$/,
  },
  cloc: { options: /^--(?:by-file|by-file-by-lang|json|yaml|csv|md|quiet|hide-rate|vcs=git|exclude-dir=.*|include-lang=.*)$/ },
  diff3: { options: /^(?:-[aAeEmTxX3i]+|--(?:merge|text|show-all|easy-only))$/ },
  fd: { never: /^-[A-Za-z0]*[xX]|^--exec/ },
  fdfind: { never: /^-[A-Za-z0]*[xX]|^--exec/ },
  file: {
    options:
      /^(?:-[bcdEhiklLnNprsSvzZ0]+|-[eFfmP]|--(?:brief|mime|mime-type|mime-encoding|dereference|no-dereference|keep-going|uncompress|special-files|extension|print0|raw|no-pad|list))$/,
  },
  find: { never: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/ },
  gfind: { never: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/ },
  hash: { options: /^-[rl]+$/ }, // `-p` makes a name mean another program
  hostname: { options: /^(?:-[sfidIA]+|--(?:short|fqdn|long|ip-address|all-ip-addresses|all-fqdns|domain))$/, operands: 0 },
  less: { options: /^-[NSRrXFEeinIJgMmsuU]+$/, never: /^\+/ },
  npm: { options: /^(?:-[agl]+|--(?:depth|all|json|long|parseable|omit|include|global|workspaces?|prod|dev|silent)(?:=.*)?)$/ },
  pnpm: { options: /^(?:-[agrPD]+|--(?:depth|json|long|parseable|prod|dev|recursive)(?:=.*)?)$/ },
  rg: { never: /^--(?:pre|hostname-bin)/ },
  scc: { options: /^(?:-[wcdz]+|--(?:by-file|wide|no-cocomo|no-complexity|ci|include-ext=.*|exclude-dir=.*|sort=.*))$/ },
  sdiff: { options: /^(?:-[isbBWatlEZ]+|--(?:ignore-case|suppress-common-lines|ignore-all-space|left-column|text))$/ },
  sort: {
    options:
      /^(?:-[bdfghiMnRrVcCmsuz]*(?:[ktS].*)?|--(?:numeric-sort|general-numeric-sort|human-numeric-sort|version-sort|reverse|unique|stable|ignore-case|zero-terminated|check|merge|month-sort)|--(?:key|field-separator|sort|parallel)=.*)$/,
  },
  // `-R` writes a page into each folder.
  tree: { options: /^(?:-[A-NPQS-Za-np-z\d]+|--(?!o)[a-z][\w-]*(?:=.*)?)$/ },
  uniq: {
    options:
      /^(?:-[cdDiuz]+|-[fsw]\d*|--(?:count|repeated|unique|ignore-case|zero-terminated|all-repeated)(?:=.*)?|--(?:skip-fields|skip-chars|check-chars)=\d+)$/,
    operands: 1,
    valued: /^-[fsw]$/,
  },
  xxd: { options: /^-(?:[abCdeEhiupv]|ps|plain|[cglo]\d*|s[-+]?\w*|len|cols)$/, operands: 1, valued: /^-(?:[cglos]|len|cols)$/ },
  yq: { never: /^(?:-[A-Za-z]*[is]|--(?:inp|in-|sp))/ },
};

/** Wrappers that do nothing themselves: what they run decides. The options that make them write or move are not theirs. */
const TRANSPARENT: Readonly<Record<string, RegExp>> = {
  env: /^(?:-|-i|-0|-v|-u.*|--ignore-environment|--unset(?:=.*)?|-S.*|--split-string.*)$/,
  time: /^(?:-p|-v|-f.*|--format(?:=.*)?|--portability|--verbose)$/,
  command: /^/,
  builtin: /^/,
  nohup: /^/,
  setsid: /^/,
  nice: /^/,
  ionice: /^/,
  timeout: /^/,
  gtimeout: /^/,
  stdbuf: /^/,
  xargs: /^/,
  "!": /^/,
};

/** Shells of one language with bash: others run things where bash would see words. */
const PLAIN_SHELLS = /^(?:sh|bash|dash|ksh|mksh|ash|rbash)$/;

/** Builtins that give values to the variables which their words name. */
const ASSIGNING = /^(?:export|declare|typeset|local|readonly|read|unset|printf)$/;

/** The programs for which these words ask for the version; for `pytest` or `ninja` they mean to be talkative at work. */
const VERSION: Readonly<Record<string, RegExp>> = {
  "-v": /^(?:node|npm|pnpm|bun|php|perl|ruby|g?make|gcc|g\+\+|clang|tsc|docker|java)$/,
  "-V": /^(?:python[\d.]*|pip[\d.]*|deno|rg|tar|curl|wget)$/,
  version: /^(?:go|docker|npm|terraform)$/,
};
/** Programs that load a file of the project before they tell their version. */
const LOADS_PROJECT =
  /^(?:yarn|mvn|sbt|cargo|rustc|rustup|bundle|bazel|bazelisk|ng|nx|gulp|grunt|composer|rails|rake|ember|ionic|pytest|tox|nox)$/;

/** Variables that change how a harmless program looks, and nothing else. */
const HARMLESS_VARIABLE = /^(?:LANG|LANGUAGE|LC_\w+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR\w*|COLUMNS|LINES|TERM|CI|[a-z]\w*)$/;

export function isReadOnly(command: SimpleCommand): boolean {
  if (command.isFunction || !isSystemProgram(command.program)) return false;
  if (!command.assignments.every(({ name }) => HARMLESS_VARIABLE.test(name))) return false;
  const { name, args } = command;
  const words = args.map((arg) => arg.text);
  if (name === "") return true;
  const transparent = Object.hasOwn(TRANSPARENT, name) ? TRANSPARENT[name] : undefined;
  if (transparent) return wrapsOnly(words, transparent);
  if (PLAIN_SHELLS.test(name)) return /^-[eilux]*c$/.test(words[0] ?? ""); // the text that it runs is judged by itself
  if (isVersion(name, words)) return true;
  if (ASSIGNING.test(name)) return assignsHarmless(name, words);
  if (ALWAYS.has(name)) return true;
  if (Object.hasOwn(LOOKS, name) && !looksOnly(args, LOOKS[name] ?? {})) return false;
  if (/^p?npm$/.test(name)) return /^(?:ls|list|ll|why|explain|root|bin|prefix)$/.test(words[0] ?? "");
  if (Object.hasOwn(LOOKS, name)) return true;
  if (name === "date") return readsOnlyDate(words);
  if (name === "sed") return readsOnlySed(words);
  if (/^[gmn]?awk$/.test(name)) return readsOnlyAwk(words);
  return name === "git" && readsOnlyGit(words);
}

/** A word that is not known, or a file's name in place of a pattern, can be any option; some programs have harmful ones. */
export function mayHideOption({ name, args }: SimpleCommand): boolean {
  if (ALWAYS.has(name) || ASSIGNING.test(name)) return false;
  return args.some((arg) => (!isKnown(arg) && /^[\0-]/.test(arg.text)) || (arg.glob && /^[*?[]/.test(arg.text)));
}

function looksOnly(args: readonly Field[], looks: Looks): boolean {
  const words = args.map((arg) => arg.text);
  const options = words.filter((word) => /^-./.test(word) && word !== "--");
  if (looks.options && !options.every((word) => looks.options?.test(word))) return false;
  if (looks.never && words.some((word) => looks.never?.test(word))) return false;
  if (looks.operands === undefined) return true;
  const values = new Set(args.filter((arg, at) => looks.valued?.test(words[at - 1] ?? "") && /^[-+]?\w+$/.test(arg.text)));
  const files = operands(args).filter((arg) => !values.has(arg));
  return files.length <= looks.operands && !files.some((file) => file.glob || !isKnown(file));
}

/** `env` may set no variable that steers a program, and no wrapper may write a file or move to another folder. */
function wrapsOnly(words: readonly string[], options: RegExp): boolean {
  return words.every((word) => {
    const [, name] = /^(\w+)=/.exec(word) ?? [];
    if (name !== undefined) return HARMLESS_VARIABLE.test(name);
    return !word.startsWith("-") || options.test(word);
  });
}

function assignsHarmless(name: string, words: readonly string[]): boolean {
  if (name === "printf")
    return words[0]?.startsWith("-v") !== true || HARMLESS_VARIABLE.test(words[0].slice(2) || (words[1] ?? ""));
  if (name === "read" && words.includes("-u")) return false;
  return words.every((word) => {
    if (word.startsWith("-")) return true;
    // A name without a value only says which variables children get to see; `read` gives it one.
    if (name !== "read" && name !== "unset" && !word.includes("=")) return /^\w+$/.test(word);
    return HARMLESS_VARIABLE.test(word.replace(/\+?=[\s\S]*$/, ""));
  });
}

function isVersion(name: string, words: readonly string[]): boolean {
  const [only = ""] = words;
  if (words.length !== 1 || LOADS_PROJECT.test(name)) return false;
  return only === "--version" || (Object.hasOwn(VERSION, only) && VERSION[only]?.test(name) === true);
}

/** Not a program of the project that carries a harmless name. */
export function isSystemProgram(program: string): boolean {
  return !program.includes("/") || /^\/(?:usr\/(?:local\/)?s?bin|s?bin|opt\/homebrew\/bin|opt\/local\/bin)\/[^/]+$/.test(program);
}

/** A word without `+` is a time to set, unless an option takes it. */
function readsOnlyDate(words: readonly string[]): boolean {
  return words.every((word, at) => {
    if (/^(?:-d|-r|--date|--reference)$/.test(words[at - 1] ?? "")) return true;
    return /^(?:\+|-[uR]+$|-I\w*$|-[dr]|--(?:utc|universal|rfc-email)$|--(?:date|reference|iso-8601|rfc-3339)(?:=|$))/.test(word);
  });
}

/** Options that write files (`--dump-variables`, `--profile`) or load code are not among those allowed. */
function readsOnlyAwk(words: readonly string[]): boolean {
  return words.every((word) => !/system|\||getline|>|@|ARGV/.test(word) && (!/^-./.test(word) || /^-(?:[Fv]|-$)/.test(word)));
}

/** `sed` with scripts made of addresses, `p`, `d`, `q`, `=` and substitutions without `w` and `e`. */
function readsOnlySed(words: readonly string[]): boolean {
  const options = /^(?:-[nErsuz]*e?|--(?:quiet|silent|regexp-extended|null-data|separate|posix|sandbox))$/;
  if (words.some((word) => /^-./.test(word) && !options.test(word))) return false;
  const after = words.filter((_word, at) => /^-[nErsuz]*e$/.test(words[at - 1] ?? ""));
  const scripts = after.length > 0 ? after : words.filter((word) => !word.startsWith("-")).slice(0, 1);
  return scripts.every(
    (script) =>
      !/\\[/|#,:]/.test(script) && // where a part ends is not told apart then
      script
        .split(/[;\n]/)
        .every((part) =>
          /^\s*(?:[\d$,~+!\s]|\/[^/]*\/)*(?:[pdq=]|s([/|#,:])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpiI\d]*)?\s*$/.test(part),
        ),
  );
}
