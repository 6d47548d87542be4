// Level 3, first step: what is summarised and what stays word for word. Pure.
import type { Message } from "../protocol/message.ts";
import { estimateMessage, estimateMessagesTokens } from "./measure.ts";
import { groupsOf, isSummary, turnStarts } from "./turns.ts";

export interface Cut {
  readonly summarised: readonly Message[];
  /** Begins with a user turn; complete calls with their results only. */
  readonly kept: readonly Message[];
  /** The last turn alone was too large: only its request and its newest groups stay. */
  readonly inside: boolean;
}

export interface CutLimits {
  /** User turns that stay if they fit. */
  readonly keepTurns: number;
  /** Estimated tokens that the kept messages should not exceed. */
  readonly tail: number;
}

/** A last group with results as large as a whole batch still stays, if the kept messages then exceed their limit by this little. */
const LAST_GROUP_SLACK = 1.1;

/**
 * Keeps as many of the last user turns as allowed and as fit; if not even the last one fits, its request and its newest
 * groups. The last request always stays. Undefined if nothing new would be summarised.
 */
export function chooseCut(messages: readonly Message[], { keepTurns, tail }: CutLimits): Cut | undefined {
  const starts = turnStarts(messages);
  for (let turns = Math.min(keepTurns, starts.length); turns >= 1; turns--) {
    const start = starts[starts.length - turns] ?? 0;
    const cut = cutAt(messages, start);
    if (cut !== undefined && estimateMessagesTokens(cut.kept) <= tail) return cut;
  }
  return cutInside(messages, starts.at(-1), tail) ?? (starts.length > 0 ? cutAt(messages, starts.at(-1) ?? 0) : undefined);
}

function cutAt(messages: readonly Message[], start: number): Cut | undefined {
  const summarised = messages.slice(0, start);
  return hasNews(summarised) ? { summarised, kept: messages.slice(start), inside: false } : undefined;
}

function cutInside(messages: readonly Message[], start: number | undefined, tail: number): Cut | undefined {
  const request = start === undefined ? undefined : messages[start];
  if (start === undefined || request === undefined) return undefined;
  const groups = groupsOf(messages.slice(start + 1));
  let from = groups.length;
  let tokens = estimateMessage(request);
  while (from > 0) {
    const group = estimateMessagesTokens(groups[from - 1] ?? []);
    const limit = from === groups.length ? tail * LAST_GROUP_SLACK : tail;
    if (tokens + group > limit) break;
    tokens += group;
    from--;
  }
  const dropped = groups.slice(0, from).flat();
  const summarised = [...messages.slice(0, start), ...dropped];
  if (dropped.length === 0 || !hasNews(summarised)) return undefined;
  return { summarised, kept: [request, ...groups.slice(from).flat()], inside: true };
}

function hasNews(summarised: readonly Message[]): boolean {
  return summarised.some((message) => !isSummary(message));
}

/**
 * The cut of a summary that is prepared ahead: at a user turn, so that at least `tokens` and `texts` messages with text
 * stay, and at most `most` tokens. Undefined if there is no such turn.
 */
export function chooseEarlyCut(
  messages: readonly Message[],
  limits: { readonly tokens: number; readonly texts: number; readonly most: number },
): Cut | undefined {
  for (const start of [...turnStarts(messages)].reverse()) {
    const cut = cutAt(messages, start);
    if (cut === undefined) return undefined;
    const tokens = estimateMessagesTokens(cut.kept);
    if (tokens > limits.most) return undefined;
    const texts = cut.kept.filter(
      (message) => message.role !== "tool" && typeof message.content === "string" && message.content !== "",
    );
    if (tokens >= limits.tokens && texts.length >= limits.texts) return cut;
  }
  return undefined;
}
