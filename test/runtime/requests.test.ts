// What a session sends, request after request, through the real runtime: the prefix that a provider caches, and what stands in it.
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { textsFor } from "../../src/locale/index.ts";
import type { AgentEvent } from "../../src/protocol/event.ts";
import type { ModelRequest } from "../../src/protocol/llm.ts";
import { defineTool, type Tool } from "../../src/protocol/tool.ts";
import { type AgentSession, openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { tempFolder } from "../support/folder.ts";
import { type ModelScript, type ScriptedModel, type ScriptedReply, scriptedModel } from "../support/model.ts";
import { openPlanSession, planJson } from "../support/plan.ts";
import { startModelServer } from "../support/server.ts";

interface Opened {
  readonly agent: AgentSession;
  readonly model: ScriptedModel;
  readonly root: string;
  readonly home: string;
  say(typed: string): Promise<void>;
}

interface OpenOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly userFiles?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly lang?: "zh" | "en";
  readonly tools?: readonly Tool[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly root?: string;
  readonly home?: string;
  readonly extraction?: boolean;
  readonly window?: number;
}

const { signal } = new AbortController();

async function open(script: ModelScript | readonly ScriptedReply[], options: OpenOptions = {}): Promise<Opened> {
  const { lang = "zh", tools = [], settings = {}, window = 128_000, extraction = false } = options;
  const root = options.root ?? tempFolder({ ".git/HEAD": "ref: refs/heads/main\n", ...options.files });
  const home = options.home ?? tempFolder(options.userFiles);
  const environment = await readEnvironment({
    flags: { lang, approval: "full", ...settings },
    cwd: join(root, options.cwd ?? "."),
    env: { PAICLI_HOME: home, HOME: tempFolder(), PATH: process.env.PATH, TZ: "Asia/Shanghai" },
  });
  const model = scriptedModel(script, { window });
  const agent = await openAgent({ environment, model, tools, extraction });
  onTestFinished(() => agent.close());
  return {
    agent,
    model,
    root,
    home,
    async say(typed) {
      const { status, error } = await agent.run({ typed }, signal);
      expect([status, error?.message]).toEqual(["completed", undefined]);
    },
  };
}

const piecesOf = ({ tools, messages }: ModelRequest) => [
  JSON.stringify(tools),
  ...messages.map((message) => JSON.stringify(message)),
];

/** Every request begins with the whole one before it, byte for byte. */
function expectGrowing(requests: readonly ModelRequest[]): void {
  for (const [n, request] of requests.slice(1).entries()) {
    const before = piecesOf(requests[n] ?? request);
    expect(piecesOf(request).slice(0, before.length)).toEqual(before);
  }
}

const systemOf = (request: ModelRequest | undefined) => String(request?.messages[0]?.content);
const times = (text: string, part: string) => text.split(part).length - 1;

afterEach(() => {
  vi.useRealTimers();
});

describe("the prefix of a session", () => {
  test("M3: different queries with different memories leave the prompt as it is; what is newly relevant follows the newest words", async () => {
    const { agent, model, say } = await open(() => ({ text: "好" }));
    for (const fact of ["数据库使用 PostgreSQL 16", "前端使用 Vue 3 和 Vite", "部署在 Kubernetes 集群"])
      await agent.memory.save(fact, { source: "user" });
    for (const words of ["数据库怎么连接", "前端怎么构建", "怎么部署到集群", "数据库怎么备份"]) await say(words);
    expectGrowing(model.requests);
    expect(new Set(model.requests.map(systemOf)).size).toBe(1);
    const last = JSON.stringify(model.requests.at(-1)?.messages);
    for (const word of ["PostgreSQL 16", "Vue 3", "Kubernetes"]) expect([word, times(last, word)]).toEqual([word, 1]);
    expect(String(model.requests[1]?.messages.at(-1)?.content)).toMatch(
      /^前端怎么构建\n\n<memory>[\s\S]*Vue 3[\s\S]*<\/memory>$/,
    );
  });

  test("H1: a minute later nothing changes, past midnight a message is appended and the prefix stands", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2025, 11, 1, 23, 58, 0) });
    const { agent, model, say } = await open(() => ({ text: "好" }));
    await agent.memory.save("发布步骤：先跑 lint 再打镜像", { source: "user" });
    await say("你好");
    vi.setSystemTime(new Date(2025, 11, 1, 23, 59, 1));
    await say("怎么发布");
    vi.setSystemTime(new Date(2025, 11, 2, 0, 0, 2));
    await say("继续");
    expectGrowing(model.requests);
    const [first, second, third] = model.requests.map(({ messages }) => messages.map(({ content }) => String(content)));
    expect(first?.[0]).toContain("2025-12-01");
    expect(third?.[0]).not.toContain("2025-12-02");
    expect(second?.at(-1)).toContain("先跑 lint 再打镜像"); // recalled with the newest words, and frozen there
    expect(third?.slice(-2)[0]).toContain("2025-12-02");
    expect(third?.at(-1)).toBe("继续");
    expect(times(JSON.stringify(third), "2025-12-02")).toBe(1);
  });

  test("H3: over ten starts with tools registered in any order the tools are the same bytes, sorted by name", async () => {
    const names = ["zeta", "mcp__b__x", "mcp__a__y", "alpha"];
    const tool = (name: string): Tool =>
      defineTool({
        name,
        description: `does ${name}`,
        schema: z.object({ zone: z.string(), area: z.number().optional() }),
        readOnly: true,
        preview: { over: 1_000, head: 100, tail: 100 },
        access: () => [],
        run: async () => ({ ok: true, content: "" }),
      });
    const orders = fc.sample(fc.shuffledSubarray(names, { minLength: names.length }), { numRuns: 10, seed: 7 });
    const sent = new Set<string>();
    for (const order of orders) {
      const { model, say } = await open([], { tools: order.map(tool) });
      await say("hello");
      const { tools = [] } = model.requests[0] ?? {};
      sent.add(JSON.stringify(tools));
      const sorted = tools.map(({ function: { name } }) => name);
      expect(sorted).toEqual(sorted.toSorted());
      expect(sorted).toEqual(expect.arrayContaining(names));
    }
    expect(sent.size).toBe(1);
  });

  test("whatever a session does between compactions, every request begins with the one before it", async () => {
    const doings: readonly (() => ScriptedReply)[] = [
      () => ({ text: "done" }),
      () => ({ calls: [{ name: "read_file", args: { path: "a.txt" } }] }),
      () => ({ calls: [{ name: "load_skill", args: { name: "debugging" } }] }),
      () => ({
        calls: [
          { name: "execute_command", args: { command: "echo hi; exit 3" } },
          { name: "list_dir", args: {} },
        ],
      }),
      () => ({ calls: [{ name: "read_file", rawArgs: '{"path": ' }], reasoning: "thinking" }),
      () => ({ calls: [{ name: "save_memory", args: { fact: "前端使用 Vue 3" } }] }),
    ];
    const inputs = ["数据库呢", "请记住：前端使用 Vue 3", "see @a.txt", "继续", "which cache?"];
    const step = fc.record({
      input: fc.constantFrom(...inputs),
      replies: fc.array(fc.integer({ min: 1, max: doings.length - 1 }), { maxLength: 3 }),
      before: fc.constantFrom("nothing", "approval", "day", "memory"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-01T04:00:00Z") });
        const queue: ScriptedReply[] = [];
        const { agent, model, say } = await open(() => queue.shift(), { files: { "a.txt": "one\ntwo\n" } });
        await agent.memory.save("数据库使用 PostgreSQL 16", { source: "user" });
        for (const [n, { input, replies, before }] of steps.entries()) {
          if (before === "approval") agent.setApproval(agent.approval === "full" ? "auto" : "full");
          if (before === "day") vi.setSystemTime(Date.now() + 86_400_000);
          if (before === "memory") await agent.memory.save(`缓存 cache 用 Redis ${n}`, { source: "user", force: true });
          queue.push(...replies.map((which) => doings[which]?.() ?? {}), { text: "done" });
          await say(input);
        }
        expectGrowing(model.requests);
      }),
      { numRuns: 8 },
    );
  });
});

describe("the prefix of other units", () => {
  test.each(["plan", "team"] as const)(
    "M3: in a %s every task, worker and reviewer goes on where its last request ended",
    async (mode) => {
      const calls = {
        calls: [
          { name: "read_file", args: { path: "a.txt" } },
          { name: "list_dir", args: {} },
        ],
      };
      const { session, model, senders, requestsOf, run } = await openPlanSession({
        files: { "a.txt": "one\ntwo\n", "PAI.md": "RULE" },
        script: (from, _, nth) => {
          if (from.kind === "planner") return { text: planJson([{ id: "a" }, { id: "b", dependencies: ["a"] }]) };
          if (nth % 2 === 0) return calls;
          if (from.kind === "review")
            return { text: JSON.stringify({ approved: nth > 1, reasons: nth > 1 ? [] : ["look again"] }) };
          return { text: `done ${nth}` };
        },
      });
      await session.memory.save("work of a uses PostgreSQL 16", { source: "user" });
      expect((await run("do the work", mode)).status).toBe("completed");
      await run("and now?", "react");
      const units = [...new Set(senders())];
      expect(units).toEqual(
        expect.arrayContaining(mode === "plan" ? ["task a", "task b", "main"] : ["task a", "review a", "main"]),
      );
      for (const unit of units) expectGrowing(requestsOf(unit));
      // What the roles have in common comes first: their system prompts begin alike.
      const tasks = ["task a", "task b"].map((unit) => systemOf(requestsOf(unit)[0]));
      expect(tasks[0]?.slice(0, 1_000)).toBe(tasks[1]?.slice(0, 1_000));
      expect(model.requests.length).toBeGreaterThan(6);
    },
  );
});

const SUMMARY = textsFor("zh")
  .context.summary.headings.map((heading) => `${heading}\n内容`)
  .join("\n\n");

describe("the project's rules in a session", () => {
  const RULES = "报告用中文写\n提交里绝不加 Co-Authored-By\n";

  test("B7: after two compactions the rules stand in the next request whole and once, as they are on the disk now", async () => {
    const { agent, model, root, say } = await open(
      (request) => ({ text: request.toolChoice === "none" ? SUMMARY : "看过了，没有问题。".repeat(60) }),
      { files: { "PAI.md": RULES } },
    );
    const rulesOf = () => {
      const all = JSON.stringify(model.requests.at(-1)?.messages);
      return ["报告用中文写", "提交里绝不加 Co-Authored-By", "不许推送"].map((rule) => times(all, rule));
    };
    for (let round = 0; round < 2; round++) {
      for (let turn = 0; turn < 4; turn++) await say(`看第 ${turn} 个模块`);
      if (round === 1) writeFileSync(join(root, "PAI.md"), `${RULES}不许推送\n`);
      expect(await agent.compact(undefined, signal)).toBe(true);
      await say("继续");
      expect(rulesOf()).toEqual([1, 1, round]);
      expect(systemOf(model.requests.at(-1))).toContain("报告用中文写");
      const kept = JSON.stringify(model.requests.at(-1)?.messages.slice(1));
      expect(times(kept, textsFor("zh").context.summary.title)).toBe(1);
    }
  });

  test("G3: started in a folder deep in the project, the session has the same rules as at its root", async () => {
    const files = {
      "AGENTS.md": "TOP\n@./rules/r.md",
      "rules/r.md": "LEVEL-1\n@../shared/s.md",
      "shared/s.md": "LEVEL-2",
      "sub/deep/x": "",
    };
    const top = await open([], { files });
    await top.say("hello");
    const deep = await open([], { root: top.root, home: top.home, cwd: "sub/deep" });
    await deep.say("hello");
    expect(systemOf(deep.model.requests[0])).toBe(systemOf(top.model.requests[0]));
    for (const word of ["TOP", "LEVEL-1", "LEVEL-2"]) expect(times(systemOf(deep.model.requests[0]), word)).toBe(1);
  });

  test("G7: a reload after an edit keeps the user's level, the project's and imports; without an edit the bytes stay", async () => {
    const files = { "PAI.md": "RULE-OLD\n@docs/a.md", "docs/a.md": "IMPORTED", "PAI.local.md": "RULE-LOCAL" };
    const { agent, model, root, say } = await open([], { files, userFiles: { "PAI.md": "RULE-USER" } });
    await say("one");
    await agent.reload();
    await say("two");
    expect(systemOf(model.requests[1])).toBe(systemOf(model.requests[0]));
    writeFileSync(join(root, "PAI.md"), "RULE-NEW\n@docs/a.md");
    const notices: AgentEvent[] = [];
    const events = agent.events();
    const reading = (async () => {
      for await (const event of events) if (event.type === "notice") notices.push(event);
    })();
    await say("three");
    expect(systemOf(model.requests[2])).toBe(systemOf(model.requests[0])); // told, and picked up when asked for
    await agent.reload();
    await say("four");
    await agent.close();
    await reading;
    expect(notices.filter((event) => event.type === "notice" && event.code === "PROJECT_MEMORY_CHANGED")).toHaveLength(1);
    const now = systemOf(model.requests[3]);
    for (const rule of ["RULE-USER", "RULE-NEW", "IMPORTED", "RULE-LOCAL"]) expect([rule, times(now, rule)]).toEqual([rule, 1]);
    expect(now).not.toContain("RULE-OLD");
  });

  test("M7: a link of a cloned repository to a file outside brings none of it into any request", async () => {
    const outside = tempFolder({ credentials: "PRIVATE-KEY-DATA", "dir/x.md": "PRIVATE-KEY-DATA" });
    const root = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n", "PAI.md": "RULE\n@aws.md\n@linked/x.md" });
    symlinkSync(join(outside, "credentials"), join(root, "aws.md"));
    symlinkSync(join(outside, "dir"), join(root, "linked"));
    symlinkSync(join(outside, "credentials"), join(root, "PAI.local.md"));
    const { model, say } = await open([], { root });
    await say("看看 @aws.md");
    const sent = JSON.stringify(model.requests);
    expect(sent).not.toContain("PRIVATE-KEY-DATA");
    expect(systemOf(model.requests[0])).toContain("RULE");
  });
});

describe("what a session remembers", () => {
  test("F5: one fact in three wordings is one memory and one line in view; one-off requests make none, whatever the model quotes", async () => {
    const wordings = ["用 pnpm，不要用 npm", "用pnpm,不要用npm。", "用 PNPM ，不要用 NPM"];
    const oneOff = ["run ls", "跑一下 ls 看看", "我们先把日志打印出来", "this time use port 9000"];
    const { agent, model, say } = await open(
      (request) => {
        if (request.tools.length > 0) return { text: "好" };
        const asked = JSON.stringify(request.messages.at(-1)?.content);
        return {
          text: JSON.stringify({
            facts: [...wordings, ...oneOff].filter((text) => asked.includes(text)).map((quote) => ({ quote })),
          }),
        };
      },
      { extraction: true },
    );
    for (const words of wordings) await agent.memory.save(words, { source: "user" });
    for (const words of [...oneOff, ...wordings.map((text) => `我们项目${text}`)]) await say(words);
    await say("装依赖用 pnpm 还是 npm");
    await agent.close(); // waits for what extraction still does
    const all = await agent.memory.entries();
    for (const words of oneOff) expect(all.map(({ content }) => content)).not.toContain(words);
    expect(all.filter(({ content }) => /^用/.test(content))).toHaveLength(1);
    const last = model.requests.findLast(({ tools }) => tools.length > 0)?.messages ?? [];
    const lines = last.flatMap(({ content }) => String(content).split("\n")).filter((line) => line.startsWith("- fact-"));
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines.map((line) => line.replace(/^- \S+/, ""))).size).toBe(lines.length);
  });
});

describe("the limit of an answer", () => {
  test("C3: beside a large input the answer's limit is lowered, and once more where the server still finds it too long", async () => {
    const tooLong = { message: "This request is too long by 200 tokens.", code: "context_length_exceeded" };
    const server = await startModelServer((_, n) => (n === 0 ? { status: 400, error: tooLong } : { text: "read" }));
    onTestFinished(() => server.close());
    const flags = {
      contextWindow: "32000",
      maxOutputTokens: "16000",
      baseUrl: server.url,
      apiKey: "sk-test-0123456789",
      model: "m",
    };
    const environment = await readEnvironment({
      flags,
      cwd: tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" }),
      env: { PAICLI_HOME: tempFolder(), HOME: tempFolder(), PATH: process.env.PATH },
    });
    const agent = await openAgent({ environment });
    onTestFinished(() => agent.close());
    const { status } = await agent.run({ typed: `read this: ${"word ".repeat(14_500)}` }, signal);
    expect(status).toBe("completed");
    const [first = 0, second = 0, ...more] = server.requests.map(({ body }) => Number(body.max_tokens));
    expect(first).toBeLessThan(16_000);
    expect(first + 14_500).toBeLessThan(32_000);
    expect(first).toBeGreaterThan(4_000);
    expect(second).toBeLessThanOrEqual(first - 200);
    expect(more).toEqual([]);
  });
});

describe("the language of memories", () => {
  test.each([
    ["zh", "我们公司叫云岫科技，项目的用户表统一用 user_profile_v2"],
    ["en", "At Nimbus Labs we always name the user table user_profile_v2"],
  ] as const)(
    "F8: what is extracted in %s is the person's own sentence, names and identifiers word for word",
    async (lang, words) => {
      const { agent, say } = await open(
        (request) => ({ text: request.tools.length === 0 ? JSON.stringify({ facts: [{ quote: words }] }) : "ok" }),
        { lang, extraction: true },
      );
      await say(words);
      await vi.waitFor(async () => expect(await agent.memory.entries()).toHaveLength(1));
      expect((await agent.memory.entries())[0]?.content).toBe(words);
    },
  );

  test("F8: in a Chinese interface English memories stay English under Chinese headings, and the other way round", async () => {
    for (const [lang, fact, query] of [
      ["zh", "The payment service is called pay-gateway", "pay-gateway 在哪"],
      ["en", "发布步骤：先跑 lint 再打镜像", "how do we 发布"],
    ] as const) {
      const { agent, model, say } = await open([], { lang });
      await agent.memory.save(fact, { source: "user" });
      await say(query);
      const system = systemOf(model.requests[0]);
      expect(system).toContain(fact);
      expect(system).toContain(textsFor(lang).memory.recall.intro);
    }
  });
});
