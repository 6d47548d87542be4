// The shape of what servers send, read leniently: a field that is not what it should be counts as absent, never as a crash.
import { z } from "zod";

const text = z.string().nullish().catch(undefined);

const callDelta = z.object({
  index: z.number().int().nullish().catch(undefined),
  id: text,
  function: z.object({ name: text, arguments: z.unknown().optional() }).nullish().catch(undefined),
});

export type CallDelta = z.infer<typeof callDelta>;

const delta = z.object({
  content: z
    .union([z.string(), z.array(z.object({ text: z.string().catch("") }).catch({ text: "" }))])
    .nullish()
    .catch(undefined),
  reasoning_content: text,
  /** OpenRouter, Step and newer vLLM. */
  reasoning: text,
  tool_calls: z.array(callDelta).nullish().catch(undefined),
});

export type Delta = z.infer<typeof delta>;

const choice = z.object({
  delta: delta.nullish().catch(undefined),
  /** In answers that are no stream. */
  message: delta.nullish().catch(undefined),
  finish_reason: text,
  /** Kimi puts it here. */
  usage: z.unknown().optional(),
});

const chunk = z.object({
  choices: z.array(choice).nullish().catch(undefined),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

export type Chunk = z.infer<typeof chunk>;

/** Undefined for what is not even an object. */
export function readChunk(json: unknown): Chunk | undefined {
  const parsed = chunk.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}
