// What is typed on the screen while the conversation is being summarised.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { onRealTerminal } from "../support/real-terminal.ts";
import { type ServedReply, startModelServer } from "../support/server.ts";

const { summary } = textsFor("zh").context;
const SUMMARY = summary.headings.map((heading) => `${heading}\n看过了各个模块，下一步装依赖。`).join("\n\n");
const TYPED = "使用 pnpm";
const DRAFT = "还没写完的";

interface Case {
  readonly name: string;
  /** What starts the summary. */
  readonly start: string;
  readonly window: string;
  /** Turns before it, each of about 1,900 tokens beside some 3,000 of system prompt and tools. */
  readonly turns: number;
  /** The summary's answer, 2 s after it was asked for. */
  readonly reply: ServedReply;
  readonly summarised: boolean;
}

const REFUSED: ServedReply = { status: 400, error: { message: "invalid request: out of service" } };

test.each<Case>([
  { name: "/compact", start: "/compact", window: "128000", turns: 4, reply: { text: SUMMARY }, summarised: true },
  { name: "/compact that fails", start: "/compact", window: "128000", turns: 4, reply: REFUSED, summarised: false },
  { name: "an automatic one", start: "看看最后一个模块", window: "12000", turns: 3, reply: { text: SUMMARY }, summarised: true },
])("B11: a message typed during a summary is sent once, after it, and half-typed text stays: $name", async (one) => {
  const asked: number[] = [];
  const turns: string[][] = [];
  const server = await startModelServer(async ({ body, messages, tools }) => {
    if (body.tool_choice === "none" || tools.length === 0) {
      asked.push(Date.now());
      if (asked.length === 1) await sleep(2_000);
      return one.reply;
    }
    turns.push(messages.map(({ content }) => String(content)));
    return { text: `看过了。${"这个模块按约定处理，没有问题。".repeat(190)}` };
  });
  onTestFinished(() => server.close());
  const terminal = onRealTerminal([], { server, env: { LANG: "zh_CN.UTF-8", PAICLI_CONTEXT_WINDOW: one.window } });
  const submit = async (line: string) => {
    terminal.type(line);
    await terminal.shows(line);
    terminal.type("\r");
  };
  await terminal.shows("Shift+Tab");
  for (let turn = 1; turn <= one.turns; turn++) {
    await submit(`看看第 ${turn} 个模块`);
    await vi.waitFor(() => expect(turns).toHaveLength(turn), { timeout: 15_000 });
    await terminal.shows(/没有问题。\s+(.*\n)*─+\n/);
  }

  await submit(one.start);
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 15_000 });
  await sleep(1_000);
  await submit(TYPED);
  terminal.type(DRAFT);
  await terminal.shows(DRAFT);
  expect(Date.now() - (asked[0] ?? 0)).toBeLessThan(2_000); // all of it while the summary was under way

  const expected = one.turns + (one.start.startsWith("/") ? 1 : 2);
  await vi.waitFor(() => expect(turns).toHaveLength(expected), { timeout: 15_000 });
  await sleep(1_500); // nothing follows
  expect(turns).toHaveLength(expected);
  expect(server.refused).toEqual([]);
  const [last = []] = turns.slice(-1);
  expect(last.filter((content) => content.includes(TYPED))).toEqual([TYPED]);
  expect(last.at(-1)).toBe(TYPED);
  expect(last.some((content) => content.includes(SUMMARY))).toBe(one.summarised);
  expect(last.some((content) => content === "看看第 1 个模块")).toBe(!one.summarised);
  const screen = await terminal.screen();
  expect(screen.filter((line) => line.includes(DRAFT))).toHaveLength(1);
  const everything = (await terminal.everything()).join("\n");
  expect(everything.split(TYPED)).toHaveLength(2);
});
