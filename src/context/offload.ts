// Level 1: which results of a batch may enter the conversation whole, and what stands there for those that may not. Pure.
import type { Texts } from "../locale/index.ts";
import type { StoredOutput } from "../protocol/message.ts";
import type { PreviewSizes } from "../protocol/tool.ts";
import { countLines, cutHead, cutTail } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";
import { CONTEXT_DEFAULTS } from "./options.ts";

/** One answered call, as the tool executor hands it over: `text` is clean and never empty. */
export interface RawResult {
  readonly callId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  /** Bounded by the tool itself (a read by range): shortened where it must be, never offloaded again. */
  readonly bounded: boolean;
  readonly preview: PreviewSizes;
}

export interface OffloadLimits {
  readonly enabled: boolean;
  readonly thresholdChars: number;
  /** Tokens that one result may take. */
  readonly result: number;
  /** Tokens that these results may take together. */
  readonly batch: number;
}

export type Placement =
  | { readonly kind: "whole" }
  /** The whole text goes to a file; this much of its beginning and end stays, in UTF-16 units. */
  | { readonly kind: "offload"; readonly head: number; readonly tail: number }
  /** The beginning stays, in tokens, up to a whole line. */
  | { readonly kind: "shorten"; readonly tokens: number };

/** Tokens of a notice without its previews: labels, path and the ready call. */
const NOTICE_TOKENS = 160;

interface Candidate {
  readonly result: RawResult;
  readonly tokens: number;
  placement: Placement;
  cost: number;
}

/** Decides for each result, in order. The largest are offloaded first where the batch is too large. */
export function placeResults(results: readonly RawResult[], limits: OffloadLimits): readonly Placement[] {
  const candidates = results.map((result): Candidate => {
    const tokens = estimateTokens(result.text);
    return { result, tokens, placement: { kind: "whole" }, cost: tokens };
  });
  for (const candidate of candidates) {
    const { result, tokens } = candidate;
    const large = !result.bounded && limits.enabled && result.text.length > largeFrom(result, limits);
    if (large) offload(candidate, limits.result);
    else if (tokens > limits.result) squeeze(candidate, limits.result);
  }
  const total = () => candidates.reduce((sum, { cost }) => sum + cost, 0);
  const bySize = candidates
    .filter(({ result, placement }) => !result.bounded && placement.kind === "whole")
    .sort((a, b) => b.tokens - a.tokens);
  for (const candidate of bySize) {
    if (total() <= limits.batch) break;
    squeeze(candidate, limits.result);
  }
  if (total() > limits.batch) {
    const level = waterLevel(
      candidates.map(({ cost }) => cost),
      limits.batch,
    );
    for (const candidate of candidates) if (candidate.cost > level) squeeze(candidate, level);
  }
  return candidates.map(({ placement }) => placement);
}

/** A tool that bounds its own output below the usual limit keeps that limit; the setting moves the usual one. */
function largeFrom({ preview }: RawResult, { thresholdChars }: OffloadLimits): number {
  return preview.over < CONTEXT_DEFAULTS.offloadThresholdChars ? Math.min(preview.over, thresholdChars) : thresholdChars;
}

function offload(candidate: Candidate, tokens: number): void {
  const { text, preview } = candidate.result;
  const { head, tail } = fitPreview(text, preview, tokens - NOTICE_TOKENS);
  candidate.placement = { kind: "offload", head, tail };
  candidate.cost = NOTICE_TOKENS + previewTokens(text, head, tail);
}

/** Makes a candidate cost `tokens` at most; a result that a notice would not make smaller stays. */
function squeeze(candidate: Candidate, tokens: number): void {
  if (candidate.result.bounded) {
    if (candidate.cost <= tokens) return;
    candidate.placement = { kind: "shorten", tokens };
    candidate.cost = tokens;
    return;
  }
  const { placement, cost } = candidate;
  offload(candidate, tokens);
  if (candidate.cost < cost) return;
  candidate.placement = placement;
  candidate.cost = cost;
}

/** Head and tail in their proportion, smaller where the text is dense in tokens. */
export function fitPreview(
  text: string,
  sizes: { readonly head: number; readonly tail: number },
  tokens: number,
): { head: number; tail: number } {
  let { head, tail } = sizes;
  for (let taken = previewTokens(text, head, tail); taken > tokens && head + tail > 0; taken = previewTokens(text, head, tail)) {
    const share = Math.min(0.95, Math.max(0, tokens) / taken);
    head = Math.floor(head * share);
    tail = Math.floor(tail * share);
  }
  return { head, tail };
}

function previewTokens(text: string, head: number, tail: number): number {
  return estimateTokens(cutHead(text, head)) + estimateTokens(cutTail(text, tail));
}

/** The cost at which everything above is cut, so that the sum fits: small results stay whole, large ones share the rest. */
export function waterLevel(costs: readonly number[], limit: number): number {
  let left = Math.max(0, limit);
  const sorted = [...costs].sort((a, b) => a - b);
  for (const [index, cost] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (cost > share) return share;
    left -= cost;
  }
  return Number.POSITIVE_INFINITY;
}

/** Where the whole text went: a file, or nowhere because of this cause. */
export type Kept = { readonly stored: StoredOutput } | { readonly lost: string };

/** What the model reads instead of a large result. */
export function offloadNotice(
  name: string,
  text: string,
  preview: { readonly head: number; readonly tail: number },
  kept: Kept,
  texts: Texts,
): string {
  const t = texts.context.offload;
  const head = cutHead(text, preview.head);
  const tail = cutTail(text, Math.min(preview.tail, text.length - head.length));
  const size = t.sizeValue(text.length, countLines(text));
  const lines =
    "stored" in kept
      ? [
          t.title,
          `${t.tool}: ${name}`,
          `${t.size}: ${size}`,
          `${t.file}: ${kept.stored.path}`,
          `${t.readBack}: ${readBackCall(kept.stored.path)}`,
        ]
      : [t.titleLost, `${t.tool}: ${name}`, `${t.size}: ${size}`, t.lost(kept.lost)];
  if (head !== "") lines.push(t.head(head.length), head);
  if (tail !== "") lines.push(t.tail(tail.length), tail);
  return lines.join("\n");
}

/** A call that the model can make as it stands. */
export function readBackCall(path: string): string {
  return `read_file ${JSON.stringify({ path, offset: 1, limit: 200 })}`;
}

/** A numbered line, as reads show it. */
const NUMBERED = /^\s*(\d+)(?:\t|[|:→│])/;

/** A bounded read that has to be shorter still: its first whole lines, and the offset to go on from. */
export function shortenRead(text: string, tokens: number, texts: Texts): string {
  const { shortened } = texts.context.offload;
  let left = tokens - estimateTokens(shortened(1_000_000));
  let end = 0;
  let next: number | undefined;
  for (let start = 0; start < text.length; start = end) {
    const stop = text.indexOf("\n", start);
    const lineEnd = stop < 0 ? text.length : stop + 1;
    const line = text.slice(start, lineEnd);
    const number = NUMBERED.exec(line)?.[1];
    left -= estimateTokens(line);
    if (left < 0) {
      next = number === undefined ? next : Number(number);
      break;
    }
    if (number !== undefined) next = Number(number) + 1;
    end = lineEnd;
  }
  return `${text.slice(0, end)}${shortened(next)}`;
}
