// The embedded offline model: no network, no language model; a fixed grammar, played through the same contract as a real one.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Lang, type Texts, textsFor } from "../../locale/index.ts";
import type { ModelClient, ModelDelta, ModelReply, ModelRequest } from "../../protocol/llm.ts";
import { textOf, type WireMessage } from "../../protocol/message.ts";
import { cutHead } from "../../util/text.ts";
import { estimateTokens } from "../../util/tokens.ts";
import { callIdsOf, claimCallId } from "../call-id.ts";
import { dutyAnswer } from "./duties.ts";
import { currentTask, type PlannedCall, type Task } from "./task.ts";

/** UTF-16 units that it "speaks" at once. */
const PIECE = 24;
/** Of each result, shown in the answer. */
const SHOWN_LINES = 30;
const SHOWN_CHARS = 1_600;

export interface OfflineOptions {
  /** In which it answers. */
  readonly lang: Lang;
  /** Context window in tokens: it has none of its own, but the program's way of keeping within one can be tried on it. */
  readonly window: number;
}

const NAME = "offline";
const MAX_OUTPUT = 8_192;

/** The same request always gets the same reply. */
export function createOfflineModel({ lang, window }: OfflineOptions): ModelClient {
  const texts = textsFor(lang);
  return {
    info: { provider: NAME, id: NAME, lightId: NAME, window, maxOutput: MAX_OUTPUT, reasoning: "never", images: false },
    async *stream(request, signal): AsyncGenerator<ModelDelta, ModelReply> {
      signal.throwIfAborted();
      const { text, call } = answer(request, texts);
      for (let at = 0; at < text.length; ) {
        const piece = cutHead(text.slice(at), PIECE) || text.slice(at);
        at += piece.length;
        yield { type: "text", text: piece };
        await nextTurn();
        signal.throwIfAborted();
      }
      const args = JSON.stringify(call?.args ?? {});
      if (call) yield { type: "call", name: call.tool, chars: args.length };
      const callId = claimCallId("", callIdsOf(request.messages));
      return {
        text,
        reasoning: "",
        calls: call ? [{ call: { id: callId, type: "function", function: { name: call.tool, arguments: args } } }] : [],
        finish: call ? "calls" : "stop",
        usage: { inputTokens: inputTokens(request), outputTokens: estimateTokens(text + (call ? args : "")), cachedTokens: 0 },
        model: `${NAME}/${NAME}`,
      };
    },
  };
}

function answer(request: ModelRequest, texts: Texts): { text: string; call?: PlannedCall } {
  const duty = dutyAnswer(request);
  if (duty !== undefined) return { text: duty };
  const words = texts.offline;
  const task = currentTask(request.messages, request.tools);
  if (!task) return { text: words.help };
  const call = request.toolChoice === "none" ? undefined : task.calls[task.results.length];
  if (!call) return { text: report(task, texts) };
  return { text: words.step(task.results.length + 1, task.calls.length, call.command.source), call };
}

function report({ calls, results, impossible, recalls, memories }: Task, texts: Texts): string {
  const words = texts.offline;
  const done = results.flatMap((result, i) => {
    const call = calls[i];
    // Of a replacement only the edit is worth showing, not the read before it.
    if (call === undefined || calls[i + 1]?.command === call.command) return [];
    const shown = call.command.kind === "remember" ? outcomeOfSaving(result) : result;
    return [`${call.command.source}\n${fenced(shown, words.more)}`];
  });
  const open = calls.slice(results.length).map((call) => words.notDone(call.command.source));
  const never = impossible.map((command) => words.noTool(command.source));
  const recalled = recalls.map(({ source }) => `${source}\n${memories.join("\n") || words.noMemory}`);
  return [...done, ...recalled, ...open, ...never, words.label].join("\n\n");
}

/** What happened, and the memories that it is about: what a model is told to do next is not for the person. */
function outcomeOfSaving(result: string): string {
  const [first = "", ...more] = result.split("\n");
  return [first.replace(/[（(]MEMORY_[A-Z_]+[)）]/, ""), ...more.filter((line) => line.startsWith("- "))].join("\n");
}

/** In a fence that nothing in the text can close. */
function fenced(text: string, more: string): string {
  const lines = text.split("\n");
  const head = cutHead(lines.slice(0, SHOWN_LINES).join("\n"), SHOWN_CHARS);
  const shown = head.length < text.length ? `${head}\n${more}` : head;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}`;
}

function inputTokens({ messages, tools }: ModelRequest): number {
  const count = (message: WireMessage) =>
    estimateTokens(
      textOf(message) + (message.role === "assistant" && message.tool_calls ? JSON.stringify(message.tool_calls) : ""),
    );
  return (
    messages.reduce((sum, message) => sum + count(message), 0) + (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)))
  );
}
