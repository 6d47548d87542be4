// The loop through the real wiring: ledger, policy, context and prompt as users have them; only the model is scripted.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { runLoop } from "../../src/agent/loop.ts";
import { textsFor } from "../../src/locale/index.ts";
import type { AgentEvent } from "../../src/protocol/event.ts";
import { textOf, type WireMessage } from "../../src/protocol/message.ts";
import type { ApprovalAnswer, Approver } from "../../src/protocol/ports.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../../src/protocol/tool.ts";
import { createAgent, type SdkAgent, type SdkAgentOptions } from "../../src/sdk.ts";
import { harness } from "../support/context.ts";
import { tempFolder } from "../support/folder.ts";
import { type ScriptedModel, type ScriptedReply, scriptedModel } from "../support/model.ts";

const PREVIEW = { over: 32_000, head: 2000, tail: 800 };

function tool(
  name: string,
  run: (args: { n?: number | undefined }, context: ToolContext) => Promise<unknown> | unknown,
  readOnly = true,
): Tool {
  return defineTool({
    name,
    description: name,
    schema: z.object({ n: z.number().optional() }),
    readOnly,
    preview: PREVIEW,
    access: () => (readOnly ? [] : [{ kind: "write", path: `${name}.txt` }]),
    run: async (args, context) => (await run(args, context)) as ToolResult,
  });
}

const ok = (content: string): ToolResult => ({ ok: true, content });

interface Setup {
  readonly agent: SdkAgent;
  readonly model: ScriptedModel;
  readonly home: string;
  readonly project: string;
  readonly events: AgentEvent[];
}

async function setup(
  replies: readonly ScriptedReply[] | Parameters<typeof scriptedModel>[0],
  options: Partial<SdkAgentOptions> = {},
): Promise<Setup> {
  const home = tempFolder();
  const project = tempFolder({ ".git/HEAD": "", "a.txt": "ALPHA\n", "b.txt": "BETA\n" });
  const model = scriptedModel(replies, { images: true });
  const agent = await createAgent({
    cwd: project,
    env: { PAICLI_HOME: home, HOME: home, PATH: process.env.PATH },
    model,
    ...options,
  });
  const events: AgentEvent[] = [];
  const stream = agent.events();
  const reading = (async () => {
    for await (const event of stream) events.push(event);
  })();
  onTestFinished(async () => {
    await agent.close();
    await reading;
  });
  return { agent, model, home, project, events };
}

const lastMessages = (model: ScriptedModel): readonly WireMessage[] => model.requests.at(-1)?.messages ?? [];
const roles = (messages: readonly WireMessage[]) => messages.map(({ role }) => role).join(" ");
const results = (messages: readonly WireMessage[]) => messages.filter((message) => message.role === "tool");

describe("calls and results", () => {
  test("A1: an interrupted turn answers every call, the finished one for real; the next prompt is accepted and the ledger agrees", async () => {
    const abort = new AbortController();
    const slow = tool("slow", async (_, { signal }) => {
      abort.abort();
      await sleep(10_000, undefined, { signal }).catch(() => {});
      return ok("never seen");
    });
    const fast = tool("fast", () => ok("REAL"), false);
    const { agent, model, home } = await setup(
      [
        {
          calls: [
            { id: "c1", name: "fast" },
            { id: "c2", name: "slow" },
            { id: "c3", name: "fast" },
          ],
        },
        { text: "gone on" },
      ],
      { tools: [slow, fast], settings: { approval: "full" } },
    );
    expect((await agent.run("start", { signal: abort.signal })).status).toBe("cancelled");
    expect((await agent.run("go on")).text).toBe("gone on");
    const sent = lastMessages(model);
    expect(roles(sent)).toBe("system user assistant tool tool tool user");
    const [c1, c2, c3] = results(sent);
    expect([c1, c2, c3].map((message) => message?.tool_call_id)).toEqual(["c1", "c2", "c3"]);
    expect(textOf(c1 ?? sent[0] ?? { role: "user", content: "" })).toContain("REAL");
    for (const message of [c2, c3]) expect(message?.content).toMatch(/[Cc]ancelled by the user/);
    await agent.close();
    const again = await createAgent({
      cwd: join(home, ".."),
      env: { PAICLI_HOME: home, HOME: home },
      model,
      resume: agent.sessionId,
    });
    await again.run("and on");
    await again.close();
    expect(lastMessages(model).slice(1, sent.length)).toEqual(sent.slice(1));
  });

  test("A3: of four calls the second has broken arguments: four results, three really ran, the model can act on the error", async () => {
    const ran: number[] = [];
    const note = tool("note", ({ n = 0 }) => {
      ran.push(n);
      return ok(`did ${n}`);
    });
    const { agent, model } = await setup(
      [
        {
          calls: [
            { name: "note", args: { n: 1 } },
            { name: "note", rawArgs: '{"n": ' },
            { name: "note", args: { n: 3 } },
            { name: "note", args: { n: 4 } },
          ],
        },
        { text: "done" },
      ],
      { tools: [note] },
    );
    expect((await agent.run("go")).status).toBe("completed");
    expect(ran.toSorted()).toEqual([1, 3, 4]);
    const texts = results(lastMessages(model)).map(textOf);
    expect(texts).toHaveLength(4);
    expect(texts[1]).toMatch(/arguments.*JSON/is);
    expect(texts[3]).toContain("did 4");
  });

  test("A10: several parts, a part and an image, an empty list, an empty error, nothing at all: one non-empty result each", async () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
    const odd = [
      {
        ok: true,
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "two" },
        ],
      },
      { ok: true, content: [{ type: "text", text: "with image" }, image] },
      { ok: true, content: [] },
      { ok: false, content: "" },
      undefined,
    ];
    const tools = odd.map((result, i) => tool(`odd_${i}`, () => result));
    const { agent, model } = await setup([{ calls: tools.map(({ name }) => ({ name })) }, { text: "done" }], { tools });
    expect((await agent.run("go")).status).toBe("completed");
    const sent = lastMessages(model);
    const texts = results(sent).map(textOf);
    expect(texts).toHaveLength(5);
    expect(texts[0]).toMatch(/one\ntwo/);
    for (const text of texts.slice(2)) expect(text).toContain("(no output)");
    const withImage = sent.filter((message) => message.role === "user" && Array.isArray(message.content));
    expect(withImage).toHaveLength(1);
    expect(sent.indexOf(withImage[0] ?? sent[0] ?? { role: "user", content: "" })).toBe(sent.length - 1);
  });

  test("a tool that does not exist is answered with the names of those that do", async () => {
    const { agent, model } = await setup([{ calls: [{ name: "fly" }] }, { text: "ok" }]);
    await agent.run("go");
    expect(textOf(results(lastMessages(model))[0] ?? { role: "user", content: "" })).toMatch(/no tool named fly.*read_file/s);
  });

  test("read-only calls run side by side, at most four; changing ones one after the other; results come in the order of the calls", async () => {
    let running = 0;
    let most = 0;
    const order: string[] = [];
    const track = (name: string, readOnly: boolean) =>
      tool(
        name,
        async ({ n = 0 }) => {
          most = Math.max(most, ++running);
          await sleep(5 * (10 - n));
          order.push(`${name}${n}`);
          running--;
          return ok(`${name}${n}`);
        },
        readOnly,
      );
    const reads = Array.from({ length: 6 }, (_, n) => ({ name: "look", args: { n } }));
    const writes = Array.from({ length: 3 }, (_, n) => ({ name: "change", args: { n } }));
    const { agent, model } = await setup([{ calls: [...reads, ...writes] }, { text: "ok" }], {
      tools: [track("look", true), track("change", false)],
      settings: { approval: "full" },
    });
    await agent.run("go");
    expect(most).toBe(4);
    expect(order.slice(6)).toEqual(["change0", "change1", "change2"]);
    expect(results(lastMessages(model)).map((message) => /(look|change)\d/.exec(textOf(message))?.[0])).toEqual([
      ...reads.map(({ args }) => `look${args.n}`),
      ...writes.map(({ args }) => `change${args.n}`),
    ]);
  });
});

describe("notes and reminders", () => {
  test("A9: a denial with a reason, the runaway guard and a call that is not run all keep the order that servers demand", async () => {
    const approver: Approver = { approve: async (): Promise<ApprovalAnswer> => ({ decision: "deny", reason: "先别改这个文件" }) };
    const same: ScriptedReply = { calls: [{ name: "look" }] };
    const { agent, model } = await setup(
      [{ calls: [{ name: "change" }, { name: "look" }] }, same, same, same, { text: "done" }],
      {
        tools: [tool("look", () => ok("same")), tool("change", () => ok("never"), false)],
        approver,
        settings: { approval: "ask" },
      },
    );
    expect((await agent.run("go")).status).toBe("completed");
    const sent = lastMessages(model);
    expect(sent.filter(({ role }) => role === "system")).toHaveLength(1);
    expect(textOf(results(sent)[0] ?? { role: "user", content: "" })).toContain("先别改这个文件");
    const reminder = sent.findIndex((message) => message.role === "user" && textOf(message).startsWith("[runaway guard]"));
    expect(sent[reminder - 1]?.role).toBe("tool");
    expect(sent[reminder + 1]?.role).toBe("assistant");
    expect(sent.filter((message) => textOf(message).startsWith("[runaway guard]"))).toHaveLength(1);
  });

  test("the fifth time in a circle stops the task with a report that may call nothing", async () => {
    const { agent, model } = await setup(
      (request) => (request.toolChoice === "none" ? { text: "REPORT" } : { calls: [{ name: "look" }] }),
      {
        tools: [tool("look", () => ok("same"))],
      },
    );
    const result = await agent.run("go");
    expect(result).toMatchObject({ status: "partial", text: "REPORT", turns: 6 });
    expect(model.requests).toHaveLength(6);
  });

  test("a budget of steps ends in a partial report", async () => {
    let n = 0;
    const { agent } = await setup(
      (request) => (request.toolChoice === "none" ? { text: "so far" } : { calls: [{ name: "look", args: { n: n++ } }] }),
      {
        tools: [tool("look", ({ n = 0 }) => ok(`${n}`))],
        settings: { maxTurns: 3 },
      },
    );
    expect(await agent.run("go")).toMatchObject({ status: "partial", text: "so far", turns: 4 });
  });
});

describe("cut answers and cancellation", () => {
  test("M11: the last call of an answer that was cut never runs, earlier ones do; the model is told to work in smaller pieces", async () => {
    const ran: number[] = [];
    const note = tool("note", ({ n = 0 }) => {
      ran.push(n);
      return ok(`${n}`);
    });
    const { agent, model } = await setup(
      [
        {
          calls: [
            { name: "note", args: { n: 1 } },
            { name: "note", args: { n: 2 } },
          ],
          finish: "cut",
        },
        { text: "done" },
      ],
      { tools: [note] },
    );
    await agent.run("go");
    expect(ran).toEqual([1]);
    expect(textOf(results(lastMessages(model))[1] ?? { role: "user", content: "" })).toMatch(/smaller pieces/);
  });

  test("M11: a text that was cut is continued, and the parts make one answer", async () => {
    const { agent, events } = await setup([{ text: "first half, ", finish: "cut" }, { text: "second half" }]);
    expect((await agent.run("go")).text).toBe("first half, second half");
    expect(events.filter(({ type }) => type === "notice")).toEqual([]);
  });

  test("M9: what a tool brings after the cancel never lands in the conversation, and the next turn is valid", async () => {
    const abort = new AbortController();
    let release: () => void = () => {};
    const deaf = tool("deaf", async () => {
      setTimeout(() => abort.abort(), 5);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return ok("LATE");
    });
    const { agent, model } = await setup([{ calls: [{ name: "deaf" }] }, { text: "next" }], { tools: [deaf] });
    const started = performance.now();
    expect((await agent.run("go", { signal: abort.signal })).status).toBe("cancelled");
    expect(performance.now() - started).toBeLessThan(2500);
    release();
    await sleep(20);
    await agent.run("and now?");
    expect(JSON.stringify(lastMessages(model))).not.toContain("LATE");
    expect(roles(lastMessages(model))).toBe("system user assistant tool user");
  });

  test("a request that is cancelled keeps what was read of the answer, marked as cut", async () => {
    const abort = new AbortController();
    const { agent, model } = await setup([{ deltas: [{ type: "text", text: "I was say" }], hangs: true }, { text: "ok" }]);
    const stream = agent.events();
    const stop = (async () => {
      for await (const event of stream) if (event.type === "text_delta") return abort.abort();
    })();
    expect((await agent.run("go", { signal: abort.signal })).status).toBe("cancelled");
    await stop;
    await agent.run("go on");
    expect(lastMessages(model).map(textOf)).toContain("I was say");
  });

  test("M21: the time that a person takes to approve counts against no time-out", async () => {
    const approver: Approver = {
      approve: async () => {
        await sleep(1300);
        return { decision: "once" };
      },
    };
    const limited = tool(
      "limited",
      async (_, { signal }) => {
        const out = AbortSignal.timeout(1000);
        await sleep(50, undefined, { signal: AbortSignal.any([signal, out]) });
        return ok("in time");
      },
      false,
    );
    const { agent, model } = await setup([{ calls: [{ name: "limited" }] }, { text: "ok" }], {
      tools: [limited],
      approver,
      settings: { approval: "ask" },
    });
    await agent.run("go");
    expect(textOf(results(lastMessages(model))[0] ?? { role: "user", content: "" })).toContain("in time");
  });

  test("E11: a prompt whose request failed is sent once when it is tried again, also in the same words", async () => {
    const { agent, model } = await setup([{ text: "A done" }, { throws: new Error("500") }, { text: "B done" }]);
    await agent.run("task A");
    expect((await agent.run("task B")).status).toBe("error");
    expect((await agent.run("task B")).text).toBe("B done");
    expect(lastMessages(model).filter((message) => textOf(message) === "task B")).toHaveLength(1);
  });
});

describe("events", () => {
  test("a result is in the conversation, and so in the ledger, before it is announced", async () => {
    const script = (_: unknown, n: number): ScriptedReply => (n === 0 ? { calls: [{ id: "k1", name: "look" }] } : { text: "ok" });
    const { conversation, context, model, request } = harness({ messages: [{ role: "user", content: "go" }], script });
    const look = tool("look", () => ok("DATA"));
    const events = runLoop(
      {
        unit: "main",
        conversation,
        context,
        model,
        tools: new Map([[look.name, look]]),
        policy: {
          mode: "full",
          setMode() {},
          decide: async () => ({ verdict: "run", reason: "test" }),
          answered: async () => {},
          writes: async () => [],
          exposure: async () => [],
        },
        texts: textsFor("en"),
        limits: {},
        maxResultTokens: 1000,
        request: () => request,
        viewRewritten: async () => {},
        flush: async () => {},
        beforeRun: async () => {},
      },
      new AbortController().signal,
    );
    const known: boolean[] = [];
    for await (const event of events) {
      if (event.type === "tool_result") known.push(conversation.messages.some((message) => textOf(message).includes("DATA")));
      if (event.type === "tool_call") known.push(conversation.messages.some((message) => message.role === "assistant"));
    }
    expect(known).toEqual([true, true]);
  });
});
