// Which Git commands only look. Git takes a long option by any clear beginning of its name, so these are matched by beginnings.

const GIT_READS = new Set(
  (
    "status diff log show blame annotate ls-files ls-tree ls-remote rev-parse rev-list describe shortlog grep cat-file name-rev merge-base " +
    "count-objects whatchanged range-diff cherry check-ignore check-attr diff-tree diff-index diff-files for-each-ref show-ref show-branch var version"
  ).split(" "),
);

/** Options that make a reading command write a file or start a program: `--output`, `--ext-diff`, `--upload-pack`, `grep -nO`. */
const GIT_ACTS = /^(?:--(?:ou|op|ext|exe|te|up|filters)|-[A-Za-z]*O|-o)/;

/** Options before the subcommand that change neither the repository nor what is run. `-c` is judged where commands are unwrapped. */
const GIT_PLAIN = /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs|--glob-pathspecs|--icase-pathspecs|--version|-v)$/;

const LISTING = /^(?:--contains|--no-contains|--merged|--no-merged|--list|--points-at|-l)(?:=.*)?$/;

/** Subcommands that also change something: the options that they may have, and whether names may stand there. */
const GIT_LISTS: Readonly<Record<string, RegExp>> = {
  branch: /^(?:-[arv]+|--all|--remotes|--verbose|--show-current|--sort=.*|--format=.*|--no-color|--column|--ignore-case)$/,
  tag: /^(?:-n\d*|--sort=.*|--format=.*|--column|--ignore-case)$/,
};

/** Subcommands with a second word that says whether they read, after options that do not matter. */
const GIT_READS_WITH: Readonly<Record<string, RegExp>> = {
  remote: /^(?:(?:-v|--verbose) ?)*(?:$|(?:show|get-url)(?: |$))/,
  stash: /^(?:list|show)(?: |$)/,
  reflog: /^(?:$|show(?: |$)|-n ?\d+|-\d+$)/,
  worktree: /^list(?: |$)/,
  submodule: /^(?:$|(?:status|summary)(?: |$))/,
  bisect: /^log$/,
  notes: /^(?:$|(?:show|list)(?: |$))/,
};

export function readsOnlyGit(words: readonly string[]): boolean {
  if (words.some((word) => GIT_ACTS.test(word))) return false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-C" || word === "-c") at++;
    else if (!word.startsWith("-")) break;
    else if (!GIT_PLAIN.test(word)) return false;
  }
  const subcommand = words[at] ?? "";
  const rest = words.slice(at + 1);
  if (subcommand === "" || GIT_READS.has(subcommand)) return true;
  if (subcommand === "help") return !rest.some((word) => word.startsWith("-")); // others open a browser
  if (subcommand === "config") return readsGitConfig(rest);
  const list = Object.hasOwn(GIT_LISTS, subcommand) ? GIT_LISTS[subcommand] : undefined;
  if (list) {
    const named = rest.some((word) => LISTING.test(word)); // a name alone would be made
    return rest.every((word) => list.test(word) || LISTING.test(word) || (named && !word.startsWith("-")));
  }
  const reads = Object.hasOwn(GIT_READS_WITH, subcommand) ? GIT_READS_WITH[subcommand] : undefined;
  return reads?.test(rest.join(" ")) === true;
}

const CONFIG_PLACE =
  /^(?:--(?:global|local|system|worktree|show-origin|show-scope|name-only|null|includes|no-includes|bool|int|path)|-z|--(?:type|default|file)=.*)$/;

/** `git config` that asks: the word that says so comes first, since a value to set may be called `get` or `list` as well. */
export function readsGitConfig(rest: readonly string[]): boolean {
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "-f" || word === "--file" || word === "--blob") at++;
    else if (!CONFIG_PLACE.test(word)) break;
  }
  const asks = /^(?:--get|--get-all|--get-regexp|--get-urlmatch|--get-color|--list|-l|get|list)$/.test(rest[at] ?? "");
  return (
    asks &&
    rest.slice(at + 1).every((word) => !word.startsWith("-") || CONFIG_PLACE.test(word) || /^--(?:all|regexp)$/.test(word))
  );
}
