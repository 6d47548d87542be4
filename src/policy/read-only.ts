// Which simple commands only look: they run without a question, so the table is short and strict about options.
import type { SimpleCommand } from "./simple-command.ts";
import { SHELLS } from "./wrappers.ts";

/** Programs that change nothing whatever their options are. */
const ALWAYS = new Set(
  (
    "ls cat head tail wc nl stat file du df tree pwd echo printf true false test [ : which whereis type whoami id uname uptime " +
    "groups nproc free arch tty locale getconf ps printenv basename dirname realpath readlink cut tr paste join comm diff cmp diff3 sdiff " +
    "column fold fmt rev tac expand unexpand grep egrep fgrep zgrep zcat bzcat xzcat od hexdump strings md5sum md5 sha1sum sha224sum " +
    "sha256sum sha384sum sha512sum shasum b2sum cksum sum seq sleep expr tsort numfmt cal jq cloc scc tokei lsblk lscpu cd pushd popd dirs " +
    "set wait jobs shift return exit break continue unset export readonly local declare typeset read hash umask times"
  ).split(" "),
);

/** Programs that change nothing unless one of these options is there. */
const UNLESS: Readonly<Record<string, RegExp>> = {
  date: /^(?:-s|--set)/,
  hostname: /^[^-]|^-F|^--file/,
  sort: /^(?:-[A-Za-z]*o|--output|--compress-program|-T|--files0-from)/,
  rg: /^--(?:pre|hostname-bin)/,
  ag: /^--pager/,
  ack: /^--(?:pager|output)/,
  find: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/,
  fd: /^(?:-x|-X|--exec)/,
  fdfind: /^(?:-x|-X|--exec)/,
  yq: /^(?:-[A-Za-z]*i|--inplace|--in-place|-s|--split-exp)/,
  xxd: /^-[A-Za-z]*r|^--revert/,
  less: /^(?:-o|-O|--log-file|\+)/,
  bat: /^--pager/,
  base64: /^$/,
  env: /^$/,
  command: /^$/,
};

/** Wrappers that do nothing themselves: what they run decides. */
const TRANSPARENT = new Set([
  "env",
  "command",
  "builtin",
  "nohup",
  "setsid",
  "nice",
  "ionice",
  "time",
  "timeout",
  "gtimeout",
  "stdbuf",
  "xargs",
  "!",
]);

/** Programs whose version question is harmless: `node --version`. */
const VERSION = /^(?:--version|-V|-v|version)$/;

const GIT_READS = new Set(
  (
    "status diff log show blame annotate ls-files ls-tree ls-remote rev-parse rev-list describe shortlog grep cat-file name-rev merge-base " +
    "count-objects whatchanged range-diff cherry check-ignore check-attr diff-tree diff-index diff-files for-each-ref show-ref show-branch var help version"
  ).split(" "),
);

/** Subcommands that read if they are followed by nothing, or by nothing but these words. */
const GIT_READS_WITH: Readonly<Record<string, RegExp>> = {
  branch: /^(?:-a|-r|-v|-vv|--all|--remotes|--list|-l|--show-current|--contains|--merged|--no-merged|--sort=.*|--format=.*)$/,
  tag: /^(?:-l|--list|-n\d*|--sort=.*|--contains|--points-at)$/,
  remote: /^(?:-v|--verbose|show|get-url)$/,
  stash: /^(?:list|show|-p|--stat)$/,
  config: /^(?:--get|--get-all|--get-regexp|--list|-l|--show-origin|--global|--local|--system|--name-only|get|list)$/,
  reflog: /^(?:show|-n|-\d+)$/,
  worktree: /^list$/,
  submodule: /^(?:status|summary)$/,
  bisect: /^(?:log|visualize)$/,
  notes: /^(?:show|list)$/,
};

/** Options that make a reading Git command write a file or start a program. */
const GIT_ACTS = /^(?:--output|-O|--open-files-in-pager|--ext-diff|--textconv|--exec|--upload-pack|-o$)/;

/** Variables that change how a harmless program looks, and nothing else. */
const HARMLESS_VARIABLE = /^(?:LANG|LANGUAGE|LC_\w+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR\w*|COLUMNS|LINES|TERM|CI|[a-z]\w*)$/;

export function isReadOnly(command: SimpleCommand): boolean {
  if (command.isFunction || !isSystemProgram(command.program)) return false;
  if (!command.assignments.every(({ name }) => HARMLESS_VARIABLE.test(name))) return false;
  const { name } = command;
  const words = command.args.map((arg) => arg.text);
  if (name === "" || TRANSPARENT.has(name)) return true;
  if (SHELLS.has(name)) return words.some((word) => /^-[A-Za-z]*c$/.test(word)); // the text that it runs is judged by itself
  if (Object.hasOwn(UNLESS, name)) return !words.some((word) => UNLESS[name]?.test(word));
  if (ALWAYS.has(name)) return name !== "read" || !words.includes("-u");
  if (name === "uniq") return words.filter((word) => !word.startsWith("-")).length < 2;
  if (name === "sed") return readsOnlySed(words);
  if (/^[gmn]?awk$/.test(name))
    return !words.some((word) => /system|\||getline|>|@|^-i|^--include|^-l|^--load|^-f|^--file|^-E|^--exec/.test(word));
  if (name === "git") return readsOnlyGit(words);
  if (/^(?:npm|pnpm|yarn)$/.test(name))
    return /^(?:ls|list|ll|why|explain|root|bin|prefix)$/.test(words[0] ?? "") || isVersion(words);
  return isVersion(words);
}

function isVersion(words: readonly string[]): boolean {
  return words.length === 1 && VERSION.test(words[0] ?? "");
}

/** Not a program of the project that carries a harmless name. */
export function isSystemProgram(program: string): boolean {
  return !program.includes("/") || /^\/(?:usr\/(?:local\/)?s?bin|s?bin|opt\/homebrew\/bin|opt\/local\/bin)\/[^/]+$/.test(program);
}

/** `sed` with scripts made of addresses, `p`, `d`, `q`, `=` and substitutions without `w` and `e`. */
function readsOnlySed(words: readonly string[]): boolean {
  if (words.some((word) => /^(?:-[A-Za-z]*i|--in-place|-f|--file|-[A-Za-z]*s?w)/.test(word))) return false;
  const scripts = words.filter(
    (word, index) =>
      !word.startsWith("-") && (words[index - 1] === "-e" || index === words.findIndex((each) => !each.startsWith("-"))),
  );
  return scripts.every((script) =>
    script
      .split(/[;\n]/)
      .every((part) =>
        /^\s*(?:[\d$,~+!\s]|\/[^/]*\/)*(?:[pdq=]|s([/|#,:])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpiI\d]*)?\s*$/.test(part),
      ),
  );
}

function readsOnlyGit(words: readonly string[]): boolean {
  if (words.some((word) => GIT_ACTS.test(word))) return false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-C" || word === "-c") at++;
    else if (!word.startsWith("-")) break;
  }
  const subcommand = words[at] ?? "";
  const rest = words.slice(at + 1);
  if (subcommand === "" || GIT_READS.has(subcommand)) return true;
  const reads = Object.hasOwn(GIT_READS_WITH, subcommand) ? GIT_READS_WITH[subcommand] : undefined;
  if (!reads) return false;
  const [first] = rest;
  if (first === undefined) return subcommand !== "stash" && subcommand !== "bisect" && subcommand !== "config";
  if (!reads.test(first)) return false;
  // A name after `--get`, `show` or `--contains` is asked for; after `branch -a` it would be made.
  return (
    /^(?:config|remote|stash|reflog|notes|worktree|submodule|bisect)$/.test(subcommand) ||
    rest.every((word) => reads.test(word) || word.startsWith("-")) ||
    /^--(?:contains|merged|no-merged|list|points-at)$|^-l$/.test(first)
  );
}
