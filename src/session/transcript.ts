// A ledger as people read it: who said what, what happened to the view, and how large the context was after each message.
import { type Message, textOf } from "../protocol/message.ts";
import { estimateTokens } from "../util/tokens.ts";
import { type SessionSummary, summaryOf } from "./catalog.ts";
import { type LedgerEvent, MAIN } from "./entry.ts";
import { loadSession, sessionIdOf } from "./load.ts";

export type TranscriptItem =
  | { readonly kind: "message"; readonly unit: string; readonly timestamp: string; readonly message: Message }
  | { readonly kind: "resumed" | "cleared" | "forked"; readonly timestamp: string }
  /** What follows is what a fork took over: what stood in view of the session `parent` then. Ends at `forked`. */
  | { readonly kind: "before_fork"; readonly timestamp: string; readonly parent: string }
  | { readonly kind: "summarized"; readonly timestamp: string; readonly summary: string }
  | { readonly kind: "notice"; readonly timestamp: string; readonly text: string };

/** What changed the view: results offloaded, old results cleared, a summary, `/clear`. */
export type ViewChange = "offload" | "clear" | "summary" | "empty";

export interface Transcript {
  readonly summary: SessionSummary;
  readonly events: readonly LedgerEvent[];
  readonly items: readonly TranscriptItem[];
  /** Estimated tokens of a request of `main` after each of its messages, with system prompt and tools where the ledger has their size. */
  readonly sizes: readonly number[];
  /** `at`: the number of sizes before it. */
  readonly changes: readonly { readonly at: number; readonly change: ViewChange }[];
}

/** Reads the whole ledger. Throws PaiError `SESSION_UNREADABLE`. */
export function readTranscript(path: string): Transcript {
  const events: LedgerEvent[] = [];
  const items: TranscriptItem[] = [];
  const sizes: number[] = [];
  const changes: { at: number; change: ViewChange }[] = [];
  const weights = new WeakMap<Message, number>();
  let bytes = 0;
  let parent = "";
  let view: { readonly revision: number; readonly tokens: number } = { revision: 0, tokens: 0 };
  const state = loadSession(path, (event, now, end) => {
    bytes = end;
    events.push(event);
    if (event.event === "session_start") parent = event.parent?.sessionId ?? "";
    if (event.unit === MAIN && event.event === "view_checkpoint" && event.cause === "fork")
      items.push(...takenOver(event.timestamp, parent, now.units.get(MAIN)?.messages ?? []));
    const item = itemOf(event);
    if (item) items.push(item);
    const change = event.unit === MAIN ? changeOf(event) : undefined;
    if (change) changes.push({ at: sizes.length, change });
    const main = now.units.get(MAIN);
    const last = main?.messages.at(-1);
    if (event.unit !== MAIN || !main || !last) return;
    if (main.revision !== view.revision) view = { revision: main.revision, tokens: sum(main.messages, weights) };
    else if (event.event === "message") view = { ...view, tokens: view.tokens + tokensOf(last, weights) };
    if (event.event === "message") sizes.push((now.promptState?.event?.tokens ?? 0) + view.tokens);
  });
  return { summary: summaryOf(sessionIdOf(path), state, bytes), events, items, sizes, changes };
}

/** A fork's own ledger begins with the view that it took over: without it nobody could read what its turns refer to. */
function takenOver(timestamp: string, parent: string, messages: readonly Message[]): readonly TranscriptItem[] {
  const view = messages.map((message): TranscriptItem => ({ kind: "message", unit: MAIN, timestamp, message }));
  return view.length === 0 ? [] : [{ kind: "before_fork", timestamp, parent }, ...view, { kind: "forked", timestamp }];
}

function itemOf(event: LedgerEvent): TranscriptItem | undefined {
  const { timestamp, unit } = event;
  switch (event.event) {
    case "message":
      return { kind: "message", unit, timestamp, message: event.message };
    case "resume":
      return { kind: "resumed", timestamp };
    case "history_clear":
      return unit === MAIN ? { kind: "cleared", timestamp } : undefined;
    case "view_checkpoint":
      return unit === MAIN && event.cause === "summary"
        ? { kind: "summarized", timestamp, summary: summaryText(event.messages) }
        : undefined;
    case "notice":
      return { kind: "notice", timestamp, text: event.message };
    default:
      return undefined;
  }
}

function summaryText(view: readonly Message[]): string {
  const block = view.find((message) => message.role === "user" && message.origin === "summary");
  return block ? textOf(block) : "";
}

function changeOf(event: LedgerEvent): ViewChange | undefined {
  if (event.event === "message") return event.message.role === "tool" && event.message.offloaded ? "offload" : undefined;
  if (event.event === "compaction") return event.replacements ? "clear" : undefined;
  if (event.event === "history_clear") return "empty";
  return event.event === "view_checkpoint" && event.cause === "summary" ? "summary" : undefined;
}

function sum(messages: readonly Message[], weights: WeakMap<Message, number>): number {
  return messages.reduce((total, message) => total + tokensOf(message, weights), 0);
}

/** Each message is estimated once, however often the view is rewritten around it. */
function tokensOf(message: Message, weights: WeakMap<Message, number>): number {
  const known = weights.get(message);
  if (known !== undefined) return known;
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  const sent = message.role === "assistant" ? (message.reasoning_content ?? "") : "";
  const texts = [textOf(message), sent, ...calls.map((call) => `${call.function.name} ${call.function.arguments}`)];
  const tokens = texts.reduce((total, text) => total + estimateTokens(text), 0);
  weights.set(message, tokens);
  return tokens;
}
