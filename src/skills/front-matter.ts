// Splits a SKILL.md into its front matter and its body.
import { z } from "zod";

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;
/** `key: words`, which YAML and anyone reads alike. Loading the YAML parser costs 40 ms of each start. */
const PLAIN_LINE = /^([A-Za-z][\w-]*): +([\p{L}](?:(?!: | #|:$).)*)$/u;
const NOT_A_STRING = /^(true|false|null|yes|no|on|off)$/i;

const fieldsSchema = z.looseObject({ name: z.string().trim().min(1), description: z.string().trim().min(1) });

export interface SkillText {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** Undefined where the front matter, its name or its description is missing or can't be read. */
export async function parseSkillText(text: string): Promise<SkillText | undefined> {
  const match = FRONT_MATTER.exec(text);
  if (!match) return undefined;
  const fields = fieldsSchema.safeParse(plainFields(match[1] ?? "") ?? (await yamlFields(match[1] ?? "")));
  if (!fields.success) return undefined;
  return { name: fields.data.name, description: fields.data.description, body: text.slice(match[0].length).trim() };
}

function plainFields(source: string): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const line of source.split("\n").filter((text) => text.trim() !== "")) {
    const [, key, value] = PLAIN_LINE.exec(line.trimEnd()) ?? [];
    if (key === undefined || value === undefined || NOT_A_STRING.test(value) || key in fields) return undefined;
    fields[key] = value;
  }
  return fields;
}

async function yamlFields(source: string): Promise<unknown> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(source, { logLevel: "silent" });
  return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 10 });
}
