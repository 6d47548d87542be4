// Puts a streamed answer together from its chunks, however a server cuts, numbers or names them. No I/O.
import type { FinishReason, ModelDelta, ReplyCall, Usage } from "../protocol/llm.ts";
import { readArguments } from "./arguments.ts";
import { claimCallId } from "./call-id.ts";
import type { CallDelta, Chunk, Delta } from "./chunk.ts";
import { createThinkSplitter, type SplitPiece } from "./think.ts";
import { readUsage } from "./usage.ts";

interface OpenCall {
  id: string;
  name: string;
  args: string;
  readonly index: number | undefined;
}

export interface Assembled {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReplyCall[];
  /** As the server gave it; undefined: none came. */
  readonly finishReason: string | undefined;
  readonly finish: FinishReason;
  readonly usage: Usage | undefined;
}

export interface Accumulator {
  /** What is new in this chunk; empty for one that carries nothing but bookkeeping. */
  add(chunk: Chunk): readonly ModelDelta[];
  /** What was held back at the end of the stream. Call it once, before `assembled`. */
  end(): readonly ModelDelta[];
  /** Whether calls have begun: then a stream without a proper end must not be used. */
  readonly hasCalls: boolean;
  /** Whether the server said in any way that the answer is complete. */
  readonly finished: boolean;
  /** `takenIds`: the ids of the conversation; the new ones are added. */
  assembled(takenIds: Set<string>): Assembled;
}

export function createAccumulator(): Accumulator {
  const think = createThinkSplitter();
  const calls: OpenCall[] = [];
  let text = "";
  let reasoning = "";
  let finishReason: string | undefined;
  let usage: Usage | undefined;

  const keep = (pieces: readonly SplitPiece[]): ModelDelta[] => {
    for (const piece of pieces) {
      if (piece.kind === "text") text += piece.text;
      else reasoning += piece.text;
    }
    return pieces.map(({ kind, text: piece }) => ({ type: kind, text: piece }));
  };

  const addDelta = (delta: Delta): ModelDelta[] => {
    const out: ModelDelta[] = [];
    const thought = delta.reasoning_content || delta.reasoning;
    if (thought) out.push(...keep([{ kind: "reasoning", text: thought }]));
    const content = contentText(delta);
    if (content !== "") out.push(...keep(think.push(content)));
    for (const part of delta.tool_calls ?? []) {
      const call = applyCallDelta(calls, part);
      if (call) out.push({ type: "call", name: call.name, chars: call.args.length });
    }
    return out;
  };

  return {
    add(chunk) {
      const out: ModelDelta[] = [];
      // Counts that come with every chunk are running totals: the last one is the answer's.
      usage = readUsage(chunk.usage) ?? usage;
      for (const choice of chunk.choices ?? []) {
        const delta = choice.delta ?? choice.message;
        if (delta) out.push(...addDelta(delta));
        usage = readUsage(choice.usage) ?? usage;
        if (choice.finish_reason) finishReason = choice.finish_reason;
      }
      return out;
    },
    end: () => keep(think.end()),
    get hasCalls() {
      return calls.length > 0;
    },
    get finished() {
      return finishReason !== undefined;
    },
    assembled(takenIds) {
      return {
        text,
        reasoning,
        calls: calls.map((call) => readCall(call, takenIds)),
        finishReason,
        finish: finishOf(finishReason, calls.length > 0),
        usage,
      };
    },
  };
}

function contentText(delta: Delta): string {
  const { content } = delta;
  if (!content) return "";
  return typeof content === "string" ? content : content.map((part) => part.text).join("");
}

/** Adds a part to the call it belongs to, which it opens if need be. Undefined: the part carries nothing. */
function applyCallDelta(calls: OpenCall[], part: CallDelta): OpenCall | undefined {
  const id = part.id ?? "";
  const name = part.function?.name?.trim() ?? "";
  const raw = part.function?.arguments;
  const args = raw === undefined || raw === null ? "" : typeof raw === "string" ? raw : JSON.stringify(raw);
  if (id === "" && name === "" && args === "") return undefined;
  let call = ownerOf(calls, part.index ?? undefined, id, name);
  if (!call) {
    call = { id, name, args: "", index: part.index ?? undefined };
    calls.push(call);
  } else {
    call.id ||= id;
    // Most servers send the name once, some with every part, a few in pieces.
    if (call.name !== name && call.args === "") call.name += name;
  }
  call.args += args;
  return call;
}

/**
 * The open call that a part goes on with; undefined: it opens a new one. An id decides; then the index, unless the part
 * names a tool although that call is complete (servers that number every call 0); then the last call.
 */
function ownerOf(calls: readonly OpenCall[], index: number | undefined, id: string, name: string): OpenCall | undefined {
  const byId = id === "" ? undefined : calls.find((call) => call.id === id);
  // The same id under another number and with a name is another call of a server whose ids repeat.
  if (byId && (name === "" || index === undefined || byId.index === undefined || byId.index === index)) return byId;
  const candidate = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  if (!candidate) return undefined;
  if (name === "") return id === "" || index !== undefined ? candidate : undefined;
  if (id !== "" && candidate.id !== "") return undefined;
  if (index === undefined && candidate.args === "" && candidate.name !== "") return undefined;
  return candidate.args !== "" && (candidate.name !== name || isJson(candidate.args)) ? undefined : candidate;
}

function readCall(call: OpenCall, takenIds: Set<string>): ReplyCall {
  const { text, unreadable } = readArguments(call.args);
  const id = claimCallId(call.id, takenIds);
  // Strict servers refuse a name that is empty or has other characters; the tool is not found then, and the model is told.
  const name = call.name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
  return {
    call: { id, type: "function", function: { name, arguments: text } },
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

const CUT = new Set(["length", "max_tokens", "model_length", "max_output_tokens"]);
const FILTERED = new Set(["content_filter", "sensitive", "safety"]);

function finishOf(reason: string | undefined, hasCalls: boolean): FinishReason {
  const word = reason?.toLowerCase() ?? "";
  if (CUT.has(word)) return "cut";
  if (FILTERED.has(word)) return "filtered";
  return hasCalls ? "calls" : "stop";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // that it does not parse is the answer
  }
}
