// Which files a task may change, and whether two tasks could meet on one. Patterns are compared with care to one side: what is said
// not to meet cannot meet; some that never would are said to.
import { isAbsolute, join, relative, sep } from "node:path";
import { isInside, realTarget } from "../../util/paths.ts";
import type { PlanTask } from "./graph.ts";

/** `all`: no limit was given. An empty list: the task only looks. */
export type WriteScope = "all" | readonly string[];

/** Types that are there to change something, if only the output of a build. */
const WRITING: ReadonlySet<PlanTask["type"]> = new Set(["FILE_WRITE", "COMMAND", "VERIFICATION"]);

/** Patterns in their plain form: relative to the project, forward slashes, real folders instead of links. `root`: its real path. */
export function writeScope({ type, writes = [] }: Pick<PlanTask, "type" | "writes">, root: string): WriteScope {
  if (writes.length === 0) return WRITING.has(type) ? "all" : [];
  const patterns = writes.map((pattern) => plainPattern(pattern, root));
  return patterns.includes("**") ? "all" : patterns;
}

/** Whether some file may belong to both. */
export function scopesMeet(a: WriteScope, b: WriteScope): boolean {
  if (a.length === 0 || b.length === 0) return false;
  if (a === "all" || b === "all") return true;
  return a.some((left) => b.some((right) => patternsMeet(left, right)));
}

/** Whether a file, relative to the project with forward slashes, may be changed. */
export function allowsWrite(scope: WriteScope, path: string): boolean {
  return scope === "all" || scope.some((pattern) => covers(pattern, path.replace(GLOB, "_")));
}

const WILDCARD = /[*?[\]{}]/;
/** The same everywhere in a name: a real file name may hold such characters too. */
const GLOB = /[*?[\]{}]/g;

function plainPattern(pattern: string, root: string): string {
  const segments = pattern.replaceAll("\\", "/").split("/");
  const firstGlob = segments.findIndex((segment) => WILDCARD.test(segment));
  const literal = (firstGlob < 0 ? segments : segments.slice(0, firstGlob)).join("/");
  const rest = firstGlob < 0 ? [] : segments.slice(firstGlob);
  // Braces that hold a slash, and steps upwards behind a wildcard, may lead anywhere below the folder before them.
  const vague = rest.some((segment) => segment === ".." || countOf(segment, "{") !== countOf(segment, "}"));
  const real = realFolder(literal === "" && pattern.startsWith("/") ? "/" : literal, root);
  if (real === undefined || !isInside(root, real)) return OUTSIDE;
  const folder = relative(root, real).split(sep).join("/").replace(GLOB, "_");
  const tail = vague ? ["**"] : rest.filter((segment) => segment !== "" && segment !== ".");
  return [...(folder === "" ? [] : [folder]), ...tail].join("/") || "**";
}

/** Meets nothing: what lies outside the project is never written. */
const OUTSIDE = "../";

function realFolder(path: string, root: string): string | undefined {
  try {
    return realTarget(isAbsolute(path) ? path : join(root, path));
  } catch {
    return undefined; // a loop of links, a closed folder: nothing can be written there either
  }
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** A pattern also stands for everything below it, in case it names a folder. */
function patternsMeet(a: string, b: string): boolean {
  if (a === OUTSIDE || b === OUTSIDE) return false;
  return segmentsMeet([...a.split("/"), "**"], [...b.split("/"), "**"]);
}

function covers(pattern: string, path: string): boolean {
  return pattern !== OUTSIDE && segmentsMeet([...pattern.split("/"), "**"], path.split("/"));
}

function segmentsMeet(a: readonly string[], b: readonly string[]): boolean {
  // One row of the table "do these two tails meet" at a time, from the ends: patterns with many `**` stay cheap.
  let below = new Array<boolean>(b.length + 1).fill(false);
  below[b.length] = true;
  for (let j = b.length - 1; j >= 0; j--) below[j] = b[j] === "**" && below[j + 1] === true;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = new Array<boolean>(b.length + 1).fill(false);
    row[b.length] = a[i] === "**" && below[b.length] === true;
    for (let j = b.length - 1; j >= 0; j--) {
      const left = a[i] ?? "";
      const right = b[j] ?? "";
      if (left === "**" || right === "**") row[j] = below[j] === true || row[j + 1] === true;
      else row[j] = below[j + 1] === true && namesMeet(left, right);
    }
    below = row;
  }
  return below[0] === true;
}

/** Names are compared as a disk may that ignores case and composition; of a wildcard only its literal ends count. */
function namesMeet(a: string, b: string): boolean {
  const left = endsOf(fold(a));
  const right = endsOf(fold(b));
  if (left === undefined && right === undefined) return fold(a) === fold(b);
  const heads = [left?.head ?? fold(a), right?.head ?? fold(b)] as const;
  const tails = [left?.tail ?? fold(a), right?.tail ?? fold(b)] as const;
  const headsMeet = heads[0].startsWith(heads[1]) || heads[1].startsWith(heads[0]);
  return headsMeet && (tails[0].endsWith(tails[1]) || tails[1].endsWith(tails[0]));
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** What stands before the first and after the last wildcard; undefined if the name holds none. */
function endsOf(name: string): { readonly head: string; readonly tail: string } | undefined {
  const first = name.search(WILDCARD);
  if (first < 0) return undefined;
  return { head: name.slice(0, first), tail: name.split(WILDCARD).at(-1) ?? "" };
}
