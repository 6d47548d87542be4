import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateFixed, estimateMessage, estimateMessagesTokens } from "../../src/context/measure.ts";
import { createMeter, isPlausible } from "../../src/context/meter.ts";
import type { Message } from "../../src/protocol/message.ts";
import { estimateTokens } from "../../src/util/tokens.ts";
import { assistant, histories, memoryConversation, user } from "../support/context.ts";

const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 10, cachedTokens: 0 });

describe("a message", () => {
  test("M1: reasoning that is sent back, names and arguments of calls, and tool schemas count", () => {
    const plain: Message = { role: "assistant", content: "done" };
    const thinking: Message = { ...plain, reasoning_content: "let me think about it ".repeat(50) };
    expect(estimateMessage(thinking) - estimateMessage(plain)).toBe(estimateTokens("let me think about it ".repeat(50)));
    const hidden: Message = { ...plain, reasoning: "kept for the transcript alone" };
    expect(estimateMessage(hidden)).toBe(estimateMessage(plain));
    const args = JSON.stringify({ path: "src/a.ts", old_text: "x".repeat(400) });
    const calling: Message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "edit_file", arguments: args } }],
    };
    expect(estimateMessage(calling)).toBeGreaterThan(estimateTokens(args));
    const tool = {
      type: "function" as const,
      function: { name: "t", description: "d ".repeat(200), parameters: { type: "object" } },
    };
    expect(estimateMessagesTokens([plain], [tool])).toBe(estimateMessage(plain) + estimateTokens(JSON.stringify(tool)));
  });

  test("an image counts by its bytes between 256 and 4,096 tokens, a linked one 1,024", () => {
    const image = (url: string): Message => ({ role: "user", content: [{ type: "image_url", image_url: { url } }] });
    const inlined = (bytes: number) => estimateMessage(image(`data:image/png;base64,${"A".repeat((bytes * 4) / 3)}`)) - 4;
    expect(inlined(300)).toBe(256);
    expect(inlined(768_000)).toBe(1000);
    expect(inlined(30_000_000)).toBe(4096);
    expect(estimateMessage(image("https://example.org/a.png")) - 4).toBe(1024);
  });

  test("C7: with 40 tool schemas the first request is estimated within 15% of a count of its whole body", () => {
    const tools = Array.from({ length: 40 }, (_, i) => ({
      type: "function" as const,
      function: {
        name: `tool_${i}`,
        description: "Reads a range of lines from a text file of the project and returns them with their numbers. ".repeat(14),
        parameters: {
          type: "object",
          properties: {
            path: { type: "string", description: "A path relative to the project root" },
            limit: { type: "integer" },
          },
          required: ["path"],
        },
      },
    }));
    const system = "You are a careful engineer who reads before editing. ".repeat(100);
    const messages = [user("read the file and tell me what it does")];
    const body = JSON.stringify([{ role: "system", content: system }, ...messages]) + JSON.stringify(tools);
    const counted = Math.ceil(body.length / 4);
    const estimated = estimateFixed(system, tools) + estimateMessagesTokens(messages);
    expect(Math.abs(estimated - counted) / counted).toBeLessThan(0.15);
  });

  test("counts are additive over messages and never fall on append", () => {
    fc.assert(
      fc.property(histories, fc.nat(60), ({ messages }, at) => {
        const split = Math.min(at, messages.length);
        const all = estimateMessagesTokens(messages);
        expect(all).toBe(estimateMessagesTokens(messages.slice(0, split)) + estimateMessagesTokens(messages.slice(split)));
        let shown = 0;
        const conversation = {
          ...memoryConversation(),
          revision: 0,
          get messages() {
            return messages.slice(0, shown);
          },
        };
        const meter = createMeter(conversation);
        let last = 0;
        for (shown = 0; shown <= messages.length; shown++) {
          const now = meter.estimate();
          if (now < last) expect.fail(`fell from ${last} to ${now}`);
          last = now;
        }
        expect(last).toBe(all);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the size of a request", () => {
  test("is an estimate until the provider reports, then its number plus what came since", () => {
    const conversation = memoryConversation([user("hello ".repeat(500))]);
    const meter = createMeter(conversation);
    const estimate = meter.size(100);
    expect(estimate).toEqual({ tokens: 100 + meter.estimate(), measured: false });
    meter.measured(usage(900), 100);
    expect(meter.size(100)).toEqual({ tokens: 900, measured: true });
    const [added] = conversation.append(assistant("a short answer"));
    expect(meter.size(100).tokens).toBe(900 + estimateMessage(added as Message));
    expect(meter.size(150).tokens).toBe(950 + estimateMessage(added as Message));
  });

  test("C6: after a rewrite the new list's estimate counts at once, by the last ratio, and the next usage replaces it", () => {
    const conversation = memoryConversation([user("hello ".repeat(5000)), assistant("ok")]);
    const meter = createMeter(conversation);
    const estimated = meter.estimate() + 1000;
    meter.measured(usage(Math.round(estimated * 1.2)), 1000);
    conversation.rewrite([user("a summary")], "summary");
    const after = meter.size(1000);
    expect(after.measured).toBe(false);
    expect(after.tokens).toBeGreaterThan(1000);
    expect(after.tokens).toBeCloseTo((1000 + meter.estimate()) * 1.2, -1);
    meter.measured(usage(1300), 1000);
    expect(meter.size(1000)).toEqual({ tokens: 1300, measured: true });
  });

  test("a measured ratio is believed between 0.7 and 1.5 only", () => {
    const conversation = memoryConversation([user("hello ".repeat(9000))]);
    const meter = createMeter(conversation);
    meter.measured(usage(meter.estimate() * 3), 0);
    expect(meter.ratio()).toBe(1.5);
    meter.measured(usage(Math.round(meter.estimate() * 0.4)), 0);
    expect(meter.ratio()).toBe(0.7);
    meter.modelChanged();
    expect(meter.size(0)).toEqual({ tokens: Math.ceil(meter.estimate() * 0.7), measured: false });
  });

  test("C1: a usage of zero, or of forty times the estimate, is a slip and changes nothing", () => {
    const conversation = memoryConversation([user("hello ".repeat(9000))]);
    const meter = createMeter(conversation);
    const normal = Math.round(meter.estimate() * 1.05);
    const series = [normal, normal, 0, normal * 40, normal];
    for (const tokens of series) {
      meter.measured(usage(tokens), 0);
      expect(meter.size(0)).toEqual({ tokens: normal, measured: true });
      expect(meter.ratio()).toBeCloseTo(1.05, 2);
    }
    expect(isPlausible(180, 20)).toBe(true); // a provider's own template around a tiny request
  });

  test("appending to a long conversation does not count all of it again", () => {
    const conversation = memoryConversation(
      Array.from({ length: 2000 }, (_, i) => (i % 2 ? assistant("word ".repeat(400)) : user("word ".repeat(400)))),
    );
    const meter = createMeter(conversation);
    meter.estimate();
    conversation.append(user("one more"));
    let read = 0;
    for (const message of conversation.messages.slice(0, -1)) {
      Object.defineProperty(message, "content", {
        get() {
          read++;
          return "x";
        },
      });
    }
    meter.estimate();
    expect(read).toBe(0);
  });
});

test("a refusal that proves an estimate short makes the next ones larger, within bounds, until the next measure", () => {
  const meter = createMeter(memoryConversation([user("word ".repeat(3000))]));
  const before = meter.size(0).tokens;
  meter.underestimated(before, before / 2);
  expect(meter.size(0).tokens).toBe(before);
  meter.underestimated(before, before * 1.2);
  expect(meter.size(0).tokens / before).toBeCloseTo(1.2, 2);
  meter.underestimated(before, before * 9);
  expect(meter.ratio()).toBe(1.5);
  meter.measured(usage(before), 0);
  expect(meter.ratio()).toBeCloseTo(1, 2);
});
