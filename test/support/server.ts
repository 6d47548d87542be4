// A strict, scripted, OpenAI-compatible model server on loopback. It refuses what a strict provider refuses, records every
// request body byte for byte, and can misbehave in each way that real servers do.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { WireMessage } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";

interface ServedCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: Record<string, unknown>;
  /** The argument text as it is streamed, valid or not. */
  readonly rawArgs?: string;
}

export interface ServedReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly ServedCall[];
  /** `finish_reason`; by default what fits. */
  readonly finish?: string;
  /** `null`: the reply carries none. */
  readonly usage?: Record<string, unknown> | null;
  readonly status?: number;
  readonly error?: unknown;
  readonly headers?: Record<string, string>;
  readonly delayMs?: number;
  /** Between two pieces of text. */
  readonly slowMs?: number;
  /** Characters a piece. */
  readonly chunk?: number;
  /** `drop`: the connection breaks; `end`: the stream ends in good order, but without finish_reason, usage and [DONE]. */
  readonly cut?: "drop" | "end";
  /** The body as it stands, piece by piece, instead of everything above but status and headers. */
  readonly raw?: RawBody;
}

interface RawBody {
  readonly pieces: readonly (string | Uint8Array)[];
  readonly gapMs?: number;
  /** `hang`: the connection stays open without a word. */
  readonly ending?: "end" | "drop" | "hang";
}

interface ServedRequest {
  readonly body: Record<string, unknown>;
  readonly raw: string;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  readonly system: string;
  readonly last: WireMessage | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** When its last byte arrived: milliseconds since the epoch, before this server reads it. */
  readonly at: number;
  /** Rough token count of the whole body. */
  readonly tokens: number;
}

export type ServerScript = (
  request: ServedRequest,
  n: number,
  requests: readonly ServedRequest[],
) => ServedReply | undefined | Promise<ServedReply | undefined>;

export interface ModelServer {
  /** Base URL, ends in /v1. */
  readonly url: string;
  readonly requests: readonly ServedRequest[];
  readonly refused: readonly { readonly why: string; readonly body: unknown }[];
  close(): Promise<void>;
}

const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.custom<WireMessage>()).default([]),
  tools: z.array(z.custom<{ function: { name: string } }>()).default([]),
  stream: z.boolean().optional(),
});

export interface ServerOptions {
  /** Tokens; longer requests are refused as a provider refuses them. */
  readonly window?: number;
  readonly strict?: boolean;
  /** False for a run of thousands of requests: none is recorded. */
  readonly recording?: boolean;
}

/** The n-th request (from 0) gets the script's n-th reply; none given: the text "ok". */
export async function startModelServer(
  script: ServerScript,
  { window = 1_000_000, strict = true, recording = true }: ServerOptions = {},
): Promise<ModelServer> {
  let served = 0;
  const requests: ServedRequest[] = [];
  const refused: { why: string; body: unknown }[] = [];
  const server = createServer(async (incoming, res) => {
    res.on("error", () => {}); // the client may leave at any time
    const parts: Buffer[] = [];
    try {
      for await (const part of incoming) parts.push(part);
    } catch {
      return; // the client left while sending
    }
    const fail = (status: number, error: unknown, headers: Record<string, string> = {}) => {
      res.writeHead(status, { "content-type": "application/json", ...headers });
      res.end(typeof error === "string" ? error : JSON.stringify({ error }));
    };
    if (incoming.method === "GET" && incoming.url?.split("?")[0] === "/v1/models") {
      res.setHeader("content-type", "application/json");
      return res.end(JSON.stringify({ object: "list", data: [{ id: "test-model", object: "model" }] }));
    }
    if (!incoming.url?.split("?")[0]?.endsWith("/v1/chat/completions"))
      return fail(404, { message: `no such path ${incoming.url}` });
    const at = performance.timeOrigin + performance.now();
    const raw = Buffer.concat(parts).toString("utf8");
    const body = bodySchema.parse(JSON.parse(raw));
    const { messages, tools } = body;
    const first = messages[0];
    const request: ServedRequest = {
      body,
      raw,
      messages,
      tools,
      system: first?.role === "system" ? first.content : "",
      last: messages.at(-1),
      headers: incoming.headers,
      at,
      tokens: tokensOf(body),
    };
    const invalid = strict ? validateMessages(messages) : undefined;
    if (invalid) {
      refused.push({ why: `${invalid.reason} at ${invalid.index}`, body });
      return fail(400, { message: `${invalid.reason} at ${invalid.index}`, type: "invalid_request_error" });
    }
    if (request.tokens > window) {
      refused.push({ why: `too long: ${request.tokens}`, body });
      const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${request.tokens} tokens.`;
      return fail(400, { message, type: "invalid_request_error", code: "context_length_exceeded" });
    }
    if (recording) requests.push(request);
    const n = served++;
    const reply = (await script(request, n, requests)) ?? { text: "ok" };
    if (reply.delayMs) await sleep(reply.delayMs);
    if (reply.raw) return sendRaw(res, reply, reply.raw);
    if (reply.status) return fail(reply.status, reply.error ?? { message: `status ${reply.status}` }, reply.headers);
    if (body.stream) await sendStream(res, reply, n, request.tokens, body.model);
    else sendWhole(res, reply, n, request.tokens, body.model);
  });
  server.keepAliveTimeout = 60_000; // a connection that the server closes first would look like a fault of the client
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function sendRaw(res: ServerResponse, reply: ServedReply, raw: RawBody): Promise<void> {
  res.writeHead(reply.status ?? 200, { "content-type": "text/event-stream", ...reply.headers });
  for (const piece of raw.pieces) {
    if (res.destroyed) return;
    res.write(piece);
    await sleep(raw.gapMs ?? 0);
  }
  if (raw.ending === "drop")
    setTimeout(() => res.destroy(), 20); // after what was sent has left
  else if (raw.ending !== "hang") res.end();
}

async function sendStream(res: ServerResponse, reply: ServedReply, n: number, tokens: number, model: string): Promise<void> {
  const base = { id: `c${n}`, object: "chat.completion.chunk", created: 1, model };
  res.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
  const send = (delta: object, finish: string | null = null) =>
    res.write(`data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  const pieces = (text = "") => text.match(new RegExp(`[\\s\\S]{1,${reply.chunk ?? 40}}`, "gu")) ?? [];
  send({ role: "assistant", content: "" });
  for (const piece of pieces(reply.reasoning)) send({ reasoning_content: piece });
  for (const piece of pieces(reply.text)) {
    send({ content: piece });
    if (reply.slowMs) await sleep(reply.slowMs);
  }
  const calls = wireCalls(reply, n);
  for (const [index, { id, function: called }] of calls.entries()) {
    send({ tool_calls: [{ index, id, type: "function", function: { name: called.name, arguments: "" } }] });
    for (const piece of pieces(called.arguments)) send({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  if (reply.cut === "drop") {
    setTimeout(() => res.destroy(), 20); // after what was sent has left
    return;
  }
  if (reply.cut === "end") {
    res.end();
    return;
  }
  send({}, reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop"));
  const usage = usageOf(reply, tokens);
  if (usage) res.write(`data: ${JSON.stringify({ ...base, choices: [], usage })}\n\n`);
  res.end("data: [DONE]\n\n");
}

function sendWhole(res: ServerResponse, reply: ServedReply, n: number, tokens: number, model: string): void {
  const calls = wireCalls(reply, n);
  const message = { role: "assistant", content: reply.text ?? null, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  const finish_reason = reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop");
  res.setHeader("content-type", "application/json");
  res.end(JSON.stringify({ id: `c${n}`, model, choices: [{ index: 0, message, finish_reason }], usage: usageOf(reply, tokens) }));
}

function wireCalls(reply: ServedReply, n: number) {
  return (reply.calls ?? []).map((call, i) => ({
    id: call.id ?? `call_${n}_${i}`,
    type: "function",
    function: { name: call.name, arguments: call.rawArgs ?? JSON.stringify(call.args ?? {}) },
  }));
}

function usageOf({ usage }: ServedReply, tokens: number): Record<string, unknown> | undefined {
  if (usage === null) return undefined;
  return (
    usage ?? {
      prompt_tokens: tokens,
      completion_tokens: 20,
      total_tokens: tokens + 20,
      prompt_tokens_details: { cached_tokens: 0 },
    }
  );
}

function tokensOf(body: { readonly messages: unknown; readonly tools: unknown }): number {
  let tokens = 0;
  for (const char of JSON.stringify(body.messages) + JSON.stringify(body.tools))
    tokens += char > "\u4e00" && char < "\u9fff" ? 1 / 1.5 : 0.25;
  return Math.ceil(tokens);
}
