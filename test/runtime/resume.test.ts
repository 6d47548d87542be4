// A session that is resumed through the real runtime, against a strict server: what it sends first, and what it is told.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { AgentEvent } from "../../src/protocol/event.ts";
import { type AgentSession, openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { ledgerPath } from "../../src/session/catalog.ts";
import { goodSummary } from "../support/context.ts";
import { tempFolder } from "../support/folder.ts";
import { type ModelServer, type ServedReply, type ServerScript, startModelServer } from "../support/server.ts";

const { signal } = new AbortController();
const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0).reverse()) await end();
});

async function serve(script: ServerScript, window?: number): Promise<ModelServer> {
  const server = await startModelServer(script, window === undefined ? {} : { window });
  close.push(() => server.close());
  return server;
}

const places = () => ({ root: tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" }), home: tempFolder() });

interface Opened {
  readonly agent: AgentSession;
  /** Of all events so far. */
  notices(): readonly string[];
  say(typed: string): Promise<readonly AgentEvent[]>;
}

async function open(
  { root, home }: ReturnType<typeof places>,
  server: ModelServer,
  {
    window,
    model = "model-a",
    approval = "full",
    resume,
  }: { readonly window: number; readonly model?: string; readonly approval?: string; readonly resume?: string },
): Promise<Opened> {
  const environment = await readEnvironment({
    flags: {
      lang: "en",
      approval,
      provider: "generic",
      baseUrl: server.url,
      apiKey: "sk-test-0123456789abcdef",
      model,
      contextWindow: String(window),
      maxOutputTokens: "4000",
    },
    cwd: root,
    env: { PAICLI_HOME: home, HOME: tempFolder(), PATH: process.env.PATH },
  });
  const agent = await openAgent({ environment, ...(resume === undefined ? {} : { resume }) });
  const seen: AgentEvent[] = [];
  const reading = (async () => {
    for await (const event of agent.events()) seen.push(event);
  })();
  close.push(async () => {
    await agent.close();
    await reading;
  });
  return {
    agent,
    notices: () => seen.flatMap((event) => (event.type === "notice" ? [event.code] : [])),
    async say(typed) {
      const from = seen.length;
      const { status, error } = await agent.run({ typed }, signal);
      expect([status, error?.message]).toEqual(["completed", undefined]);
      return seen.slice(from);
    },
  };
}

/** About `tokens` tokens of English prose. */
const prose = (tokens: number, tag: string) => `${tag}: ${"the order service handles one more request ".repeat(tokens / 8)}`;

const summaryOr =
  (reply: ServedReply): ServerScript =>
  (request) =>
    request.tools.length === 0 || request.body.tool_choice === "none" || String(request.last?.content).includes("## ")
      ? { text: goodSummary("en") }
      : reply;

test("B13: 50k with a model of 64k resumed with one of 256k sends it all, without a summary and without a request of its own", async () => {
  const at = places();
  const small = await serve(() => ({ text: "read", usage: { prompt_tokens: 50_000, completion_tokens: 5 } }));
  const first = await open(at, small, { window: 64_000 });
  for (let part = 0; part < 4; part++) await first.say(prose(10_000, `part ${part}`));
  await first.agent.close();
  const large = await serve(summaryOr({ text: "ok" }));
  const resumed = await open(at, large, { window: 256_000, model: "model-b", resume: "latest" });
  expect(large.requests).toHaveLength(0);
  const events = await resumed.say("go on");
  expect(events.filter(({ type }) => type === "compaction")).toEqual([]);
  expect(large.requests).toHaveLength(1);
  for (let part = 0; part < 4; part++) expect(large.requests[0]?.raw).toContain(`part ${part}: the order`);
});

test("B13: 100k resumed with a model of 64k is compacted before the first request, which the model takes", async () => {
  const at = places();
  const large = await serve(() => ({ text: "read", usage: { prompt_tokens: 100_000, completion_tokens: 5 } }));
  const first = await open(at, large, { window: 256_000, model: "model-b" });
  for (let part = 0; part < 10; part++) await first.say(prose(10_000, `part ${part}`));
  expect(large.requests).toHaveLength(10);
  await first.agent.close();
  const small = await serve(summaryOr({ text: "ok" }), 64_000);
  const resumed = await open(at, small, { window: 64_000, resume: "latest" });
  expect(small.requests).toHaveLength(0); // nothing is paid before the person acts
  const events = await resumed.say("go on");
  expect(events.filter(({ type }) => type === "compaction").length).toBeGreaterThan(0);
  expect(small.refused).toEqual([]);
  expect(small.requests.at(-1)?.raw).toContain("go on");
  expect(small.requests.at(-1)?.raw).not.toContain("part 0: the order service handles one more request the order");
});

test("A5: a damaged history is mended once, said once, and the model takes what is sent", async () => {
  const at = places();
  const server = await serve((_, n) =>
    n === 0
      ? {
          calls: [
            { id: "a", name: "list_dir", args: {} },
            { id: "b", name: "list_dir", args: { path: "." } },
          ],
        }
      : { text: "ok" },
  );
  const first = await open(at, server, { window: 64_000 });
  await first.say("look");
  const path = ledgerPath(at.home, first.agent.id);
  await first.agent.close();
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  const results = lines.filter((line) => line.includes('"role":"tool"'));
  const [one = "", two = ""] = results;
  const rest = lines.filter((line) => !results.includes(line));
  // One call lost its result, the other's comes late and twice, and there is a result that nobody asked for.
  const orphan = one.replaceAll('"tool_call_id":"a"', '"tool_call_id":"z"');
  writeFileSync(path, `${[...rest, two, two, orphan].join("\n")}\n`);
  const second = await open(at, server, { window: 64_000, resume: "latest" });
  await second.say("go on");
  expect(second.notices().filter((code) => code === "SESSION_REPAIRED")).toHaveLength(1);
  expect(server.refused).toEqual([]);
  const sent = server.requests.at(-1)?.messages.slice(1) ?? [];
  expect(sent.map((m) => (m.role === "tool" ? m.tool_call_id : m.role)).join()).toBe("user,assistant,b,a,assistant,user");
  await second.agent.close();
  const third = await open(at, server, { window: 64_000, resume: "latest" });
  await third.say("and on");
  expect(third.notices()).not.toContain("SESSION_REPAIRED");
  expect(JSON.stringify(server.requests.at(-1)?.messages.slice(1, 7))).toBe(JSON.stringify(sent.slice(0, 6)));
});

test("H5: after five turns a resumed session sends the last request's bytes first, odd arguments and all", async () => {
  const at = places();
  const odd = '{ "path" : "." ,"depth":1}';
  const server = await serve(({ last }) => {
    if (last?.role === "tool") return { text: "fine é \u00e9" };
    return { calls: [{ name: "list_dir", rawArgs: odd }], reasoning: "let me look" };
  });
  const first = await open(at, server, { window: 64_000 });
  for (let turn = 0; turn < 5; turn++) await first.say(`look ${turn} 看`);
  const before = server.requests.at(-1)?.raw ?? "";
  await first.agent.close();
  const resumed = await open(at, server, { window: 64_000, resume: "latest" });
  const from = server.requests.length;
  await resumed.say("go on");
  const after = server.requests[from]?.raw ?? "";
  const messagesOf = (raw: string) => raw.slice(raw.indexOf('"messages":['), raw.indexOf('],"tools":['));
  expect(messagesOf(before).length).toBeGreaterThan(1000);
  expect(messagesOf(after).startsWith(messagesOf(before))).toBe(true);
  expect(after).toContain(JSON.stringify(odd));
});

test("E9: where no session can be saved, the agent answers all the same, warns once and asks the model once", async () => {
  const at = places();
  writeFileSync(join(at.home, "history"), ""); // a file where the folder has to be
  const server = await serve(() => ({ text: "ok" }));
  const opened = await open(at, server, { window: 64_000 });
  await opened.say("hello");
  await opened.say("again");
  expect(server.requests).toHaveLength(2);
  const warned = opened.notices().filter((code) => /WARNING|LEDGER|SESSION_NOT_SAVED/.test(code));
  expect(warned).toHaveLength(1);
  expect(readFileSync(join(at.home, "history"), "utf8")).toBe("");
});

test("E1: what follows a torn line is not glued to it, over two resumes", async () => {
  const at = places();
  const server = await serve(() => ({ text: "ok" }));
  const first = await open(at, server, { window: 64_000 });
  await first.say("one");
  const path = ledgerPath(at.home, first.agent.id);
  await first.agent.close();
  appendFileSync(path, '{"schemaVersion":1,"sessionId":"');
  for (const words of ["two", "three"]) {
    const next = await open(at, server, { window: 64_000, resume: "latest" });
    await next.say(words);
    await next.agent.close();
  }
  const typed = server.requests.at(-1)?.messages.filter(({ role }) => role === "user");
  expect(typed?.map(({ content }) => String(content).split("\n")[0])).toEqual(["one", "two", "three"]);
});

test("another approval mode at a resume is told by a note: the prompt and all that was sent stay as they are", async () => {
  const server = await serve(() => ({ text: "ok" }));
  const place = places();
  const turns = [
    { approval: "auto", say: "one" },
    { approval: "full", say: "two" },
    { approval: "full", say: "three" },
    { approval: "auto", say: "four" },
  ];
  let resume: string | undefined;
  for (const { approval, say } of turns) {
    const one = await open(place, server, { window: 128_000, approval, ...(resume === undefined ? {} : { resume }) });
    await one.say(say);
    expect(one.notices()).not.toContain("PROMPT_CHANGED");
    resume = one.agent.id;
    await one.agent.close();
  }
  const sent = server.requests.map(({ messages }) => messages.map(({ content }) => String(content)));
  for (const [n, request] of sent.entries()) expect(request.slice(0, sent[n - 1]?.length ?? 0)).toEqual(sent[n - 1] ?? []);
  const notes = (sent.at(-1) ?? []).filter((content) => content.startsWith("[approval]"));
  expect(notes.map((note) => note.split(" ").at(-1))).toEqual(["full.", "auto."]);
});

test("an approval mode that is set before the first input stands in the prompt itself", async () => {
  const server = await serve(() => ({ text: "ok" }));
  const { agent, say } = await open(places(), server, { window: 128_000, approval: "auto" });
  agent.setApproval("deny");
  await say("one");
  const [request] = server.requests;
  expect(request?.messages).toHaveLength(2);
  expect(request?.system).toContain("deny");
});
