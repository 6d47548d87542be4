// The skills of a session with their switches, and the list of them that stands in the system prompt.
import type { Texts } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import type { Skill, SkillSource } from "./skill.ts";

/** The list is in every request: at most this many skills, and this many UTF-8 bytes. */
const MAX_LISTED = 20;
const MAX_LIST_BYTES = 4 * 1024;
/** Who is listed first where not all fit: the closer to the work. */
const CLOSENESS: Readonly<Record<SkillSource, number>> = { project: 0, user: 1, builtIn: 2 };

export interface SkillCatalog {
  /** Sorted by name. */
  readonly skills: readonly (Skill & { readonly on: boolean })[];
  /** The body of `## Skills`; empty without an enabled skill. Changes only with the skills and their switches. */
  readonly promptText: string;
  /** Throws PaiError `SKILL_UNKNOWN` or `SKILL_OFF`. */
  get(name: string): Skill;
}

export function createSkillCatalog(skills: readonly Skill[], off: ReadonlySet<string>, texts: Texts): SkillCatalog {
  const switched = skills.map((skill) => ({ ...skill, on: !off.has(skill.name) }));
  const enabled = switched.filter((skill) => skill.on);
  return {
    skills: switched,
    promptText: promptText(enabled, texts),
    get(name) {
      const skill = switched.find((candidate) => candidate.name === name);
      if (!skill) throw new PaiError("SKILL_UNKNOWN", { name, known: enabled.map((candidate) => candidate.name).join(", ") });
      if (!skill.on) throw new PaiError("SKILL_OFF", { name });
      return skill;
    },
  };
}

function promptText(skills: readonly Skill[], texts: Texts): string {
  if (skills.length === 0) return "";
  const { intro, more } = texts.skills;
  const room = MAX_LIST_BYTES - Buffer.byteLength(`${intro}\n\n\n${more({ count: skills.length })}`);
  const listed = new Set<Skill>();
  let bytes = 0;
  for (const skill of [...skills].sort((a, b) => CLOSENESS[a.source] - CLOSENESS[b.source])) {
    const size = Buffer.byteLength(`${line(skill)}\n`);
    if (listed.size === MAX_LISTED || bytes + size > room) continue;
    listed.add(skill);
    bytes += size;
  }
  const lines = skills.filter((skill) => listed.has(skill)).map(line);
  const hidden = skills.length - listed.size;
  return [intro, "", ...lines, ...(hidden > 0 ? [more({ count: hidden })] : [])].join("\n");
}

/** A description comes from a file that anyone may have written: it stays on its line and opens no tag. */
function line(skill: Skill): string {
  return `- ${skill.name}: ${skill.description.replace(/</g, "&lt;")}`;
}
