// What `/context` shows, as data: what fills the window, how far the thresholds are, what compaction saved. Pure.
import type { Texts } from "../locale/index.ts";
import type { ToolSpec } from "../protocol/llm.ts";
import { type Message, textOf } from "../protocol/message.ts";
import { estimateTokens } from "../util/tokens.ts";
import { shortTokens } from "./figures.ts";
import { estimateMessage, estimateTools } from "./measure.ts";
import type { Size } from "./meter.ts";
import type { Thresholds } from "./thresholds.ts";

export const PORTIONS = [
  "system",
  "tools",
  "projectMemory",
  "longTermMemory",
  "summary",
  "user",
  "assistant",
  "toolResults",
  "free",
] as const;
export type PortionName = (typeof PORTIONS)[number];

export interface Portion {
  readonly name: PortionName;
  readonly tokens: number;
  /** Of the window. */
  readonly percent: number;
}

interface Saved {
  readonly count: number;
  readonly tokens: number;
}

/** What each level kept out of the conversation or took out of it, in this run. */
export interface Savings {
  readonly offloaded: Saved;
  readonly cleared: Saved;
  readonly summarised: Saved;
}

const nothing: Saved = { count: 0, tokens: 0 };
export const noSavings: Savings = { offloaded: nothing, cleared: nothing, summarised: nothing };

/** Something that fills the window unusually and what is behind it. */
export type Advice = "system" | "tools" | "projectMemory" | "longTermMemory" | "toolResults" | "user" | "summary";

export interface ContextStatus {
  readonly window: number;
  /** `reported`: the provider has reported a usage, though perhaps of the conversation before it was rewritten. */
  readonly total: Size & { readonly percent: number; readonly reported: boolean };
  readonly thresholds: Pick<Thresholds, "clear" | "summary">;
  /** Tokens until each threshold; negative once it is passed. */
  readonly distance: { readonly clear: number; readonly summary: number };
  /** Sums to the window, unless the request is larger than it. */
  readonly parts: readonly Portion[];
  readonly saved: Savings;
  readonly advice: readonly Advice[];
}

export interface StatusInput {
  readonly messages: readonly Message[];
  readonly request: {
    readonly system: string;
    readonly tools: readonly ToolSpec[];
    readonly projectMemory?: string;
    readonly memoryBlock?: string;
  };
  readonly size: Size;
  readonly reported: boolean;
  readonly window: number;
  readonly thresholds: Thresholds;
  readonly savings: Savings;
}

export function contextStatus({ messages, request, size, reported, window, thresholds, savings }: StatusInput): ContextStatus {
  const estimated = estimateParts(messages, request);
  const parts = scaleTo(estimated, size.tokens);
  const percent = (tokens: number) => Math.round((tokens / window) * 1000) / 10;
  const free = Math.max(0, window - size.tokens);
  const portions = PORTIONS.map((name): Portion => {
    const tokens = name === "free" ? free : (parts.get(name) ?? 0);
    return { name, tokens, percent: percent(tokens) };
  });
  const { clear, summary } = thresholds;
  return {
    window,
    total: { ...size, percent: percent(size.tokens), reported },
    thresholds: { clear, summary },
    distance: { clear: clear - size.tokens, summary: summary - size.tokens },
    parts: portions,
    saved: savings,
    advice: adviceFor(parts, window, size.tokens, thresholds),
  };
}

function estimateParts(
  messages: readonly Message[],
  { system, tools, projectMemory = "", memoryBlock = "" }: StatusInput["request"],
) {
  const parts = new Map<PortionName, number>();
  const add = (name: PortionName, tokens: number) => parts.set(name, (parts.get(name) ?? 0) + tokens);
  const project = estimateTokens(projectMemory);
  const memory = estimateTokens(memoryBlock);
  add("system", Math.max(0, estimateTokens(system) - project - memory));
  add("tools", estimateTools(tools));
  add("projectMemory", project);
  add("longTermMemory", memory);
  for (const message of messages) {
    const tokens = estimateMessage(message);
    if (message.role === "tool") add("toolResults", tokens);
    else if (message.origin === "summary") add("summary", tokens);
    else if (message.role === "assistant") add("assistant", tokens);
    else {
      const inBlock = Math.min(tokens, memoryTokens(message));
      add("longTermMemory", inBlock);
      add("user", tokens - inBlock);
    }
  }
  return parts;
}

/** Memories that a user message carries in its `<memory>` block. */
function memoryTokens(message: Extract<Message, { role: "user" }>): number {
  if (message.memories === undefined || message.memories.length === 0) return 0;
  const block = /<memory[\s\S]*<\/memory>/.exec(textOf(message))?.[0];
  return block === undefined ? 0 : estimateTokens(block);
}

/** The estimates in proportion, as whole numbers that sum to the request's size. */
function scaleTo(estimated: ReadonlyMap<PortionName, number>, total: number): Map<PortionName, number> {
  const sum = [...estimated.values()].reduce((a, b) => a + b, 0);
  if (sum === 0) return new Map();
  const scaled = new Map([...estimated].map(([name, tokens]) => [name, Math.floor((tokens * total) / sum)]));
  const largest = [...scaled].reduce((a, b) => (b[1] > a[1] ? b : a));
  const rest = total - [...scaled.values()].reduce((a, b) => a + b, 0);
  return scaled.set(largest[0], largest[1] + rest);
}

/** Shares of the window, or of what is used, from which something is worth a word. */
const UNUSUAL: readonly (readonly [name: Advice, of: "window" | "used", share: number])[] = [
  ["system", "window", 0.2],
  ["tools", "window", 0.2],
  ["projectMemory", "window", 0.1],
  ["summary", "window", 0.15],
  ["user", "used", 0.6],
  ["toolResults", "used", 0.6],
];
/** Below this share of the window nothing is tight, and nothing has to be said about what is used. */
const ROOMY = 0.3;

function adviceFor(
  parts: ReadonlyMap<PortionName, number>,
  window: number,
  used: number,
  { memory }: Thresholds,
): readonly Advice[] {
  const found = UNUSUAL.filter(([name, of, share]) => {
    if (of === "used" && used < window * ROOMY) return false;
    return (parts.get(name) ?? 0) > (of === "window" ? window : used) * share;
  }).map(([name]) => name);
  return (parts.get("longTermMemory") ?? 0) > memory * 1.5 ? [...found, "longTermMemory"] : found;
}

/** The largest portions of the window in one line, for messages that say what fills it. */
export function fillingText({ parts, window, total }: ContextStatus, texts: Texts): string {
  const largest = parts
    .filter(({ name, tokens }) => name !== "free" && tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, 4)
    .map(({ name, tokens }) => `${texts.context.portions[name]} ${shortTokens(tokens)}`);
  return `${largest.join(", ")} (${shortTokens(total.tokens)} / ${shortTokens(window)})`;
}
