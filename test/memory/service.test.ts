import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { listedJson, resultJson } from "../../src/memory/describe.ts";
import { fileCandidates } from "../../src/memory/freshness.ts";
import { realTarget } from "../../src/util/paths.ts";
import { tempDir, testMemory } from "../support/memory.ts";

const DAY = 86_400_000;
const user = { source: "user" } as const;

describe("the same fact again", () => {
  test("F5: three wordings of one fact are one entry, whose confirmation is renewed", async () => {
    const { memory, clock } = testMemory();
    const { entry } = await memory.save("用 pnpm，不要用 npm", user);
    clock.advance(DAY);
    for (const wording of ["用 PNPM,不要用 NPM。", "用pnpm，不要用 ｎｐｍ"]) {
      const again = await memory.save(wording, user);
      expect(again).toMatchObject({ status: "duplicate", entry: { id: entry?.id, content: "用 pnpm，不要用 npm" } });
    }
    const [only, ...rest] = await memory.entries();
    expect(rest).toEqual([]);
    expect(only?.written).toEqual(entry?.written);
    expect(only?.verified).toEqual(clock.now());
  });

  test("from the model it is renewed only when the user said it in this turn, from extraction never", async () => {
    const { memory, clock } = testMemory();
    const { entry } = await memory.save("统一使用 pnpm", user);
    clock.advance(DAY);
    await memory.save("统一使用 pnpm", { source: "extraction" });
    await memory.save("统一使用 pnpm", { source: "model" });
    expect((await memory.entries())[0]?.verified).toEqual(entry?.verified);
    await memory.save("统一使用 pnpm", { source: "model", confirmed: true });
    expect((await memory.entries())[0]?.verified).toEqual(clock.now());
  });

  test("is the same only inside its type, scope and project", async () => {
    const a = testMemory();
    const b = testMemory({ file: a.file }, 2);
    expect((await a.memory.save("统一使用 pnpm", user)).status).toBe("stored");
    expect((await a.memory.save("统一使用 pnpm", { ...user, scope: "global" })).status).toBe("stored");
    expect((await b.memory.save("统一使用 pnpm", user)).status).toBe("stored");
    expect(await a.memory.list({ allProjects: true })).toHaveLength(3);
  });
});

describe("a contradiction", () => {
  test("is never written by itself; both stay if the user insists", async () => {
    const { memory } = testMemory();
    const { entry } = await memory.save("项目使用 Java 17。", user);
    const conflict = await memory.save("项目使用 Java 21", user);
    expect(conflict.status).toBe("conflict");
    expect(conflict.conflicts.map(({ id }) => id)).toEqual([entry?.id]);
    expect(await memory.entries()).toHaveLength(1);
    expect((await memory.save("项目使用 Java 21", { ...user, force: true })).status).toBe("stored");
    expect(await memory.entries()).toHaveLength(2);
  });

  test("that the user accepted covers the entries that were shown, not one that came since", async () => {
    const { memory } = testMemory();
    const first = await memory.save("项目使用 Java 17", user);
    await memory.save("项目使用 Java 11", { ...user, force: true });
    const shown = [first.entry?.id ?? ""];
    expect((await memory.save("项目使用 Java 21", { source: "model", keepBeside: shown })).status).toBe("conflict");
  });

  test("an extraction that meets one is skipped and counted", async () => {
    const { memory, project } = testMemory();
    const { entry } = await memory.save("项目使用 Java 17", user);
    expect((await memory.save("项目使用 Java 21", { source: "extraction" })).status).toBe("conflict");
    expect((await memory.status()).skipped).toBe(1);
    expect(await memory.skipped()).toEqual([
      { content: "项目使用 Java 21", at: "2026-03-01T08:00:00.000Z", project, conflicts: [entry?.id] },
    ]);
  });

  test("M2: what several sessions skip at the same time is counted whole, and listed once", async () => {
    const { memory, file, project } = testMemory();
    await memory.save("项目使用 Java 17", user);
    const others = [memory, ...[2, 3, 4].map((seed) => testMemory({ file, projectKey: project }, seed).memory)];
    await Promise.all(
      [8, 11, 21, 25].flatMap((version) => others.map((one) => one.save(`项目使用 Java ${version}`, { source: "extraction" }))),
    );
    expect((await memory.status()).skipped).toBe(16);
    expect((await memory.skipped()).map(({ content }) => content).toSorted()).toEqual(
      [11, 21, 25, 8].map((version) => `项目使用 Java ${version}`),
    );
  });
});

describe("a replacement", () => {
  test("takes the place of its target with a new id, keeps unknown fields, and is the user's own", async () => {
    const { memory, file, project, clock } = testMemory();
    await memory.save("部署用 Docker", user);
    const { entry } = await memory.save("项目使用 Java 17", { source: "extraction" });
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"content":"项目使用 Java 17"', '"future":{"x":1},"content":"项目使用 Java 17"'),
    );
    clock.advance(1000);
    const result = await memory.replace(entry?.id.slice(0, 8) ?? "", "项目使用 Java 21", user);
    expect(result.status).toBe("replaced");
    const [, stored] = JSON.parse(readFileSync(file, "utf8"));
    expect(stored).toMatchObject({ content: "项目使用 Java 21", future: { x: 1 }, timestamp: clock.now().toISOString() });
    expect(stored.metadata).toEqual({ scope: "project", project, source: "fact", replaces: entry?.id });
    expect(stored.id).not.toBe(entry?.id);
  });

  test("is checked against the other entries", async () => {
    const { memory } = testMemory();
    const a = await memory.save("项目使用 Java 17", user);
    const b = await memory.save("部署用 Docker", user);
    expect((await memory.replace(b.entry?.id ?? "", "项目使用 Java 21", user)).conflicts.map(({ id }) => id)).toEqual([
      a.entry?.id,
    ]);
    expect((await memory.replace(b.entry?.id ?? "", "项目使用 Java 21", { ...user, force: true })).status).toBe("replaced");
  });

  test("by what another entry already says removes nothing and names that one", async () => {
    const { memory } = testMemory();
    const a = await memory.save("项目使用 Java 21", user);
    const b = await memory.save("项目使用 Java 17", { ...user, force: true });
    const result = await memory.replace(b.entry?.id ?? "", "项目使用 JAVA 21。", user);
    expect(result).toMatchObject({ status: "duplicate", entry: { id: a.entry?.id }, conflicts: [] });
    expect((await memory.entries()).map(({ stored }) => stored)).toEqual([a.entry?.stored, b.entry?.stored]);
  });

  test("of an entry that is not there says so", async () => {
    const { memory } = testMemory();
    expect(resultJson(await memory.replace("fact-none", "项目使用 Java 21", user))).toEqual({
      status: "target_not_found",
      conflicts: [],
    });
  });
});

describe("F9: no way in takes credentials", () => {
  test.each([
    "部署密码是 Hunter2!，API_KEY=sk-abcdefghijklmnopqrstuvwx",
    "密码是 Abc12345",
    "postgres://app:S3cret@db/x",
    "密码\u200b是 Abc12345",
    `CI 用 ghp_${"0123456789abcdef".repeat(2)}0123 拉代码`,
    "对象存储用 AKIAIOSFODNN7EXAMPLE",
    "网关的令牌 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA",
  ])("%j", async (fact) => {
    const { memory, file } = testMemory();
    for (const source of ["user", "model", "extraction"] as const) {
      for (const force of [true, false])
        expect(await memory.save(fact, { source, force, personal: true })).toMatchObject({ status: "refused", reason: "secret" });
    }
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    "上次能用的提交是 3f5a9c0d1e2b4a6f8c7d9e0b1a2c3d4e5f6a7b8c",
    "压测租户的编号是 123e4567-e89b-42d3-a456-426614174000",
    "密钥从 process.env.API_KEY 读取",
    "the public mirror needs no API key",
  ])("and what only looks like one is kept word for word: %s", async (fact) => {
    const { memory } = testMemory();
    expect(await memory.save(fact, user)).toMatchObject({ status: "stored", entry: { content: fact } });
  });

  test("nor does a replacement", async () => {
    const { memory } = testMemory();
    const { entry } = await memory.save("部署用 Docker", user);
    expect(await memory.replace(entry?.id ?? "", "密码是 Abc12345", { ...user, force: true })).toMatchObject({
      reason: "secret",
    });
  });

  test("personal data is taken only from the user who insists", async () => {
    const { memory } = testMemory();
    const fact = "值班电话 13812345678";
    expect(await memory.save(fact, { source: "model", force: true })).toMatchObject({ reason: "personal_data" });
    expect(await memory.save(fact, { source: "extraction", force: true })).toMatchObject({ reason: "personal_data" });
    expect(await memory.save(fact, user)).toMatchObject({ reason: "personal_data" });
    expect((await memory.save(fact, { ...user, force: true })).status).toBe("stored");
  });

  test("an empty or overlong fact is refused, a long one of several lines becomes one", async () => {
    const { memory } = testMemory();
    expect(await memory.save(" \n\t", user)).toMatchObject({ reason: "empty" });
    expect(await memory.save("长".repeat(1501), user)).toMatchObject({ reason: "too_long" });
    expect((await memory.save("第一行\n第二行\u202e", user)).entry?.content).toBe("第一行 第二行");
  });
});

describe("scopes", () => {
  test("M8, F11: another project sees only global entries, in lists and by id", async () => {
    const a = testMemory();
    const b = testMemory({ file: a.file }, 2);
    const own = await a.memory.save("甲项目的内部约定", user);
    await a.memory.save("回答去除 AI 味", { ...user, scope: "global" });
    expect((await b.memory.entries()).map(({ content }) => content)).toEqual(["回答去除 AI 味"]);
    await expect(b.memory.delete(own.entry?.id ?? "")).rejects.toMatchObject({ code: "MEMORY_ID_UNKNOWN" });
    expect((await b.memory.replace(own.entry?.id ?? "", "别的", user)).status).toBe("target_not_found");
    expect(await b.memory.list({ allProjects: true })).toHaveLength(2);
    expect(await b.memory.clear("project")).toBe(0);
    expect(await a.memory.entries()).toHaveLength(2);
  });

  test("F11: projects whose names differ only in what a file name can not hold never share", async () => {
    const root = tempDir();
    const names = ["订单", "账本", "a-b", "a_b", "a/b", "é", "e\u0301"].map((name) => join(root, name));
    const file = join(root, "memory.json");
    for (const [i, name] of names.entries()) {
      mkdirSync(name, { recursive: true });
      await testMemory({ file, projectKey: realTarget(name) }, i + 1).memory.save(`只属于第 ${i} 个项目`, user);
    }
    symlinkSync(names[0] ?? "", join(root, "link"));
    for (const [i, name] of [...names, join(root, "link")].entries()) {
      const seen = await testMemory({ file, projectKey: realTarget(name) }, 50 + i).memory.entries();
      expect(seen.map(({ content }) => content)).toEqual([`只属于第 ${i % names.length} 个项目`]);
    }
  });

  test("clear empties one scope and says how many went", async () => {
    const { memory } = testMemory();
    await memory.save("甲约定第一条", user);
    await memory.save("部署用 Docker", user);
    await memory.save("回答用中文", { ...user, scope: "global" });
    expect(await memory.clear("project")).toBe(2);
    expect((await memory.entries()).map(({ content }) => content)).toEqual(["回答用中文"]);
  });
});

describe("an id", () => {
  test("may be shortened to what is unique, with or without its fact-; else it is told what fits", async () => {
    const { memory, file } = testMemory();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(["fact-aa11", "fact-aa12", "fact-aa1"].map((id) => ({ id, content: id }))));
    expect((await memory.get("fact-aa12")).id).toBe("fact-aa12");
    expect((await memory.get("aa11")).id).toBe("fact-aa11");
    expect((await memory.get("fact-aa1")).id).toBe("fact-aa1");
    await expect(memory.get("fact-a")).rejects.toMatchObject({
      code: "MEMORY_ID_AMBIGUOUS",
      values: { matches: "fact-aa11, fact-aa12, fact-aa1" },
    });
    await expect(memory.verify("fact-zz")).rejects.toMatchObject({ code: "MEMORY_ID_UNKNOWN" });
    await expect(memory.get("")).rejects.toMatchObject({ code: "MEMORY_ID_UNKNOWN" });
  });
});

describe("freshness", () => {
  test("an entry is stale after more than 30 days without verification; only the user's verify renews it", async () => {
    const { memory, clock } = testMemory();
    const { entry } = await memory.save("部署用 Docker", user);
    clock.advance(30 * DAY);
    expect((await memory.list())[0]?.stale).toBe(false);
    clock.advance(1);
    expect((await memory.list())[0]?.stale).toBe(true);
    const verified = await memory.verify(entry?.id ?? "");
    expect(verified.written).toEqual(entry?.written);
    expect((await memory.list())[0]?.stale).toBe(false);
  });

  test("zero days or fewer turn it off", async () => {
    const { memory, clock } = testMemory({ staleDays: 0 });
    await memory.save("部署用 Docker", user);
    clock.advance(1000 * DAY);
    expect((await memory.list())[0]?.stale).toBe(false);
  });

  test("an extracted entry is pending until the user verifies it or says it again", async () => {
    const { memory } = testMemory();
    const a = await memory.save("部署用 Docker", { source: "extraction" });
    await memory.save("统一使用 pnpm", { source: "extraction" });
    expect((await memory.list()).map((listed) => listedJson(listed).pending)).toEqual([true, true]);
    await memory.verify(a.entry?.id ?? "");
    await memory.save("统一使用 pnpm", user);
    expect((await memory.list()).map((listed) => listedJson(listed).pending)).toEqual([false, false]);
  });

  test("an entry that names a project file is stale once that file has another content, not when it was only touched", async () => {
    const { memory, project, clock } = testMemory();
    const pom = join(project, "pom.xml");
    const at = (offset: number) => new Date(clock.now().getTime() + offset);
    writeFileSync(pom, "<java>17</java>");
    utimesSync(pom, at(-5000), at(-5000));
    const { entry } = await memory.save("版本写在pom.xml里，是 JDK 17", user);
    expect(String(entry?.stored.metadata?.files)).toMatch(/^15 [0-9a-f]{16} pom\.xml$/);
    utimesSync(pom, at(5000), at(5000));
    expect((await memory.list())[0]).toMatchObject({ stale: false });
    writeFileSync(pom, "<java>21</java>");
    utimesSync(pom, at(-5000), at(-5000));
    expect((await memory.list())[0]).toMatchObject({ stale: false }); // older than the verification: it was seen then
    utimesSync(pom, at(5000), at(5000));
    expect((await memory.list())[0]).toMatchObject({ stale: true, changedFile: "pom.xml" });
    clock.advance(10_000);
    await memory.verify(entry?.id ?? "");
    expect((await memory.list())[0]).toMatchObject({ stale: false });
  });

  test("files outside the project, folders and global entries are not linked", async () => {
    const { memory, project } = testMemory();
    writeFileSync(join(project, "..", "paicli-outside.txt"), "x");
    mkdirSync(join(project, "src"));
    symlinkSync("/etc/hostname", join(project, "leak"));
    for (const fact of ["看 ../paicli-outside.txt 吧", "代码在 src 里", "文件 leak 很重要"]) {
      expect((await memory.save(fact, user)).entry?.stored.metadata?.files).toBeUndefined();
    }
  });

  test("names of files are found inside Chinese text and without the marks around them", () => {
    expect(fileCandidates("配置在“src/app.ts”，修改pom.xml后运行 ./run.sh.")).toEqual(
      expect.arrayContaining(["src/app.ts", "pom.xml", "./run.sh"]),
    );
  });
});

describe("undo", () => {
  test("turns back save, replace, verify, delete and clear, one after the other", async () => {
    const { memory, file, clock } = testMemory();
    const states: string[] = [];
    const step = async (action: () => Promise<unknown>) => {
      states.push(existsSync(file) ? readFileSync(file, "utf8") : "[]\n");
      clock.advance(1000);
      await action();
    };
    await step(() => memory.save("部署用 Docker", user));
    await step(() => memory.save("项目使用 Java 17", user));
    const [docker, java] = await memory.entries();
    await step(() => memory.verify(docker?.id ?? ""));
    await step(() => memory.replace(java?.id ?? "", "项目使用 Java 21", user));
    await step(() => memory.delete(docker?.id ?? ""));
    await step(() => memory.clear("project"));
    for (const what of ["clear", "delete", "replace", "verify", "save", "save"]) {
      expect((await memory.undo()).what).toBe(what);
      expect(readFileSync(file, "utf8")).toBe(states.pop());
    }
    await expect(memory.undo()).rejects.toMatchObject({ code: "MEMORY_UNDO_EMPTY" });
  });

  test("leaves what others changed meanwhile, and another project's changes, as they are", async () => {
    const a = testMemory();
    const b = testMemory({ file: a.file }, 2);
    await a.memory.save("甲项目的约定", user);
    const { entry } = await a.memory.save("部署用 Docker", user);
    await a.memory.delete(entry?.id ?? "");
    await b.memory.save("乙项目的约定", user);
    expect(await a.memory.undo()).toMatchObject({ what: "delete", restored: [{ id: entry?.id }], taken: [] });
    expect((await b.memory.entries()).map(({ content }) => content)).toEqual(["乙项目的约定"]);
    expect((await a.memory.entries()).map(({ content }) => content)).toEqual(["甲项目的约定", "部署用 Docker"]);
  });

  test("refuses to overwrite an entry that was edited by hand since", async () => {
    const { memory, file } = testMemory();
    const { entry } = await memory.save("项目使用 Java 17", user);
    await memory.verify(entry?.id ?? "");
    writeFileSync(file, readFileSync(file, "utf8").replace("Java 17", "Java 25"));
    await expect(memory.undo()).rejects.toMatchObject({ code: "MEMORY_UNDO_CHANGED", values: { ids: entry?.id } });
    expect((await memory.entries())[0]?.content).toBe("项目使用 Java 25");
  });

  test("turns back what a formatter has only written in another way", async () => {
    const reordered = (text: string) =>
      JSON.stringify(
        JSON.parse(text).map((entry: object) => Object.fromEntries(Object.entries(entry).toReversed())),
        null,
        2,
      ).replaceAll("部", "\\u90e8");
    for (const step of ["save", "verify", "replace", "delete"] as const) {
      const { memory, file } = testMemory();
      await memory.save("项目使用 Java 17", user);
      const { entry } = await memory.save("部署用 Docker", user);
      const id = entry?.id ?? "";
      const before = await memory.entries();
      if (step === "save") await memory.save("代码用 tab 缩进", user);
      if (step === "verify") await memory.verify(id);
      if (step === "replace") await memory.replace(id, "部署用 Podman", user);
      if (step === "delete") await memory.delete(id);
      writeFileSync(file, reordered(readFileSync(file, "utf8")));
      expect((await memory.undo()).what).toBe(step);
      expect((await memory.entries()).map(({ stored }) => stored)).toEqual(before.map(({ stored }) => stored));
    }
  });

  test("skips a change that was prepared but never made, and a line that a crash tore", async () => {
    const { memory, file } = testMemory();
    await memory.save("部署用 Docker", user);
    const before = readFileSync(file, "utf8");
    await memory.save("项目使用 Java 17", user);
    writeFileSync(file, before); // the process died between the history and the rename
    const day = join(dirname(file), "undo", "changes-2026-03-01.jsonl");
    writeFileSync(day, `${readFileSync(day, "utf8")}\n{"id":"torn`);
    expect((await memory.undo()).taken.map(({ content }) => content)).toEqual(["部署用 Docker"]);
  });

  test("goes back 30 days and no further; older files are removed", async () => {
    const { memory, file, project, clock } = testMemory();
    await memory.save("部署用 Docker", user);
    clock.advance(31 * DAY);
    await expect(memory.undo()).rejects.toMatchObject({ code: "MEMORY_UNDO_EMPTY", values: { days: 30 } });
    clock.advance(DAY);
    await testMemory({ file, projectKey: project, clock }, 3).memory.save("项目使用 Java 17", user);
    expect(existsSync(join(dirname(file), "undo", "changes-2026-03-01.jsonl"))).toBe(false);
  });
});

test("status counts what the project sees", async () => {
  const { memory, file } = testMemory();
  await memory.save("部署用 Docker", { source: "extraction" });
  await memory.save("回答用中文", { source: "model", scope: "global", externalSources: ["https://example.com"] });
  expect(await memory.status()).toEqual({
    file,
    project: 1,
    global: 1,
    projectTokens: 4,
    globalTokens: 4,
    stale: 0,
    pending: 1,
    external: 1,
    skipped: 0,
  });
});
