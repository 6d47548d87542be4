import { createServer as createHttpServer } from "node:http";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createModelClient } from "../../src/llm/client.ts";
import { listModels } from "../../src/llm/models.ts";
import { type ClientOptions, clientOptions, DEFAULT_PATIENCE, type ModelSettings } from "../../src/llm/options.ts";
import type { ProviderName } from "../../src/llm/profiles.ts";
import { describeError, textsFor } from "../../src/locale/index.ts";
import { isPaiError, type PaiError } from "../../src/protocol/errors.ts";
import type { ModelClient, ModelDelta, ModelReply, ModelRequest, ToolSpec } from "../../src/protocol/llm.ts";
import type { WireMessage } from "../../src/protocol/message.ts";
import { type ModelServer, type ServedReply, type ServerScript, startModelServer } from "../support/server.ts";

const KEY = "sk-test-0123456789abcdef";
const clock = { now: () => new Date("2025-01-01T00:00:00Z") };
const random = { base36: (length: number) => "a".repeat(length), next: () => 0 };
const patience = { ...DEFAULT_PATIENCE, backoffMs: 5, firstDeltaMs: 2_000, idleMs: 2_000 };

const open: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

interface Setup {
  readonly provider?: ProviderName;
  readonly settings?: ModelSettings;
  readonly options?: Partial<ClientOptions>;
  readonly server?: { window?: number; strict?: boolean };
}

async function withServer(script: ServerScript | readonly ServedReply[], setup: Setup = {}) {
  const server = await startModelServer(typeof script === "function" ? script : (_request, n) => script[n], setup.server);
  open.push(server);
  return { server, client: clientFor(server.url, setup) };
}

function clientFor(url: string, { provider = "generic", settings, options }: Setup = {}): ModelClient {
  const base = clientOptions(provider, { baseUrl: url, apiKey: KEY, model: "test-model", ...settings });
  return createModelClient({ ...base, patience, ...options }, { clock, random });
}

const tool = (name: string): ToolSpec => ({
  type: "function",
  function: { name, description: name, parameters: { type: "object" } },
});
const TOOLS = [tool("list_dir"), tool("read_file")];

function ask(text = "hello", more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: "system", content: "You are a test." },
      { role: "user", content: text },
    ],
    tools: TOOLS,
    ...more,
  };
}

function followed(...messages: readonly WireMessage[]): ModelRequest {
  return ask("hello", { messages: [{ role: "system", content: "S" }, { role: "user", content: "u" }, ...messages] });
}

async function run(client: ModelClient, request = ask(), signal = new AbortController().signal) {
  const deltas: ModelDelta[] = [];
  const stream = client.stream(request, signal);
  for (let next = await stream.next(); ; next = await stream.next()) {
    if (next.done) return { deltas, reply: next.value };
    deltas.push(next.value);
  }
}

async function failure(client: ModelClient, request = ask()): Promise<PaiError> {
  try {
    await run(client, request);
  } catch (error) {
    if (isPaiError(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

const calls = (reply: ModelReply) => reply.calls.map(({ call }) => ({ name: call.function.name, args: call.function.arguments }));
const sse = (...chunks: readonly unknown[]) =>
  chunks.map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`);
const delta = (d: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta: d, finish_reason }] });
const raw = (...pieces: readonly (string | Uint8Array)[]): ServedReply => ({ raw: { pieces } });

describe("an answer", () => {
  test("is streamed and assembled, with the usage of the last chunk", async () => {
    const { client, server } = await withServer([
      {
        text: "你好，世界",
        reasoning: "think",
        usage: { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } },
      },
    ]);
    const { deltas, reply } = await run(client);
    expect(reply).toMatchObject({
      text: "你好，世界",
      reasoning: "think",
      finish: "stop",
      calls: [],
      model: "generic/test-model",
    });
    expect(reply.usage).toEqual({ inputTokens: 9, outputTokens: 3, cachedTokens: 4 });
    expect(deltas.map((d) => d.type)).toEqual(["reasoning", "text"]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(server.requests[0]?.body).not.toHaveProperty("max_tokens");
  });

  test("the light model is asked where the request says so, with less reasoning where that can be said", async () => {
    const { client, server } = await withServer([], { provider: "deepseek", settings: { lightModel: "deepseek-v4-flash" } });
    await run(client, ask("x", { tier: "light", effort: "off" }));
    expect(server.requests[0]?.body).toMatchObject({ model: "deepseek-v4-flash", thinking: { type: "disabled" } });
  });

  test("tools stay in a request that may not call them", async () => {
    const { client, server } = await withServer([]);
    await run(client, ask("x", { toolChoice: "none" }));
    expect(server.requests[0]?.body).toMatchObject({ tool_choice: "none" });
    expect(server.requests[0]?.tools).toHaveLength(2);
  });

  test("a lone surrogate never reaches the server", async () => {
    const { client, server } = await withServer([]);
    await run(client, ask("a\ud83d b"));
    expect(server.requests[0]?.raw).not.toContain("\\ud83d");
  });

  test("ids that repeat over the session, or are unfit, are made unique and fit", async () => {
    const { client } = await withServer([
      {
        calls: [
          { id: "call_0", name: "read_file" },
          { id: "functions.read_file:0", name: "read_file" },
          { id: "call_0", name: "list_dir" },
        ],
      },
    ]);
    const { reply } = await run(
      client,
      followed(
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_0", type: "function", function: { name: "read_file", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "call_0", content: "r" },
      ),
    );
    expect(reply.calls.map(({ call }) => call.id)).toEqual(["call_0-2", "functions_read_file_0", "call_0-3"]);
  });
});

describe("reasoning", () => {
  test("I1: a server that wants reasoning_content with every call gets it, also for turns of another model", async () => {
    const strict: ServerScript = ({ messages }) =>
      messages.some((m) => m.role === "assistant" && m.tool_calls && m.reasoning_content === undefined)
        ? { status: 400, error: { message: "The `reasoning_content` in the thinking mode must be passed back to the API." } }
        : { text: "fine" };
    const history = followed(
      {
        role: "assistant",
        content: "",
        reasoning_content: "because",
        tool_calls: [{ id: "a", type: "function", function: { name: "list_dir", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "r" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "b", type: "function", function: { name: "list_dir", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "b", content: "r" },
    );
    for (const provider of ["deepseek", "kimi"] as const) {
      const { client, server } = await withServer(strict, { provider });
      expect((await run(client, history)).reply.text).toBe("fine");
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.messages[2]).toMatchObject({ reasoning_content: "because" });
    }
    const { client, server } = await withServer(strict);
    await run(client, history);
    await run(client, history);
    expect(server.requests, "learnt by one refusal, then remembered").toHaveLength(3);
  });

  test("a server that does not know reasoning_content gets none after its first refusal", async () => {
    const { client, server } = await withServer(({ messages }) =>
      messages.some((m) => "reasoning_content" in m)
        ? { status: 400, error: { message: "property 'reasoning_content' is unsupported" } }
        : { text: "fine" },
    );
    const history = followed({ role: "assistant", content: "x", reasoning_content: "r" }, { role: "user", content: "go" });
    expect((await run(client, history)).reply.text).toBe("fine");
    expect(server.requests).toHaveLength(2);
  });
});

describe("assembly", () => {
  test("I3: call deltas without index are told apart by their ids", async () => {
    const part = (call: object) => delta({ tool_calls: [call] });
    const { client } = await withServer([
      raw(
        ...sse(
          part({ id: "a", function: { name: "read_file", arguments: '{"p":' } }),
          part({ function: { arguments: "1}" } }),
          part({ id: "b", function: { name: "list_dir", arguments: '{"p":2}' } }),
          delta({}, "tool_calls"),
          "[DONE]",
        ),
      ),
    ]);
    expect(calls((await run(client)).reply)).toEqual([
      { name: "read_file", args: '{"p":1}' },
      { name: "list_dir", args: '{"p":2}' },
    ]);
  });

  test("I5: arguments as object, empty, null, absent or encoded twice, and missing ids", async () => {
    const given = [{}, "", null, undefined, '"{\\"a\\":1}"', { path: "x" }];
    const parts = given.map((args, index) => ({
      index,
      id: index % 2 ? "" : undefined,
      function: { name: "list_dir", arguments: args },
    }));
    const { client } = await withServer([raw(...sse(delta({ tool_calls: parts }), delta({}, "tool_calls"), "[DONE]"))]);
    const { reply } = await run(client);
    expect(calls(reply).map(({ args }) => args)).toEqual(["{}", "{}", "{}", "{}", '{"a":1}', '{"path":"x"}']);
    expect(reply.calls.every(({ unreadable }) => unreadable === undefined)).toBe(true);
    expect(new Set(reply.calls.map(({ call }) => call.id)).size).toBe(6);
  });

  test("I6: chunks with choices null, empty or absent, and usage anywhere: text complete, usage the last value", async () => {
    const usage = (n: number) => ({ prompt_tokens: n, completion_tokens: n });
    const { client } = await withServer([
      raw(
        ...sse(
          { choices: [] },
          { choices: null, usage: usage(5) },
          { ...delta({ content: "a" }), usage: usage(6) },
          { ...delta({ content: null }), usage: usage(7) },
          delta({ content: "b" }, "stop"),
          { usage: usage(8) },
          "[DONE]",
        ),
      ),
    ]);
    const { reply } = await run(client);
    expect(reply).toMatchObject({ text: "ab", usage: { inputTokens: 8, outputTokens: 8 } });
  });

  test("I9: a stream that ends inside a call is sent again, also where the cut arguments happen to be JSON", async () => {
    for (const args of ['{"path":"a.ts","content":"abc', '{"path":"a.ts"}']) {
      for (const ending of ["end", "drop"] as const) {
        const { client, server } = await withServer((_request, n) =>
          n === 0
            ? {
                raw: {
                  pieces: sse(delta({ tool_calls: [{ index: 0, id: "a", function: { name: "write_file", arguments: args } }] })),
                  ending,
                },
              }
            : { text: "fine" },
        );
        const { reply, deltas } = await run(client);
        expect(reply).toMatchObject({ text: "fine", calls: [] });
        expect(server.requests).toHaveLength(2);
        expect(deltas.map((d) => d.type)).toEqual(["call", "restart", "retry", "text"]);
      }
    }
  });

  test("I9: broken off three times, the error says so; cut by length it is another thing", async () => {
    const { client, server } = await withServer(() => ({ text: "half", cut: "drop" }));
    expect((await failure(client)).code).toBe("MODEL_BROKEN");
    expect(server.requests).toHaveLength(3);
    const cut = await withServer([{ calls: [{ name: "write_file", rawArgs: '{"path":"a","content":"half' }], finish: "length" }]);
    const { reply } = await run(cut.client);
    expect(reply.finish).toBe("cut");
    expect(reply.calls[0]?.unreadable).toBeDefined();
  });

  test("text that was shown is never replayed silently", async () => {
    const { client } = await withServer([{ text: "shown", cut: "drop" }, { text: "again" }]);
    const { deltas } = await run(client);
    expect(deltas.map((d) => (d.type === "text" ? d.text : d.type))).toEqual(["shown", "restart", "retry", "again"]);
  });

  test("a server that never marks the end of a text is believed after three tries, and its calls never", async () => {
    const { client, server } = await withServer(({ messages }) =>
      messages.length > 2 ? { calls: [{ name: "list_dir" }], cut: "end" } : { text: "all of it", cut: "end" },
    );
    expect((await run(client)).reply.text).toBe("all of it");
    expect((await run(client)).reply.text).toBe("all of it");
    expect(server.requests).toHaveLength(4);
    expect((await failure(client, followed({ role: "user", content: "x" }))).code).toBe("MODEL_BROKEN");
  });

  test("[DONE] may be missing, and may be all that marks the end", async () => {
    const { client } = await withServer([
      raw(...sse(delta({ content: "a" }, "stop"))),
      raw(...sse(delta({ content: "b" }), "[DONE]")),
    ]);
    expect((await run(client)).reply.text).toBe("a");
    expect((await run(client)).reply.text).toBe("b");
  });
});

describe("what is no answer", () => {
  test("I11: an error object in a good stream, first or later, is retried if it passes and shown if not", async () => {
    const overloaded = { error: { message: "overloaded", code: 1305 } };
    const { client, server } = await withServer([
      raw(...sse(overloaded)),
      raw(...sse(delta({ content: "half" }), overloaded)),
      { text: "fine" },
    ]);
    const { reply, deltas } = await run(client);
    expect(reply.text).toBe("fine");
    expect(server.requests).toHaveLength(3);
    expect(deltas.map((d) => d.type)).toEqual(["retry", "text", "restart", "retry", "text"]);
    const final = await withServer([raw(...sse({ error: { message: "余额不足", code: 1113 } }))]);
    expect((await failure(final.client)).code).toBe("MODEL_QUOTA");
    expect(final.server.requests).toHaveLength(1);
  });

  test("I11: a web page with status 200 is named as such, at once", async () => {
    const page: ServedReply = {
      headers: { "content-type": "text/html" },
      raw: { pieces: ["<!doctype html>\n<title>Login</title>"] },
    };
    const { client, server } = await withServer([page]);
    const error = await failure(client);
    expect(error.code).toBe("MODEL_NOT_API");
    expect(describeError(error, textsFor("en"))).toContain("<!doctype html>");
    expect(server.requests).toHaveLength(1);
  });

  test("I11: one JSON object instead of a stream is read; an error in it is an error", async () => {
    const whole = {
      choices: [
        {
          message: {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "a", type: "function", function: { name: "list_dir", arguments: "{}" } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 3 },
    };
    const { client } = await withServer([
      { headers: { "content-type": "application/json" }, raw: { pieces: [JSON.stringify(whole)] } },
      raw('{"code":401,"msg":"token expired or incorrect"}'),
    ]);
    const { reply } = await run(client);
    expect(calls(reply)).toEqual([{ name: "list_dir", args: "{}" }]);
    expect(reply.finish).toBe("calls");
    expect((await failure(client)).code).toBe("MODEL_AUTH");
  });

  test("an empty answer is no success", async () => {
    const { client, server } = await withServer(() => ({ text: "" }));
    expect((await failure(client)).code).toBe("MODEL_EMPTY");
    expect(server.requests).toHaveLength(3);
  });
});

describe("framing and time", () => {
  test("I12: comments, missing spaces, CRLF, CR, BOM, split characters, single bytes, no blank line at the end: the same result", async () => {
    const chunks = [delta({ content: "中文 " }), delta({ content: "fin😀" }, "stop")].map((c) => JSON.stringify(c));
    const lines = (end: string, colon: string) =>
      chunks.map((c) => `: keep-alive${end}${end}data:${colon}${c}${end}${end}`).join("");
    const bodies = [
      lines("\n", " "),
      lines("\n", ""),
      lines("\r\n", " "),
      lines("\r", " "),
      `\uFEFF${lines("\n", " ")}`,
      lines("\n", " ").trimEnd(),
      `event: message\nid: 1\nretry: 10\n${lines("\n", " ")}`,
    ];
    const { client } = await withServer((_request, n) => {
      const bytes = new TextEncoder().encode(bodies[n % bodies.length]);
      if (n < bodies.length) return raw(bytes);
      if (n < 2 * bodies.length) return raw(bytes.slice(0, bytes.length / 2 - 30), bytes.slice(bytes.length / 2 - 30));
      return { raw: { pieces: Array.from(bytes, (byte) => Uint8Array.of(byte)) } };
    });
    for (let n = 0; n <= 2 * bodies.length; n++) expect((await run(client)).reply.text, `body ${n}`).toBe("中文 fin😀");
  });

  test("I12: keep-alives alone end at the idle limit, with a retry", async () => {
    const { client, server } = await withServer(
      (_request, n) =>
        n === 0
          ? { raw: { pieces: Array.from({ length: 40 }, () => ": keep-alive\n\n"), gapMs: 10, ending: "hang" } }
          : { text: "fine" },
      { options: { patience: { ...patience, firstDeltaMs: 120 } } },
    );
    const { reply, deltas } = await run(client);
    expect(reply.text).toBe("fine");
    expect(deltas[0]).toMatchObject({ type: "retry", attempt: 2, of: 3 });
    expect(server.requests).toHaveLength(2);
  });

  test("I14: a late first byte and a long run of reasoning are no stall; a stall inside arguments is", async () => {
    const options = { patience: { ...patience, firstDeltaMs: 250, idleMs: 150 } };
    const late = await withServer([{ delayMs: 120, text: "fine" }], { options });
    expect((await run(late.client)).reply.text).toBe("fine");
    const thinking = sse(
      ...Array.from({ length: 9 }, () => delta({ reasoning_content: "." })),
      delta({ content: "fine" }, "stop"),
    );
    const slow = await withServer([{ raw: { pieces: thinking, gapMs: 40 } }], { options });
    expect((await run(slow.client)).reply).toMatchObject({ text: "fine", reasoning: ".".repeat(9) });
    const started = sse(delta({ tool_calls: [{ index: 0, id: "a", function: { name: "write_file", arguments: '{"path":' } }] }));
    const stalled = await withServer(() => ({ raw: { pieces: started, ending: "hang" as const } }), { options });
    const error = await failure(stalled.client);
    expect(error.code).toBe("MODEL_IDLE");
    expect(stalled.server.requests).toHaveLength(3);
  });

  test("I14: aborting works at once: before the first byte, in a stream, in a wait", async () => {
    const cases: readonly ServedReply[] = [
      { raw: { pieces: [], ending: "hang" } },
      { raw: { pieces: sse(delta({ content: "a" })), ending: "hang" } },
      { status: 429, headers: { "retry-after": "30" } },
    ];
    for (const reply of cases) {
      const { client } = await withServer(() => reply);
      const controller = new AbortController();
      const running = run(client, ask(), controller.signal);
      running.catch(() => {});
      await sleep(60);
      const before = performance.now();
      controller.abort();
      await expect(running).rejects.toThrow(/abort/i);
      expect(performance.now() - before).toBeLessThan(100);
    }
  });

  test("a reader that leaves ends the request", async () => {
    const { client } = await withServer([{ raw: { pieces: sse(delta({ content: "a" })), ending: "hang" } }]);
    for await (const first of client.stream(ask(), new AbortController().signal)) {
      expect(first.type).toBe("text");
      break;
    }
  });
});

describe("the wrong channel", () => {
  test("I13: <think> in the text is reasoning, however it is cut; an unclosed one too", async () => {
    const { client } = await withServer([
      { text: "<think>\nhidden\n</think>\n\nshown <think>", chunk: 3 },
      { text: "<think>never closed", chunk: 1 },
    ]);
    const { reply } = await run(client);
    expect(reply).toMatchObject({ text: "shown <think>", reasoning: "\nhidden\n" });
    expect((await run(client)).reply).toMatchObject({ text: "", reasoning: "never closed" });
  });

  test("I13: an answer that is only in the reasoning is not an empty one", async () => {
    const { client, server } = await withServer([{ reasoning: "the answer is 42" }]);
    expect((await run(client)).reply).toMatchObject({ text: "", reasoning: "the answer is 42", finish: "stop" });
    expect(server.requests).toHaveLength(1);
  });

  test("I13: a call written as text is marked and not run; in a fence, in a sentence or beside a real call it is just text", async () => {
    const markup = '<tool_call>\n{"name":"read_file","arguments":{"path":"a"}}\n</tool_call>';
    const { client } = await withServer([
      { text: `I will read it.\n${markup}` },
      { text: `It looks like this:\n\`\`\`xml\n${markup}\n\`\`\`` },
      { text: "Models write `<tool_call>` for that." },
      { text: markup, calls: [{ name: "list_dir" }] },
    ]);
    const replies = [];
    for (let n = 0; n < 4; n++) replies.push((await run(client)).reply);
    expect(replies.map((reply) => reply.callInText)).toEqual([true, undefined, undefined, undefined]);
    expect(replies.map((reply) => reply.calls.length)).toEqual([0, 0, 0, 1]);
  });
});

describe("refusals", () => {
  test("I7: content null or empty beside calls: the other form after a matching refusal, then remembered", async () => {
    const history = followed(
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "list_dir", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "r" },
    );
    for (const [provider, refused, accepted] of [
      ["generic", null, ""],
      ["qwen", "", null],
    ] as const) {
      const { client, server } = await withServer(
        ({ messages }) =>
          messages[2]?.content === refused
            ? { status: 400, error: { message: "messages[2].content: invalid type: expected another value" } }
            : { text: "fine" },
        { provider },
      );
      expect((await run(client, history)).reply.text).toBe("fine");
      expect((await run(client, history)).reply.text).toBe("fine");
      expect(server.requests.map((r) => r.messages[2]?.content)).toEqual([refused, accepted, accepted]);
    }
  });

  test("I7: a server that refuses both forms is not asked for ever", async () => {
    const { client, server } = await withServer(() => ({ status: 400, error: { message: "content must not be empty" } }));
    expect((await failure(client)).code).toBe("MODEL_REFUSED");
    expect(server.requests).toHaveLength(2);
  });

  test("fields that a server does not know are left out after its refusal", async () => {
    const { client, server } = await withServer(({ body }) =>
      "stream_options" in body
        ? { status: 400, error: { message: "Unrecognized request argument: stream_options" } }
        : "max_tokens" in body
          ? { status: 400, error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } }
          : { text: "fine" },
    );
    expect((await run(client, ask("x", { maxTokens: 500 }))).reply.text).toBe("fine");
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 500 });
  });

  test("I16: Retry-After is respected, shown, and a long one is told instead of waited for", async () => {
    const { client, server } = await withServer([
      { status: 429, headers: { "retry-after": "0.3" } },
      { status: 503, headers: { "retry-after": new Date(0).toUTCString() } },
      { text: "fine" },
    ]);
    const { deltas } = await run(client);
    expect(deltas[0]).toMatchObject({ type: "retry", attempt: 2, of: 3, waitMs: 300 });
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(295);
    const long = await withServer(() => ({ status: 429, headers: { "retry-after": "900" } }));
    const error = await failure(long.client);
    expect(error).toMatchObject({ code: "MODEL_RATE_LIMITED", values: { waitSeconds: 900 } });
    expect(long.server.requests).toHaveLength(1);
  });

  test("I16: quota and balance are shown at once; a plain 429 is tried three times in all", async () => {
    const quota = [
      { status: 429, error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
      { status: 429, error: { message: "余额不足或无可用资源包,请充值。", code: "1113" } },
      { status: 402, error: { message: "Insufficient Balance" } },
    ];
    for (const reply of quota) {
      const { client, server } = await withServer(() => reply);
      expect((await failure(client)).code).toBe("MODEL_QUOTA");
      expect(server.requests).toHaveLength(1);
    }
    const { client, server } = await withServer(() => ({ status: 429 }));
    expect((await failure(client)).code).toBe("MODEL_RATE_LIMITED");
    expect(server.requests).toHaveLength(3);
  });

  test("401 and 404 are not retried; 408, 409 and 500 are", async () => {
    for (const [status, code, tries] of [
      [401, "MODEL_AUTH", 1],
      [404, "MODEL_NOT_FOUND", 1],
      [400, "MODEL_REFUSED", 1],
      [408, "MODEL_SERVER", 3],
      [409, "MODEL_SERVER", 3],
      [500, "MODEL_SERVER", 3],
      [302, "MODEL_REFUSED", 1],
    ] as const) {
      const { client, server } = await withServer(() => ({ status }));
      expect((await failure(client)).code, String(status)).toBe(code);
      expect(server.requests, String(status)).toHaveLength(tries);
    }
  });

  test("too long is its own error, with the real window where it is named, and not retried", async () => {
    const { client, server } = await withServer(() => ({ text: "never" }), { server: { window: 2_000 } });
    const error = await failure(client, ask("word ".repeat(4_000)));
    expect(error).toMatchObject({ code: "MODEL_CONTEXT_OVERFLOW", values: { window: 2_000 } });
    expect(server.refused).toHaveLength(1);
    const byFinish = await withServer([{ text: "x", finish: "model_context_window_exceeded" }]);
    expect((await failure(byFinish.client)).code).toBe("MODEL_CONTEXT_OVERFLOW");
  });
});

describe("answer limits", () => {
  test("C3: the limit is lowered so that input and answer fit the window", async () => {
    const { client, server } = await withServer([], { settings: { contextWindow: 32_000, maxOutputTokens: 16_000 } });
    await run(client, ask("x", { inputEstimate: 20_000 }));
    await run(client, ask("x", { inputEstimate: 1_000 }));
    const [tight, roomy] = server.requests.map((r) => Number(r.body.max_tokens));
    expect(tight).toBeGreaterThan(8_000);
    expect(20_000 + (tight ?? 0)).toBeLessThan(32_000);
    expect(roomy).toBe(16_000);
  });

  test("C3: too long by a few tokens is sent once more with a smaller limit, not for ever", async () => {
    const tooLong = (by: number) => ({
      status: 400,
      error: { message: `This request is too long by ${by} tokens.`, code: "context_length_exceeded" },
    });
    const settings = { contextWindow: 32_000, maxOutputTokens: 16_000 };
    const once = await withServer([tooLong(100), { text: "fine" }], { settings });
    expect((await run(once.client)).reply.text).toBe("fine");
    const [first, second] = once.server.requests.map((r) => Number(r.body.max_tokens));
    expect(second).toBeLessThanOrEqual((first ?? 0) - 100);
    await run(once.client);
    expect(once.server.requests[2]?.body.max_tokens, "for that request alone").toBe(16_000);
    const always = await withServer(() => tooLong(1), { settings });
    expect((await failure(always.client)).code).toBe("MODEL_CONTEXT_OVERFLOW");
    expect(always.server.requests).toHaveLength(2);
  });

  test("C3: a limit that the model never gives is lowered for good", async () => {
    const { client, server } = await withServer(
      ({ body }) =>
        Number(body.max_tokens) > 8_192
          ? { status: 400, error: { message: "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]" } }
          : { text: "fine" },
      { provider: "deepseek", settings: { model: "deepseek-v4-pro" } },
    );
    await run(client);
    await run(client);
    expect(server.requests.map((r) => r.body.max_tokens)).toEqual([64_000, 8_192, 8_192]);
  });
});

describe("the list of models", () => {
  const list = (baseUrl: string) =>
    listModels(clientOptions("generic", { baseUrl, apiKey: KEY, model: "m" }), new AbortController().signal);

  test("is what the endpoint serves; an endpoint without one has none", async () => {
    const { server } = await withServer([]);
    expect(await list(server.url)).toEqual(["test-model"]);
    expect(await list(`${server.url}/deeper`)).toEqual([]);
  });

  test("an endpoint that is not there is named", async () => {
    await expect(list(`http://127.0.0.1:${await freePort()}/v1`)).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
  });
});

describe("secrets and addresses", () => {
  test("L4: the key is in no message, also where the server echoes it or the address holds it", async () => {
    const secret = "p4ssw0rd-in-the-url";
    const { server } = await withServer(({ headers }) => ({
      status: 401,
      error: { message: `bad key ${headers.authorization} or ${decodeURIComponent(String(headers.authorization))} or ${secret}` },
    }));
    const url = server.url.replace("http://", `http://user:${secret}@`);
    const clients = [
      clientFor(url),
      clientFor(`${server.url}?key=${secret}`),
      clientFor(url, { settings: { apiKey: undefined } }),
    ];
    for (const client of clients) {
      const error = await failure(client);
      const texts = [
        describeError(error, textsFor("en")),
        describeError(error, textsFor("zh")),
        error.message,
        JSON.stringify(error.values),
        String(error.stack),
      ];
      for (const text of texts) {
        expect(text).not.toContain(KEY);
        expect(text).not.toContain(secret);
        expect(text).not.toContain(Buffer.from(`user:${secret}`).toString("base64"));
      }
    }
    const retried = await withServer(() => ({ status: 500, error: { message: `leak ${KEY}` } }));
    const deltas: ModelDelta[] = [];
    const stream = retried.client.stream(ask(), new AbortController().signal);
    await expect(
      (async () => {
        for await (const next of stream) deltas.push(next);
      })(),
    ).rejects.toThrow();
    expect(JSON.stringify(deltas)).not.toContain(KEY);
  });

  test("an unreachable endpoint is named by host and port, without the key", async () => {
    const port = await freePort();
    const error = await failure(clientFor(`http://127.0.0.1:${port}/v1`));
    expect(error).toMatchObject({ code: "MODEL_UNREACHABLE", values: { endpoint: `127.0.0.1:${port}` } });
    expect(describeError(error, textsFor("en"))).toMatch(/ECONNREFUSED/);
  });

  test("an address that can never answer is told at once, a connection that may come is tried again", async () => {
    const { server } = await withServer([]);
    const tries = async (url: string) => {
      const deltas: ModelDelta[] = [];
      const stream = clientFor(url).stream(ask(), new AbortController().signal);
      const ended = (async () => {
        for await (const next of stream) deltas.push(next);
      })();
      await expect(ended).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
      return 1 + deltas.filter((delta) => delta.type === "retry").length;
    };
    expect(await tries("http://127.0.0.1:6000/v1")).toBe(1); // a port that no browser and no fetch calls
    expect(await tries(server.url.replace("http:", "https:"))).toBe(1); // no TLS there
    expect(await tries(`http://127.0.0.1:${await freePort()}/v1`)).toBe(3);
  });

  test("everything else goes through the proxy that is set", async () => {
    const { server } = await withServer([]);
    const asked: string[] = [];
    const proxy = createHttpServer().on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      const upstream = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream]) end.on("error", () => {}); // either side may go first
      socket.on("close", () => upstream.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const client = clientFor("http://model.example/v1", { settings: { proxy: { http: `http://127.0.0.1:${port}` } } });
    expect((await run(client)).reply.text).toBe("ok");
    expect((await run(client)).reply.text).toBe("ok");
    expect(new Set(asked)).toEqual(new Set(["model.example:80"]));
    proxy.close();
  });

  test("loopback never goes through a proxy", async () => {
    const { server } = await withServer([{ text: "direct" }]);
    const client = clientFor(server.url, { settings: { proxy: { http: `http://127.0.0.1:${await freePort()}` } } });
    expect((await run(client)).reply.text).toBe("direct");
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
