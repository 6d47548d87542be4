// What the three levels would have done to a transcript at a given window, without any model. Pure.
import type { Texts } from "../locale/index.ts";
import type { Message, ToolMessage } from "../protocol/message.ts";
import { chooseCleared, clearedPlaceholder, minFreedTokens, placeholderTokens } from "./clear.ts";
import { appendixLimit, composeView, mechanicalSummary } from "./compose.ts";
import { estimateFixed, estimateMessage, estimateMessagesTokens } from "./measure.ts";
import { offloadNotice, placeResults, shortenRead } from "./offload.ts";
import { CONTEXT_DEFAULTS } from "./options.ts";
import { planSummary } from "./summarise.ts";
import { contextThresholds, resultLimits } from "./thresholds.ts";
import type { Transcript } from "./transcript.ts";
import { trimmer } from "./trim.ts";

export type ReplayLevel = "offload" | "clear" | "summary";

export interface ReplayStep {
  /** Number of the model call, from 1. */
  readonly step: number;
  /** Tokens of the request. */
  readonly tokens: number;
  /** Tokens of it that stood in the same place of the request before. */
  readonly cached: number;
  /** What compaction did since the request before, with how many results. */
  readonly events: readonly { readonly level: ReplayLevel; readonly count: number }[];
  /** Tokens that the request would have had without compaction. */
  readonly uncompacted: number;
}

export interface Replay {
  readonly window: number;
  readonly steps: readonly ReplayStep[];
}

/** Sizes of what stays of a large result in view, as the built-in tools have them. */
const COMMAND = { over: 8000, head: 8000, tail: 800 };
const OTHERS = { over: 32_000, head: 2000, tail: 800 };

export function replayPolicy(transcript: Transcript, window: number, texts: Texts): Replay {
  const fixed = transcript.fixedTokens ?? estimateFixed(transcript.system, []);
  const limits = contextThresholds(window);
  const placeholder = placeholderTokens(texts);
  const trim = trimmer({ wrap: (_, text) => text, unwrap: (content) => content }, texts);
  const steps: ReplayStep[] = [];
  let view: readonly Message[] = [];
  let sent: readonly Message[] = [];
  let events: { level: ReplayLevel; count: number }[] = [];
  let uncompacted = fixed;
  let files = 0;
  const path = (tool: string) => `.paicli/tool-outputs/replay/${String(++files).padStart(3, "0")}-${tool}.txt`;
  const happened = (level: ReplayLevel, count: number) => count > 0 && events.push({ level, count });

  function clear(patient: boolean): void {
    const chosen = chooseCleared(view, {
      patient,
      keep: CONTEXT_DEFAULTS.clearKeep,
      exclude: [],
      minFreed: minFreedTokens(limits.summary),
      placeholder,
    });
    const cleared = new Map(chosen.map((result) => [result, clearedForm(result, path, texts)]));
    if (chosen.length > 0) view = view.map((message) => (message.role === "tool" ? (cleared.get(message) ?? message) : message));
    happened("clear", chosen.length);
  }

  function summarise(): void {
    const plan = planSummary({ messages: view, reason: "auto", window, fixed, ratio: 1, trim });
    if (typeof plan === "string") return;
    const summary = mechanicalSummary(plan.cut.summarised, plan.targetTokens, texts);
    view = composeView(plan.cut, summary, { facts: { tasks: [] }, exists: () => true, texts }, appendixLimit(limits.summary));
    happened("summary", 1);
  }

  for (const group of batches(transcript.messages)) {
    const [first] = group;
    if (first?.role === "tool") {
      const admitted = admitBatch(group, window, path, texts);
      happened(
        "offload",
        admitted.filter((message) => message.role === "tool" && message.offloaded !== undefined).length - countOffloaded(group),
      );
      view = [...view, ...admitted];
    } else if (first !== undefined) {
      if (first.role === "assistant") {
        const size = fixed + estimateMessagesTokens(view);
        if (size >= limits.clear) clear(size < limits.summary);
        if (fixed + estimateMessagesTokens(view) >= limits.summary) summarise();
        const tokens = fixed + estimateMessagesTokens(view);
        steps.push({
          step: steps.length + 1,
          tokens,
          cached: steps.length === 0 ? 0 : fixed + commonPrefix(sent, view),
          events,
          uncompacted,
        });
        sent = view;
        events = [];
      }
      view = [...view, first];
    }
    uncompacted += estimateMessagesTokens(group);
  }
  return { window, steps };
}

/** Single messages, but the results of one answer together. */
function batches(messages: readonly Message[]): readonly (readonly Message[])[] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const open = groups.at(-1);
    if (message.role === "tool" && open?.[0]?.role === "tool") open.push(message);
    else groups.push([message]);
  }
  return groups;
}

function countOffloaded(group: readonly Message[]): number {
  return group.filter((message) => message.role === "tool" && message.offloaded !== undefined).length;
}

function admitBatch(group: readonly Message[], window: number, path: (tool: string) => string, texts: Texts): readonly Message[] {
  const results = group.filter((message): message is ToolMessage => message.role === "tool");
  const placements = placeResults(
    results.map((result) => ({
      callId: result.tool_call_id,
      name: result.toolName ?? "tool",
      ok: true,
      text: result.content,
      bounded: result.offloaded !== undefined,
      preview: result.toolName === "execute_command" ? COMMAND : OTHERS,
    })),
    { enabled: true, thresholdChars: CONTEXT_DEFAULTS.offloadThresholdChars, ...resultLimits(window) },
  );
  return results.map((result, index): Message => {
    const placement = placements[index];
    if (placement === undefined || placement.kind === "whole") return result;
    if (placement.kind === "shorten") return { ...result, content: shortenRead(result.content, placement.tokens, texts) };
    const name = result.toolName ?? "tool";
    const stored = { path: path(name), chars: result.content.length };
    return { ...result, content: offloadNotice(name, result.content, placement, { stored }, texts), offloaded: stored };
  });
}

function clearedForm(result: ToolMessage, path: (tool: string) => string, texts: Texts): ToolMessage {
  const name = result.toolName ?? "tool";
  const stored = result.offloaded ?? { path: path(name), chars: result.content.length };
  return { ...result, content: clearedPlaceholder(name, stored.chars, stored.path, texts), cleared: stored };
}

/** Tokens of the messages that two requests begin with. What was not changed is the same object. */
function commonPrefix(before: readonly Message[], now: readonly Message[]): number {
  let tokens = 0;
  for (const [index, message] of before.entries()) {
    if (now[index] !== message) break;
    tokens += estimateMessage(message);
  }
  return tokens;
}
