// Cuts a streamed Markdown answer into blocks that can be printed for good, as soon as nothing that follows can change them.
import { cutHead } from "../util/text.ts";

export type Block =
  | { readonly kind: "markdown"; readonly text: string }
  /** Lines of a fenced block. They are final one by one, so one fence comes as several of these; `first` opens it. */
  | { readonly kind: "code"; readonly lang: string; readonly lines: readonly string[]; readonly first: boolean };

export interface AnswerStream {
  /** Finished lines of the block that is open, each with its line break. */
  readonly open: string;
  /** The last line so far. */
  readonly partial: string;
  /** Whether the last finished line is blank. */
  readonly gap: boolean;
  readonly fence: Fence | undefined;
}

interface Fence {
  readonly mark: string;
  readonly lang: string;
  readonly indent: number;
  /** Whether a block of it was already cut. */
  readonly begun: boolean;
}

export const EMPTY_STREAM: AnswerStream = { open: "", partial: "", gap: false, fence: undefined };

/** A block of this many UTF-16 units is cut at a line although it may go on: what is kept open is drawn again with each frame. */
const MAX_OPEN = 16_000;

interface Cut {
  readonly stream: AnswerStream;
  readonly blocks: readonly Block[];
}

/** Adds streamed text. */
export function pushText(stream: AnswerStream, delta: string): Cut {
  const lines = (stream.partial + delta).split("\n");
  const partial = lines.pop() ?? "";
  const blocks: Block[] = [];
  let next: AnswerStream = { ...stream, partial: "" };
  for (const line of lines) next = pushLine(next, line.replace(/\r$/, ""), blocks);
  if (next.open.length + partial.length > MAX_OPEN) next = cutLong({ ...next, partial }, blocks);
  else next = { ...next, partial };
  return { stream: next, blocks: mergeCode(blocks) };
}

/** Everything that is left. */
export function endText(stream: AnswerStream): readonly Block[] {
  const blocks: Block[] = [];
  const next = stream.partial === "" ? stream : pushLine(stream, stream.partial, blocks);
  flush(next, blocks);
  return mergeCode(blocks);
}

/** The blocks of a whole text. */
export function blocksOf(text: string): readonly Block[] {
  const cut = pushText(EMPTY_STREAM, text);
  return [...cut.blocks, ...endText(cut.stream)];
}

/** What is not printed yet. */
export function liveBlock(stream: AnswerStream): Block | undefined {
  const { fence, open, partial } = stream;
  if (fence !== undefined) return { kind: "code", lang: fence.lang, lines: [partial], first: !fence.begun };
  return (open + partial).trim() === "" ? undefined : { kind: "markdown", text: open + partial };
}

const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*([^`]*)$/;
const HEADING = /^ {0,3}#{1,6}(\s|$)/;
const LIST_ITEM = /^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)/;

function pushLine(stream: AnswerStream, line: string, blocks: Block[]): AnswerStream {
  if (stream.fence !== undefined) return pushCode(stream, stream.fence, line, blocks);
  const fence = FENCE.exec(line);
  if (fence !== null) {
    flush(stream, blocks);
    const [, indent = "", mark = "", info = ""] = fence;
    const lang = info.trim().split(/\s/)[0] ?? "";
    return { ...EMPTY_STREAM, fence: { mark, lang, indent: indent.length, begun: false } };
  }
  if (line.trim() === "") return { ...stream, open: stream.open === "" ? "" : `${stream.open}\n`, gap: true };
  const opens = (stream.gap && startsBlock(line, stream.open)) || HEADING.test(line);
  if (opens) flush(stream, blocks);
  const open = `${opens ? "" : stream.open}${line}\n`;
  if (!HEADING.test(line)) return { ...stream, open, gap: false };
  blocks.push({ kind: "markdown", text: open });
  return EMPTY_STREAM;
}

/** Whether a line after a blank one belongs to a new block: not if it is indented, nor if it goes on with a list. */
function startsBlock(line: string, open: string): boolean {
  if (/^\s/.test(line)) return false;
  return !(LIST_ITEM.test(line) && LIST_ITEM.test(open));
}

function pushCode(stream: AnswerStream, fence: Fence, line: string, blocks: Block[]): AnswerStream {
  const closing = line.trim();
  const closes = closing.length >= fence.mark.length && closing === fence.mark.charAt(0).repeat(closing.length);
  if (closes) {
    // An empty fence still shows that there was one.
    if (!fence.begun) blocks.push({ kind: "code", lang: fence.lang, lines: [], first: true });
    return EMPTY_STREAM;
  }
  const indented = line.length - line.trimStart().length;
  const text = line.slice(Math.min(fence.indent, indented));
  blocks.push({ kind: "code", lang: fence.lang, lines: [text], first: !fence.begun });
  return { ...stream, fence: { ...fence, begun: true } };
}

function flush(stream: AnswerStream, blocks: Block[]): void {
  if (stream.open.trim() !== "") blocks.push({ kind: "markdown", text: stream.open.trimEnd() });
}

function cutLong(stream: AnswerStream, blocks: Block[]): AnswerStream {
  if (stream.fence !== undefined) {
    const head = cutHead(stream.partial, MAX_OPEN);
    blocks.push({ kind: "code", lang: stream.fence.lang, lines: [head], first: !stream.fence.begun });
    return cutIfLong({ ...stream, partial: stream.partial.slice(head.length), fence: { ...stream.fence, begun: true } }, blocks);
  }
  if (stream.open !== "") {
    flush(stream, blocks);
    return cutIfLong({ ...stream, open: "", gap: false }, blocks);
  }
  const head = cutHead(stream.partial, MAX_OPEN);
  blocks.push({ kind: "markdown", text: head });
  return cutIfLong({ ...stream, partial: stream.partial.slice(head.length) }, blocks);
}

function cutIfLong(stream: AnswerStream, blocks: Block[]): AnswerStream {
  return stream.partial.length > MAX_OPEN ? cutLong(stream, blocks) : stream;
}

/** Code lines that came together are one block. */
function mergeCode(blocks: readonly Block[]): readonly Block[] {
  const merged: Block[] = [];
  let lines: string[] = [];
  for (const block of blocks) {
    if (block.kind === "code" && !block.first && merged.at(-1)?.kind === "code") {
      lines.push(...block.lines);
      continue;
    }
    lines = block.kind === "code" ? [...block.lines] : [];
    merged.push(block.kind === "code" ? { ...block, lines } : block);
  }
  return merged;
}
