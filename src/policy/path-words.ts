// Which words of a command name files, and where these lie.
import { type Dirent, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside, MAX_PATH, realTarget } from "../util/paths.ts";
import { type Ground, globMatcher, globMeetsGuarded, isGuarded, isGuardedName } from "./path-guard.ts";
import { type ProjectTree, walkProject } from "./project-tree.ts";
import { type Field, type SimpleCommand, UNKNOWN } from "./simple-command.ts";
import { SHELLS } from "./wrappers.ts";

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
  git: /^(?:-m|--message|--author|--grep|-S|-G|--format|--pretty|--date|--since|--until)$/,
  find: /^-(?:name|iname|path|ipath|wholename|iwholename|regex|iregex|lname|ilname|type|size|mtime|mmin|maxdepth|mindepth|printf|perm|user|group)$/,
  gh: /^(?:-t|--title|-b|--body|-q|--jq)$/,
  rsync: /^(?:--exclude|--include|--filter|-f)$/,
  tar: /^(?:--exclude|--transform|--xform)$/,
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
      !(SHELLS.has(name) && /^-[A-Za-z]*c$/.test(args[index - 1]?.text ?? "")) && // a text that is judged by itself
      !textOption?.test(args[index - 1]?.text ?? "") &&
      !(PATTERN_FIRST.test(name) && /^(?:-e|--regexp|--expression)$/.test(args[index - 1]?.text ?? "")),
  );
}

/** More paths in one word are not looked at one by one: the word counts as leading outside. */
const MAX_PATHS_IN_WORD = 50;

const URL_WORD = /^[a-z][a-z\d+.-]*:\/\//i;
const URL_INSIDE = /\b([a-z][a-z\d+.-]*):\/\/([^\s"'`]*)/gi;

/** The paths that a word may hold: itself, the value of `--out=/x` or `of=/x`, `-I/x`, `@/x`, `a:/x`. A URL is none, but a `file:` one. */
export function pathsOf(text: string): readonly string[] {
  if (/^file:\/\//i.test(text)) return [text.replace(/^file:\/\/(?:localhost)?/i, "")];
  if (URL_WORD.test(text)) return [text]; // a folder called `https:` may be there
  const value = optionValue(text);
  if (value !== undefined && URL_WORD.test(value)) return pathsOf(value);
  const paths: string[] = [];
  const pieces = text.startsWith("-")
    ? [text.replace(/^--?[A-Za-z][\w-]*=/, "="), text.replace(/^-[A-Za-z]/, "=")].filter((piece) => piece !== text)
    : [text];
  for (const piece of pieces) {
    const plain = piece.replace(/^[=@<>]+/, "").replace(URL_INSIDE, (_, scheme: string, rest: string) => {
      return scheme.toLowerCase() === "file" ? `=${rest.replace(/^localhost/i, "")}` : "";
    });
    if (!piece.startsWith("=") || /^[/~\0]|(?:^|\/)\.\.(?:\/|$)/.test(plain)) paths.push(plain);
    for (const [, inner] of plain.matchAll(/[=:,@](?=([/~][^=:,]*|\.\.[^=:,]*))/g)) {
      if (inner === undefined) continue;
      if (paths.length >= MAX_PATHS_IN_WORD) return ["/"];
      paths.push(inner);
    }
  }
  if (value !== undefined) paths.push(value);
  const clustered = CLUSTERED.exec(text)
    ?.slice(1)
    .find((path) => path !== undefined);
  if (clustered !== undefined) paths.push(clustered);
  return paths.filter((path) => path !== "");
}

/** Options whose value says what to leave alone or what to look for. */
const NO_TARGET = /^--?(?:[\w-]*(?:exclude|ignore|skip|prune|filter|grep|message|glob|pattern|include)[\w-]*=|[mISG])/;

/** A file in the same word as its option: `--output=PAI.md`, `-oPAI.md`. A pattern there is not expanded. */
function optionValue(text: string): string | undefined {
  if (!text.startsWith("-") || NO_TARGET.test(text)) return undefined;
  const [, long, short] = /^(?:--?[A-Za-z][\w-]*=([^*?[]+)|-[A-Za-z]([^*?[=]+))$/s.exec(text) ?? [];
  return long ?? short;
}

/** The same behind several short options: `-uoPAI.md`, `-uo/etc/x`. Longer runs of letters before a slash are a folder's name. */
const CLUSTERED = /^-[A-Za-z]{2,8}?((?:PAI\.|\.git|\.paicli).*)$|^-[a-hj-ln-z][a-z]{1,2}((?:[/~]|\.\.\/).*)$/is;

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
  /** Where the links lead that a glob's segments can match below a folder, and the protected files that they match. */
  links(folder: string, segments: readonly string[]): readonly string[];
  /** What a folder holds; nothing where there is none, or where too much was looked up already. */
  names(folder: string): readonly string[];
  /** What a walk of the whole project meets; made once, where a command takes all names below a folder. */
  tree(): ProjectTree;
  /** What was found out before about a path in a folder. */
  readonly reached: Map<string, Reach>;
  /** There were more paths than are looked up. */
  exhausted(): boolean;
}

export function createLookup(ground: Ground, max: number): Lookup {
  const known = new Map<string, string>();
  let asked = 0;
  const resolved = (path: string): string => {
    if (++asked > max || path.length > MAX_PATH) return path.length > MAX_PATH ? "/" : path;
    try {
      return realTarget(path);
    } catch {
      return "/"; // a loop of links or a missing permission: it can't be shown to stay inside
    }
  };
  const real = (path: string): string => {
    const target = known.get(path) ?? resolved(path);
    known.set(path, target);
    return target;
  };
  /** The links and protected names among what the segments match below a folder, and the folders that they match on the way. */
  const links = (folder: string, segments: readonly string[]): string[] => {
    const [segment, ...rest] = segments;
    if (segment === undefined) return [];
    const matches = globMatcher(segment);
    return entriesOf(folder, max - asked).flatMap((entry) => {
      if (!matches(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [real(path)];
      if (isGuardedName(entry.name)) return [path];
      if (!entry.isDirectory() || rest.length === 0) return [];
      asked++;
      return links(path, rest);
    });
  };
  const names = (folder: string): readonly string[] => {
    asked++;
    return entriesOf(real(folder), max - asked).map((entry) => entry.name);
  };
  let tree: ProjectTree | undefined;
  const walked = () => {
    tree ??= walkProject(ground.root);
    return tree;
  };
  return { ground, real, links, names, tree: walked, reached: new Map(), exhausted: () => asked > max };
}

function entriesOf(folder: string, left: number): readonly Dirent[] {
  if (left <= 0) return [];
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // no folder, or one that can't be read: a glob matches nothing in it
  }
}

export type Reach = "inside" | "outside" | "guarded" | "device" | "disk" | "unknown";

/** Where a path of a command leads, at worst, from any of the folders that it may run in. */
export function reachOf(path: string, glob: boolean, cwds: SimpleCommand["cwds"], lookup: Lookup): Reach {
  let worst: Reach = "device";
  for (const cwd of cwds) {
    const key = `${glob}\0${cwd}\0${path}`;
    const reach = lookup.reached.get(key) ?? reachFrom(path, glob, cwd, lookup);
    lookup.reached.set(key, reach);
    if (ORDER.indexOf(reach) > ORDER.indexOf(worst)) worst = reach;
  }
  return worst;
}

const ORDER: readonly Reach[] = ["device", "inside", "unknown", "guarded", "outside", "disk"];

function reachFrom(path: string, glob: boolean, cwd: string | undefined, lookup: Lookup): Reach {
  const { ground, real } = lookup;
  if (path.startsWith("~")) return "outside";
  const unknownAt = path.indexOf(UNKNOWN);
  const known = unknownAt < 0 ? path : path.slice(0, path.lastIndexOf("/", unknownAt) + 1);
  // What is unknown may be empty: `$x/etc` is `/etc` then.
  if (unknownAt === 0 && path.startsWith("/", 1))
    return reachFrom(path.slice(1), glob, cwd, lookup) === "inside" ? "unknown" : "outside";
  if (known === "" && unknownAt >= 0) return "unknown";
  if (cwd === undefined && !known.startsWith("/")) return "unknown";
  const full = physicalPath(cwd ?? "/", known, real);
  if (URL_WORD.test(path) && isInside(ground.root, full) && real(full) === full) return "inside"; // no link is there to lead away
  if (DEVICES.test(full)) return "device";
  if (isDisk(full)) return "disk";
  if (full === "/dev/tcp" || /^\/dev\/(?:tcp|udp)\//.test(full)) return "outside";
  const fixed = glob ? full.replace(/\/[^/]*[*?[].*$/s, "") || "/" : full;
  const target = real(fixed);
  if (!isInside(ground.root, target)) return "outside";
  if (isGuarded(target, ground)) return "guarded";
  const segments = glob
    ? full
        .slice(fixed.length)
        .split("/")
        .filter((segment) => segment !== "")
    : [];
  const through = lookup.links(fixed, segments);
  if (through.some((link) => !isInside(ground.root, link))) return "outside";
  if (through.some((link) => isGuarded(link, ground))) return "guarded";
  if (glob && tailMeetsGuarded(segments, fixed === ground.root, ground)) return "guarded";
  return unknownAt < 0 ? "inside" : path.slice(unknownAt).includes("..") ? "outside" : "unknown";
}

/** As the system walks it: `..` behind a link leaves the link's target, not the folder that holds the link. */
function physicalPath(cwd: string, path: string, real: Lookup["real"]): string {
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(path)) return resolve(cwd, path);
  return path
    .split("/")
    .reduce((at, segment) => (segment === ".." ? dirname(real(at)) : join(at, segment)), path.startsWith("/") ? "/" : cwd);
}

/** What stands behind the fixed part of a glob: a guarded name as it is, or a pattern that can match one. */
function tailMeetsGuarded(segments: readonly string[], atRoot: boolean, ground: Ground): boolean {
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
