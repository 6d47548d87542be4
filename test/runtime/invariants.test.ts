// Random sessions in a small window, through the real runtime: whatever compaction has to do on the way, requests stay valid, inside
// the window, on the prefix of the one before, and nothing that was said or read is lost.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateMessagesTokens } from "../../src/context/measure.ts";
import { textsFor } from "../../src/locale/index.ts";
import { PaiError } from "../../src/protocol/errors.ts";
import type { ModelRequest } from "../../src/protocol/llm.ts";
import { toWire, type WireMessage } from "../../src/protocol/message.ts";
import { openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { ledgerPath } from "../../src/session/catalog.ts";
import { loadTail } from "../../src/session/load.ts";
import { putFiles, tempFolder } from "../support/folder.ts";
import { type ScriptedReply, scriptedModel } from "../support/model.ts";

const texts = textsFor("en");
const HEADINGS = texts.context.summary.headings;
const GOOD = HEADINGS.map((heading) => `${heading}\nThe files were read one by one.`).join("\n\n");

/** What the model does when a summary is asked for. */
const SUMMARIES = {
  good: { text: GOOD },
  empty: { text: " " },
  "one heading short": { text: GOOD.replace(HEADINGS[2] ?? "", "") },
  long: { text: HEADINGS.map((heading) => `${heading}\n${"very long ".repeat(3_000)}`).join("\n\n") },
  failing: { throws: new PaiError("MODEL_SERVER", { endpoint: "scripted", status: 500, message: "down" }) },
} satisfies Record<string, ScriptedReply>;
type SummaryKind = keyof typeof SUMMARIES;

const FILES = { "small.txt": 900, "middle.txt": 7_000, "large.txt": 60_000 };
const call = fc.oneof(
  fc.record({ name: fc.constant("read_file"), args: fc.record({ path: fc.constantFrom(...Object.keys(FILES)) }) }),
  fc.record({
    name: fc.constant("execute_command"),
    args: fc.constantFrom({ command: "cat middle.txt" }, { command: "head -c 20000 large.txt" }, { command: "exit 3" }),
  }),
  fc.record({ name: fc.constant("no_such_tool"), args: fc.constant({}) }),
);
const turn = fc.record({
  words: fc.integer({ min: 1, max: 900 }),
  calls: fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
  answer: fc.integer({ min: 1, max: 1_500 }),
  summary: fc.constantFrom<SummaryKind>("good", "good", "good", "empty", "one heading short", "long", "failing"),
  compact: fc.boolean(),
  /** Before the turn the session is closed and resumed, as in another process. */
  resume: fc.nat(3).map((n) => n === 0),
});

/** Ways of keeping inside the window that a person may choose. */
const SETTINGS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { sessionMemoryCompactionEnabled: "true" },
  { compactionRequest: "rendered" },
  { toolResultClearingKeep: "0" },
  { toolOffloadEnabled: "false", toolResultClearingEnabled: "false" },
];

function fileText(name: string, size: number): string {
  let text = "";
  for (let line = 1; text.length < size; line++) text += `${name} line ${line} ${"abc def ".repeat(7)}\n`;
  return text;
}

interface Seen {
  readonly pieces: readonly string[];
  readonly messages: readonly WireMessage[];
  readonly tokens: number;
  /** How often the view was rewritten before it. */
  readonly rewrites: number;
}

test.each([16_000, 8_000])(
  "requests of a session in a window of %i fit, repeat the one before unless it was compacted, hold the live request, and lose nothing",
  async (window) => {
    const levels = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 3, maxLength: 9 }), fc.constantFrom(...SETTINGS), async (turns, settings) => {
        const root = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" });
        const { home, id, seen, queue, say, compact, resume, close } = await session(root, window, settings);
        const ledger = () => readFileSync(ledgerPath(home, id), "utf8");

        for (const [n, one] of turns.entries()) {
          queue.summary = one.summary;
          queue.replies.length = 0;
          queue.replies.push(...one.calls.map((calls): ScriptedReply => ({ calls })), {
            text: `answer ${n}: ${"and so on ".repeat(one.answer / 4)}`,
          });
          if (one.resume && n > 0) await resume();
          const input = `question ${n}: ${"word ".repeat(one.words)}`;
          const from = seen.length;
          await say(input);
          for (const request of seen.slice(from)) {
            const { messages } = request;
            expect(messages.filter(({ content }) => content === input.trim() || content === input)).toHaveLength(1);
          }
          if (one.compact) await compact();
        }
        await close();

        for (const [n, request] of seen.entries()) {
          expect(request.tokens).toBeLessThanOrEqual(window);
          const before = seen[n - 1];
          if (before === undefined || before.rewrites !== request.rewrites) continue;
          expect(request.pieces.slice(0, before.pieces.length)).toEqual(before.pieces);
        }

        const text = ledger();
        for (const [, level = ""] of text.matchAll(/"event":"compaction"[^\n]*?"level":(\d)/g)) levels.add(level);
        const said = new Set(text.split("\n").flatMap(contentsOf));
        for (const { messages } of seen) {
          for (const { role, content } of messages) {
            if (role === "system" || typeof content !== "string") continue;
            expect(said.has(content), content.slice(0, 200)).toBe(true);
            for (const [path] of content.matchAll(/\.paicli\/tool-outputs\/session-[\w-]+\/\d+-\w+\.txt/g))
              expect(readFileSync(join(root, path), "utf8").length, path).toBeGreaterThan(0);
          }
        }

        const view = loadTail(ledgerPath(home, id)).state.units.get("main")?.messages.map(toWire) ?? [];
        const last = seen.at(-1);
        if (last !== undefined && !turns.at(-1)?.compact) {
          expect(JSON.stringify(view.slice(0, -1))).toBe(JSON.stringify(last.messages.slice(1)));
        }
      }),
      { numRuns: 12, seed: 20_251_201 },
    );
    expect([...levels].sort()).toEqual(["2", "3"]); // so that the above was put to the test
  },
);

/** Every text that a line of the ledger has put into the conversation, or in the place of another one. */
function contentsOf(line: string): string[] {
  if (line === "") return [];
  const event: {
    message?: { content?: unknown };
    messages?: { content?: unknown }[];
    replacements?: { content?: unknown }[];
  } = JSON.parse(line);
  const all = [event.message, ...(event.messages ?? []), ...(event.replacements ?? [])];
  return all.flatMap((message) => (typeof message?.content === "string" ? [message.content] : []));
}

async function session(root: string, window: number, settings: Readonly<Record<string, string>>) {
  const home = tempFolder();
  for (const [name, size] of Object.entries(FILES)) putFiles(root, { [name]: fileText(name, size) });
  const environment = await readEnvironment({
    flags: { lang: "en", approval: "full", ...settings },
    cwd: root,
    env: { PAICLI_HOME: home, HOME: tempFolder(), PATH: process.env.PATH },
  });
  const queue: { summary: SummaryKind; readonly replies: ScriptedReply[] } = { summary: "good", replies: [] };
  const seen: Seen[] = [];
  const model = scriptedModel(
    (request) => {
      const tokens = tokensOf(request);
      if (tokens > window) throw new PaiError("MODEL_CONTEXT_OVERFLOW", { model: "scripted", message: "too long", window });
      if (isSummary(request)) return SUMMARIES[queue.summary];
      const { tools, messages, toolChoice } = request;
      const pieces = [JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))];
      seen.push({ pieces, messages, tokens, rewrites: rewrites() });
      if (toolChoice === "none") return { text: "that is as far as it went" };
      return queue.replies.shift() ?? { text: "nothing left to do" };
    },
    { window },
  );
  let agent = await openAgent({ environment, model });
  const { id } = agent;
  const { signal } = new AbortController();
  const rewrites = () => readFileSync(ledgerPath(home, id), "utf8").match(/"event":"(compaction|history_clear)"/g)?.length ?? 0;
  return {
    home,
    id,
    seen,
    queue,
    async say(typed: string) {
      const { status, error } = await agent.run({ typed }, signal);
      expect(error?.message).toBeUndefined();
      expect(["completed", "partial"]).toContain(status); // calls that go round in circles end a turn early
    },
    compact: () => agent.compact(undefined, signal),
    async resume() {
      await agent.close();
      agent = await openAgent({ environment, model, resume: id });
    },
    close: () => agent.close(),
  };
}

/** On the conversation's own prefix the last message asks for the sections; as a transcript it goes without tools. */
function isSummary({ messages, tools }: ModelRequest): boolean {
  const last = messages.at(-1)?.content;
  return tools.length === 0 || (typeof last === "string" && HEADINGS.every((heading) => last.includes(heading)));
}

function tokensOf({ messages, tools }: ModelRequest): number {
  return estimateMessagesTokens(messages, tools);
}
