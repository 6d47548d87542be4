// Which files Git ignores: the rules of .gitignore files, from the project root down to a folder.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compilePath, type Glob } from "./glob.ts";

interface Rule {
  readonly matches: Glob;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

/** The rules that hold in one folder, the outer ones first. */
export interface IgnoreRules {
  /** Whether Git ignores something in this folder. The folder itself is not ignored. */
  ignores(name: string, isFolder: boolean): boolean;
  /** The rules within a folder below. */
  enter(name: string): Promise<IgnoreRules>;
}

interface Level {
  readonly rules: readonly Rule[];
  /** From the level's folder to the current one: empty or ending in a slash. */
  readonly prefix: string;
}

/** Never listed or searched, as Git itself leaves it out: the repository's own store. */
const ALWAYS = new Set([".git"]);

export async function ignoreRules(root: string): Promise<IgnoreRules> {
  return rulesAt(root, [{ rules: await readRules(root), prefix: "" }]);
}

function rulesAt(folder: string, levels: readonly Level[]): IgnoreRules {
  return {
    ignores(name, isFolder) {
      if (ALWAYS.has(name)) return true;
      for (const { rules, prefix } of levels.toReversed()) {
        const rule = rules.findLast(({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches(prefix + name));
        if (rule) return !rule.negated; // the innermost file with an opinion decides
      }
      return false;
    },
    async enter(name) {
      const inner = join(folder, name);
      const outer = levels.map((level) => ({ ...level, prefix: `${level.prefix}${name}/` }));
      return rulesAt(
        inner,
        [...outer, { rules: await readRules(inner), prefix: "" }].filter(({ rules }) => rules.length > 0),
      );
    },
  };
}

async function readRules(folder: string): Promise<readonly Rule[]> {
  try {
    return parseIgnore(await readFile(join(folder, ".gitignore"), "utf8"));
  } catch {
    return []; // there is none, or none that can be read
  }
}

/** Pure. */
export function parseIgnore(text: string): readonly Rule[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .flatMap((line) => {
      let pattern = line.replace(/(?<!\\)\s+$/, "");
      if (pattern === "" || pattern.startsWith("#")) return [];
      const negated = pattern.startsWith("!");
      if (negated) pattern = pattern.slice(1);
      const foldersOnly = pattern.endsWith("/");
      if (foldersOnly) pattern = pattern.slice(0, -1);
      if (!pattern.includes("/")) pattern = `**/${pattern}`;
      const matches = compilePath(pattern.replace(/^\//, ""));
      return [{ matches, negated, foldersOnly }];
    });
}
