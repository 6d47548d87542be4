import { expect, test } from "vitest";
import { type CompactorOptions, createCompactor, type PlainMessage, type SummarizeRequest } from "../../src/context/compactor.ts";
import { textsFor } from "../../src/locale/index.ts";
import { type Message, textOf } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { assistant, goodSummary, promptsFor, user } from "../support/context.ts";

const words = (tokens: number) => "word ".repeat(Math.ceil(tokens / 1.07));
const system: PlainMessage = { role: "system", content: "be brief" };
const talk = (count: number) =>
  Array.from({ length: count }, (_, i) => [user(`q${i} ${words(700)}`), assistant(words(700))]).flat();

function compactor(more: Partial<CompactorOptions> = {}) {
  const asked: SummarizeRequest[] = [];
  const made = createCompactor({
    window: 20_000,
    summarize: async (request) => {
      asked.push(request);
      return goodSummary("en");
    },
    prompts: promptsFor("en"),
    texts: textsFor("en"),
    ...more,
  });
  return { ...made, asked };
}

test("below the thresholds the messages come back as they are, in a new array", async () => {
  const { compactIfNeeded, asked } = compactor();
  const messages = [system, ...talk(3)];
  const { messages: after, report } = await compactIfNeeded(messages);
  expect(after).toEqual(messages);
  expect(after).not.toBe(messages);
  expect(report).toMatchObject({ cleared: [] });
  expect(report.afterTokens).toBe(report.beforeTokens);
  expect(asked).toHaveLength(0);
});

test("at the summary threshold the older part becomes one summary block, the system message and the last three turns stay", async () => {
  const { compactIfNeeded, asked } = compactor();
  const messages = [system, ...talk(10)];
  const { messages: after, report } = await compactIfNeeded(messages);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(after[0]).toBe(system);
  expect(after.slice(-6)).toEqual(messages.slice(-6));
  expect(after.at(-1)).toBe(messages.at(-1));
  expect(report.summary).toBe(goodSummary("en"));
  expect(report.afterTokens).toBeLessThan(report.beforeTokens);
  expect(validateMessages(after as Message[])).toBeUndefined();
});

test("old results are cleared only where their text is kept, by the tool's name from its call", async () => {
  const calls = Array.from({ length: 10 }, (_, i): Message[] => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `c${i}`, type: "function", function: { name: "grep", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: `c${i}`, content: words(1000) },
  ]).flat();
  const kept: string[] = [];
  const keepOutput = async (name: string, text: string) => `outputs/${kept.push(`${name}:${text.length}`)}.txt`;
  const messages = [system, user("go"), ...calls];
  const { messages: after, report } = await compactor({ keepOutput }).compactIfNeeded(messages);
  expect(report.cleared).toEqual(["c0", "c1", "c2", "c3", "c4", "c5", "c6"]);
  expect(kept).toHaveLength(7);
  expect(kept[0]).toMatch(/^grep:/);
  expect(textOf(after[3] as Message)).toContain("outputs/1.txt");
  expect(messages[3]).toMatchObject({ content: words(1000) });
  expect((await compactor().compactIfNeeded(messages)).report.cleared).toEqual([]);
});

test("results that no request has carried yet are not cleared, however many they are", async () => {
  const batch = (name: string): Message[] => {
    const ids = Array.from({ length: 6 }, (_, i) => `${name}${i}`);
    return [
      {
        role: "assistant",
        content: null,
        tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "grep", arguments: "{}" } })),
      },
      ...ids.map((id): Message => ({ role: "tool", tool_call_id: id, content: words(1100) })),
    ];
  };
  const { compactIfNeeded } = compactor({ keepOutput: async () => "outputs/1.txt" });
  const { messages, report } = await compactIfNeeded([system, user("go"), ...batch("a"), ...batch("b")]);
  expect(report.cleared).toEqual(["a0", "a1", "a2", "a3", "a4", "a5"]);
  expect(messages.slice(-6)).toEqual(batch("b").slice(1));
});

test("on request all but the last turn is summarised, with the focus, and the prefix way sends the conversation itself", async () => {
  const { compactNow, asked } = compactor({ way: "prefix" });
  const messages = [system, ...talk(4)];
  const { messages: after } = await compactNow(messages, { focus: "the schema" });
  expect(after).toHaveLength(5);
  expect(asked[0]?.messages).toHaveLength(10);
  expect(textOf(asked[0]?.messages.at(-1) as Message)).toContain("the schema");
});

test("a model that fails or answers badly changes nothing and is reported", async () => {
  const messages = [system, ...talk(10)];
  const failing = compactor({
    summarize: async () => {
      throw new Error("no credit");
    },
  });
  const failed = await failing.compactIfNeeded(messages);
  expect(failed.messages).toEqual(messages);
  expect(failed.report.problem).toContain("no credit");
  const junk = await compactor({ summarize: async () => "junk" }).compactNow(messages);
  expect(junk.messages).toEqual(messages);
  expect(junk.report.problem).toContain("heading");
  expect((await compactor().compactNow([system, user("hi")])).report.problem).toContain("Nothing to compact");
});
