// What a skill is, and how much of one may enter a conversation.

export type SkillSource = "builtIn" | "user" | "project";

export interface Skill {
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly body: string;
  readonly source: SkillSource;
  /** Of its SKILL.md, as shown: never an absolute path. */
  readonly path: string;
}

/** UTF-16 units: the list of all skills is in every request. */
export const MAX_DESCRIPTION_CHARS = 500;
/** UTF-8 bytes of one body. */
export const MAX_BODY_BYTES = 5 * 1024;
/** UTF-8 bytes of all bodies in view: three whole ones. */
export const MAX_VIEW_BYTES = 16 * 1024;

export function kilobytes(bytes: number): string {
  return `${Math.round((bytes / 1024) * 10) / 10} KB`;
}
