// The plain renderers of `-p` and line mode: events in, lines for stdout and stderr out. The answer alone goes to stdout.
import type { Texts } from "../locale/index.ts";
import type { AgentEvent, RunResult, RunStatus } from "../protocol/event.ts";
import { mainArgument } from "../util/main-argument.ts";
import { showControls, showPrinted } from "../util/visible.ts";
import { compactionLine, conflictLines, memoryLine, resultFacts, retryText, taskLine, unitName } from "./describe-event.ts";

export type OutputFormat = "text" | "json" | "stream-json";

export interface Printed {
  readonly to: "stdout" | "stderr";
  /** With its line break. */
  readonly text: string;
}

export interface Printer {
  event(event: AgentEvent): readonly Printed[];
  /** What a slash command or a failure says. */
  said(text: string, failed: boolean): readonly Printed[];
  /** What is printed when everything is done. */
  end(): readonly Printed[];
}

/** `texts` is asked at each use: `/lang` changes the language of the lines that follow. */
export function createPrinter(format: OutputFormat, texts: () => Texts): Printer {
  switch (format) {
    case "text":
      return textPrinter(texts);
    case "json":
      return jsonPrinter();
    case "stream-json":
      return streamPrinter(texts);
  }
}

function textPrinter(texts: () => Texts): Printer {
  const calls = new Map<string, string>();
  return {
    event(event) {
      if (event.type === "tool_call") calls.set(callKey(event), mainArgument(event.arguments));
      if (event.type !== "tool_result") return textLines(event, texts());
      const argument = calls.get(callKey(event)) ?? "";
      calls.delete(callKey(event));
      const failure = event.ok || event.message === undefined ? "" : `: ${event.message}`;
      const head = [event.ok ? "✓" : "✗", event.name, argument].filter((part) => part !== "").join(" ");
      return [note(event, `${head} · ${resultFacts(event, texts())}${failure}`)];
    },
    // Some commands answer in JSON, which has to stay JSON.
    said: (text, failed) => [line(failed ? "stderr" : "stdout", showPrinted(text))],
    end: () => [],
  };
}

function textLines(event: AgentEvent, texts: Texts): readonly Printed[] {
  switch (event.type) {
    case "result": {
      const answer = event.text.trim() === "" ? [] : [line("stdout", event.text)];
      return event.error === undefined ? answer : [...answer, line("stderr", event.error.message)];
    }
    case "notice":
      return [note(event, event.level === "info" ? event.message : texts.ui.levels[event.level](event.message))];
    case "compaction":
      return [note(event, compactionLine(event, texts))];
    case "memory_saved":
      return [note(event, memoryLine(event, texts))];
    case "memory_conflict":
      return conflictLines(event, texts).map((text) => line("stderr", text));
    case "retry":
      return [note(event, retryText(event, event.waitMs, texts))];
    case "plan":
      return [line("stderr", texts.ui.plan), ...event.tasks.map((task) => line("stderr", `  ${taskLine(task, texts)}`))];
    case "task_end":
      return [line("stderr", `[${event.id}] ${texts.plan.taskStatus[event.status]}`)];
    default:
      return [];
  }
}

/** What only a screen needs: other programs are promised a fixed list of types, and these are not on it. */
const FOR_SCREENS: ReadonlySet<AgentEvent["type"]> = new Set(["step_start", "tool_output", "context", "compaction_progress"]);

/** The event as other programs get it. That an answer is begun anew is a notice: it makes the step's deltas before it void. */
function published(event: AgentEvent, texts: Texts): readonly object[] {
  if (FOR_SCREENS.has(event.type)) return [];
  const { sessionId, unit } = event;
  const told = (code: string, message: string) => [
    { type: "notice", level: "warning", code, message, sessionId, ...(unit && { unit }) },
  ];
  if (event.type === "step_restart") return told("STEP_RESTART", texts.ui.restarted);
  if (event.type === "retry") return told("RETRY", retryText(event, event.waitMs, texts));
  return [event];
}

function streamPrinter(texts: () => Texts): Printer {
  let sessionId = "";
  return {
    event(event) {
      sessionId = event.sessionId;
      return published(event, texts()).map(jsonLine);
    },
    // Every line of the stream is an event, so what a command says goes out as one.
    said(message, failed) {
      const level = failed ? "error" : "info";
      return [jsonLine({ type: "notice", sessionId, level, code: "COMMAND", message })];
    },
    end: () => [],
  };
}

type ResultEvent = Extract<AgentEvent, { type: "result" }>;

function jsonPrinter(): Printer {
  const results: ResultEvent[] = [];
  /** Also what is extracted after the last result. */
  const saved: string[] = [];
  return {
    event(event) {
      if (event.type === "memory_saved") saved.push(event.id);
      if (event.type === "result") results.push(event);
      return event.type === "notice" && event.level !== "info" ? [line("stderr", event.message)] : [];
    },
    said: (text) => [line("stderr", text)],
    end() {
      const last = results.at(-1);
      return last === undefined ? [] : [jsonLine({ ...last, ...sumResults(results, last, saved) })];
    },
  };
}

const GRAVITY: readonly RunStatus[] = ["completed", "partial", "error", "cancelled"];

/** One object for a run of several turns: the last answer, the gravest status with its error, and the sums. */
function sumResults(results: readonly RunResult[], last: RunResult, saved: readonly string[]): RunResult {
  const sum = (value: (result: RunResult) => number) => results.reduce((total, result) => total + value(result), 0);
  const gravest = results.reduce((a, b) => (GRAVITY.indexOf(b.status) > GRAVITY.indexOf(a.status) ? b : a));
  return {
    status: gravest.status,
    text: last.text,
    turns: sum((r) => r.turns),
    usage: {
      calls: sum((r) => r.usage.calls),
      inputTokens: sum((r) => r.usage.inputTokens),
      outputTokens: sum((r) => r.usage.outputTokens),
      cachedTokens: sum((r) => r.usage.cachedTokens),
    },
    compaction: {
      offloaded: sum((r) => r.compaction.offloaded),
      cleared: sum((r) => r.compaction.cleared),
      summarized: sum((r) => r.compaction.summarized),
    },
    memory: { saved: [...new Set([...results.flatMap((r) => r.memory.saved), ...saved])] },
    durationMs: sum((r) => r.durationMs),
    ...(gravest.error === undefined ? {} : { error: gravest.error }),
  };
}

function callKey(event: AgentEvent & { readonly id: string }): string {
  return `${event.unit ?? ""} ${event.id}`;
}

/** A line about the work, with the plan task or worker that it belongs to. */
function note(event: AgentEvent, text: string): Printed {
  return line("stderr", event.unit === undefined ? text : `[${unitName(event.unit)}] ${text}`);
}

/** Control characters are shown, not sent: what stands behind a pipe or a terminal must not be steered by them. */
function line(to: Printed["to"], text: string): Printed {
  const shown = showControls(text.replace(/\r\n/g, "\n")).toWellFormed();
  return { to, text: shown.endsWith("\n") ? shown : `${shown}\n` };
}

/** JSON leaves C1 controls and marks of direction as they are; escaped in its own way they are the same to who parses it. */
function jsonLine(object: object): Printed {
  return { to: "stdout", text: `${showPrinted(JSON.stringify(object))}\n` };
}
