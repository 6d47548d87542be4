import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { PaiError } from "../../src/protocol/errors.ts";
import { type Message, textOf } from "../../src/protocol/message.ts";
import { assistant, goodSummary, type Harness, harness, user } from "../support/context.ts";

const words = (tokens: number) => "word ".repeat(Math.ceil(tokens / 1.07));
const turns = (from: number, count: number, tokens: number): Message[] =>
  Array.from({ length: count }, (_, i) => [
    user(`question ${from + i} ${words(tokens)}`),
    assistant(`answer ${from + i} ${words(tokens)}`),
  ]).flat();

/** A window of 20,000: a summary is due at 12,500, and prepared from 7,500. */
const ahead = (script: Parameters<typeof harness>[0] & object = {}): Harness =>
  harness({ info: { window: 20_000 }, options: { background: true }, messages: turns(0, 6, 700), ...script });

/** Looks until the preparation that runs in the background is over. */
async function settled(h: Harness, requests: number): Promise<void> {
  for (let i = 0; i < 200 && h.replies.length < requests; i++) await sleep(2);
  await sleep(2);
}

describe("a summary that is prepared ahead", () => {
  test("replaces the history when one is due, without another request, and keeps what came since word for word", async () => {
    const h = ahead({ info: { window: 60_000 }, messages: turns(0, 17, 700) });
    expect(await h.prepare()).toEqual([]);
    await settled(h, 1);
    h.conversation.append(...turns(17, 5, 700));
    expect(await h.prepare()).toEqual([]);
    await settled(h, 2);
    const since = h.conversation.append(...turns(22, 6, 700));
    expect(await h.prepare()).toMatchObject([{ type: "compaction", level: 3 }]);
    expect(h.model.requests).toHaveLength(2);
    expect(h.conversation.messages[0]).toMatchObject({ origin: "summary" });
    expect(h.conversation.messages.slice(-12)).toEqual(since);
    expect(h.context.size(h.request)).toBeLessThan(0.6 * 37_500);
  });

  test("does not start below 0.6 of the threshold, nor twice for the same, nor while one is running", async () => {
    const small = ahead({ messages: turns(0, 4, 700) });
    await small.prepare();
    expect(small.model.requests).toHaveLength(0);
    const h = ahead({ script: () => ({ text: goodSummary("en"), delayMs: 20 }) });
    await h.prepare();
    await h.prepare();
    expect(h.model.requests).toHaveLength(1);
    await settled(h, 1);
    await h.prepare();
    expect(h.model.requests).toHaveLength(1);
  });

  test("is prepared anew when 4,000 new tokens have come in", async () => {
    const h = ahead({ info: { window: 40_000 }, messages: turns(0, 13, 700) });
    await h.prepare();
    await settled(h, 1);
    h.conversation.append(...turns(13, 2, 700));
    await h.prepare();
    expect(h.model.requests).toHaveLength(1);
    h.conversation.append(...turns(15, 2, 700));
    await h.prepare();
    await settled(h, 2);
    expect(h.model.requests).toHaveLength(2);
  });

  test("that is not ready is not waited for: the summary is made at once", async () => {
    const h = ahead({ script: (_, n) => (n === 0 ? { hangs: true } : { text: goodSummary("en", "in time") }) });
    await h.prepare();
    h.conversation.append(...turns(6, 4, 700));
    expect(await h.prepare()).toMatchObject([{ type: "compaction", level: 3 }]);
    expect(textOf(h.conversation.messages[0] ?? user(""))).toContain("in time");
    h.context.close();
  });

  test("that failed is told once and the summary is made when it is due", async () => {
    const h = ahead({
      script: (_, n) =>
        n === 0
          ? { throws: new PaiError("MODEL_SERVER", { endpoint: "x", status: 500, message: "down" }) }
          : { text: goodSummary("en") },
    });
    await h.prepare();
    await sleep(5);
    expect(await h.prepare()).toMatchObject([{ code: "BACKGROUND_SUMMARY_FAILED" }]);
    h.conversation.append(...turns(6, 4, 700));
    expect(await h.prepare()).toMatchObject([{ type: "compaction", level: 3 }]);
  });

  test("is forgotten when the conversation is rewritten or the model changes", async () => {
    for (const change of [
      (h: Harness) => h.conversation.rewrite(turns(20, 6, 700), "clear"),
      (h: Harness) => h.context.useModel(h.model),
    ]) {
      const h = ahead();
      await h.prepare();
      await settled(h, 1);
      change(h);
      h.conversation.append(...turns(30, 4, 700));
      await h.prepare();
      expect(h.model.requests.length).toBeGreaterThan(1);
    }
  });

  test("is not taken after a rewrite of what it tells of, although the message that it ends before still stands", async () => {
    const h = ahead();
    await h.prepare();
    await settled(h, 1);
    h.conversation.rewrite([user(`another beginning ${words(5500)}`), ...h.conversation.messages.slice(1)], "repair");
    expect(await h.prepare()).toMatchObject([{ type: "compaction", level: 3 }]);
    expect(JSON.stringify(h.model.requests.at(-1)?.messages)).toContain("another beginning");
    expect(h.model.requests).toHaveLength(2);
  });

  test("is cancelled at the end", async () => {
    const h = ahead({ script: () => ({ hangs: true }) });
    await h.prepare();
    h.context.close();
    await sleep(5);
    expect(h.replies).toEqual([]);
  });

  test("is not made where it is not switched on", async () => {
    const h = ahead({ options: { background: false } });
    await h.prepare();
    expect(h.model.requests).toHaveLength(0);
  });
});
