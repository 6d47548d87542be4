// Every line of a ledger: the envelope that all events share, and each event's own fields. Reading is tolerant: fields that
// are missing get a default, unknown ones and unknown events are passed over, so that older and newer programs' ledgers load.
import { z } from "zod";
import type { RewriteCause } from "../protocol/conversation.ts";
import type { RunStatus, UsageTotals } from "../protocol/event.ts";
import type { ContentPart, Message } from "../protocol/message.ts";

export const SCHEMA_VERSION = 1;

/** The unit of the conversation with the person. */
export const MAIN = "main";

const modes = ["react", "plan", "team"] as const;
export type Mode = (typeof modes)[number];

const sources = ["user", "model", "tool", "program"] as const;

const envelopeSchema = z.object({
  schemaVersion: z.number().default(SCHEMA_VERSION),
  sessionId: z.string().default(""),
  sequence: z.int().nonnegative(),
  timestamp: z.string().default(""),
  event: z.string(),
  unit: z.string().default(MAIN),
  mode: z.enum(modes).catch("react"),
  /** Whose step it is: `agent`, or the role in a plan or a team. */
  actor: z.string().default("agent"),
  /** Where its content comes from. */
  source: z.enum(sources).catch("program"),
});
export type Envelope = z.infer<typeof envelopeSchema>;

const partSchema = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("image_url"), image_url: z.looseObject({ url: z.string() }) }),
]);
const identified = { messageId: z.string().optional() };
const storedSchema = z.looseObject({ path: z.string(), chars: z.number() }).optional();
const messageShape = z.discriminatedUnion("role", [
  z.looseObject({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(partSchema)]),
    origin: z.string().optional(),
    typed: z.string().optional(),
    memories: z.array(z.string()).optional(),
    skill: z.string().optional(),
    ...identified,
  }),
  z.looseObject({
    role: z.literal("assistant"),
    content: z.string().nullable(),
    reasoning_content: z.string().optional(),
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string(),
          type: z.literal("function"),
          function: z.looseObject({ name: z.string(), arguments: z.string() }),
        }),
      )
      .optional(),
    reasoning: z.string().optional(),
    model: z.string().optional(),
    ...identified,
  }),
  z.looseObject({
    role: z.literal("tool"),
    tool_call_id: z.string(),
    content: z.string(),
    toolName: z.string().optional(),
    offloaded: storedSchema,
    cleared: storedSchema,
    ...identified,
  }),
]);

function isMessage(value: unknown): value is Message {
  return messageShape.safeParse(value).success;
}

// Messages stay the very objects that were parsed: the order of their keys is part of what is sent again.
const messageSchema = z.custom<Message>(isMessage);
const messagesSchema = z.array(z.unknown()).transform((list) => list.filter(isMessage));
const contentSchema = z.custom<string | readonly ContentPart[]>(
  (value) => typeof value === "string" || z.array(partSchema).safeParse(value).success,
);

const startedCall = z.object({ callId: z.string(), name: z.string(), brief: z.string().default("") });
export type StartedCall = z.infer<typeof startedCall>;

/** What a resume needs to know of the session before the checkpoint that carries it. Offsets are bytes in this file. */
const factsSchema = z.object({
  title: z.string().default(""),
  turns: z.number().default(0),
  project: z.string().default(""),
  cwd: z.string().default(""),
  model: z.string().default(""),
  /** What the person typed in user turns that have left the view. */
  words: z.array(z.string()).default([]),
  /** Present once external content was used. */
  exposure: z.array(z.string()).optional(),
  /** By unit: calls of plan tasks and workers that had started, while the plan is not finished. */
  started: z.record(z.string(), z.array(startedCall)).default({}),
  promptStateAt: z.number().optional(),
  planAt: z.number().optional(),
  /** By task: its state in the plan that is not finished. */
  planTasks: z.record(z.string(), z.unknown()).default({}),
  /** Sessions whose tool outputs this one took over with the view that it was forked with. */
  outputsOf: z.array(z.string()).default([]),
});
export type Facts = z.infer<typeof factsSchema>;

const rewriteCauses = ["bytes", "summary", "clear", "fork", "repair", "model", "image_prune"] as const;
export type CheckpointCause = RewriteCause | "bytes";

const event = <Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  envelopeSchema.extend({ event: z.literal(name), ...fields });

const origin = {
  version: z.string().default(""),
  cwd: z.string().default(""),
  project: z.string().default(""),
  model: z.string().default(""),
};

const schema = z.discriminatedUnion("event", [
  event("session_start", {
    ...origin,
    gitHead: z.string().optional(),
    /** The session that this one was forked from, and its last event then. */
    parent: z.object({ sessionId: z.string(), sequence: z.number() }).optional(),
    /** Of a fork: the sessions whose tool outputs its view names. */
    outputsOf: z.array(z.string()).optional(),
  }),
  event("resume", origin),
  event("prompt_state", {
    /** As the line that began the session or resumed it has them: a ledger whose first line is damaged still knows its project. */
    cwd: z.string().optional(),
    project: z.string().optional(),
    model: z.string().optional(),
    date: z.string(),
    timeZone: z.string(),
    /** The memories that close the system prompt, as they stand there, and their ids. */
    memoryBlock: z.string(),
    memoryIds: z.array(z.string()),
    hashes: z.record(z.string(), z.string()),
    /** Estimated tokens of what every request carries beside its messages: system prompt and tools. Older ledgers have none. */
    tokens: z.number().optional(),
    /** The approval mode in the system prompt, and the one that the model was told of last. Older ledgers have neither. */
    approval: z.object({ prompt: z.string(), told: z.string() }).optional(),
  }),
  event("message", { messageId: z.string().optional(), message: messageSchema }),
  event("tool_start", startedCall.shape),
  event("view_checkpoint", {
    cause: z.enum(rewriteCauses).catch("bytes"),
    messages: messagesSchema,
    /** Bytes of the unit's lines and of what was said in it, up to here. */
    totals: z.object({ lines: z.number(), said: z.number() }),
    facts: factsSchema.optional(),
  }),
  event("compaction", {
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    beforeTokens: z.number().optional(),
    afterTokens: z.number().optional(),
    /** Level 2: what stands in the place of each cleared result. */
    replacements: z
      .array(z.object({ messageId: z.string(), content: z.string(), cleared: z.object({ path: z.string(), chars: z.number() }) }))
      .optional(),
    /** Level 3. */
    summary: z.string().optional(),
  }),
  event("history_clear", {}),
  event("image_prune", { replacements: z.array(z.object({ messageId: z.string(), content: contentSchema })) }),
  event("plan_checkpoint", {
    /** The plan as it was decided; absent where it stays as it is. */
    plan: z.unknown().optional(),
    /** By task: the states and results that have changed since the last event, so that a long plan does not fill the file. */
    tasks: z.record(z.string(), z.unknown()).optional(),
    /** Nothing of it is left to do: a resume does not offer it again. */
    finished: z.boolean(),
  }),
  event("memory_write", { memoryId: z.string(), content: z.string(), scope: z.string(), origin: z.string() }),
  event("external_context", { tool: z.string(), target: z.string() }),
  event("turn_end", { status: z.custom<RunStatus>((value) => typeof value === "string"), usage: z.custom<UsageTotals>() }),
  event("notice", {
    level: z.enum(["info", "warning", "error"]),
    code: z.string(),
    message: z.string(),
  }),
]);

export type LedgerEvent = z.infer<typeof schema>;
type EventName = LedgerEvent["event"];
export type LedgerEventOf<Name extends EventName> = Extract<LedgerEvent, { event: Name }>;

type WithoutEnvelope<T> = T extends LedgerEvent ? Omit<T, Exclude<keyof Envelope, "event">> : never;
/** An event without its envelope. */
export type LedgerBody = WithoutEnvelope<LedgerEvent>;

export interface ParsedLine {
  readonly envelope: Envelope;
  /** Absent: an event that this version does not know, or whose fields it cannot read. */
  readonly event?: LedgerEvent;
}

/** Undefined if the line is broken: no JSON, or without the fields that every event has. */
export function parseLine(bytes: Buffer): ParsedLine | undefined {
  let json: unknown;
  try {
    // A power cut may leave zeros where the line feed was to be.
    json = JSON.parse(bytes.toString("utf8").replace(/\0+$/, ""));
  } catch {
    return undefined; // a torn line is no JSON: that is the answer
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return undefined;
  const event = schema.safeParse(json);
  return event.success ? { envelope: envelope.data, event: event.data } : { envelope: envelope.data };
}

const HEAD =
  /^\{"schemaVersion":\d+,"sessionId":"[^"\\]*","sequence":(\d+),"timestamp":"[^"\\]*","event":"(\w+)","unit":"([^"\\]*)"/;
/** Longer than the head of any line that this program writes. */
const HEAD_BYTES = 400;

export interface LineHead {
  readonly sequence: number;
  readonly event: string;
  readonly unit: string;
}

/** The head of a line without parsing the rest; undefined where another program ordered the fields in another way. */
export function peekLine(bytes: Buffer): LineHead | undefined {
  const match = HEAD.exec(bytes.toString("utf8", 0, HEAD_BYTES));
  if (!match) return undefined;
  return { sequence: Number(match[1]), event: match[2] ?? "", unit: match[3] ?? "" };
}
