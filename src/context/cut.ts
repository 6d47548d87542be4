// Level 3, first step: what is summarised and what stays word for word. Pure.
import type { Message } from "../protocol/message.ts";
import { estimateMessage, estimateMessagesTokens } from "./measure.ts";
import type { TrimGroup } from "./trim.ts";
import { groupsOf, isSummary, turnStarts, unseenResults } from "./turns.ts";

export interface Cut {
  readonly summarised: readonly Message[];
  /** Begins with a user turn; complete calls with their results only. Unseen results may have been shortened. */
  readonly kept: readonly Message[];
  /** The last turn alone was too large: only its request and its newest groups stay. */
  readonly inside: boolean;
}

export interface CutLimits {
  /** User turns that stay if they fit. */
  readonly keepTurns: number;
  /** Estimated tokens that the kept messages should not exceed. */
  readonly tail: number;
  /** Estimated tokens up to which a request with the newest group alone stays whole. Default: a little above `tail`. */
  readonly lastGroup?: number;
  /** Shortens results that the model has not seen yet, where they do not fit whole. Without it they stay whole all the same. */
  readonly trim?: TrimGroup;
}

/** A last group with results as large as a whole batch still stays, if the kept messages then exceed their limit by this little. */
export const LAST_GROUP_SLACK = 1.1;

/**
 * Keeps as many of the last user turns as allowed and as fit; if not even the last one fits, its request and its newest
 * groups. The last request always stays, and so do results that no request has carried yet. Undefined if nothing new would be summarised.
 */
export function chooseCut(messages: readonly Message[], limits: CutLimits): Cut | undefined {
  const { keepTurns, tail } = limits;
  const starts = turnStarts(messages);
  for (let turns = Math.min(keepTurns, starts.length); turns >= 1; turns--) {
    const start = starts[starts.length - turns] ?? 0;
    const cut = cutAt(messages, start);
    if (cut !== undefined && estimateMessagesTokens(cut.kept) <= tail) return cut;
  }
  return cutInside(messages, starts.at(-1), limits) ?? (starts.length > 0 ? cutAt(messages, starts.at(-1) ?? 0) : undefined);
}

function cutAt(messages: readonly Message[], start: number): Cut | undefined {
  const summarised = messages.slice(0, start);
  return hasNews(summarised) ? { summarised, kept: messages.slice(start), inside: false } : undefined;
}

function cutInside(messages: readonly Message[], start: number | undefined, limits: CutLimits): Cut | undefined {
  const request = start === undefined ? undefined : messages[start];
  if (start === undefined || request === undefined) return undefined;
  const { tail } = limits;
  const groups = groupsOf(messages.slice(start + 1));
  const newest = newestGroup(messages, groups.at(-1), request, limits);
  let from = groups.length - (newest === undefined ? 0 : 1);
  let tokens = estimateMessage(request) + estimateMessagesTokens(newest ?? []);
  for (; from > 0 && newest !== undefined; from--) {
    const group = estimateMessagesTokens(groups[from - 1] ?? []);
    if (tokens + group > tail) break;
    tokens += group;
  }
  const dropped = groups.slice(0, from).flat();
  const summarised = [...messages.slice(0, start), ...dropped];
  const inside = dropped.length > 0;
  const trimmed = newest !== undefined && newest !== groups.at(-1);
  if ((!inside && !trimmed) || !hasNews(summarised)) return undefined;
  const older = newest === undefined ? [] : groups.slice(from, -1).flat();
  return { summarised, kept: [request, ...older, ...(newest ?? [])], inside };
}

/** The newest group as it stays: what the model has asked for and not seen yet always does, if need be shortened. */
function newestGroup(
  messages: readonly Message[],
  group: readonly Message[] | undefined,
  request: Message,
  { tail, lastGroup = tail * LAST_GROUP_SLACK, trim }: CutLimits,
): readonly Message[] | undefined {
  if (group === undefined) return undefined;
  const taken = estimateMessage(request);
  if (taken + estimateMessagesTokens(group) <= lastGroup) return group;
  if (unseenResults(messages).length === 0) return undefined;
  return trim?.(group, Math.min(tail, lastGroup) - taken) ?? group;
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
