// Commands whose output is names of files below the folder that they look at, one a line: what reads these names stays there,
// unless a link among them leads away.
import { mayFindLinks } from "./find-links.ts";
import { type Listing, type SimpleCommand, UNKNOWN } from "./simple-command.ts";

/** Options with which the programs print something else than such names. */
const LISTERS: Readonly<Record<string, RegExp>> = {
  find: /^-(?:f?printf|fprint0?|f?ls|exec|execdir|ok|okdir|files0-from)$/,
  fd: /^(?:-[A-Za-z]*[xXl]|--(?:exec|format|list-details|path-separator|print0).*)/,
  fdfind: /^(?:-[A-Za-z]*[xXl]|--(?:exec|format|list-details|path-separator|print0).*)/,
  ls: /^(?:-[1trSRXv]*[^-1trSRXv]|--)/,
};

/** Programs that print names with one of these options only. */
const LISTS_WITH: Readonly<Record<string, RegExp>> = {
  rg: /^(?:-[A-Za-z]*l|--files|--files-with-matches|--files-without-match)$/,
  grep: /^(?:-[A-Za-z]*[lL]|--files-with(?:out)?-match(?:es)?)$/,
  egrep: /^-[A-Za-z]*[lL]$/,
  fgrep: /^-[A-Za-z]*[lL]$/,
};
const RENAMES = /^--(?:path|context-|field|hostname|hyper|label|pre|repl|heading|stats|json)/;

const FILTERS: Readonly<Record<string, RegExp>> = {
  sort: /^-[rnuVfz]+$/,
  uniq: /^-[uiz]+$/,
  head: /^-(?:n|\d+)$|^-n\d+$/,
  tail: /^-(?:n|\d+)$|^-n\d+$/,
  grep: /^-[vEFiwxze]+$/,
};

/** Undefined if some of the commands prints anything else. `split`: what takes the names splits them at blanks. */
export function listingOf(commands: readonly SimpleCommand[], split: boolean): Listing | undefined {
  const [first, ...rest] = commands.filter((command) => command.name !== "" && !/^(?:xargs|timeout|env)$/.test(command.name));
  if (!first || !lists(first) || !rest.every(filters)) return undefined;
  return { links: first.name !== "find" || mayFindLinks(first.args), split };
}

function lists({ name, args, isFunction, program, cwds }: SimpleCommand): boolean {
  const texts = args.map((arg) => arg.text);
  if (isFunction || program !== name || cwds.includes(undefined) || texts.some((text) => text.includes(UNKNOWN))) return false;
  if (name === "git") return listsGit(texts);
  if (Object.hasOwn(LISTERS, name)) return !texts.some((text) => LISTERS[name]?.test(text));
  const option = Object.hasOwn(LISTS_WITH, name) ? LISTS_WITH[name] : undefined;
  return option !== undefined && texts.some((text) => option.test(text)) && !texts.some((text) => RENAMES.test(text));
}

function listsGit([subcommand, ...rest]: readonly string[]): boolean {
  if (subcommand === "ls-files")
    return !rest.some((text) => /^-[A-Za-z]*[stveu]|^--(?:stage|format|eol|debug|resolve|unm)/.test(text));
  if (subcommand === "diff")
    return rest.includes("--name-only") && !rest.some((text) => /^--(?:src|dst|line|no-index|ext)/.test(text));
  return subcommand === "grep" && rest.some((text) => /^-[A-Za-z]*l$|^--name-only$/.test(text));
}

/** Takes lines away and leaves the others as they are. */
function filters({ name, args, isFunction, program, redirects, input }: SimpleCommand): boolean {
  if (input.text !== undefined || redirects.some(({ operator }) => operator.startsWith("<"))) return false;
  const options = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (!options || isFunction || program !== name) return false;
  const files = args.filter(({ text }) => !text.startsWith("-"));
  // One word that is no option is the pattern or a number; another would be a file of other lines.
  if (files.length > (/^(?:grep|head|tail)$/.test(name) ? 1 : 0)) return false;
  return (
    args.every(({ text }) => !text.startsWith("-") || options.test(text)) &&
    (name === "grep" || files.every(({ text }) => /^\d+$/.test(text)))
  );
}
