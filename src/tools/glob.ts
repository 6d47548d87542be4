// Glob patterns over paths with forward slashes: * ? [a-z] {a,b} and ** for any number of folders. Pure.
// Matched without regular expressions: a pattern of many stars, from a model or a hostile .gitignore, must not take exponential time.

type Part =
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "set"; has(character: string): boolean }
  | string;
type Segment = "**" | readonly Part[];

/** Alternatives that braces may expand to; more are left as they are written. */
const MAX_ALTERNATIVES = 256;

export type Glob = (path: string) => boolean;

/** Compiles a pattern. One without a slash matches the name at any depth, as a person means it. */
export function compileGlob(pattern: string): Glob {
  const alternatives = expandBraces(pattern.replace(/^\.\//, ""));
  const compiled = alternatives.map((each) => {
    const anchored = each.replace(/^\//, "");
    return segmentsOf(anchored === each && !each.includes("/") ? `**/${each}` : anchored);
  });
  return (path) => {
    const names = path.split("/");
    return compiled.some((segments) => matchSegments(segments, names));
  };
}

/** A pattern relative to one folder, as lines of .gitignore are: already split from its modifiers, without braces. */
export function compilePath(pattern: string): Glob {
  const segments = segmentsOf(pattern);
  return (path) => matchSegments(segments, path.split("/"));
}

/** `a{b,c}d` as `abd`, `acd`, also nested. */
export function expandBraces(pattern: string): readonly string[] {
  const results: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choice = firstBraces(next);
    if (!choice || results.length + open.length > MAX_ALTERNATIVES) results.push(next);
    else for (const option of choice.options) open.push(choice.before + option + choice.after);
  }
  return results.reverse();
}

function firstBraces(
  text: string,
): { readonly before: string; readonly options: readonly string[]; readonly after: string } | undefined {
  for (let from = text.indexOf("{"); from >= 0; from = text.indexOf("{", from + 1)) {
    if (text[from - 1] === "\\") continue;
    const options: string[] = [];
    let depth = 0;
    let start = from + 1;
    for (let at = from; at < text.length; at++) {
      const character = text[at];
      if (character === "\\") at++;
      else if (character === "{") depth++;
      else if (character === "," && depth === 1) {
        options.push(text.slice(start, at));
        start = at + 1;
      } else if (character === "}" && --depth === 0) {
        if (options.length === 0) break;
        return { before: text.slice(0, from), options: [...options, text.slice(start, at)], after: text.slice(at + 1) };
      }
    }
  }
  return undefined;
}

function segmentsOf(pattern: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const text of pattern.split("/")) {
    if (text !== "**") segments.push(partsOf(text));
    else if (segments.at(-1) !== "**") segments.push("**");
  }
  return segments;
}

function partsOf(text: string): readonly Part[] {
  const characters = [...text];
  const parts: Part[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "\\" && at + 1 < characters.length) parts.push(characters[++at] ?? "");
    else if (character === "?") parts.push({ kind: "any" });
    else if (character === "*") {
      if (!isStar(parts.at(-1))) parts.push({ kind: "star" });
    } else if (character === "[") {
      const set = setOf(characters, at);
      parts.push(set ? set.part : character);
      if (set) at = set.end;
    } else parts.push(character);
  }
  return parts;
}

function isStar(part: Part | undefined): boolean {
  return typeof part === "object" && part.kind === "star";
}

/** `[abc]`, `[a-z]`, `[!a]`; undefined if the bracket does not close. */
function setOf(characters: readonly string[], open: number): { readonly part: Part; readonly end: number } | undefined {
  let at = open + 1;
  const negated = characters[at] === "!" || characters[at] === "^";
  if (negated) at++;
  const ranges: (readonly [string, string])[] = [];
  for (let first = true; at < characters.length; first = false, at++) {
    const character = characters[at] ?? "";
    if (character === "]" && !first) {
      const within = (each: string) => ranges.some(([low, high]) => each >= low && each <= high);
      return { part: { kind: "set", has: (each) => within(each) !== negated }, end: at };
    }
    const high = characters[at + 2];
    if (characters[at + 1] === "-" && high !== undefined && high !== "]") {
      ranges.push([character, high]);
      at += 2;
    } else ranges.push([character, character]);
  }
  return undefined;
}

function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  const left = match(segments, names, (segment) => segment === "**", matchSegment);
  return left !== undefined && left.length === 0; // a closing ** stands for something below: `a/**` is not `a` itself
}

function matchSegment(segment: Segment, name: string): boolean {
  if (segment === "**") return false; // stands for any number of names, not for one
  const left = match(segment, [...name], isStar, matchCharacter);
  return left?.every(isStar) === true;
}

/**
 * Walks pattern and items once, going back to the last wildcard only: it may always take one item more. What of the pattern
 * is left when the items are used up, undefined where they do not match.
 */
function match<Step, Item>(
  pattern: readonly Step[],
  items: readonly Item[],
  isWildcard: (step: Step) => boolean,
  fits: (step: Step, item: Item) => boolean,
): readonly Step[] | undefined {
  let index = 0;
  let retry = -1;
  let retryAt = 0;
  for (let at = 0; at < items.length; ) {
    const step = pattern[index];
    const item = items[at];
    if (step !== undefined && isWildcard(step)) {
      retry = index++;
      retryAt = at;
    } else if (step !== undefined && item !== undefined && fits(step, item)) {
      at++;
      index++;
    } else if (retry >= 0) {
      at = ++retryAt;
      index = retry + 1;
    } else return undefined;
  }
  return pattern.slice(index);
}

function matchCharacter(part: Part, character: string): boolean {
  if (typeof part === "string") return part === character;
  return part.kind === "any" || (part.kind === "set" && part.has(character));
}
