// What commands do to a project and to the person's skills, apart from the running session.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { initProject } from "../prompt/init.ts";
import { PaiError } from "../protocol/errors.ts";
import { findSession, ledgerPath } from "../session/catalog.ts";
import { EXPORT_FORMATS, exportSession } from "../session/export.ts";
import { readTranscript } from "../session/transcript.ts";
import { createSkillCatalog, type SkillCatalog } from "../skills/catalog.ts";
import { loadSkills } from "../skills/loader.ts";
import { readSkillsOff, switchSkill } from "../skills/switches.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { promptRoots } from "./prompts.ts";

/** Names of the skills that the person switched off. */
function skillsOffFile({ home }: Environment): string {
  return join(home, "skills", "off.json");
}

/** The skills as the files and the switches are now; `notes` say what was left out. */
export async function openSkills(
  environment: Environment,
): Promise<{ readonly catalog: SkillCatalog; readonly notes: readonly string[] }> {
  const { root, trusted, texts } = environment;
  const { skills, notes } = await loadSkills({ ...promptRoots(environment), root, projectTrusted: trusted, texts });
  return { catalog: createSkillCatalog(skills, await readSkillsOff(skillsOffFile(environment)), texts), notes };
}

/** Throws PaiError `SKILL_UNKNOWN`. */
export async function setSkill(environment: Environment, name: string, on: boolean): Promise<void> {
  const { catalog } = await openSkills(environment);
  if (!catalog.skills.some((skill) => skill.name === name)) {
    throw new PaiError("SKILL_UNKNOWN", { name, known: catalog.skills.map((skill) => skill.name).join(", ") });
  }
  await switchSkill({ file: skillsOffFile(environment), name, on, clock: systemClock, random: systemRandom });
}

/** Writes PAI.md from what the project contains and says what was written. Throws PaiError `INIT_EXISTS`. */
export async function initHere({ root, texts }: Environment, force: boolean): Promise<string> {
  const { path, text, excludeProblem } = await initProject(root, { force, texts });
  const problem = excludeProblem === undefined ? [] : [texts.commands.initExclude(excludeProblem)];
  return [texts.commands.initDone(path), ...problem, "", text.trim()].join("\n");
}

/** Writes a session beside the project's files and returns the path. Throws PaiError `USAGE` for another format. */
export function exportHere({ home, root, texts }: Environment, sessionId: string, wanted: string): string {
  const format = EXPORT_FORMATS.find((name) => name === wanted);
  if (format === undefined) throw new PaiError("USAGE", { problem: `/export [${EXPORT_FORMATS.join("|")}]` });
  const path = join(root, `paicli-${sessionId}.${format}`);
  writeFileSync(path, exportSession(readTranscript(ledgerPath(home, findSession(home, sessionId))), format, texts), {
    mode: 0o600,
  });
  return path;
}
