// The tool `load_skill`: confirms, and has the skill's body follow the results of its batch as an internal message.
import { z } from "zod";
import type { Texts } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import type { Message } from "../protocol/message.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../protocol/tool.ts";
import type { SkillCatalog } from "./catalog.ts";
import { injectionText, skillsInView } from "./in-view.ts";
import { kilobytes, MAX_VIEW_BYTES } from "./skill.ts";

export interface LoadSkillOptions {
  readonly description: string;
  readonly texts: Texts;
  /** As it stands now: `/skill` may change it. */
  readonly catalog: () => SkillCatalog;
  /** The conversation of a unit. */
  readonly messages: (unit: string) => readonly Message[];
}

/** Handed out, but the results of its batch have not entered the conversation yet. */
interface Underway {
  readonly unit: string;
  readonly callId: string;
  readonly skill: string;
  readonly bytes: number;
}

const schema = z.object({ name: z.string().describe("name of a skill, as listed in the system prompt") });

export function createLoadSkillTool(options: LoadSkillOptions): Tool {
  const { texts } = options;
  let underway: readonly Underway[] = [];

  function visibleTo(unit: string): ReadonlyMap<string, number> {
    const messages = options.messages(unit);
    const open = openCalls(messages);
    underway = underway.filter((call) => call.unit !== unit || open.has(call.callId));
    const here = underway.filter((call) => call.unit === unit);
    return new Map([...skillsInView(messages), ...here.map((call) => [call.skill, call.bytes] as const)]);
  }

  async function run({ name }: z.output<typeof schema>, context: ToolContext): Promise<ToolResult> {
    const skill = options.catalog().get(name);
    const visible = visibleTo(context.unit);
    if (visible.has(name)) return { ok: true, content: texts.skills.inView({ name }) };
    const text = injectionText(skill, texts.skills.from[skill.source]({ path: skill.path }));
    const bytes = Buffer.byteLength(text);
    const used = [...visible.values()].reduce((sum, size) => sum + size, 0);
    if (used + bytes > MAX_VIEW_BYTES) {
      const inView = [...visible].map(([other, size]) => `${other} (${kilobytes(size)})`).join(", ");
      throw new PaiError("SKILL_VIEW_FULL", { name, limit: kilobytes(MAX_VIEW_BYTES), inView });
    }
    underway = [...underway, { unit: context.unit, callId: context.callId, skill: name, bytes }];
    return { ok: true, content: texts.skills.loaded({ name }), inject: [{ skill: name, text }] };
  }

  return defineTool({
    name: "load_skill",
    description: options.description,
    schema,
    readOnly: true,
    preview: { over: 32_000, head: 2_000, tail: 800 },
    access: () => [],
    run,
  });
}

/** Ids of the calls that wait for their result. */
function openCalls(messages: readonly Message[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const call of message.tool_calls ?? []) open.add(call.id);
    if (message.role === "tool") open.delete(message.tool_call_id);
  }
  return open;
}
