// Looks at what a project really contains: build files, CI, folders, and the files that fix its conventions.
import { readdir, realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { z } from "zod";
import { isInside } from "../../util/paths.ts";
import { oneLine } from "../../util/text.ts";
import { readTextHead } from "../../util/text-file.ts";
import { buildFiles, type Command } from "./build-files.ts";
import { ciCommands } from "./ci.ts";

export interface Survey {
  readonly description?: string;
  readonly stack: readonly string[];
  readonly commands: readonly Command[];
  readonly ci: readonly string[];
  readonly layout: readonly Folder[];
  readonly indent?: { readonly style: string; readonly size: string };
  readonly tools: readonly { readonly tool: string; readonly file: string }[];
  readonly strictTypes: boolean;
  readonly contributing?: string;
}

interface Folder {
  readonly name: string;
  /** The most frequent ending with its count; absent in a folder without files of a known kind. */
  readonly files?: { readonly extension: string; readonly count: string };
  /** A build file of its own: a module or a second program. */
  readonly build?: string;
}

const MAX_BYTES = 256 * 1024;
const MAX_FOLDERS = 15;
/** A count beyond this is shown as `2000+`: `/init` must not walk a huge repository for a number. */
const MAX_COUNTED = 2_000;
const MAX_DEPTH = 8;
const MAX_WORKFLOWS = 5;
const WORKFLOWS = join(".github", "workflows");
/** Made by tools, or someone else's. */
const NOT_SOURCE = /^(\..*|node_modules|bower_components|dist|build|out|target|coverage|vendor|venv|__pycache__|tmp|logs?)$/;

/** Files that fix how code looks, by pattern. */
const CONVENTION_FILES: readonly { readonly pattern: RegExp; readonly tool: string }[] = [
  { pattern: /^biome\.jsonc?$/, tool: "Biome" },
  { pattern: /^\.?eslint(rc|\.config)\b/, tool: "ESLint" },
  { pattern: /^\.?prettier(rc|\.config)\b/, tool: "Prettier" },
  { pattern: /^\.?ruff\.toml$/, tool: "Ruff" },
  { pattern: /^\.flake8$/, tool: "Flake8" },
  { pattern: /^\.?rustfmt\.toml$/, tool: "rustfmt" },
  { pattern: /^\.golangci\.ya?ml$/, tool: "golangci-lint" },
  { pattern: /^\.clang-format$/, tool: "clang-format" },
  { pattern: /^checkstyle\.xml$/, tool: "Checkstyle" },
  { pattern: /^\.?commitlint(rc|\.config)\b/, tool: "commitlint" },
  { pattern: /^\.pre-commit-config\.yaml$/, tool: "pre-commit" },
];

export async function surveyProject(root: string): Promise<Survey> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = new Set(entries.map((entry) => entry.name));
  const facts = [];
  for (const [file, read] of Object.entries(buildFiles)) {
    if (names.has(file)) facts.push(read(await textOf(root, file), names));
  }
  const folders = entries.filter((entry) => entry.isDirectory() && !NOT_SOURCE.test(entry.name)).map((entry) => entry.name);
  const description = descriptionOf(await textOf(root, "package.json"), await textOf(root, "README.md"));
  const indent = indentOf(await textOf(root, ".editorconfig"));
  const contributing = [...names].find((name) => /^contributing(\.md)?$/i.test(name));
  return {
    ...(description === undefined ? {} : { description }),
    stack: [...new Set(facts.flatMap((fact) => fact.stack))],
    commands: facts.flatMap((fact) => fact.commands),
    ci: await ciOf(root, names),
    layout: await Promise.all(
      folders
        .sort()
        .slice(0, MAX_FOLDERS)
        .map((name) => folderOf(root, name)),
    ),
    ...(indent === undefined ? {} : { indent }),
    tools: CONVENTION_FILES.flatMap(({ pattern, tool }) => {
      const file = [...names].sort().find((name) => pattern.test(name));
      return file === undefined ? [] : [{ tool, file }];
    }),
    strictTypes: facts.some((fact) => fact.strictTypes === true),
    ...(contributing === undefined ? {} : { contributing }),
  };
}

/** The package's own words, else the first paragraph of the README. */
function descriptionOf(packageJson: string, readme: string): string | undefined {
  const own = z.looseObject({ description: z.string().trim().min(1) }).safeParse(jsonOf(packageJson));
  if (own.success) return oneLine(own.data.description, 200);
  const paragraph = readme.split(/\n\s*\n/).find((part) => /^[\p{L}*_]/u.test(part.trim()));
  return paragraph === undefined ? undefined : oneLine(paragraph, 200);
}

function indentOf(editorconfig: string): Survey["indent"] {
  const all = /^\[\*\]\s*\n([^[]*)/m.exec(editorconfig)?.[1] ?? "";
  const style = /^[ \t]*indent_style\s*=\s*(space|tab)/m.exec(all)?.[1];
  const size = /^[ \t]*(?:indent_size|tab_width)\s*=\s*(\d+)/m.exec(all)?.[1];
  return style === undefined || size === undefined ? undefined : { style, size };
}

async function ciOf(root: string, names: ReadonlySet<string>): Promise<readonly string[]> {
  const workflows = (await namesIn(join(root, WORKFLOWS))).filter((name) => /\.ya?ml$/.test(name)).sort();
  if (workflows.length > 0) {
    const texts = workflows.slice(0, MAX_WORKFLOWS).map((name) => textOf(root, join(WORKFLOWS, name)));
    return ciCommands("github", await Promise.all(texts));
  }
  return names.has(".gitlab-ci.yml") ? ciCommands("gitlab", [await textOf(root, ".gitlab-ci.yml")]) : [];
}

async function folderOf(root: string, name: string): Promise<Folder> {
  const path = join(root, name);
  const counts = await countEndings(path);
  const most = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  const inside = await namesIn(path);
  const build = Object.keys(buildFiles).find(
    (file) => file !== "tsconfig.json" && file !== "Dockerfile" && inside.includes(file),
  );
  return {
    name,
    ...(most === undefined
      ? {}
      : { files: { extension: most[0], count: most[1] >= MAX_COUNTED ? `${MAX_COUNTED}+` : String(most[1]) } }),
    ...(build === undefined ? {} : { build }),
  };
}

/** Files by ending, level by level, never through links. */
async function countEndings(folder: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let seen = 0;
  let level = [folder];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const dir of level) {
      for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
        if (seen >= MAX_COUNTED) return counts;
        if (entry.isDirectory() && !NOT_SOURCE.test(entry.name)) next.push(join(dir, entry.name));
        const extension = extname(entry.name);
        if (!entry.isFile() || extension === "") continue;
        counts.set(extension, (counts.get(extension) ?? 0) + 1);
        seen++;
      }
    }
    level = next;
  }
  return counts;
}

/** Empty for a file that is not there, can't be read as text or is a link out of the project: then it says nothing of the project. */
async function textOf(root: string, name: string): Promise<string> {
  try {
    const real = await realpath(join(root, name));
    return isInside(await realpath(root), real) ? (await readTextHead(real, MAX_BYTES)).text : "";
  } catch {
    return ""; // any cause: the other files still describe the project
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((): string[] => []);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no package.json, or one that is being edited
  }
}
