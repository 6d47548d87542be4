// The conversation as a plain transcript, in chunks that a summary request can hold. Pure.
import type { Texts } from "../locale/index.ts";
import { type Message, textOf } from "../protocol/message.ts";
import { cutHead, cutTail } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";
import { isSummary } from "./turns.ts";

/** UTF-16 units of a tool result that stay when the provider has refused the transcript as too long. */
const CLIPPED_RESULT = 2000;

/**
 * One text per message, in order. Messages that the program added are left out, but for an earlier summary, which has to be
 * merged into the new one. `clip`: long tool results are shortened, with a mark that says so; they are on disk or in the ledger.
 */
export function renderTranscript(messages: readonly Message[], texts: Texts, clip: boolean): readonly string[] {
  const t = texts.context.transcript;
  return messages.flatMap((message) => {
    const text = textOf(message);
    if (message.role === "user") {
      if (isSummary(message)) return [`${t.earlierSummary}\n${text}`];
      return message.origin === undefined || message.origin === "task" || message.origin === "outcome"
        ? [`${t.user}\n${text}`]
        : [];
    }
    if (message.role === "tool")
      return [`${t.result(message.toolName ?? "tool", message.ok !== false)}\n${clip ? clipped(text, texts) : text}`];
    if (isSummary(message)) return [];
    const calls = (message.tool_calls ?? []).map(({ function: called }) => t.call(called.name, called.arguments));
    return [[...(text === "" ? [] : [`${t.assistant}\n${text}`]), ...calls].join("\n")];
  });
}

function clipped(text: string, texts: Texts): string {
  if (text.length <= CLIPPED_RESULT) return text;
  const head = cutHead(text, (CLIPPED_RESULT * 3) / 4);
  const tail = cutTail(text, CLIPPED_RESULT / 4);
  return `${head}\n${texts.context.transcript.omitted(text.length - head.length - tail.length)}\n${tail}`;
}

export interface ChunkLimits {
  /** UTF-16 units. */
  readonly chars: number;
  /** Estimated tokens. */
  readonly tokens: number;
}

const SEPARATOR = "\n\n";

/** Joins texts into as few chunks as fit, in order; a text that alone is too long is split at line ends. Nothing is dropped. */
export function chunkTexts(texts: readonly string[], limits: ChunkLimits): readonly string[] {
  const chunks: string[] = [];
  let chunk = "";
  let tokens = 0;
  for (const [piece, cost] of texts.flatMap((text) => splitText(text, limits))) {
    const fits = chunk.length + SEPARATOR.length + piece.length <= limits.chars && tokens + cost <= limits.tokens;
    if (chunk !== "" && !fits) {
      chunks.push(chunk);
      chunk = "";
      tokens = 0;
    }
    chunk += chunk === "" ? piece : SEPARATOR + piece;
    tokens += cost;
  }
  return chunk === "" ? chunks : [...chunks, chunk];
}

/** The pieces of a text with what each costs, in tokens. */
function splitText(text: string, limits: ChunkLimits): (readonly [piece: string, tokens: number])[] {
  const pieces: (readonly [string, number])[] = [];
  let rest = text;
  let tokens = estimateTokens(rest) + 1;
  while (rest.length > limits.chars || tokens > limits.tokens) {
    const share = limits.tokens / tokens;
    const piece = wholeLines(cutHead(rest, Math.max(2, Math.min(limits.chars, Math.floor(rest.length * share * 0.9)))));
    if (piece.length >= rest.length) break;
    pieces.push([piece, estimateTokens(piece) + 1]);
    rest = rest.slice(piece.length);
    tokens = estimateTokens(rest) + 1;
  }
  return [...pieces, [rest, tokens]];
}

/** Up to the last line end, unless that would give away more than half. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n") + 1;
  return end > text.length / 2 ? text.slice(0, end) : text;
}
