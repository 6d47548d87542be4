// Where the offline model stands: read anew from the conversation at each request, so that it needs no state. Pure.
import type { ToolSpec } from "../../protocol/llm.ts";
import { textOf, type WireMessage } from "../../protocol/message.ts";
import { type Command, parseCommands } from "./grammar.ts";

export interface PlannedCall {
  readonly command: Command;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Task {
  readonly calls: readonly PlannedCall[];
  /** Commands whose tool is not on offer. */
  readonly impossible: readonly Command[];
  /** Commands that are answered from what is in view. */
  readonly recalls: readonly Command[];
  /** Memories in view, a line each. */
  readonly memories: readonly string[];
  /** Results of the calls so far, in order, without their wrapper. */
  readonly results: readonly string[];
}

/** The commands that are being worked on, or undefined if the last input holds none. */
export function currentTask(messages: readonly WireMessage[], tools: readonly ToolSpec[]): Task | undefined {
  const at = messages.findLastIndex((message) => message.role === "user" && !isReminder(textOf(message)));
  const input = messages[at];
  const commands = input && parseCommands(inputText(textOf(input)));
  if (!commands) return undefined;
  const offered = new Map(tools.map((tool) => [tool.function.name, tool]));
  const planned = commands.map((command) => callsFor(command, offered));
  return {
    calls: planned.flatMap((calls) => calls ?? []),
    impossible: commands.filter((_, i) => planned[i] === undefined),
    recalls: commands.filter(({ kind }) => kind === "recall"),
    memories: memoriesIn(messages),
    results: messages.slice(at + 1).flatMap((message) => (message.role === "tool" ? [unwrapped(message.content)] : [])),
  };
}

/** As the program puts them before a model: `- fact-1a2b3c4d [FACT] …`. */
function memoriesIn(messages: readonly WireMessage[]): readonly string[] {
  const said = messages.filter(({ role }) => role === "system" || role === "user").map(textOf);
  return said.flatMap((text) => [...text.matchAll(/^- fact-\S+ \[[^\]]*\] .+$/gm)].map(([line]) => line));
}

/** A word of the program in between: the task goes on. */
function isReminder(text: string): boolean {
  return text.startsWith("[runaway guard]");
}

/** What was typed: without data blocks that follow it; of a plan task its own description. */
export function inputText(text: string): string {
  const ofTask = /^(?:当前任务|Current task)[:：]\s*\S+\s+(.+)$/m.exec(text)?.[1];
  return (ofTask ?? text.replace(/^<(?:file|memory|stdin|folder)\b[\s\S]*$/m, "")).trim();
}

/** Undefined: a tool that it needs is not on offer. */
function callsFor(command: Command, offered: ReadonlyMap<string, ToolSpec>): readonly PlannedCall[] | undefined {
  const calls = toolCalls(command, offered).map(([tool, args]): PlannedCall => ({ command, tool, args }));
  return calls.every((call) => offered.has(call.tool)) ? calls : undefined;
}

type Call = readonly [tool: string, args: Record<string, unknown>];

function toolCalls(command: Command, offered: ReadonlyMap<string, ToolSpec>): readonly Call[] {
  switch (command.kind) {
    case "list":
      return [["list_dir", { path: command.path }]];
    case "read":
      return [["read_file", { path: command.path }]];
    case "search":
      return [["grep_code", searchArguments(command, offered.get("grep_code"))]];
    case "write":
      return [["write_file", { path: command.path, content: command.text }]];
    case "replace":
      // A file is only edited after it was read.
      return [
        ["read_file", { path: command.path }],
        ["edit_file", { path: command.path, old_text: command.from, new_text: command.to }],
      ];
    case "run":
      return [["execute_command", { command: command.command }]];
    case "recall":
      return [];
    case "remember":
      return [["save_memory", { fact: command.fact }]];
  }
}

/** Literal text, however the tool takes it. */
function searchArguments({ text, path }: { text: string; path?: string }, tool: ToolSpec | undefined): Record<string, unknown> {
  const known = tool?.function.parameters.properties;
  const takes = (name: string) => typeof known === "object" && known !== null && name in known;
  const literal = ["literal", "fixed", "fixed_strings"].find(takes);
  return {
    pattern: literal === undefined ? text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : text,
    ...(literal === undefined ? {} : { [literal]: true }),
    ...(path === undefined ? {} : { path }),
  };
}

function unwrapped(content: string): string {
  return content.replace(/^<tool_result\b[^>]*>\n?/, "").replace(/\n?<\/tool_result>$/, "");
}
