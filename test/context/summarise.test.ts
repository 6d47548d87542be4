// Level 3 on random histories: whatever the model answers, the view that comes out is valid, smaller, and has lost nothing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateFixed, estimateMessagesTokens } from "../../src/context/measure.ts";
import { planSummary } from "../../src/context/summarise.ts";
import { contextThresholds } from "../../src/context/thresholds.ts";
import { trimmer } from "../../src/context/trim.ts";
import { turnStarts } from "../../src/context/turns.ts";
import { textsFor } from "../../src/locale/index.ts";
import { PaiError } from "../../src/protocol/errors.ts";
import { isUserTurn, type Message } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { assistant, bareBoundary, goodSummary, harness, histories, user } from "../support/context.ts";
import type { ScriptedReply } from "../support/model.ts";

const WINDOW = 8000;
/** Leave about 1,400 tokens for messages below the summary threshold, so that small histories are large. */
const TOOLS = [{ type: "function" as const, function: { name: "large", description: "word ".repeat(3350), parameters: {} } }];
const FIXED = estimateFixed("You are a test.", TOOLS);
const isBlock = (message: Message | undefined) => message?.role === "user" && message.origin === "summary";

/** The same result, shorter: what no request has carried yet stays at least so far, where the whole of it has no room (B9). */
function isShortened(message: Message, was: Message | undefined): boolean {
  if (message.role !== "tool" || was?.role !== "tool") return false;
  const same = message.tool_call_id === was.tool_call_id && message.toolName === was.toolName && message.content !== "";
  return same && estimateMessagesTokens([message]) < estimateMessagesTokens([was]);
}

/** What is wrong with the view after a compaction of `before`. */
function faultsOf(
  before: readonly Message[],
  after: readonly Message[],
  keepTurns: number,
  fixed: number,
  automatic: boolean,
): string[] {
  const faults: string[] = [];
  if (validateMessages(after) !== undefined) faults.push(`invalid: ${JSON.stringify(validateMessages(after))}`);
  if (estimateMessagesTokens(after) >= estimateMessagesTokens(before)) faults.push("not smaller");
  const room = contextThresholds(WINDOW).summary - fixed;
  if (automatic && estimateMessagesTokens(after) > 0.6 * room)
    faults.push(`${estimateMessagesTokens(after)} of ${room} tokens stay`);
  if (after.filter(isBlock).length !== 1 || !isBlock(after[0])) faults.push("not one summary block, first");
  if (after[1]?.role !== "assistant" || after[1].tool_calls !== undefined) faults.push("no acknowledgement");
  const live = before[turnStarts(before).at(-1) ?? -1];
  if (live === undefined || !after.includes(live)) faults.push("the live request is gone");
  const kept = after.slice(2);
  if (kept[0]?.role === "tool") faults.push("the tail begins with a result");
  const asked = before.findLastIndex(({ role }) => role === "assistant");
  const stays = (message: Message, at: number) => message === before[at] || (at > asked && isShortened(message, before[at]));
  const from = before.length - kept.length;
  const whole = kept.every((message, i) => stays(message, from + i));
  const inside = kept[0] === live && kept.slice(1).every((message, i) => stays(message, from + 1 + i));
  if (!whole && !inside) faults.push("the tail is not byte for byte the end of the conversation");
  if (whole && kept.filter(isUserTurn).length > keepTurns) faults.push("more user turns stay than should");
  return faults;
}

describe("A6: for any history", () => {
  test("an automatic summary keeps pairs, the live request and the tail, and leaves at most 60% of the room, or nothing changes", async () => {
    let summarised = 0;
    await fc.assert(
      fc.asyncProperty(histories, async ({ lang, messages }) => {
        const { conversation, prepare, model } = harness({
          lang,
          messages,
          tools: TOOLS,
          info: { window: WINDOW },
          options: { clearing: false },
          script: () => ({ text: goodSummary(lang) }),
        });
        const before = conversation.messages;
        const size = FIXED + estimateMessagesTokens(before);
        const events = await prepare();
        const after = conversation.messages;
        // one on the prefix, or one for each chunk of half a small window and their merging
        if (model.requests.length > 2 + size / 2000) expect.fail(`${model.requests.length} requests`);
        if (after === before) {
          const due = size >= contextThresholds(WINDOW).summary;
          const planned = planSummary({
            messages: before,
            reason: "auto",
            window: WINDOW,
            fixed: FIXED,
            ratio: 1,
            trim: trimmer(bareBoundary, textsFor(lang)),
          });
          if (due && typeof planned !== "string") expect.fail("a summary was due and possible");
          if (due && events.length === 0) expect.fail("nothing was said");
          return;
        }
        summarised++;
        expect(faultsOf(before, after, 3, FIXED, true)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(summarised).toBeGreaterThan(150);
  });

  test("a manual one keeps the last user turn alone", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ lang, messages }) => {
        const { conversation, run, context, request } = harness({
          lang,
          messages,
          tools: TOOLS,
          info: { window: WINDOW },
          script: () => ({ text: goodSummary(lang) }),
        });
        const before = conversation.messages;
        await run(context.compactNow(undefined, request, new AbortController().signal));
        if (conversation.messages === before) return;
        expect(faultsOf(before, conversation.messages, 1, 0, false)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("B15: a summary that fails or is not usable leaves the conversation as it was, byte for byte", async () => {
    const { headings } = textsFor("en").context.summary;
    const bad = fc.constantFrom<ScriptedReply>(
      { text: "" },
      { reasoning: "only thoughts" },
      { text: "  \n" },
      { text: `${headings[0]}\nthree words only`, finish: "cut" },
      { calls: [{ name: "read_file", args: {} }] },
      { text: '<tool_call>{"name":"read_file"}</tool_call>' },
      { text: goodSummary("en", "far too long ".repeat(4000)) },
      { throws: new PaiError("MODEL_SERVER", { endpoint: "x", status: 500, message: "down" }) },
      { throws: new PaiError("MODEL_RATE_LIMITED", { endpoint: "x", message: "slow down" }) },
      { text: `${headings[0]}\nstarted`, throws: new PaiError("MODEL_BROKEN", { endpoint: "x", cause: "reset" }) },
    );
    await fc.assert(
      fc.asyncProperty(histories, fc.array(bad, { minLength: 6, maxLength: 6 }), async ({ messages }, replies) => {
        const { conversation, prepare, model } = harness({
          messages,
          tools: TOOLS,
          info: { window: WINDOW },
          options: { clearing: false },
          script: (_, n) => replies[n % 6],
        });
        const before = conversation.messages;
        const bytes = JSON.stringify(before);
        for (let i = 0; i < 5; i++) await prepare();
        expect(conversation.messages).toBe(before);
        expect(JSON.stringify(before)).toBe(bytes);
        // three attempts and then the breaker; each of a chunk or a few, every answer sent back once at most
        expect(model.requests.length).toBeLessThanOrEqual(24);
      }),
      { numRuns: 200 },
    );
  });

  test("B15: a summary that is cancelled at any moment changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(3), async ({ lang, messages }, when) => {
        const control = new AbortController();
        const { conversation, run, context, request } = harness({
          lang,
          messages,
          tools: TOOLS,
          info: { window: WINDOW },
          options: { clearing: false },
          script: (_, n) => {
            if (n === when) control.abort(new Error("cancelled"));
            return { text: n === 0 ? "bad" : goodSummary(lang) };
          },
        });
        const before = conversation.messages;
        if (when === 3) control.abort(new Error("cancelled"));
        await run(context.compactNow(undefined, request, control.signal)).catch((error: unknown) =>
          expect(String(error)).toContain("cancelled"),
        );
        if (control.signal.aborted) expect(conversation.messages).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  test("B15: a cancel that comes together with the answer changes nothing", async () => {
    for (const reason of ["manual", "auto"] as const) {
      const control = new AbortController();
      const { conversation, run, context, request } = harness({
        messages: Array.from({ length: 18 }, (_, i) => ({ role: i % 2 ? "assistant" : "user", content: "word ".repeat(700) })),
        info: { window: 20_000 }, // one request on the prefix, and a summary is due
        script: () => ({
          text: goodSummary("en"),
          get usage() {
            control.abort(new Error("cancelled")); // read last, when the whole answer is there
            return null;
          },
        }),
      });
      const before = conversation.messages;
      const work =
        reason === "manual" ? context.compactNow(undefined, request, control.signal) : context.prepare(request, control.signal);
      await expect(run(work)).rejects.toThrow("cancelled");
      expect(conversation.messages).toBe(before);
    }
  });
});

test("nothing is lost by a summary: the ledger has every message that was ever appended", async () => {
  const { conversation, prepare } = harness({ tools: TOOLS, info: { window: WINDOW } });
  const said: string[] = [];
  for (let i = 0; i < 40; i++) {
    said.push(`request ${i} ${"word ".repeat(300)}`);
    conversation.append(user(said[i] ?? ""));
    await prepare();
    conversation.append(assistant(`answer ${i} ${"word ".repeat(300)}`));
  }
  expect(conversation.messages.filter(isBlock)).toHaveLength(1);
  expect(conversation.everything.filter(isUserTurn).map(({ content }) => content)).toEqual(said);
});

describe("the plan of a summary", () => {
  const messages = Array.from({ length: 12 }, (_, i) =>
    i % 2 ? assistant("word ".repeat(500)) : user(`q${i} ${"word ".repeat(500)}`),
  );

  test("tells in advance where no summary can help, so that none is paid for", () => {
    const input = { messages, window: WINDOW, ratio: 1 };
    expect(planSummary({ ...input, reason: "auto", fixed: 4900 })).toBe("no_room");
    expect(planSummary({ ...input, messages: [user("hi")], reason: "manual", fixed: 0 })).toBe("nothing");
    expect(planSummary({ ...input, messages: [user("hi"), assistant("ho"), user("hi")], reason: "manual", fixed: 0 })).toBe(
      "no_room",
    );
  });

  test("asks for less than the room, and less for less", () => {
    const plan = planSummary({ messages, window: 128_000, reason: "manual", fixed: 3000, ratio: 1 });
    if (typeof plan === "string") return expect.fail(plan);
    expect(plan.targetTokens).toBeLessThanOrEqual(plan.maxTokens);
    expect(plan.targetTokens).toBeLessThanOrEqual(4000);
    expect(plan.maxTokens).toBeLessThanOrEqual(20_000);
  });
});
