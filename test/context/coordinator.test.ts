import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { PaiError } from "../../src/protocol/errors.ts";
import type { EventBody } from "../../src/protocol/event.ts";
import type { ModelRequest } from "../../src/protocol/llm.ts";
import { type Message, textOf } from "../../src/protocol/message.ts";
import { estimateTokens } from "../../src/util/tokens.ts";
import {
  assistant,
  called,
  goodSummary,
  type Harness,
  harness,
  isSummaryRequest,
  memoryStore,
  user,
} from "../support/context.ts";

const signal = new AbortController().signal;
const en = textsFor("en").context;
const words = (tokens: number) => "word ".repeat(Math.ceil(tokens / 1.07));
const tool = { type: "function" as const, function: { name: "read_file", description: "reads", parameters: { type: "object" } } };
const turns = (count: number, tokens: number): Message[] =>
  Array.from({ length: count }, (_, i) => [
    user(`question ${i} ${words(tokens)}`),
    assistant(`answer ${i} ${words(tokens)}`),
  ]).flat();
const codes = (events: readonly EventBody[]) =>
  events.flatMap((event) =>
    event.type === "notice" ? [event.code] : event.type === "compaction" ? [`level ${event.level}`] : [],
  );
const overflow = (window?: number) =>
  new PaiError("MODEL_CONTEXT_OVERFLOW", { model: "m", message: "too long", ...(window === undefined ? {} : { window }) });
const requestTokens = (request: ModelRequest) =>
  request.messages.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0);

async function recover(h: Harness, error: unknown): Promise<{ resend: boolean; events: EventBody[] }> {
  const work = h.context.overflow(error, h.request, signal);
  const events: EventBody[] = [];
  let step = await work.next();
  while (!step.done) {
    events.push(step.value);
    step = await work.next();
  }
  return { resend: step.value, events };
}

describe("the request for a summary", () => {
  test("stands on the conversation's own prefix: same system prompt, same tools, no call, one more user message that never stays", async () => {
    const h = harness({ messages: turns(9, 700), info: { window: 20_000 }, tools: [tool] });
    const before = h.conversation.messages;
    expect(codes(await h.prepare())).toEqual(["level 3"]);
    const [request] = h.model.requests;
    expect(request?.tools).toEqual([tool]);
    expect(request?.toolChoice).toBe("none");
    expect(request?.effort).toBe("low");
    expect(request?.messages[0]).toEqual({ role: "system", content: h.request.system });
    expect(request?.messages.slice(1, -1)).toEqual(before.map(({ role, content }) => ({ role, content })));
    const asked = textOf(request?.messages.at(-1) ?? { role: "user", content: "" });
    for (const heading of en.summary.headings) expect(asked).toContain(heading);
    expect(asked).toContain("question 6");
    expect(asked).not.toContain("{{");
    expect(h.conversation.messages.map(textOf).join("")).not.toContain("hand-over record");
    expect(h.records).toEqual([expect.objectContaining({ level: 3, summary: goodSummary("en") })]);
    expect(h.replies).toHaveLength(1);
  });

  test("carries the user's focus", async () => {
    const h = harness({ messages: turns(3, 200) });
    await h.run(h.context.compactNow("the database schema", h.request, signal));
    expect(textOf(h.model.requests[0]?.messages.at(-1) ?? user(""))).toContain("holds on to: the database schema");
  });

  test("after it the size is an estimate, and the usage that was reported before is not forgotten", async () => {
    const h = harness({ messages: turns(3, 400) });
    const total = () => h.context.status(h.request).total;
    expect(total()).toMatchObject({ measured: false, reported: false });
    h.context.measured({ inputTokens: total().tokens, outputTokens: 1, cachedTokens: 0 }, h.request);
    expect(total()).toMatchObject({ measured: true, reported: true });
    await h.run(h.context.compactNow(undefined, h.request, signal));
    expect(total()).toMatchObject({ measured: false, reported: true });
  });

  test("is rendered without tools where configured, and where the provider refuses tool_choice, once", async () => {
    const rendered = harness({
      messages: turns(9, 700),
      info: { window: 20_000 },
      tools: [tool],
      options: { request: "rendered" },
    });
    await rendered.prepare();
    expect(rendered.model.requests.map(({ tools }) => tools.length)).toEqual([0]);
    const refusing = harness({
      messages: turns(9, 700),
      info: { window: 20_000 },
      tools: [tool],
      script: (request) =>
        request.tools.length > 0
          ? { throws: new PaiError("MODEL_REFUSED", { endpoint: "x", status: 400, message: "tool_choice not supported" }) }
          : { text: goodSummary("en") },
    });
    expect(codes(await refusing.prepare())).toEqual(["level 3"]);
    expect(refusing.model.requests.map(({ tools }) => tools.length)).toEqual([1, 0]);
  });

  test("of a very long conversation goes in chunks of 60,000 characters whose records are merged, and says how far it is", async () => {
    const h = harness({ messages: [...turns(10, 4000), user("last")], options: { request: "rendered" } });
    const events = await h.run(h.context.compactNow(undefined, h.request, signal));
    const chunks = h.model.requests.filter((request) => textOf(request.messages.at(-1) ?? user("")).includes("<transcript>"));
    expect(chunks.length).toBeGreaterThan(2);
    expect(h.model.requests).toHaveLength(chunks.length + 1);
    for (const chunk of chunks) expect(textOf(chunk.messages.at(-1) ?? user("")).length).toBeLessThan(60_000 + 3000);
    const sent = chunks.map((chunk) => textOf(chunk.messages.at(-1) ?? user(""))).join("");
    for (let i = 0; i < 10; i++) expect(sent).toContain(`answer ${i} `);
    expect(events.filter(({ type }) => type === "compaction_progress")).toHaveLength(chunks.length + 1);
  });

  test("an earlier summary is merged into the new one, never stacked", async () => {
    const h = harness({ messages: turns(9, 700), info: { window: 20_000 } });
    await h.prepare();
    h.conversation.append(...turns(9, 700));
    await h.prepare();
    expect(h.conversation.messages.filter((message) => message.role === "user" && message.origin === "summary")).toHaveLength(1);
    expect(h.records).toHaveLength(2);
  });
});

describe("a summary that is not usable", () => {
  test("B4: is sent back once with what is wrong, then given up, and the conversation stays as it was", async () => {
    for (const bad of [
      { text: "" },
      { reasoning: "thoughts" },
      { text: " " },
      { text: "three words only", finish: "cut" as const },
      { calls: [{ name: "read_file" }] },
      { text: "<tool_call>x</tool_call>" },
    ]) {
      const h = harness({ messages: turns(9, 700), info: { window: 20_000 }, script: () => bad });
      const before = h.conversation.messages;
      const events = await h.prepare();
      expect(h.model.requests).toHaveLength(2);
      expect(textOf(h.model.requests[1]?.messages.at(-1) ?? user(""))).toContain("not acceptable");
      expect(codes(events)).toEqual(["SUMMARY_BAD"]);
      expect(h.conversation.messages).toBe(before);
    }
  });

  test("B4: the repaired one is taken", async () => {
    const h = harness({
      messages: turns(9, 700),
      info: { window: 20_000 },
      script: (_, n) => ({ text: n === 0 ? "far from it" : goodSummary("en", "mended") }),
    });
    expect(codes(await h.prepare())).toEqual(["level 3"]);
    expect(textOf(h.conversation.messages[0] ?? user(""))).toContain("mended");
    expect(textOf(h.model.requests[1]?.messages.at(-1) ?? user(""))).toContain("<draft>\nfar from it\n</draft>");
  });

  test("B8: one that is longer than what it replaces is thrown away, and the person is told", async () => {
    const h = harness({ messages: [...turns(2, 150), user("go on")], script: () => ({ text: goodSummary("en", words(600)) }) });
    const before = h.conversation.messages;
    expect(codes(await h.run(h.context.compactNow(undefined, h.request, signal)))).toEqual(["SUMMARY_BAD"]);
    expect(h.conversation.messages).toBe(before);
  });

  test("B8: after three failed attempts in a row nothing is tried until a user turn, a model switch or /compact", async () => {
    const h = harness({ messages: turns(9, 700), info: { window: 20_000 }, script: () => ({ text: "junk" }) });
    const seen: string[] = [];
    for (let i = 0; i < 6; i++) seen.push(...codes(await h.prepare()));
    expect(h.model.requests).toHaveLength(6);
    expect(seen.filter((code) => code === "COMPACTION_PAUSED")).toHaveLength(1);
    h.context.userTurn();
    await h.prepare();
    expect(h.model.requests).toHaveLength(8);
    await h.run(h.context.compactNow(undefined, h.request, signal));
    expect(h.model.requests).toHaveLength(10);
  });

  test("a failure of another cause shows that cause and shortens nothing", async () => {
    const h = harness({
      messages: turns(9, 700),
      info: { window: 20_000 },
      script: () => ({ throws: new PaiError("MODEL_QUOTA", { endpoint: "api.test:443", message: "out of credit" }) }),
    });
    const before = h.conversation.messages;
    const [event] = await h.prepare();
    expect(event).toMatchObject({ code: "SUMMARY_FAILED", message: expect.stringContaining("out of credit") });
    expect(h.conversation.messages).toBe(before);
    expect(h.model.requests).toHaveLength(1);
  });

  test("an append while the summary was written is not lost: the summary is not taken", async () => {
    const h = harness({
      messages: turns(9, 700),
      info: { window: 20_000 },
      script: () => {
        h.conversation.append(user("typed meanwhile"));
        return { text: goodSummary("en") };
      },
    });
    await h.prepare();
    expect(textOf(h.conversation.messages.at(-1) ?? user(""))).toBe("typed meanwhile");
    expect(h.conversation.messages).toHaveLength(19);
  });
});

describe("a provider that says too long", () => {
  test("C1: the conversation is compacted once whatever the estimate says, and the real window is learnt and told", async () => {
    const h = harness({ messages: turns(30, 1000) });
    expect(await h.prepare()).toEqual([]);
    const { resend, events } = await recover(h, overflow(60_000));
    expect(resend).toBe(true);
    expect(codes(events)).toEqual(["CONTEXT_WINDOW_LEARNT", "level 3"]);
    expect(JSON.stringify(events)).toContain("60k");
    expect(h.window.tokens()).toBe(60_000);
    expect(h.context.status(h.request).thresholds).toEqual({ clear: 22_500, summary: 37_500 });
    expect(h.context.size(h.request)).toBeLessThan(0.6 * 37_500);
  });

  test("without a named window it stays below what was refused", async () => {
    const h = harness({ messages: turns(30, 1000) });
    const size = h.context.size(h.request);
    const { resend } = await recover(h, overflow());
    expect(resend).toBe(true);
    expect(h.window.tokens()).toBeLessThan(size);
  });

  test("a window that the person set is never raised by a refusal", async () => {
    const h = harness({ messages: turns(12, 1000), info: { window: 40_000 } });
    await recover(h, overflow(128_000));
    expect(h.window.tokens()).toBeLessThanOrEqual(40_000);
  });

  test("B3: a summary request that is too long itself is rendered in smaller chunks until it fits", async () => {
    const limit = 10_000;
    const h = harness({
      messages: [...turns(5, 1400), user("what next?")],
      script: (request) => (requestTokens(request) > limit ? { throws: overflow(limit) } : { text: goodSummary("en") }),
    });
    const { resend } = await recover(h, overflow());
    expect(resend).toBe(true);
    expect(h.conversation.messages[0]).toMatchObject({ origin: "summary" });
    expect(h.model.requests.filter((request) => requestTokens(request) > limit).length).toBeLessThanOrEqual(2);
    expect(textOf(h.conversation.messages.at(-1) ?? user(""))).toBe("what next?");
  });

  test("B3: a draft far too long is sent back only as far as it leaves room, and does not make the window seem smaller", async () => {
    for (const request of ["prefix", "rendered"] as const) {
      const h = harness({
        messages: turns(6, 900),
        info: { window: 16_000 },
        options: { request },
        script: (sent) =>
          requestTokens(sent) > 16_000 ? { throws: overflow(16_000) } : { text: goodSummary("en", words(8_000)) },
      });
      const events = await h.prepare();
      expect(codes(events)).toEqual(["SUMMARY_BAD"]);
      expect(h.model.requests).toHaveLength(2);
      const sizes = h.model.requests.map(requestTokens);
      expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) + 1_000); // the draft did come along
      expect(sizes[1]).toBeLessThan(15_200);
      expect(h.window.tokens()).toBe(16_000);
    }
  });

  test("what was refused is compacted to what fits the window, where the thresholds alone would leave no room", async () => {
    for (const script of [() => ({ text: "" }), () => ({ text: goodSummary("en") })]) {
      const h = harness({
        info: { window: 8_000 },
        system: words(3_000),
        messages: [...turns(3, 900), user(`the live request ${words(1_500)}`)],
        script,
      });
      const { resend } = await recover(h, overflow(8_000));
      expect(resend).toBe(true);
      expect(h.conversation.messages[0]).toMatchObject({ origin: "summary" });
      expect(textOf(h.conversation.messages.at(-1) ?? user(""))).toContain("the live request");
      expect(h.context.size(h.request)).toBeLessThan(0.86 * 8_000);
    }
  });

  test("B4: where no summary can be had, a record drawn by program stands in, marked as such, with the last turn whole", async () => {
    const h = harness({
      messages: [...turns(6, 900), user("fix src/app.ts and run the tests"), assistant("on it")],
      script: () => ({ text: "" }),
    });
    const { resend, events } = await recover(h, overflow(8000));
    expect(resend).toBe(true);
    expect(codes(events)).toEqual(["CONTEXT_WINDOW_LEARNT", "level 3", "SUMMARY_MECHANICAL"]);
    const block = textOf(h.conversation.messages[0] ?? user(""));
    expect(block).toContain(en.summary.mechanical);
    for (const heading of en.summary.headings) expect(block).toContain(heading);
    expect(h.conversation.messages.map(textOf)).toContain("fix src/app.ts and run the tests");
  });

  test("B1: a window that the fixed part nearly fills costs few requests, ends with a message that names what fills it, and a user turn starts afresh", async () => {
    const h = harness({
      info: { window: 8000 },
      system: words(5500),
      messages: [user("go")],
      script: () => ({ text: goodSummary("en", words(300)) }),
    });
    const told: EventBody[] = [];
    let ended = false;
    for (let step = 0; step < 60 && !ended; step++) {
      h.conversation.append(...called(`c${step}`, "read_file", { path: `f${step}` }, words(400)));
      told.push(...(await h.prepare()));
      if (h.context.size(h.request) <= 7000) continue;
      const { resend, events } = await recover(h, overflow(8000));
      told.push(...events);
      ended = !resend;
    }
    expect(ended).toBe(true);
    expect(h.model.requests.length).toBeLessThanOrEqual(6);
    const last = told.filter((event) => event.type === "notice").at(-1);
    expect(last).toMatchObject({ message: expect.stringMatching(/system prompt 5[\d.]+k/) });
    h.context.userTurn();
    expect((await recover(h, overflow(8000))).events.length).toBeGreaterThan(0);
  });
});

describe("results that the model has just asked for", () => {
  const preview = { over: 32_000, head: 2000, tail: 800 };
  const step = fc.record({ calls: fc.integer({ min: 1, max: 12 }), size: fc.integer({ min: 20, max: 9000 }) });

  /** One answer with `calls` reads; their results enter by level 1. */
  async function read(h: Harness, n: number, calls: number, size: number): Promise<Message[]> {
    const ids = Array.from({ length: calls }, (_, call) => `call_${n}_${call}`);
    h.conversation.append({
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "read_file", arguments: "{}" } })),
    });
    const text = Array.from(
      { length: Math.ceil(size / 40) },
      (_, line) => `${line + 1}\tsome words of a file, line ${line}\n`,
    ).join("");
    const admitted = await h.context
      .openBatch()
      .admit(ids.map((callId) => ({ callId, name: "read_file", ok: true, text, bounded: true, preview })));
    h.conversation.append(...admitted.map(({ message }) => message));
    return h.conversation.messages.slice(-calls);
  }

  test("B9: are in the next request, whole or shortened with a marker, whatever is cleared or summarised before it", async () => {
    let [cleared, shortened] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 12 }),
        fc.constantFrom(8_000, 16_000, 32_000),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3 }),
        async (steps, window, system, clearKeep) => {
          const h = harness({ messages: [user("read")], info: { window }, system: words(system), options: { clearKeep } });
          for (const [n, { calls, size }] of steps.entries()) {
            const asked = await read(h, n, calls, size);
            try {
              await h.prepare();
            } catch (error) {
              expect(error).toMatchObject({ code: "CONTEXT_FULL" });
              return;
            }
            const now = h.conversation.messages.slice(-calls);
            for (const [index, message] of now.entries()) {
              const old = asked[index];
              if (message.role !== "tool" || old?.role !== "tool") expect.fail(`a ${message.role} message stands for a result`);
              expect(message.tool_call_id).toBe(old.tool_call_id);
              expect(message.cleared).toBeUndefined();
              if (message.content === old.content) continue;
              shortened++;
              expect(message.content).toMatch(/ends here to fit the context window|left out here to fit/);
            }
            if (h.conversation.messages.some((message) => message.role === "tool" && message.cleared)) cleared++;
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(cleared).toBeGreaterThan(50);
    expect(shortened).toBeGreaterThan(50);
  });

  test("B1: where each step fills what a summary made room for, two are paid for, then the turn ends with what fills the window; a user turn starts afresh", async () => {
    const h = harness({ messages: [user("read them all")], info: { window: 8_000 }, system: words(3_400) });
    const told: EventBody[] = [];
    const turn = async (from: number) => {
      for (let n = from; n < from + 60; n++) {
        await read(h, n, 2, 6000);
        told.push(...(await h.prepare()));
      }
    };
    await expect(turn(0)).rejects.toMatchObject({
      code: "CONTEXT_FULL",
      values: { filling: expect.stringMatching(/tool results [\d.]+k.*system prompt 3[\d.]*k/) },
    });
    expect(h.model.requests.length).toBeLessThanOrEqual(3);
    expect(codes(told).filter((code) => code === "level 3")).toHaveLength(2);
    expect(codes(told).filter((code) => code === "COMPACTION_PAUSED")).toHaveLength(1);
    const before = h.conversation.messages;
    h.context.userTurn();
    h.conversation.append(user("go on"));
    await h.prepare();
    expect(h.conversation.messages).not.toBe(before);
    expect(h.conversation.messages[0]).toMatchObject({ origin: "summary" });
    expect(h.model.requests.length).toBeGreaterThan(2);
  });

  test("a step that fits between two summaries is no circle: any number of them is made", async () => {
    const h = harness({ messages: [user("read them all")], info: { window: 16_000 }, system: words(2_000) });
    const told: EventBody[] = [];
    for (let n = 0; n < 60; n++) {
      await read(h, n, 1, 6000);
      told.push(...(await h.prepare()));
    }
    expect(codes(told).filter((code) => code === "level 3").length).toBeGreaterThan(2);
    expect(codes(told)).not.toContain("COMPACTION_PAUSED");
  });

  test("go to files where a request was refused and nothing else can make it smaller", async () => {
    const h = harness({ messages: [user("read them all")], info: { window: 32_000 } });
    const asked = await read(h, 0, 4, 6000);
    const { resend, events } = await recover(h, overflow());
    expect(resend).toBe(true);
    expect(codes(events)).toContain("level 2");
    const results = h.conversation.messages.slice(-4);
    for (const result of results) expect(textOf(result)).toContain("read it back");
    expect(h.store.files.size).toBe(4);
    for (const [index, text] of [...h.store.files.values()].entries()) expect(textOf(asked[index] ?? user(""))).toContain(text);
    expect((await recover(h, overflow())).resend).toBe(false);
  });
});

describe("a request for a summary that was refused as too long", () => {
  test("B3: is never sent again as it was, in none of the attempts of a user turn", async () => {
    for (const way of ["prefix", "rendered"] as const) {
      for (const named of [16_000, undefined]) {
        const h = harness({
          messages: [...turns(6, 900), user("what next?")],
          info: { window: 16_000 },
          options: { request: way },
          script: () => ({ throws: overflow(named) }),
        });
        await h.prepare();
        await recover(h, overflow(named));
        await recover(h, overflow(named));
        const sent = h.model.requests.map(({ messages }) => JSON.stringify(messages));
        expect(sent.length).toBeGreaterThan(2);
        expect(new Set(sent).size).toBe(sent.length);
      }
    }
  });

  test("B3: and names the window makes it the session's window exactly, told once", async () => {
    const h = harness({
      messages: [...turns(10, 900), user("what next?")],
      info: { window: 20_000 },
      script: (request) => (requestTokens(request) > 8_000 ? { throws: overflow(16_000) } : { text: goodSummary("en") }),
    });
    const events = [...(await h.prepare()), ...(await h.prepare())];
    expect(codes(events)).toEqual(["CONTEXT_WINDOW_LEARNT", "level 3"]);
    expect(h.window.tokens()).toBe(16_000);
  });
});

describe("what cannot fit", () => {
  test("a system prompt and tools above the window refuse the turn before any request, with their sizes", async () => {
    const h = harness({ info: { window: 8000 }, system: words(9000), messages: [user("go")] });
    await expect(h.prepare()).rejects.toMatchObject({ code: "CONTEXT_PROMPT_TOO_LARGE", values: { window: 8000 } });
    expect(h.model.requests).toHaveLength(0);
  });

  test("C5: an input above the window is refused before it enters, with its size and what is free, and the session goes on", async () => {
    const h = harness({ info: { window: 32_000 } });
    const paste = user("粘贴的内容，".repeat(150_000));
    expect(() => h.context.assertInputFits(paste, h.request)).toThrow(
      expect.objectContaining({ code: "CONTEXT_INPUT_TOO_LARGE" }),
    );
    h.conversation.append(user("smaller"));
    h.context.assertInputFits(user("smaller"), h.request);
    expect(await h.prepare()).toEqual([]);
  });
});

test("C6: right after a compaction the size is that of the new request, so that no second one follows", async () => {
  const h = harness({ messages: turns(9, 700), info: { window: 20_000 }, system: words(500) });
  const size = h.context.size(h.request);
  h.context.measured({ inputTokens: Math.round(size * 1.1), outputTokens: 1, cachedTokens: 0 }, h.request);
  await h.prepare();
  const after = h.context.size(h.request);
  expect(after).toBeGreaterThan(500);
  expect(after).toBeLessThan(size / 2);
  expect(h.context.status(h.request).total).toMatchObject({ tokens: after, measured: false });
  expect(await h.prepare()).toEqual([]);
  h.context.measured({ inputTokens: after - 40, outputTokens: 1, cachedTokens: 0 }, h.request);
  expect(h.context.status(h.request).total).toMatchObject({ tokens: after - 40, measured: true });
});

test("M1: reasoning and usage count: a conversation that the provider measures as large is compacted although its text is short", async () => {
  const h = harness({ messages: turns(8, 400), info: { window: 20_000 } });
  expect(await h.prepare()).toEqual([]);
  h.context.measured({ inputTokens: 13_000, outputTokens: 1, cachedTokens: 0 }, h.request);
  expect(codes(await h.prepare())).toEqual(["level 3"]);
});

test("clear comes before summary: where clearing is enough no model is asked", async () => {
  const calls = Array.from({ length: 12 }, (_, i) => called(`c${i}`, "read_file", { path: `f${i}` }, words(1200))).flat();
  const h = harness({ messages: [user("read"), ...calls], info: { window: 20_000 } });
  const events = await h.prepare();
  expect(codes(events)).toEqual(["level 2"]);
  expect(events[0]).toMatchObject({ cleared: 9 });
  expect(h.model.requests).toHaveLength(0);
  expect(h.context.status(h.request).saved.cleared).toMatchObject({ count: 9 });
});

test("a conversation that hovers at the clear threshold is not rewritten at every call", async () => {
  const h = harness({ messages: [user(words(22_000))], info: { window: 60_000 } });
  let rewrites = 0;
  for (let i = 0; i < 20; i++) {
    h.conversation.append(...called(`c${i}`, "read_file", { path: `f${i}` }, words(1900)));
    rewrites += codes(await h.prepare()).filter((code) => code === "level 2").length;
  }
  expect(rewrites).toBeGreaterThan(3);
  expect(rewrites).toBeLessThanOrEqual(7);
});

test("four hundred steps of a session never exceed the window, and summaries stay few", async () => {
  const h = harness({ info: { window: 32_000 }, store: memoryStore() });
  let summaries = 0;
  for (let turn = 0; turn < 40; turn++) {
    h.context.userTurn();
    h.conversation.append(user(`do ${turn}`));
    for (let step = 0; step < 10; step++) {
      summaries += codes(await h.prepare()).filter((code) => code === "level 3").length;
      if (h.context.size(h.request) > 32_000) expect.fail(`${h.context.size(h.request)} tokens in turn ${turn}`);
      h.conversation.append(...called(`c${turn}_${step}`, "read_file", { path: `f${step}` }, words(1500)));
    }
  }
  expect(summaries).toBeLessThan(20);
  expect(h.model.requests.every(isSummaryRequest)).toBe(true);
});
