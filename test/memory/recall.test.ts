import { expect, test } from "vitest";
import type { MemoryEntry } from "../../src/memory/entry.ts";
import { createRecall, type SearchOptions } from "../../src/memory/recall.ts";
import { entriesOf, entryOf } from "../support/entries.ts";
import { testClock, testMemory, testRandom } from "../support/memory.ts";

const clock = testClock();

async function found(entries: readonly MemoryEntry[], query: string, options?: SearchOptions): Promise<readonly string[]> {
  return (await createRecall({ entries: async () => entries, clock }).search(query, options)).map(({ entry }) => entry.content);
}

const PROJECT = entriesOf(
  "发布步骤：先跑 lint 再打镜像",
  "构建用 Maven",
  "数据库使用 PostgreSQL 16",
  "we are on Java 21",
  "缩进用两个空格",
  "The payment service lives in services/pay-gateway and listens on port 8443",
  "用 pnpm，不要用 npm",
);

test.each(["发布", "怎么发布", "lint", "镜像", "如何打镜像"])("F8: %s finds the steps of a release first", async (query) => {
  expect((await found(PROJECT, query))[0]).toBe("发布步骤：先跑 lint 再打镜像");
});

test.each([
  ["how do we build", "构建用 Maven"],
  ["which database", "数据库使用 PostgreSQL 16"],
  ["要用哪个 JDK", "we are on Java 21"],
  ["indentation", "缩进用两个空格"],
  ["pay_gateway", "The payment service lives in services/pay-gateway and listens on port 8443"],
  ["PayGateway", "The payment service lives in services/pay-gateway and listens on port 8443"],
  ["postgers", "数据库使用 PostgreSQL 16"],
  ["ＰＮＰＭ", "用 pnpm，不要用 npm"],
])("F8: %s finds “%s”, in whatever language or spelling it was written", async (query, content) => {
  expect((await found(PROJECT, query))[0]).toBe(content);
});

test("versions are compared whole", async () => {
  const entries = entriesOf("升级到 1.2 之后接口变了", "升级到 1.12 之后接口变了");
  expect((await found(entries, "1.12"))[0]).toBe("升级到 1.12 之后接口变了");
});

test.each(["", "   ", "的了是在吗", "what is the of", "🎉🎉", "。。。！？", "继续", "go on"])(
  "%j asks for nothing",
  async (query) => {
    expect(await found(PROJECT, query)).toEqual([]);
  },
);

test("what has nothing to do with any memory finds none", async () => {
  expect(await found(PROJECT, "帮我写一个排序函数")).toEqual([]);
});

test("a question of 100 KB is read at its beginning and its end", async () => {
  const noise = "public static void main(String[] args) { return; }\n".repeat(2_000);
  expect((await found(PROJECT, `数据库怎么连接？\n${noise}`))[0]).toBe("数据库使用 PostgreSQL 16");
  expect((await found(PROJECT, `${noise}\n缩进是多少`))[0]).toBe("缩进用两个空格");
});

test("entries of 10 KB, of emoji, of code and of half characters are searched like any other", async () => {
  const entries = entriesOf("很长的说明".repeat(2_000), "🎉🎉", "\ud83d", "for (;;) { x++ }", "缓存用 Redis");
  expect((await found(entries, "缓存"))[0]).toBe("缓存用 Redis");
});

test("says what an entry has of the query, and what only means the same", async () => {
  const recall = createRecall({ entries: async () => PROJECT, clock });
  const why = async (query: string) => (await recall.search(query))[0]?.why;
  expect(await why("lint 怎么跑")).toContain("lint");
  expect(await why("building")).toEqual(["building ≈ 构建"]);
});

test("at most ten by default, and as many as asked for", async () => {
  const many = entriesOf(...Array.from({ length: 30 }, (_, i) => `缓存 Redis 第${i}条`));
  expect(await found(many, "缓存")).toHaveLength(10);
  expect(await found(many, "缓存", { limit: 3 })).toHaveLength(3);
});

test("M6: of equals yesterday's stands before last week's, last month's and last year's; an old one that fits better before all", async () => {
  const now = new Date("2026-03-01T00:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const ages = { 昨天: 1, 上周: 8, 上月: 35, 去年: 400, 早年: 2_000 };
  const entries = Object.entries(ages).map(([name, days]) => entryOf(`缓存 Redis ${name}`, { at: ago(days) }));
  for (const order of [entries, entries.toReversed()]) {
    const all = (await found(order, "缓存 Redis", { now })).map((content) => content.split(" ")[2]);
    expect(all).toEqual(Object.keys(ages));
    expect((await found(order, "早年 缓存 Redis", { now }))[0]).toBe("缓存 Redis 早年");
  }
});

test("among equals the later one stands first, judged by the given time", async () => {
  const entries = [
    entryOf("缓存用 Redis 集群", { at: "2025-01-01T00:00:00Z" }),
    entryOf("缓存用 Redis 单机", { at: "2026-01-01T00:00:00Z" }),
  ];
  expect((await found(entries, "缓存 Redis", { now: new Date("2026-02-01") }))[0]).toBe("缓存用 Redis 单机");
});

test("the index that followed many changes answers like a new one", async () => {
  const random = testRandom(7);
  const words = "缓存 Redis 数据库 PostgreSQL 构建 Maven 部署 k8s 测试 lint 端口 8080".split(" ");
  const fact = () => Array.from({ length: 4 }, () => words[Math.floor(random.next() * words.length)]).join(" ");
  let entries: readonly MemoryEntry[] = [];
  const recall = createRecall({ entries: async () => entries, clock });
  for (let step = 0; step < 25; step++) {
    const kept = entries.filter(() => random.next() > 0.2);
    entries = [...kept, entryOf(fact(), { id: `f${step}` }), entryOf(fact(), { id: `g${step}` })];
    const query = fact();
    expect(await recall.search(query)).toEqual(await createRecall({ entries: async () => entries, clock }).search(query));
  }
});

test("searches that overlap do not disturb each other", async () => {
  let entries = PROJECT;
  const recall = createRecall({ entries: async () => entries, clock });
  const first = recall.search("数据库");
  entries = entriesOf("缓存用 Redis");
  const second = recall.search("缓存");
  expect((await first).length + (await second).length).toBeGreaterThan(0);
  expect((await second)[0]?.entry.content).toBe("缓存用 Redis");
});

test("another project's memories are never found", async () => {
  const { memory, file } = testMemory();
  const other = testMemory({ file }, 2);
  await memory.save("项目用 JDK 17", { source: "user" });
  await other.memory.save("项目用 JDK 8", { source: "user" });
  const recall = createRecall({ entries: () => memory.entries(), clock });
  expect((await recall.search("JDK 版本")).map(({ entry }) => entry.content)).toEqual(["项目用 JDK 17"]);
});

test("a warm search among 10,000 memories takes less than 20 ms", async () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    entryOf(`service ${i} listens on port ${8_000 + (i % 900)} and logs to file ${i % 77}`, { id: `m${i}` }),
  );
  const recall = createRecall({ entries: async () => many, clock });
  for (let i = 0; i < 10; i++) await recall.search("which port does service 7 use");
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const before = process.cpuUsage();
    await recall.search(`where does service ${i} log`);
    times.push(process.cpuUsage(before).user / 1_000);
  }
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(20);
});
