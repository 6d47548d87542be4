import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { MemoryService } from "../../src/memory/contract.ts";
import { NO_MEMORY, type SystemMemory } from "../../src/memory/inject.ts";
import { createInjection, type Injection, withMemories } from "../../src/memory/injection.ts";
import { createRecall } from "../../src/memory/recall.ts";
import { type Message, textOf, typedText, type UserMessage } from "../../src/protocol/message.ts";
import { entryOf } from "../support/entries.ts";
import { testMemory } from "../support/memory.ts";

const zh = textsFor("zh");

function session(memory: MemoryService, budget = 2_000): Injection {
  const { clock } = testMemory();
  const entries = () => memory.entries();
  const recall = createRecall({ entries, clock });
  return createInjection({
    recall,
    entries,
    freshness: (entry) => memory.freshness(entry),
    budgetTokens: () => budget,
    texts: () => zh,
  });
}

async function saved(memory: MemoryService, ...facts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const fact of facts) ids.push((await memory.save(fact, { source: "user" })).entry?.id ?? "");
  return ids;
}

/** Types an input after the first one: what is sent of it. */
async function typed(
  injection: Injection,
  system: SystemMemory,
  messages: readonly Message[],
  input: string,
): Promise<UserMessage> {
  const message: UserMessage = { role: "user", content: input };
  const memory = await injection.turn(input, system, messages);
  return memory === undefined ? message : withMemories(message, memory, input);
}

const times = (text: string, part: string) => text.split(part).length - 1;

const FACTS = ["数据库使用 PostgreSQL 16", "前端使用 Vue 3 和 Vite", "部署在 Kubernetes 集群"];

test("M3: what was sent stays as it is: later inputs get only what is newly relevant, beside their words", async () => {
  const { memory } = testMemory();
  await saved(memory, ...FACTS);
  const injection = session(memory);
  const system = await injection.opening("数据库怎么连接");
  expect(system.block).toContain("PostgreSQL 16");
  const messages: Message[] = [{ role: "user", content: "数据库怎么连接" }];
  for (const input of ["前端怎么构建", "怎么部署到集群", "数据库要怎么备份", "前端和集群的数据库呢"]) {
    messages.push(await typed(injection, system, messages, input));
  }
  const all = [system.block, ...messages.map(textOf)].join("\n");
  for (const word of ["PostgreSQL 16", "Vue 3", "Kubernetes"]) expect(times(all, word)).toBe(1);
  expect(messages.slice(1).map((message) => message.role === "user" && typedText(message))).toEqual([
    "前端怎么构建",
    "怎么部署到集群",
    "数据库要怎么备份",
    "前端和集群的数据库呢",
  ]);
});

test("the block follows what the message already holds, images too, and only the person's words count as typed", async () => {
  const { memory } = testMemory();
  await saved(memory, ...FACTS);
  const memoryOfTurn = await session(memory).turn("数据库", NO_MEMORY, []);
  if (memoryOfTurn === undefined) throw new Error("nothing was recalled");
  const image = { type: "image_url" as const, image_url: { url: "data:image/png;base64,AA==" } };
  const message = withMemories({ role: "user", content: [{ type: "text", text: "数据库" }, image] }, memoryOfTurn, "数据库");
  expect(textOf(message)).toMatch(/^数据库\[image\]\n\n<memory>\n.*<\/memory>$/s);
  expect(typedText(message)).toBe("数据库");
  expect(message.memories).toHaveLength(1);
});

test("F5: a claim that is in view already, or stands in the store twice, is not shown again", async () => {
  const { memory } = testMemory();
  await saved(memory, "用 pnpm，不要用 npm");
  await memory.save("用pnpm,不要用npm。", { source: "user", scope: "global" });
  const injection = session(memory);
  const system = await injection.opening("装依赖用 pnpm 吗");
  expect(system.ids).toHaveLength(1);
  expect(await injection.turn("pnpm 还是 npm", system, [{ role: "user", content: "装依赖用 pnpm 吗" }])).toBeUndefined();
});

test("what is replaced while in view is announced once, with what stands in its place", async () => {
  const { memory } = testMemory();
  const [old = ""] = await saved(memory, "项目使用 JDK 17");
  const injection = session(memory);
  const system = await injection.opening("JDK 版本");
  const messages: Message[] = [{ role: "user", content: "JDK 版本" }];
  const replaced = await memory.replace(old, "项目使用 JDK 21", { source: "user" });
  messages.push(await typed(injection, system, messages, "继续"));
  const told = textOf(messages[1] ?? { role: "user", content: "" });
  expect(told).toContain(`- ${old}：已被 ${replaced.entry?.id} 取代`);
  expect(times(told, "JDK 21")).toBe(1);
  expect(await injection.turn("JDK 版本呢", system, messages)).toBeUndefined();
});

test("what another program rewrites under the same id while in view is announced once, with its new text", async () => {
  const { memory, clock } = testMemory();
  await saved(memory, "项目使用 JDK 17");
  let entries = await memory.entries();
  const injection = createInjection({
    recall: createRecall({ entries: async () => entries, clock }),
    entries: async () => entries,
    freshness: (entry) => memory.freshness(entry),
    budgetTokens: () => 2_000,
    texts: () => zh,
  });
  const system = await injection.opening("JDK 版本");
  const messages: Message[] = [{ role: "user", content: "JDK 版本" }];
  const [id = ""] = system.ids;
  entries = [entryOf("项目使用 JDK 21", { id })];
  messages.push(await typed(injection, system, messages, "继续"));
  const told = textOf(messages[1] ?? { role: "user", content: "" });
  expect(told).toContain(`- ${id}：`);
  expect(times(told, "JDK 21")).toBe(1);
  expect(await injection.turn("JDK 版本呢", system, messages)).toBeUndefined();
});

test("what is deleted while in view, in the system prompt or in a message, is announced once", async () => {
  const { memory } = testMemory();
  const [first = "", second = ""] = await saved(memory, "数据库使用 PostgreSQL 16", "部署在 Kubernetes 集群");
  const injection = session(memory);
  const system = await injection.opening("数据库");
  const messages: Message[] = [{ role: "user", content: "数据库" }];
  messages.push(await typed(injection, system, messages, "怎么部署到集群"));
  await memory.delete(first);
  await memory.delete(second);
  const turn = await injection.turn("好", system, messages);
  expect(turn).toMatchObject({ memories: [], withdrawn: [first, second] });
  messages.push(await typed(injection, system, messages, "好"));
  expect(await injection.turn("好", system, messages)).toBeUndefined();
});

test("after a summary the block holds what was in view and what the request needs, but nothing that a kept message carries", async () => {
  const { memory } = testMemory();
  const [db = "", front = "", cluster = ""] = await saved(memory, ...FACTS);
  const injection = session(memory);
  const system = await injection.opening("数据库怎么连接");
  const messages: Message[] = [{ role: "user", content: "数据库怎么连接" }];
  messages.push(await typed(injection, system, messages, "前端怎么构建"));
  messages.push(await typed(injection, system, messages, "怎么部署到集群"));
  const rebuilt = await injection.rewritten("怎么部署到集群", messages.slice(2));
  expect(rebuilt.ids).toEqual([db, front]);
  expect(rebuilt.block).not.toContain("Kubernetes");
  expect((await injection.rewritten("怎么部署到集群", [])).ids).toEqual([cluster, db, front]);
});

test("after /clear only the next input decides", async () => {
  const { memory } = testMemory();
  await saved(memory, ...FACTS);
  const injection = session(memory);
  await injection.opening("数据库怎么连接");
  const system = await injection.opening("怎么部署到集群");
  expect(system.block).toContain("Kubernetes");
  expect(system.block).not.toContain("PostgreSQL");
  expect(await injection.opening("你好")).toEqual(NO_MEMORY);
});

test("H5: a resume sends the recorded block byte for byte, whatever has become relevant or older meanwhile", async () => {
  const { memory, clock } = testMemory();
  const [db = ""] = await saved(memory, "数据库使用 PostgreSQL 16");
  const recorded = await session(memory).opening("数据库");
  clock.advance(90 * 86_400_000);
  await saved(memory, "数据库备份在 OSS");
  await memory.verify(db);
  expect(await session(memory).resumed(recorded, [])).toBe(recorded);
});

test("a resume after a replacement or deletion rebuilds the block from what is left of it", async () => {
  const { memory } = testMemory();
  const [db = "", jdk = ""] = await saved(memory, "数据库使用 PostgreSQL 16", "项目使用 JDK 17");
  const recorded = await session(memory).opening("数据库 JDK");
  expect(recorded.ids).toHaveLength(2);
  await memory.replace(jdk, "项目使用 JDK 21", { source: "user" });
  const resumed = await session(memory).resumed(recorded, []);
  expect(resumed.block).toContain("JDK 21");
  expect(resumed.block).not.toContain("JDK 17");
  await memory.delete(db);
  expect((await session(memory).resumed(resumed, [])).block).not.toContain("PostgreSQL");
});

test("an entry that was only written beside a relevant one does not enter the prompt", async () => {
  const { memory } = testMemory();
  await saved(memory, ...FACTS);
  expect((await session(memory).opening("怎么部署到集群")).ids).toHaveLength(1);
});

test("the budget of the window bounds the block", async () => {
  const { memory } = testMemory();
  for (let i = 0; i < 8; i++) await memory.save(`缓存第 ${i} 条：${"说明".repeat(60)}${i}`, { source: "user", force: true });
  const { ids } = await session(memory, 500).opening("缓存");
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.length).toBeLessThan(8);
});

test("outdated entries say so in the block", async () => {
  const { memory, clock } = testMemory();
  await saved(memory, "数据库使用 PostgreSQL 16");
  clock.advance(31 * 86_400_000);
  expect((await session(memory).about("数据库")).block).toContain("可能已过时");
});
