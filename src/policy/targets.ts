// Commands whose targets show only when they run: a variable from outside, names that another program prints, a walk that follows
// links. What they read or write can lie outside of the project or be protected, so nobody is spared the question.
import { operandTargets } from "./command-writes.ts";
import { fileWords, type Lookup, operands, pathsOf, reachOf, readFiles } from "./path-words.ts";
import { type Field, isKnown, type SimpleCommand, UNKNOWN } from "./simple-command.ts";

/** Programs of the system that show, copy or change what their operands name; from the manual pages of coreutils and others. */
const FILE_PROGRAMS = new Set(
  (
    "cat head tail tac nl wc less more bat rev od xxd hexdump strings cut paste join comm diff diff3 sdiff cmp column fold fmt expand unexpand " +
    "grep egrep fgrep zgrep zcat bzcat xzcat rg ag ack sed gsed awk gawk mawk nawk sort uniq tsort jq yq base64 base32 md5sum md5 sha1sum " +
    "sha224sum sha256sum sha384sum sha512sum shasum b2sum cksum sum file ls dir vdir stat tree du readlink realpath find gfind fd fdfind cp gcp mv gmv ln link " +
    "install rsync tee touch rm grm rmdir unlink truncate shred mkdir mkfifo mknod chmod chown chgrp chattr setfacl split csplit gzip gunzip " +
    "bzip2 bunzip2 xz unxz zstd tar gtar bsdtar zip unzip 7z cpio patch dos2unix unix2dos iconv rename sponge perl ed ex vi vim nvim nano emacs source . " +
    "bash sh dash zsh ksh mksh ash fish open xdg-open"
  ).split(" "),
);

/** Short options whose value, a number or a mark, is the next word or the rest of theirs: `head -n "$N"`. */
const TAKES_NUMBER: Readonly<Record<string, RegExp>> = {
  head: /^-[nc]/,
  tail: /^-[nc]/,
  grep: /^-[mABC]/,
  egrep: /^-[mABC]/,
  fgrep: /^-[mABC]/,
  rg: /^-[mABC]/,
  cut: /^-[bcdf]/,
  fold: /^-w/,
  sort: /^-[kt]/,
  split: /^-[abl]/,
  tree: /^-L/,
  du: /^-d/,
  xxd: /^-[cgls]/,
};

function isNumber(name: string, word: string, before: string): boolean {
  if (word === `-${UNKNOWN}`) return true; // options of one letter each: `head -$n`
  const option = Object.hasOwn(TAKES_NUMBER, name) ? TAKES_NUMBER[name] : undefined;
  return option !== undefined && ((option.test(before) && before.length === 2) || option.test(word));
}

/** The first word that says where the command looks or writes and is not known; undefined if all are. */
export function unknownTarget(command: SimpleCommand, readOnly: boolean, lookup: Lookup): Field | undefined {
  const at = (field: Field) => isUnknown(field, command, lookup);
  const written = operandTargets(command).find(({ file }) => at(file));
  if (written) return written.file;
  const read = readFiles(command).find((file) => at(file) && !listingStays(file, lookup));
  if (read) return read;
  // Whatever runs on each name of a listing may write it, if it is not known to look only.
  const handed = command.wrappers.some((wrapper) => /^(?:g?find|fd|fdfind|xargs|parallel)$/.test(wrapper));
  const apart = command.name === "git" && command.args.some(({ text }) => text === "--no-index"); // files of any place
  if (!handed && !apart && !FILE_PROGRAMS.has(command.name)) return undefined;
  const words = fileWords(command);
  return words.find((word, index) => {
    if (isNumber(command.name, word.text, words[index - 1]?.text ?? "") || !at(word)) return false;
    return !(readOnly && listingStays(word, lookup));
  });
}

/** Also a name of a listing that stands for its folder: `find src -exec cat {} +` has the word `src`. */
function isUnknown(word: Field, { cwds }: SimpleCommand, lookup: Lookup): boolean {
  if (word.listing) return true;
  const unknown = (path: string) => reachOf(path, word.glob, cwds, lookup) === "unknown";
  return isKnown(word) && !cwds.includes(undefined) ? false : pathsOf(word.text).some(unknown);
}

/** Whether all names that a listing can give lie in the project. */
function listingStays({ listing }: Field, lookup: Lookup): boolean {
  if (!listing) return false;
  return (!listing.links || !lookup.tree().leaves) && (!listing.split || !lookup.tree().odd);
}

/** Options with which programs that walk a folder go through links; some do it without. */
const FOLLOWS: Readonly<Record<string, RegExp>> = {
  grep: /^(?:-[A-Za-z]*R|--dereference-r)/,
  egrep: /^(?:-[A-Za-z]*R|--dereference-r)/,
  fgrep: /^(?:-[A-Za-z]*R|--dereference-r)/,
  rg: /^(?:-[A-Za-z]*L|--follow)/,
  ag: /^(?:-[A-Za-z]*f|--follow)/,
  fd: /^(?:-[A-Za-z]*L|--follow)/,
  fdfind: /^(?:-[A-Za-z]*L|--follow)/,
  find: /^(?:-L|-follow)$/,
  gfind: /^(?:-L|-follow)$/,
  ls: /^(?:-[A-Za-z0-9]*L|--deref)/,
  tree: /^-[A-Za-z]*l/,
  du: /^(?:-[A-Za-z]*L|--deref)/,
  cp: /^(?:-[A-Za-z]*L|--deref)/,
  rsync: /^(?:-[A-Za-z]*[Lk]|--copy-)/,
  tar: /^(?:-?[A-Za-z]*h|--deref)/,
  gtar: /^(?:-?[A-Za-z]*h|--deref)/,
  diff: /^(?:-[A-Za-z]*r|--rec)/,
  zip: /^-[A-Za-z]*r/,
  chmod: /^(?:-[A-Za-z]*R|--rec)/,
  chown: /^(?:-[A-Za-z]*[LH]|--deref)/,
};

/** Whether a walk that follows links leaves the project; the walked folders themselves are judged as words. */
export function walksOut({ name, args }: SimpleCommand, lookup: Lookup): boolean {
  const follows = Object.hasOwn(FOLLOWS, name) ? FOLLOWS[name] : undefined;
  if (!follows || !args.some(({ text }) => follows.test(text) && !text.startsWith("--no-"))) return false;
  if (name === "ls" && !args.some(({ text }) => /^(?:-[A-Za-z0-9]*R|--rec)/.test(text)))
    return operands(args).length === 0 && lookup.tree().leaves;
  return lookup.tree().leaves;
}
