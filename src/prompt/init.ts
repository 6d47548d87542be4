// `/init`: writes a PAI.md from what the project contains.
import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Texts } from "../locale/index.ts";
import { causeOf, PaiError, systemCode } from "../protocol/errors.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { isInside, realTarget } from "../util/paths.ts";
import { excludeLocalFiles } from "./init/git-exclude.ts";
import { renderSurvey } from "./init/render.ts";
import { surveyProject } from "./init/survey.ts";
import { FOREIGN_PLACES, nameOnDisk } from "./project-memory.ts";

export interface InitResult {
  /** Of the file that was written. */
  readonly path: string;
  readonly text: string;
  /** Why the person's own files could not be kept out of Git. */
  readonly excludeProblem?: string;
}

/**
 * Throws PaiError `INIT_EXISTS` if there is a PAI.md, in any case of its letters, and `force` is not given; `INIT_OUTSIDE` if it is a
 * link out of the project.
 */
export async function initProject(root: string, { force, texts }: { force: boolean; texts: Texts }): Promise<InitResult> {
  const path = join(root, (await nameOnDisk(root, "PAI.md")) ?? "PAI.md");
  if (!force && (await exists(path))) throw new PaiError("INIT_EXISTS", { path });
  if (!isInside(realTarget(root), realTarget(path))) throw new PaiError("INIT_OUTSIDE", { path });
  const foreign = await Promise.all(FOREIGN_PLACES.map((place) => nameOnDisk(root, place)));
  const imports = foreign.filter((name) => name !== undefined).slice(0, 1);
  const text = renderSurvey(basename(root), await surveyProject(root), imports, texts);
  await writeFileAtomic(path, text);
  try {
    await excludeLocalFiles(root);
    return { path, text };
  } catch (error) {
    return { path, text, excludeProblem: causeOf(error) };
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}
