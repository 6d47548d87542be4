import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MemoryEntry } from "../../src/memory/entry.ts";
import { parseMemoryFile } from "../../src/memory/file-format.ts";
import { isPaiError } from "../../src/protocol/errors.ts";
import { acquireLock } from "../../src/util/file-lock.ts";
import { machineTag } from "../../src/util/machine.ts";
import { tempDir, testClock, testMemory, testRandom } from "../support/memory.ts";

const contents = (entries: readonly MemoryEntry[]) => entries.map(({ content }) => content);
const stored = (file: string): Record<string, unknown>[] => JSON.parse(readFileSync(file, "utf8"));
const litter = (file: string) => readdirSync(dirname(file)).filter((name) => /\.tmp-|\.lock/.test(name));

test("a saved memory is an element of a JSON array in the shape that the Java program reads", async () => {
  const { memory, file, project } = testMemory();
  const { status, entry } = await memory.save("项目用 JDK 17", { source: "user" });
  expect(status).toBe("stored");
  expect(stored(file)).toEqual([
    {
      id: expect.stringMatching(/^fact-[a-z0-9]{8}$/),
      content: "项目用 JDK 17",
      type: "FACT",
      timestamp: "2026-03-01T08:00:00.000Z",
      lastVerifiedAt: "2026-03-01T08:00:00.000Z",
      metadata: { scope: "project", project, source: "fact" },
      tokenCount: 4,
    },
  ]);
  expect(entry?.id).toBe(stored(file)[0]?.id);
  expect(litter(file)).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("F1: twenty saves and five deletes at once all take effect", async () => {
  for (let round = 0; round < 2; round++) {
    const { memory, file } = testMemory({}, round + 1);
    const old = await Promise.all(
      ["甲", "乙", "丙", "丁", "戊"].map((name) => memory.save(`${name.repeat(9)}`, { source: "user" })),
    );
    const saves = Array.from({ length: 20 }, (_, i) =>
      memory.save(`${String.fromCharCode(0x4e10 + i * 40).repeat(8)}约定`, { source: "user" }),
    );
    const deletes = old.map(({ entry }) => memory.delete(entry?.id ?? ""));
    const results = await Promise.all(saves);
    await Promise.all(deletes);
    expect(results.every(({ status }) => status === "stored")).toBe(true);
    expect(stored(file)).toHaveLength(20);
  }
});

test("M2: two memories of one file never overwrite each other's entries", async () => {
  const a = testMemory();
  const b = testMemory({ file: a.file, projectKey: a.project }, 2);
  await a.memory.save("第一条来自甲", { source: "user" });
  await b.memory.save("完全不同的乙方约定", { source: "user" });
  await a.memory.save("构建命令在 Makefile 里", { source: "user" });
  expect(contents(await b.memory.entries())).toEqual(["第一条来自甲", "完全不同的乙方约定", "构建命令在 Makefile 里"]);
});

test("a reader sees what another process wrote, also by hand", async () => {
  const { memory, file } = testMemory();
  await memory.save("接口返回 JSON", { source: "user" });
  expect(await memory.entries()).toHaveLength(1);
  writeFileSync(file, "[]\n");
  expect(await memory.entries()).toEqual([]);
});

test("M2: whoever changes the file and however, two memories of it see what a new one sees", async () => {
  const { memory, file, project } = testMemory();
  const others = [
    memory,
    testMemory({ file, projectKey: project }, 2).memory,
    testMemory({ file, projectKey: project }, 3).memory,
  ];
  const random = testRandom(7);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random.next() * items.length)];
  for (let step = 0; step < 120; step++) {
    const who = pick(others) ?? memory;
    const target = pick(await who.entries())?.id;
    const change = Math.floor(random.next() * 8);
    if (target === undefined || change < 4) await who.save(`${random.base36(20)} 约定`, { source: "user" });
    else if (change === 4) await who.delete(target);
    else if (change === 5) await who.verify(target);
    else if (change === 6) await who.replace(target, `${random.base36(20)} 改了`, { source: "user" });
    else {
      const byHand = [...stored(file), { id: `hand-${step}`, content: `手写 ${random.base36(20)}` }];
      writeFileSync(
        file,
        pick([JSON.stringify(byHand), JSON.stringify(byHand, null, 2), `\ufeff${JSON.stringify(byHand)}`]) ?? "[]",
      );
    }
    const anew = contents(await testMemory({ file, projectKey: project }).memory.entries());
    expect(contents(await (pick(others) ?? memory).entries())).toEqual(anew);
    if (change < 7) expect(stored(file).map(({ content }) => content)).toEqual(anew);
  }
});

test("a lock is waited for, then its holder is named and nothing is written", async () => {
  const { memory, file } = testMemory({ lockWaitMs: 60 });
  await memory.save("接口返回 JSON", { source: "user" });
  const before = readFileSync(file, "utf8");
  const lock = await acquireLock(`${file}.lock`, { waitMs: 0, clock: testClock(), random: testRandom(9) });
  const failure = await memory.save("部署用 Docker", { source: "user" }).catch((error: unknown) => error);
  expect(isPaiError(failure, "LOCK_HELD") && failure.values.pid).toBe(process.pid);
  expect(readFileSync(file, "utf8")).toBe(before);
  await lock.release();
  expect((await memory.save("部署用 Docker", { source: "user" })).status).toBe("stored");
});

describe("F3: a broken file", () => {
  const facts = ["第一条事实很重要", "部署脚本放在 ops 目录", '接口统一返回 "Result" {对象}'];

  async function filled() {
    const made = testMemory();
    for (const fact of facts) await made.memory.save(fact, { source: "user" });
    return { ...made, whole: readFileSync(made.file) };
  }

  test("cut at any byte: every entry before the cut is read, and it is seen that something is missing", async () => {
    const text = (await filled()).whole.toString();
    const ends = [...text.matchAll(/\}(?=,?\n)/g)].map(({ index }) => index + 1);
    for (let cut = 0; cut < text.length - 2; cut++) {
      const { records, broken } = parseMemoryFile(text.slice(0, cut), new Map());
      const whole = facts.slice(0, ends.filter((end) => end <= cut).length);
      expect({ broken, read: records.map(({ entry }) => entry?.content) }, `cut at ${cut}`).toEqual({
        broken: true,
        read: whole,
      });
    }
  });

  test("the next save keeps a copy byte for byte, says so once, and goes on with what could be read", async () => {
    const { file, project, whole } = await filled();
    truncateSync(file, whole.length - 8);
    const half = readFileSync(file);
    const { memory, notices } = testMemory({ file, projectKey: project }, 7);
    expect((await memory.save("完全不同的新约定", { source: "user" })).status).toBe("stored");
    const copies = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.corrupt-`));
    expect(copies).toHaveLength(1);
    expect(readFileSync(join(dirname(file), copies[0] ?? ""))).toEqual(half);
    expect(contents(await memory.entries())).toEqual([...facts.slice(0, 2), "完全不同的新约定"]);
    expect(notices).toEqual([{ kind: "broken", path: file, readable: 2, copy: join(dirname(file), copies[0] ?? "") }]);
    await memory.save("另一条约定用于确认", { source: "user" });
    expect(notices).toHaveLength(1);
  });

  test.each([
    ["garbage between entries", (text: string) => text.replace(",\n", ", oops {\n")],
    ["a stray quote in front, all in one line", (text: string) => `"${JSON.stringify(JSON.parse(text))}`],
    ["an object instead of an array", (text: string) => `{"entries":${text}}`],
    ["laid out over many lines, its end gone", (text: string) => JSON.stringify(JSON.parse(text), null, 2).slice(0, -2)],
    ["two JSON values in one file", (text: string) => `${text}${text}`],
  ])("%s: every whole entry is found, in order, once", async (_, damage) => {
    const { file, project, whole } = await filled();
    writeFileSync(file, damage(whole.toString()));
    const { memory, notices } = testMemory({ file, projectKey: project });
    expect(contents(await memory.entries())).toEqual(facts);
    expect(notices).toHaveLength(1);
  });

  test("that is empty or full of NULs is kept aside too", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(4096)]) {
      const { memory, file, notices } = testMemory();
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      await memory.save("接口返回 JSON", { source: "user" });
      expect(notices.map((notice) => notice.kind === "broken" && notice.copy !== undefined)).toEqual([true]);
      expect(stored(file)).toHaveLength(1);
    }
  });

  test("bytes that are no UTF-8 are kept aside before the text is written back", async () => {
    const { file, project, whole } = await filled();
    const bytes = Buffer.concat([whole.subarray(0, 40), Buffer.from([0xff]), whole.subarray(41)]);
    writeFileSync(file, bytes);
    const { memory } = testMemory({ file, projectKey: project });
    await memory.save("完全不同的新约定", { source: "user" });
    const copy = readdirSync(dirname(file)).find((name) => name.includes(".corrupt-"));
    expect(readFileSync(join(dirname(file), copy ?? ""))).toEqual(bytes);
  });

  test("megabytes of garbage are searched in linear time", async () => {
    for (const unit of ["{", '{"id":"', '"', "}", "[", "},{"]) {
      const { memory, file } = testMemory();
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, unit.repeat(Math.ceil(1_000_000 / unit.length)));
      const start = performance.now();
      expect(await memory.entries()).toEqual([]);
      expect(performance.now() - start, unit).toBeLessThan(2_000);
    }
  });
});

describe("F12: a save touches nothing but its own entry", () => {
  test("a byte order mark and Windows line ends are read; records that are no entries stay and are not used", async () => {
    const { memory, file, notices } = testMemory();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      '\uFEFF[\r\n  {"id": "fact-1", "content": "手写的约定", "note": [1, 2]},\r\n  "a hand-written line",\r\n  {"x": 1}\r\n]',
    );
    expect(contents(await memory.entries())).toEqual(["手写的约定"]);
    await memory.save("部署用 Docker", { source: "user" });
    expect(stored(file).slice(0, 3)).toEqual([
      { id: "fact-1", content: "手写的约定", note: [1, 2] },
      "a hand-written line",
      { x: 1 },
    ]);
    expect(notices).toEqual([{ kind: "not_understood", path: file, count: 2 }]);
  });

  test("numbers and key order of other entries are written back as they were", async () => {
    const { memory, file } = testMemory();
    mkdirSync(dirname(file), { recursive: true });
    const line = '{"timestamp":1700000000.123456789,"id":"fact-1","content":"旧的","big":12345678901234567890,"e":1e2}';
    writeFileSync(file, `[${line}]`);
    await memory.save("部署用 Docker", { source: "user" });
    expect(readFileSync(file, "utf8").split("\n")[1]).toBe(`${line},`);
  });
});

test("a file of the Java program is understood, used, and survives a save with all its fields", async () => {
  const { memory, file, project, clock } = testMemory();
  mkdirSync(dirname(file), { recursive: true });
  const java = [
    {
      id: "fact-a",
      content: "有小数的秒",
      type: "FACT",
      timestamp: 1767225600.5,
      metadata: { scope: "project", project, source: "fact" },
      tokenCount: 3,
    },
    {
      id: "fact-b",
      content: "毫秒",
      type: "FACT",
      timestamp: 1767225600500,
      lastVerifiedAt: "2026-02-01T00:00:00Z",
      metadata: {},
      tokenCount: 2,
    },
    {
      id: "fact-c",
      content: "文本时间",
      type: "PREFERENCE",
      timestamp: "2026-01-01T00:00:00.123456789Z",
      metadata: { custom: "kept" },
      future: { x: 1 },
    },
    { id: "fact-d", content: "带时区", type: "FACT", timestamp: "2026-01-01T08:00:00+08:00[Asia/Shanghai]" },
    { id: "fact-e", content: "没有时间", type: "FACT", metadata: null },
    { id: "fact-f", content: "秒的文本", type: "FACT", timestamp: "1767225600" },
  ];
  writeFileSync(file, JSON.stringify(java, null, 2));
  const entries = await memory.entries();
  expect(entries.map(({ scope }) => scope)).toEqual(["project", "global", "global", "global", "global", "global"]);
  expect(entries.map(({ written }) => written.toISOString().slice(0, 10))).toEqual([
    "2026-01-01",
    "2026-01-01",
    "2026-01-01",
    "2026-01-01",
    "1970-01-01",
    "2026-01-01",
  ]);
  expect(entries[1]?.verified.toISOString()).toBe("2026-02-01T00:00:00.000Z");
  expect(entries[0]?.verified).toEqual(entries[0]?.written);
  clock.advance(1000);
  await memory.verify("fact-c");
  await memory.save("部署用 Docker", { source: "user" });
  const after = stored(file);
  expect(after).toHaveLength(7);
  expect(after.filter((_, i) => i < 6 && i !== 2)).toEqual(java.filter((_, i) => i !== 2));
  expect(after[2]).toEqual({ ...java[2], lastVerifiedAt: "2026-03-01T08:00:01.000Z" });
});

describe("F4: where the file lies", () => {
  test("a link to it stays a link, its target is updated and keeps its mode", async () => {
    const folder = tempDir();
    const target = join(folder, "dotfiles.json");
    writeFileSync(target, "[]", { mode: 0o640 });
    chmodSync(target, 0o640);
    const file = join(tempDir(), "long_term_memory.json");
    symlinkSync(target, file);
    const { memory } = testMemory({ file });
    await memory.save("接口返回 JSON", { source: "user" });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(stored(target)).toHaveLength(1);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(litter(file).concat(litter(target))).toEqual([]);
  });

  test("a temporary file that a killed process left is removed by the next save", async () => {
    const { memory, file } = testMemory();
    mkdirSync(dirname(file), { recursive: true });
    const dead = spawnSync("true").pid;
    const left = join(dirname(file), `.tmp-${machineTag()}-${dead}-abc123`);
    const foreign = join(dirname(file), ".tmp-00000000-1-abc123");
    writeFileSync(left, "half");
    writeFileSync(foreign, "of another host");
    await memory.save("接口返回 JSON", { source: "user" });
    expect(existsSync(left)).toBe(false);
    expect(existsSync(foreign)).toBe(true);
  });

  test("a folder in its place is an error, for reading and for writing", async () => {
    const { memory, file } = testMemory();
    mkdirSync(file, { recursive: true });
    await expect(memory.entries()).rejects.toMatchObject({ code: "MEMORY_UNREADABLE" });
    await expect(memory.save("接口返回 JSON", { source: "user" })).rejects.toMatchObject({ code: "MEMORY_UNREADABLE" });
  });

  test("a link into a folder that is not there is an error that names both, for readers too; no folder is made for it", async () => {
    for (const place of ["file", "folder"] as const) {
      const home = tempDir();
      const away = join(home, "away", "memory");
      const file = join(home, "memory", "long_term_memory.json");
      if (place === "file") mkdirSync(dirname(file));
      const link = place === "file" ? file : dirname(file);
      const target = place === "file" ? join(away, "store.json") : away;
      symlinkSync(target, link);
      const { memory } = testMemory({ file });
      const broken = { code: "MEMORY_LINK_BROKEN", values: { link, target } };
      await expect(memory.save("接口返回 JSON", { source: "user" })).rejects.toMatchObject(broken);
      await expect(memory.entries()).rejects.toMatchObject(broken);
      expect(existsSync(join(home, "away"))).toBe(false);
      mkdirSync(away, { recursive: true });
      expect(await memory.entries()).toEqual([]);
      expect(await memory.save("接口返回 JSON", { source: "user" })).toMatchObject({ status: "stored" });
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
    }
  });

  test("a file in place of its folder is an error that names the file", async () => {
    const file = join(tempDir(), "memory", "long_term_memory.json");
    writeFileSync(dirname(file), "");
    const { memory } = testMemory({ file });
    await expect(memory.save("接口返回 JSON", { source: "user" })).rejects.toMatchObject({
      code: "MEMORY_UNWRITABLE",
      values: { path: file },
    });
  });
});

test("what was written a moment ago is read again only when the file changed", async () => {
  const { memory, file } = testMemory();
  await memory.save("接口返回 JSON", { source: "user" });
  const [first] = await memory.entries();
  const [again] = await memory.entries();
  expect(again).toBe(first);
  utimesSync(file, new Date(), new Date(Date.now() + 5000));
  const [reread] = await memory.entries();
  expect(reread).toBe(first); // same line, same record: caches of recall stay warm
});
