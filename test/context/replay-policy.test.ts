import { describe, expect, test } from "vitest";
import { replayPolicy } from "../../src/context/replay-policy.ts";
import { replayHtml, replayText } from "../../src/context/replay-report.ts";
import { parseTranscript } from "../../src/context/transcript.ts";
import { textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { columnsOf } from "../../src/util/columns.ts";
import { assistant, called, user } from "../support/context.ts";

const texts = textsFor("en");
const words = (tokens: number) => "word ".repeat(Math.ceil(tokens / 1.07));

/** A hundred model calls: ten turns of nine reads and an answer; every tenth read is large. */
function hundredSteps(): Message[] {
  return Array.from({ length: 10 }, (_, turn): Message[] => [
    user(`question ${turn} ${words(50)}`),
    ...Array.from({ length: 9 }, (_, i) =>
      called(`c${turn}_${i}`, "read_file", { path: `f${i}` }, words(i === 4 ? 12_000 : 1500)),
    ).flat(),
    assistant(`answer ${turn} ${words(200)}`),
  ]).flat();
}

describe("a replay", () => {
  const replay = replayPolicy({ system: words(2000), messages: hundredSteps() }, 60_000, texts);
  const events = replay.steps.flatMap((step) => step.events);

  test("has a step for each model call, and stays inside the window where the bare transcript does not", () => {
    expect(replay.steps).toHaveLength(100);
    expect(Math.max(...replay.steps.map(({ tokens }) => tokens))).toBeLessThan(60_000);
    expect(Math.max(...replay.steps.map(({ uncompacted }) => uncompacted))).toBeGreaterThan(200_000);
  });

  test("offloads the large results and clears in batches", () => {
    expect(events.filter(({ level }) => level === "offload").reduce((sum, { count }) => sum + count, 0)).toBe(10);
    const clears = events.filter(({ level }) => level === "clear");
    expect(clears.length).toBeGreaterThan(2);
    for (const { count } of clears) expect(count).toBeGreaterThanOrEqual(3);
  });

  test("what the cache would have served is the unchanged beginning: all of the last request, except after a rewrite", () => {
    for (const [i, step] of replay.steps.entries()) {
      const before = replay.steps[i - 1];
      if (before === undefined) expect(step.cached).toBe(0);
      else if (step.events.every(({ level }) => level === "offload")) expect(step.cached).toBe(before.tokens);
      else expect(step.cached).toBeLessThan(before.tokens);
    }
  });

  test("summarises where clearing is not enough", () => {
    const talk = Array.from({ length: 40 }, (_, i) => [user(`q${i} ${words(900)}`), assistant(words(900))]).flat();
    const talked = replayPolicy({ system: "", messages: talk }, 20_000, texts);
    expect(talked.steps.flatMap((step) => step.events).filter(({ level }) => level === "summary").length).toBeGreaterThan(3);
    expect(Math.max(...talked.steps.map(({ tokens }) => tokens))).toBeLessThan(20_000);
  });

  test("is told as a table and a chart within the columns, and as one page", () => {
    const text = replayText(replay, texts, 80);
    for (const line of text.split("\n")) if (!line.includes(":")) expect(columnsOf(line), line).toBeLessThanOrEqual(80);
    expect(text).toContain("100 model calls, window 60k tokens");
    expect(text).toMatch(/96–100/);
    expect(text).toMatch(/from the prefix cache \(8\d/);
    const page = replayHtml(replay, texts);
    expect(page).toContain("<svg");
    expect(page).not.toContain("<script");
  });
});

describe("a transcript", () => {
  test("is read from a JSON list of OpenAI messages", () => {
    const list = [
      { role: "system", content: "be brief" },
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image_url", image_url: { url: "https://x.test/a.png" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "the text" }] },
      { role: "assistant", content: "done" },
    ];
    const { system, messages } = parseTranscript(JSON.stringify(list), "a.json");
    expect(system).toBe("be brief");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(messages[2]).toMatchObject({ toolName: "read_file", content: "the text" });
  });

  test("is read from a ledger: the messages of the person's conversation, a torn last line aside", () => {
    const lines = [
      { schemaVersion: 1, event: "session_start", unit: "main" },
      { schemaVersion: 1, event: "message", unit: "main", message: { role: "user", content: "hi", messageId: "m1" } },
      { schemaVersion: 1, event: "message", unit: "task-1", message: { role: "user", content: "other", origin: "task" } },
      { schemaVersion: 1, event: "message", unit: "main", message: { role: "assistant", content: "ho", reasoning: "…" } },
    ];
    const { messages } = parseTranscript(
      `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"schemaVersion":1,"ev`,
      "s.jsonl",
    );
    expect(messages).toEqual([
      { role: "user", content: "hi" },
      { role: "assistant", content: "ho" },
    ]);
  });

  test("of a ledger has the size of system prompt and tools as it was recorded last; older ledgers have none", () => {
    const message = { schemaVersion: 1, event: "message", unit: "main", message: { role: "user", content: "hi" } };
    const prompt = (tokens: number | undefined, unit = "main") => ({ schemaVersion: 1, event: "prompt_state", unit, tokens });
    const jsonl = (...lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join("\n");
    const fixedOf = (...lines: readonly object[]) => parseTranscript(jsonl(...lines), "s.jsonl").fixedTokens;
    expect(fixedOf(prompt(3000), message, prompt(3100), prompt(9, "task-1"))).toBe(3100);
    expect(fixedOf(prompt(undefined), message)).toBeUndefined();
    const answered = { ...message, message: { role: "assistant", content: "ho" } };
    const sizes = (tokens: number) => replayPolicy(parseTranscript(jsonl(prompt(tokens), message, answered), "s"), 60_000, texts);
    expect((sizes(5000).steps[0]?.tokens ?? 0) - (sizes(1000).steps[0]?.tokens ?? 0)).toBe(4000);
  });

  test.each(["", "not json", '[{"role":"alien","content":"x"}]', '{"a":1}\n{"b":2}'])(
    "that is something else is one expected error: %j",
    (text) => {
      expect(() => parseTranscript(text, "x")).toThrow(expect.objectContaining({ code: "TRANSCRIPT_UNREADABLE" }));
    },
  );
});
