// Level 3: what a model would forget, computed by program from the messages that leave, and bounded in size. Pure.
import { z } from "zod";
import { type Texts, textsFor } from "../locale/index.ts";
import type { PlanTaskView } from "../protocol/event.ts";
import { isUserTurn, type Message, type ToolCall, textOf, typedText } from "../protocol/message.ts";
import { maskSecrets } from "../util/secrets.ts";
import { cutHead, cutTail, oneLine } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";

/** Facts that only the program knows. */
export interface SummaryFacts {
  /** The plan's tasks with their real states; empty outside a plan. */
  readonly tasks: readonly Pick<PlanTaskView, "id" | "description" | "status">[];
}

/** Lists in the order of their importance within a section, the newest first. */
export interface AppendixData {
  readonly requests: readonly string[];
  readonly modified: readonly string[];
  readonly read: readonly string[];
  readonly outputs: readonly string[];
  readonly failed: readonly string[];
  readonly tasks: readonly string[];
  readonly skills: readonly string[];
  /** How many items earlier appendices of this conversation could not list, by section. */
  readonly unlisted?: Unlisted;
}

type Section = "requests" | "modified" | "read" | "outputs" | "failed" | "tasks";
type Unlisted = Readonly<Partial<Record<Section, number>>>;

const emptyAppendix: AppendixData = {
  requests: [],
  modified: [],
  read: [],
  outputs: [],
  failed: [],
  tasks: [],
  skills: [],
};

/** UTF-16 units of one user message; of a longer one its head and tail. */
const REQUEST_HEAD = 900;
const REQUEST_TAIL = 300;
const COMMAND_CHARS = 200;
const TASK_CHARS = 160;
/** Share of the budget that the user's words may take while other sections still wait. */
const REQUESTS_SHARE = 0.6;

export interface AppendixSource {
  readonly summarised: readonly Message[];
  readonly kept: readonly Message[];
  readonly facts: SummaryFacts;
  readonly exists: (path: string) => boolean;
  readonly texts: Texts;
}

/** Collects from the messages that leave and from the appendix of an earlier summary among them. */
export function collectAppendix({ summarised, kept, facts, exists, texts }: AppendixSource): AppendixData {
  const earlier = earlierAppendix(summarised);
  const calls = summarised.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  const modified = newestFirst(
    calls.flatMap((call) => pathOf(call, ["write_file", "edit_file"])),
    earlier.modified,
  );
  const read = newestFirst(
    calls.flatMap((call) => pathOf(call, ["read_file"])),
    earlier.read,
  );
  const outputs = newestFirst(summarised.flatMap(outputsOf), earlier.outputs);
  // the plan's tasks are listed anew each time
  const { tasks: _, ...unlisted } = earlier.unlisted ?? {};
  const inView = new Set(kept.flatMap(skillOf));
  return {
    requests: newestFirst(
      summarised.filter(isUserTurn).map((message) => excerpt(maskSecrets(typedText(message)), texts)),
      earlier.requests,
    ),
    modified,
    read: read.filter((path) => !modified.includes(path) && !path.startsWith(".paicli/tool-outputs/")),
    outputs: outputs.filter(exists),
    failed: failedCommands(summarised, kept, earlier.failed).map(maskSecrets),
    tasks: facts.tasks.map(
      ({ id, description, status }) => `${id} [${texts.plan.taskStatus[status]}] ${oneLine(description, TASK_CHARS)}`,
    ),
    skills: newestFirst(summarised.flatMap(skillOf), earlier.skills).filter((name) => !inView.has(name)),
    ...(Object.keys(unlisted).length === 0 ? {} : { unlisted }),
  };
}

function newestFirst(oldestFirst: readonly string[], older: readonly string[]): string[] {
  return [...new Set([...oldestFirst.toReversed(), ...older])];
}

function excerpt(text: string, texts: Texts): string {
  const whole = text.trim();
  if (whole.length <= REQUEST_HEAD + REQUEST_TAIL) return whole;
  const head = cutHead(whole, REQUEST_HEAD);
  const tail = cutTail(whole, REQUEST_TAIL);
  return `${head} ${texts.context.transcript.omitted(whole.length - head.length - tail.length)} ${tail}`;
}

const pathArgument = z.object({ path: z.string().min(1) });
const commandArgument = z.object({ command: z.string().min(1) });

function pathOf(call: ToolCall, tools: readonly string[]): string[] {
  return tools.includes(call.function.name) ? argument(call, pathArgument, (found) => found.path) : [];
}

function argument<T>(call: ToolCall, schema: z.ZodType<T>, pick: (value: T) => string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(call.function.arguments);
  } catch {
    return []; // arguments that do not parse name nothing
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? [oneLine(pick(parsed.data), COMMAND_CHARS)] : [];
}

function outputsOf(message: Message): string[] {
  if (message.role !== "tool") return [];
  const stored = message.offloaded ?? message.cleared;
  return stored === undefined ? [] : [stored.path];
}

function skillOf(message: Message): string[] {
  return message.role === "user" && message.origin === "skill" && message.skill !== undefined ? [message.skill] : [];
}

/** Commands whose last run failed, also counting later runs among the messages that stay. */
function failedCommands(summarised: readonly Message[], kept: readonly Message[], earlier: readonly string[]): string[] {
  const failed = new Set([...earlier].reverse());
  const commands = new Map<string, string>();
  for (const [index, message] of [...summarised, ...kept].entries()) {
    if (message.role === "assistant") {
      for (const call of message.tool_calls ?? []) {
        if (call.function.name !== "execute_command") continue;
        for (const command of argument(call, commandArgument, (found) => found.command)) commands.set(call.id, command);
      }
    }
    const command = message.role === "tool" ? commands.get(message.tool_call_id) : undefined;
    if (message.role !== "tool" || command === undefined) continue;
    failed.delete(command);
    if (message.ok === false && index < summarised.length) failed.add(command);
  }
  return [...failed].reverse();
}

const SECTIONS: readonly Section[] = ["requests", "modified", "read", "outputs", "failed", "tasks"];
/** Which section is filled first when space is short: real task states and failures are short and cost most when wrong. */
const BY_WORTH: readonly Section[] = ["tasks", "failed", "requests", "modified", "outputs", "read"];

/** The appendix as text, of at most `maxTokens` (estimated). What does not fit is counted in its section. */
export function renderAppendix(data: AppendixData, maxTokens: number, texts: Texts): string {
  const t = texts.context.appendix;
  const skills = data.skills.length > 0 ? t.skills(data.skills.join(", ")) : "";
  let left = maxTokens - estimateTokens(`\n${skills}`) - estimateTokens(t.title) - 2;
  const filled = new Map<Section, string>();
  for (const name of BY_WORTH) {
    const unlisted = data.unlisted?.[name] ?? 0;
    if (data[name].length + unlisted === 0) continue;
    const share = name === "requests" ? Math.floor(maxTokens * REQUESTS_SHARE) : left;
    const section = renderSection(t[name], data[name], unlisted, Math.min(left, share), texts);
    if (section === "") continue;
    left -= estimateTokens(section) + 1;
    filled.set(name, section);
  }
  const body = [...SECTIONS.flatMap((name) => filled.get(name) ?? []), ...(skills === "" ? [] : [skills])];
  const fits = left >= 0 || filled.size > 0;
  return body.length === 0 || !fits ? "" : [t.title, ...body].join("\n");
}

function renderSection(title: string, items: readonly string[], unlisted: number, maxTokens: number, texts: Texts): string {
  const more = texts.context.appendix.more;
  let left = maxTokens - estimateTokens(title) - 1 - estimateTokens(more(items.length + unlisted)) - 1;
  if (left < 0) return "";
  const lines: string[] = [];
  for (const item of items) {
    const line = `- ${item.replaceAll("\n", "\n  ")}`;
    const cost = estimateTokens(line) + 1;
    if (cost > left) break;
    left -= cost;
    lines.push(line);
  }
  const missing = items.length - lines.length + unlisted;
  return [title, ...lines, ...(missing > 0 ? [more(missing)] : [])].join("\n");
}

/** Of the earlier summary among these messages, in whichever language it was written: the language may have been switched since. */
function earlierAppendix(messages: readonly Message[]): AppendixData {
  const block = messages.find((message) => message.role === "user" && message.origin === "summary");
  if (block === undefined) return emptyAppendix;
  const text = textOf(block);
  const written = (["zh", "en"] as const).map(textsFor).find(({ context }) => text.includes(`${context.appendix.title}\n`));
  return written === undefined ? emptyAppendix : parseAppendix(text, written);
}

/** Reads an appendix back from a summary block that `renderAppendix` wrote. Its headings are looked for after its title only. */
export function parseAppendix(block: string, texts: Texts): AppendixData {
  const t = texts.context.appendix;
  const start = block.lastIndexOf(`${t.title}\n`);
  if (start < 0) return emptyAppendix;
  const data: Record<Section | "skills", string[]> = {
    requests: [],
    modified: [],
    read: [],
    outputs: [],
    failed: [],
    tasks: [],
    skills: [],
  };
  const unlisted: Partial<Record<Section, number>> = {};
  const [beforeMore = "", afterMore = ""] = t.more(0).split("0");
  const [beforeSkills, afterSkills] = t.skills("\0").split("\0");
  let section: Section | undefined;
  for (const line of block.slice(start + t.title.length + 1).split("\n")) {
    const opened = SECTIONS.find((name) => t[name] === line);
    if (opened !== undefined) section = opened;
    else if (section !== undefined && line.startsWith("- ")) data[section].push(line.slice(2));
    else if (section !== undefined && line.startsWith("  ")) data[section].push(`${data[section].pop() ?? ""}\n${line.slice(2)}`);
    else if (section !== undefined && line.startsWith(beforeMore) && line.endsWith(afterMore)) {
      const count = Number(line.slice(beforeMore.length, line.length - afterMore.length));
      if (Number.isSafeInteger(count) && count > 0) unlisted[section] = count;
    } else if (beforeSkills && line.startsWith(beforeSkills)) {
      const names = line.slice(beforeSkills.length, afterSkills ? line.lastIndexOf(afterSkills) : undefined);
      data.skills.push(...names.split(", ").filter((name) => name !== ""));
    }
  }
  return { ...data, ...(Object.keys(unlisted).length === 0 ? {} : { unlisted }) };
}
