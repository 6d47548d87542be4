// The Markdown files that the system prompt and the tools' descriptions come from, and who may replace them.
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Lang } from "../locale/index.ts";
import { PaiError, systemCode } from "../protocol/errors.ts";
import { isInside, realTarget } from "../util/paths.ts";
import { readTextHead } from "../util/text-file.ts";
import { promptName } from "./options.ts";

/** Far more than a prompt should ever have; a larger file is a mistake. */
const MAX_PROMPT_BYTES = 1_000_000;

export interface PromptRoots {
  /** Folder of the installed package; its `prompts/` holds every file in both languages. */
  readonly packageDir: string;
  /** `$PAICLI_HOME`. */
  readonly home: string;
  /** Root of the project, only if the person trusts it. */
  readonly projectDir?: string;
  readonly lang: Lang;
}

export interface PromptChoice extends PromptRoots {
  readonly personality: string;
  /** A file in `modes/`: `react`, `plan-task`, `team-worker`, `team-reviewer`. */
  readonly mode: string;
  /** A file in `approvals/`: the approval mode in which the session starts. */
  readonly approval: string;
}

/** Texts in the order in which they stand in the prompt. The same for a whole session. */
export type PromptFiles = readonly string[];

export function loadPromptFiles(choice: PromptChoice): Promise<PromptFiles> {
  const names = [
    "base.md",
    `personalities/${choice.personality}.md`,
    `modes/${choice.mode}.md`,
    `approvals/${choice.approval}.md`,
    "context/context-management.md",
    "handoff.md",
  ];
  return Promise.all(names.map((name) => readPromptFile(choice, name)));
}

/**
 * The text of one file, such as `tools/load_skill.md`: the trusted project's, else the user's, else the built-in one. A replacement lies
 * at `prompts/<lang>/<name>`, or at `prompts/<name>` for both languages. Throws PaiError `PROMPT_NAME` for a name that could leave its
 * folder, `PROMPT_MISSING`, `PROMPT_OUTSIDE` where a project's file is a link out of the project.
 */
export async function readPromptFile(roots: PromptRoots, name: string): Promise<string> {
  if (!name.split("/").every((part) => promptName.safeParse(part).success)) throw new PaiError("PROMPT_NAME", { name });
  const { packageDir, home, projectDir, lang } = roots;
  if (projectDir !== undefined) {
    const text = await firstText(replacements(join(projectDir, ".paicli"), lang, name), projectDir);
    if (text !== undefined) return text;
  }
  const builtIn = join(packageDir, "prompts", lang, name);
  const text = await firstText([...replacements(home, lang, name), builtIn]);
  if (text === undefined) throw new PaiError("PROMPT_MISSING", { name, path: join(home, "prompts", lang, name) });
  return text;
}

function replacements(dir: string, lang: Lang, name: string): readonly string[] {
  return [join(dir, "prompts", lang, name), join(dir, "prompts", name)];
}

/** The first of the files that exists. With `root` its real path must lie inside: a repository can hold links to anywhere. */
async function firstText(paths: readonly string[], root?: string): Promise<string | undefined> {
  for (const path of paths) {
    const real = await realpath(path).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return undefined;
      throw error;
    });
    if (real === undefined) continue;
    if (root !== undefined && !isInside(realTarget(root), real)) throw new PaiError("PROMPT_OUTSIDE", { path });
    return (await readTextHead(real, MAX_PROMPT_BYTES)).text.trim();
  }
  return undefined;
}
