// Reads a transcript for the replay: a session's ledger, or a JSON list of OpenAI messages.
import { z } from "zod";
import { causeOf, PaiError } from "../protocol/errors.ts";
import type { Message, ToolCall } from "../protocol/message.ts";
import { shapeIssues } from "../protocol/shape.ts";

export interface Transcript {
  /** Estimated tokens of system prompt and tools, where a ledger recorded them: it does not hold their text. */
  readonly fixedTokens?: number;
  /** Empty where the file holds none. */
  readonly system: string;
  readonly messages: readonly Message[];
}

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
]);
const content = z.union([z.string(), z.array(part)]);
const call = z.object({
  id: z.string(),
  type: z.literal("function").default("function"),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const stored = z.object({ path: z.string(), chars: z.number() }).optional();
const origins = ["skill", "runaway_guard", "summary", "image", "note", "continuation", "task", "outcome"] as const;

const messageSchema = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer"]), content }),
  z.object({ role: z.literal("user"), content, origin: z.enum(origins).optional() }),
  z.object({
    role: z.literal("assistant"),
    content: content.nullish(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(call).optional(),
  }),
  z.object({
    role: z.literal("tool"),
    tool_call_id: z.string(),
    content,
    toolName: z.string().optional(),
    offloaded: stored,
    cleared: stored,
  }),
]);

const ledgerLine = z.object({
  event: z.string(),
  unit: z.string().default("main"),
  message: z.unknown().optional(),
  tokens: z.number().nonnegative().optional(),
});

/** Throws PaiError `TRANSCRIPT_UNREADABLE`. Of a ledger the messages of the conversation with the person count. */
export function parseTranscript(text: string, path: string): Transcript {
  try {
    const trimmed = text.trim();
    const { list, fixedTokens } = trimmed.startsWith("[")
      ? { list: z.array(z.unknown()).parse(JSON.parse(trimmed)), fixedTokens: undefined }
      : fromLedger(trimmed);
    if (list.length === 0) throw new Error("0 messages");
    return { ...fromList(list), ...(fixedTokens === undefined ? {} : { fixedTokens }) };
  } catch (error) {
    const cause = error instanceof z.ZodError ? shapeIssues(error) : causeOf(error);
    throw new PaiError("TRANSCRIPT_UNREADABLE", { path, cause }, { cause: error });
  }
}

/** The prompt as it was assembled last counts: a session's prompt hardly changes in size. */
function fromLedger(text: string): { readonly list: readonly unknown[]; readonly fixedTokens: number | undefined } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events = lines.flatMap((line, index) => {
    try {
      return [ledgerLine.parse(JSON.parse(line))];
    } catch (error) {
      if (error instanceof SyntaxError && index > 0 && index === lines.length - 1) return []; // the last line of a ledger may be torn
      throw error;
    }
  });
  const own = events.filter(({ unit }) => unit === "main");
  return {
    list: own.flatMap(({ event, message }) => (event === "message" ? [message] : [])),
    fixedTokens: own.findLast(({ event, tokens }) => event === "prompt_state" && tokens !== undefined)?.tokens,
  };
}

function fromList(list: readonly unknown[]): Transcript {
  const system: string[] = [];
  const messages: Message[] = [];
  const names = new Map<string, string>();
  for (const item of list) {
    const message = messageSchema.parse(item);
    switch (message.role) {
      case "system":
      case "developer":
        system.push(plainText(message.content));
        break;
      case "user": {
        const { origin } = message;
        messages.push({ role: "user", content: message.content, ...(origin === undefined ? {} : { origin }) });
        break;
      }
      case "assistant":
        for (const { id, function: called } of message.tool_calls ?? []) names.set(id, called.name);
        messages.push(assistantMessage(message));
        break;
      case "tool": {
        const toolName = message.toolName ?? names.get(message.tool_call_id);
        messages.push({
          role: "tool",
          tool_call_id: message.tool_call_id,
          content: plainText(message.content),
          ...(toolName === undefined ? {} : { toolName }),
          ...(message.offloaded === undefined ? {} : { offloaded: message.offloaded }),
        });
      }
    }
  }
  return { system: system.join("\n"), messages };
}

function assistantMessage(message: {
  readonly content?: z.infer<typeof content> | null | undefined;
  readonly reasoning_content?: string | undefined;
  readonly tool_calls?: readonly ToolCall[] | undefined;
}): Message {
  const { reasoning_content, tool_calls } = message;
  return {
    role: "assistant",
    content: message.content === null || message.content === undefined ? null : plainText(message.content),
    ...(reasoning_content === undefined ? {} : { reasoning_content }),
    ...(tool_calls === undefined || tool_calls.length === 0 ? {} : { tool_calls }),
  };
}

function plainText(value: z.infer<typeof content>): string {
  return typeof value === "string" ? value : value.map((piece) => (piece.type === "text" ? piece.text : "[image]")).join("");
}
