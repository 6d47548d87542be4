// Shortens results that the model has not seen yet, each with a marker, where a summary leaves no room for the whole of them. Pure.
import type { Texts } from "../locale/index.ts";
import type { Message, ToolMessage } from "../protocol/message.ts";
import { cutHead, cutTail } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";
import type { Boundary } from "./boundary.ts";
import { estimateMessage, estimateMessagesTokens } from "./measure.ts";
import { fitPreview, shortenRead, waterLevel } from "./offload.ts";

/** Makes a call with its results take at most `tokens` (estimated); undefined if too little of each result would be left. */
export type TrimGroup = (group: readonly Message[], tokens: number) => readonly Message[] | undefined;

/** Tokens of a result, its frame and its marker included, below which it says nothing of use. */
const MIN_RESULT = 100;
/** What rounding adds where text is taken apart and put together again. */
const ROUNDING = 4;

/** Small results stay whole, the large ones share what is left. The whole of them stays in the ledger. */
export function trimmer(boundary: Boundary, texts: Texts): TrimGroup {
  return (group, tokens) => {
    const costs = group.filter(isResult).map(estimateMessage);
    const others = estimateMessagesTokens(group.filter((message) => !isResult(message)));
    const level = waterLevel(costs, tokens - others);
    if (level < MIN_RESULT) return undefined;
    const trimmed = group.map((message) =>
      isResult(message) && estimateMessage(message) > level ? trimResult(message, level, boundary, texts) : message,
    );
    return estimateMessagesTokens(trimmed) <= tokens ? trimmed : undefined;
  };
}

/** A message of its own: the one with the whole text keeps its id in the ledger. */
function trimResult(result: ToolMessage, tokens: number, boundary: Boundary, texts: Texts): ToolMessage {
  const { messageId: _, ...rest } = result;
  const name = result.toolName ?? "tool";
  const text = boundary.unwrap(result.content);
  const budget = tokens - (estimateMessage(result) - estimateTokens(text)) - ROUNDING;
  // a read goes on from an offset; of anything else beginning and end say most, and a notice names its file in the beginning
  const read = name === "read_file" && result.offloaded === undefined;
  const lines = read ? shortenRead(text, budget, texts) : "";
  // where not even the first line fits, a part of it says more than none
  const content = read && lines.startsWith(firstLine(text)) ? lines : headAndTail(text, budget, texts);
  return { ...rest, content: content === text ? result.content : rewrap(result.content, text, content, name, boundary) };
}

function headAndTail(text: string, tokens: number, texts: Texts): string {
  const marker = texts.context.offload.trimmed;
  const wanted = { head: Math.floor((text.length * 3) / 4), tail: Math.floor(text.length / 4) };
  const sizes = fitPreview(text, wanted, tokens - estimateTokens(marker(text.length)) - ROUNDING);
  const [head, tail] = [cutHead(text, sizes.head), cutTail(text, sizes.tail)];
  return `${head}\n${marker(text.length - head.length - tail.length)}\n${tail}`;
}

function firstLine(text: string): string {
  const end = text.indexOf("\n") + 1;
  return end === 0 ? text : text.slice(0, end);
}

/** What stood in no frame gets none. */
function rewrap(old: string, text: string, content: string, name: string, boundary: Boundary): string {
  return old === text ? content : boundary.wrap(name, content);
}

function isResult(message: Message): message is ToolMessage {
  return message.role === "tool";
}
