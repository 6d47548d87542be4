// Which skills' bodies the model can see, read off the conversation itself.
import { type Message, textOf } from "../protocol/message.ts";
import type { Skill } from "./skill.ts";

const HEADER = "[PAICLI_SKILL_INJECTION]";

/** The internal user message that carries a skill. */
export function injectionText(skill: Skill, source: string): string {
  return `${HEADER} ${skill.name}\n${source}\n\n${skill.body}`;
}

/** UTF-8 bytes by skill. A message counts by its mark, never by its text: anyone can type the header. */
export function skillsInView(messages: readonly Message[]): ReadonlyMap<string, number> {
  const inView = new Map<string, number>();
  for (const message of messages) {
    if (message.role !== "user" || message.origin !== "skill" || message.skill === undefined) continue;
    inView.set(message.skill, Buffer.byteLength(textOf(message)));
  }
  return inView;
}
