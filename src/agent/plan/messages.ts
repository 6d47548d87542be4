// What the planner and the tasks are told in their first message. Results, files and conversations stand in it as data. Pure.
import type { Texts } from "../../locale/index.ts";
import type { SystemMemory } from "../../memory/inject.ts";
import { wrapToolResult } from "../../policy/boundary.ts";
import { isUserTurn, type Message, textOf, typedText, type UserMessage } from "../../protocol/message.ts";
import type { StartedCall } from "../../session/entry.ts";
import { fillTemplate } from "../../util/template.ts";
import { cutHead, oneLine } from "../../util/text.ts";
import { estimateTokens } from "../../util/tokens.ts";
import { EXCERPT_TOKENS } from "./options.ts";
import type { PlanState, TaskState } from "./state.ts";

type About = Pick<PlanState, "goal" | "requirements" | "data">;

export function plannerMessage(about: About, excerpt: string, memory: SystemMemory, texts: Texts): UserMessage {
  const words = texts.plan;
  const conversation = excerpt === "" ? "" : `${words.conversation}\n${wrapToolResult("conversation", excerpt)}`;
  return remembering(task([goalLines(about, texts), about.data, conversation, memory.block]), memory);
}

/** UTF-16 units of what became of a task, for the planner: enough to see why, not to do it. */
const OUTCOME_CHARS = 1_500;

export function replanMessage(state: PlanState, template: string, texts: Texts): UserMessage {
  const all = [...state.tasks.values()];
  const list = (tasks: readonly TaskState[]) =>
    tasks
      .map((one) => `- ${headOf(one, texts)}\n${wrapToolResult("task", cutHead(one.result ?? "", OUTCOME_CHARS))}`)
      .join("\n") || texts.plan.none;
  const values = {
    done: list(all.filter(({ status }) => status === "done")),
    failed: list(all.filter(({ status }) => status !== "done")),
  };
  return task([goalLines(state, texts), state.data, fillTemplate(template, values)]);
}

export interface TaskMessageParts {
  readonly plan: PlanState;
  readonly task: TaskState;
  readonly memory: SystemMemory;
  /** Calls that had started when an earlier run was broken off. */
  readonly started: readonly StartedCall[];
}

export function taskMessage({ plan, task: one, memory, started }: TaskMessageParts, texts: Texts): UserMessage {
  const words = texts.plan;
  const { task: current, scope } = one;
  const results = current.dependencies.flatMap((id) => {
    const dependency = plan.tasks.get(id);
    return dependency?.result === undefined ? [] : [`${id}${words.colon}\n${wrapToolResult("task", dependency.result)}`];
  });
  const limits = scope === "all" ? "" : scope.length === 0 ? words.onlyLooks : words.mayWrite(scope.join(", "));
  const head = [goalLines(plan, texts), `${words.currentTask}${current.id} ${current.description}`, limits];
  const message = task([
    head.filter((line) => line !== "").join("\n"),
    one.interrupted ? words.interrupted(started.map(({ name, brief }) => `- ${name} ${oneLine(brief, 200)}`.trimEnd())) : "",
    results.length === 0 ? "" : `${words.dependencyResults}\n${results.join("\n")}`,
    plan.data,
    memory.block,
  ]);
  return remembering(message, memory);
}

/** The report is data: a reviewer judges it, it does not follow it. */
export function reviewMessage(
  plan: PlanState,
  { task: step }: TaskState,
  report: string,
  redo: number,
  texts: Texts,
): UserMessage {
  const words = texts.plan;
  const head = `${goalLines(plan, texts)}\n${words.reviewedStep}${step.id} ${step.description}`;
  const intro = redo === 0 ? words.report : words.reportAgain(redo);
  return task([redo === 0 ? head : "", `${intro}\n${wrapToolResult("worker", report)}`, words.verdict]);
}

export function redoMessage(reasons: string, texts: Texts): UserMessage {
  return task([`${texts.plan.refused}\n${wrapToolResult("reviewer", reasons)}`, texts.plan.redo]);
}

export function retryMessage(error: string, texts: Texts): UserMessage {
  return task([texts.plan.retry(error)]);
}

/** The last words of both sides; what was called and what came of it is left out. */
export function conversationExcerpt(messages: readonly Message[], texts: Texts): string {
  const lines: string[] = [];
  let free = EXCERPT_TOKENS;
  for (const message of messages.toReversed()) {
    const text = isUserTurn(message)
      ? typedText(message)
      : message.role === "assistant" && !message.tool_calls
        ? textOf(message)
        : "";
    if (text.trim() === "") continue;
    const line = `${isUserTurn(message) ? texts.plan.user : texts.plan.assistant}${texts.plan.colon}${shortened(text.trim())}`;
    free -= estimateTokens(line);
    if (free < 0) break;
    lines.unshift(line);
  }
  return lines.join("\n\n");
}

/** UTF-16 units of one message in an excerpt. */
const EXCERPT_CHARS = 2_500;

function shortened(text: string): string {
  return text.length <= EXCERPT_CHARS ? text : `${cutHead(text, EXCERPT_CHARS)} …`;
}

/** What came with the words that were typed: files they name, piped data; not memories, of which each unit has its own. */
export function attachedTo(message: UserMessage): string {
  const typed = typedText(message);
  const all = message.memories === undefined ? textOf(message) : textOf(message).replace(/\s*<memory>[\s\S]*<\/memory>\s*$/, "");
  return all.startsWith(typed) ? all.slice(typed.length).trim() : "";
}

export function headOf({ task: { id, description }, status }: TaskState, texts: Texts): string {
  return `${id} [${texts.plan.taskStatus[status]}] ${description}`;
}

function goalLines({ goal, requirements }: About, { plan: words }: Texts): string {
  return [`${words.goal}${goal}`, ...requirements.map((requirement) => `${words.requirement}${requirement}`)].join("\n");
}

function remembering(message: UserMessage, { ids }: SystemMemory): UserMessage {
  return ids.length === 0 ? message : { ...message, memories: ids };
}

function task(parts: readonly string[]): UserMessage {
  return { role: "user", content: parts.filter((part) => part !== "").join("\n\n"), origin: "task" };
}
