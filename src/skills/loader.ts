// Finds the skills of the package, the user and the project. Of the same name the later one wins, unless the project isn't trusted.
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Lang, Texts } from "../locale/index.ts";
import { causeOf, isPaiError, systemCode } from "../protocol/errors.ts";
import { isInside, realTarget } from "../util/paths.ts";
import { cutHead, oneLine } from "../util/text.ts";
import { readTextHead } from "../util/text-file.ts";
import { parseSkillText } from "./front-matter.ts";
import { kilobytes, MAX_BODY_BYTES, MAX_DESCRIPTION_CHARS, type Skill, type SkillSource } from "./skill.ts";

/** Far above what a body may have; the rest of a larger file is not looked at. */
const MAX_FILE_BYTES = 64 * 1024;
const skillName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u);

export interface SkillPlaces {
  /** Folder of the installed package. */
  readonly packageDir: string;
  /** `$PAICLI_HOME`. */
  readonly home: string;
  /** Root of the project. */
  readonly root: string;
  /** Otherwise the project's skills may add to the others, but not replace one. */
  readonly projectTrusted: boolean;
  readonly lang: Lang;
  readonly texts: Texts;
}

export interface LoadedSkills {
  /** Sorted by name. */
  readonly skills: readonly Skill[];
  /** What was skipped or cut, and why; for the person. */
  readonly notes: readonly string[];
}

interface Place {
  readonly source: SkillSource;
  readonly dir: string;
  /** Put before a skill's folder where its path is shown. */
  readonly shown: string;
}

export async function loadSkills(places: SkillPlaces): Promise<LoadedSkills> {
  const { packageDir, home, root, projectTrusted, texts } = places;
  const notes: string[] = [];
  const byName = new Map<string, Skill>();
  const inOrder: readonly Place[] = [
    { source: "builtIn", dir: join(packageDir, "prompts", "skills"), shown: "" },
    { source: "user", dir: join(home, "skills"), shown: "$PAICLI_HOME/skills/" },
    { source: "project", dir: join(root, ".paicli", "skills"), shown: ".paicli/skills/" },
    { source: "project", dir: join(root, ".agents", "skills"), shown: ".agents/skills/" },
  ];
  for (const place of inOrder) {
    const here = new Map<string, Skill>();
    for (const skill of await readPlace(place, places, notes)) {
      const twin = here.get(skill.name);
      const older = byName.get(skill.name);
      if (twin) {
        notes.push(texts.skills.sameName({ path: skill.path, name: skill.name, kept: twin.path }));
      } else if (older && older.source !== "project" && skill.source === "project" && !projectTrusted) {
        notes.push(texts.skills.notTrusted({ path: skill.path, name: skill.name, kept: older.path }));
      } else {
        here.set(skill.name, skill);
      }
    }
    for (const [name, skill] of here) byName.set(name, skill);
  }
  const skills = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { skills, notes };
}

async function readPlace(place: Place, { root, lang, texts }: SkillPlaces, notes: string[]): Promise<readonly Skill[]> {
  const skills: Skill[] = [];
  for (const folder of (await foldersIn(place.dir)).sort()) {
    const path = `${place.shown}${folder}/SKILL.md`;
    try {
      const file = await skillFile(join(place.dir, folder), lang);
      if (file === undefined) continue;
      // A link in the user's own home is the user's doing; one in a repository may be a trap.
      if (place.source === "project" && !isInside(realTarget(root), file)) {
        notes.push(texts.skills.outside({ path }));
        continue;
      }
      const skill = await readSkill(file, { source: place.source, path }, texts, notes);
      if (skill) skills.push(skill);
    } catch (error) {
      notes.push(texts.skills.unreadable({ path, cause: wordsFor(error, texts) }));
    }
  }
  return skills;
}

async function readSkill(
  file: string,
  { source, path }: { source: SkillSource; path: string },
  texts: Texts,
  notes: string[],
): Promise<Skill | undefined> {
  const text = await parseSkillText((await readTextHead(file, MAX_FILE_BYTES)).text);
  if (!text) {
    notes.push(texts.skills.noFrontMatter({ path }));
    return undefined;
  }
  if (!skillName.safeParse(text.name).success) {
    notes.push(texts.skills.badName({ path, name: oneLine(text.name, 80) }));
    return undefined;
  }
  if (text.description.length > MAX_DESCRIPTION_CHARS) {
    notes.push(texts.skills.longDescription({ path, limit: MAX_DESCRIPTION_CHARS }));
  }
  const body = cutBody(text.body, texts);
  if (body !== text.body) notes.push(texts.skills.longBody({ path, limit: kilobytes(MAX_BODY_BYTES) }));
  return { name: text.name, description: oneLine(text.description, MAX_DESCRIPTION_CHARS), body, source, path };
}

/** At most `MAX_BODY_BYTES` with the mark that says so, at the end of a line if one is near. */
function cutBody(body: string, texts: Texts): string {
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return body;
  const mark = `\n${texts.skills.bodyCut({ limit: kilobytes(MAX_BODY_BYTES) })}`;
  const room = MAX_BODY_BYTES - Buffer.byteLength(mark);
  let head = cutHead(body, room);
  while (Buffer.byteLength(head) > room) head = cutHead(head, head.length - Math.ceil((Buffer.byteLength(head) - room) / 4));
  const lineEnd = head.lastIndexOf("\n");
  return (lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head) + mark;
}

/** Real path of the folder's SKILL.md, in the language if it has one of its own (`SKILL.zh.md`). */
async function skillFile(folder: string, lang: Lang): Promise<string | undefined> {
  for (const name of [`SKILL.${lang}.md`, "SKILL.md"]) {
    try {
      return await realpath(join(folder, name));
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
    }
  }
  return undefined;
}

async function foldersIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: unknown): string[] => {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    throw error;
  });
  const isFolder = await Promise.all(
    names.map(async (name) => {
      if (name.startsWith(".")) return false;
      return (await stat(join(dir, name)).catch(() => undefined))?.isDirectory() ?? false; // a broken link is no folder
    }),
  );
  return names.filter((_, index) => isFolder[index]);
}

function wordsFor(error: unknown, texts: Texts): string {
  if (isPaiError(error, "NOT_A_FILE")) return texts.prompt.notFile;
  if (isPaiError(error, "NOT_TEXT")) return texts.prompt.notText;
  return systemCode(error) ?? causeOf(error);
}
