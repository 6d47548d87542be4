// Which words of a command name files, and where these lie.
import { resolve } from "node:path";
import { isInside, realTarget } from "../util/paths.ts";
import { MAX_PATH } from "./options.ts";
import { type Ground, globMeetsGuarded, isGuarded } from "./path-guard.ts";
import { type Field, type SimpleCommand, UNKNOWN } from "./simple-command.ts";

/** Programs whose words are text, numbers or names, not files. */
const NO_FILES = new Set(
  "echo printf true false : test [ kill sleep seq expr date which whereis type export declare typeset local readonly read set unset exit return trap eval".split(
    " ",
  ),
);

/** Programs whose first word that is no option is a pattern or a script, unless an option already brought one. */
const PATTERN_FIRST = /^(?:[efz]?grep|rg|ag|ack|sed|[gmn]?awk|jq|yq|tr)$/;
const PATTERN_OPTION = /^(?:-[A-Za-z]*[ef]|--regexp|--file|--expression)/;

/** Options whose next word is text. */
const TEXT_OPTIONS: Readonly<Record<string, RegExp>> = {
  git: /^(?:-m|--message|--author|--grep|-S|-G|--format|--pretty|--date|--since|--until|-c)$/,
  find: /^-(?:name|iname|path|ipath|wholename|iwholename|regex|iregex|lname|ilname|type|size|mtime|mmin|maxdepth|mindepth|printf|perm|user|group)$/,
  gh: /^(?:-t|--title|-b|--body|-q|--jq)$/,
  curl: /^(?:-H|--header|-A|--user-agent|-X|--request|-e|--referer|-w|--write-out)$/,
};

/** The arguments that may name files; `text` arguments are left out. */
export function fileWords(command: SimpleCommand): readonly Field[] {
  const { name, args } = command;
  if (NO_FILES.has(name)) return [];
  const textOption = Object.hasOwn(TEXT_OPTIONS, name) ? TEXT_OPTIONS[name] : undefined;
  const patternAt =
    PATTERN_FIRST.test(name) && !args.some((arg) => PATTERN_OPTION.test(arg.text))
      ? args.findIndex((arg) => !arg.text.startsWith("-"))
      : -1;
  return args.filter(
    (_arg, index) =>
      index !== patternAt &&
      !textOption?.test(args[index - 1]?.text ?? "") &&
      !(PATTERN_FIRST.test(name) && /^(?:-e|--regexp|--expression)$/.test(args[index - 1]?.text ?? "")),
  );
}

/** More paths in one word are not looked at one by one: the word counts as leading outside. */
const MAX_PATHS_IN_WORD = 50;

/** The paths that a word may hold: itself, the value of `--out=/x` or `of=/x`, `-I/x`, `@/x`, `a:/x`. */
export function pathsOf(text: string): readonly string[] {
  if (/^file:\/\//i.test(text)) return [text.replace(/^file:\/\/(?:localhost)?/i, "")];
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return [];
  const paths: string[] = [];
  const pieces = text.startsWith("-")
    ? [text.replace(/^--?[A-Za-z][\w-]*=/, "="), text.replace(/^-[A-Za-z]/, "=")].filter((piece) => piece !== text)
    : [text];
  for (const piece of pieces) {
    const plain = piece.replace(/^[=@<>]+/, "");
    if (!piece.startsWith("=") || /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(plain)) paths.push(plain);
    for (const [, inner] of plain.matchAll(/[=:,@](?=([/~][^=:,]*|\.\.[^=:,]*))/g)) {
      if (inner === undefined) continue;
      if (paths.length >= MAX_PATHS_IN_WORD) return ["/"];
      paths.push(inner);
    }
  }
  return paths.filter((path) => path !== "");
}

const DEVICES = /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/\d+)$/;
const DISKS =
  /^\/dev\/(?:[shv]d[a-z*?[]|xvd|nvme|mmcblk|r?disk|loop|dm-|md|sr\d|mapper\/|zd|nbd|ram|k?mem$|port$|mtd|pmem|block\/)/;

export function isDisk(path: string): boolean {
  return DISKS.test(resolve("/", path)) && path.startsWith("/");
}

export interface Lookup {
  readonly ground: Ground;
  /** `realTarget`, bounded in number and tolerant of errors: a path that can't be followed is taken to lead outside. */
  real(path: string): string;
  /** There were more paths than are looked up. */
  exhausted(): boolean;
}

export function createLookup(ground: Ground, max: number): Lookup {
  const known = new Map<string, string>();
  const resolved = (path: string): string => {
    if (known.size >= max || path.length > MAX_PATH) return "/";
    try {
      return realTarget(path);
    } catch {
      return "/"; // a loop of links or a missing permission: it can't be shown to stay inside
    }
  };
  return {
    ground,
    real(path) {
      const real = known.get(path) ?? resolved(path);
      known.set(path, real);
      return real;
    },
    exhausted: () => known.size > max,
  };
}

export type Reach = "inside" | "outside" | "guarded" | "device" | "disk" | "unknown";

/** Where a path of a command leads, at worst, from any of the folders that it may run in. */
export function reachOf(path: string, glob: boolean, cwds: SimpleCommand["cwds"], lookup: Lookup): Reach {
  let worst: Reach = "device";
  for (const cwd of cwds) {
    const reach = reachFrom(path, glob, cwd, lookup);
    if (ORDER.indexOf(reach) > ORDER.indexOf(worst)) worst = reach;
  }
  return worst;
}

const ORDER: readonly Reach[] = ["device", "inside", "unknown", "guarded", "outside", "disk"];

function reachFrom(path: string, glob: boolean, cwd: string | undefined, { ground, real }: Lookup): Reach {
  if (path.startsWith("~")) return "outside";
  const unknownAt = path.indexOf(UNKNOWN);
  const known = unknownAt < 0 ? path : path.slice(0, path.lastIndexOf("/", unknownAt) + 1);
  if (known === "" && unknownAt >= 0) return "unknown";
  if (cwd === undefined && !known.startsWith("/")) return "unknown";
  const full = resolve(cwd ?? "/", known);
  if (DEVICES.test(full)) return "device";
  if (isDisk(full)) return "disk";
  if (full === "/dev/tcp" || /^\/dev\/(?:tcp|udp)\//.test(full)) return "outside";
  const fixed = glob ? full.replace(/\/[^/]*[*?[].*$/s, "") || "/" : full;
  const target = real(fixed);
  if (!isInside(ground.root, target)) return "outside";
  if (isGuarded(target, ground)) return "guarded";
  if (glob && tailMeetsGuarded(full.slice(fixed.length), fixed === ground.root, ground)) return "guarded";
  return unknownAt < 0 ? "inside" : path.slice(unknownAt).includes("..") ? "outside" : "unknown";
}

/** What stands behind the fixed part of a glob: a guarded name as it is, or a pattern that can match one. */
function tailMeetsGuarded(tail: string, atRoot: boolean, ground: Ground): boolean {
  const segments = tail.split("/").filter((segment) => segment !== "");
  return segments.some((segment, index) => {
    if (!/[*?[]/.test(segment)) return isGuarded(`${ground.root}/${segment}`, ground);
    return (segment.startsWith(".") || (atRoot && index === segments.length - 1)) && globMeetsGuarded(segment);
  });
}

/** What a recursive delete or write must never have as its target: the root, the home, what holds them, or all that is in them. */
export function isFatal(path: string, cwds: SimpleCommand["cwds"], lookup: Lookup): boolean {
  if (/^~[^/]*\/?(?:[*.]*|\.\*)$/.test(path)) return true;
  return cwds.some((cwd) => {
    if (path.includes(UNKNOWN) || (cwd === undefined && !path.startsWith("/"))) return false;
    const full = resolve(cwd ?? "/", path);
    const last = full.slice(full.lastIndexOf("/") + 1);
    const { home } = lookup.ground;
    const holdsHome = (folder: string) => isInside(folder, home) || isInside(folder, lookup.real(home));
    if (!/[*?[]/.test(last)) return holdsHome(full) || holdsHome(lookup.real(full));
    const parent = lookup.real(full.slice(0, full.lastIndexOf("/")) || "/");
    if (/[*?[]/.test(parent)) return false;
    return holdsHome(parent) && ((parent !== home && parent !== lookup.real(home)) || !/[\p{L}\p{N}]/u.test(last));
  });
}

/** The files that redirections write. */
export function writtenFiles(command: SimpleCommand): readonly Field[] {
  return command.redirects.flatMap(({ operator, target }) => {
    if (operator.startsWith("<") && operator !== "<>") return [];
    return /^[<>]&/.test(operator) && /^(?:\d+-?|-)$/.test(target.text) ? [] : [target];
  });
}

export function readFiles(command: SimpleCommand): readonly Field[] {
  return command.redirects.flatMap(({ operator, target }) => (operator === "<" || operator === "<>" ? [target] : []));
}

/** Arguments that are no options. */
export function operands(args: readonly Field[]): readonly Field[] {
  const end = args.findIndex((arg) => arg.text === "--");
  const before = end < 0 ? args : args.slice(0, end);
  return [...before.filter((arg) => !/^-./.test(arg.text)), ...(end < 0 ? [] : args.slice(end + 1))];
}
