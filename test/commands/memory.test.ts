// `/save` and `/memory …` as they are typed, and what the person is asked.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runVerb } from "../../src/commands/verbs.ts";
import type { Question } from "../../src/protocol/ports.ts";
import { columnsOf } from "../../src/util/columns.ts";
import { project, tempDir } from "../support/command.ts";
import { testMemory } from "../support/memory.ts";
import { type OfflineOptions, offlineHost, unaborted } from "../support/offline-host.ts";
import { answer, open, user } from "../support/session.ts";

interface Driven {
  /** Every question that was asked, in order. */
  readonly asked: Question[];
  readonly home: string;
  readonly cwd: string;
  say(line: string): Promise<{ readonly code: number; readonly output: string }>;
  stored(): readonly { readonly id: string; readonly content: string; readonly metadata: Record<string, string> }[];
}

/** A session on its own home; `answers` are the choices that the person takes, one after the other; absent: there is no screen. */
async function session(answers?: ((question: Question) => string)[], options: OfflineOptions = {}): Promise<Driven> {
  const asked: Question[] = [];
  const { home = tempDir(), cwd = project() } = options;
  const asker = answers && {
    ask: async (question: Question) => {
      asked.push(question);
      return { id: answers.shift()?.(question) ?? "nobody answers" };
    },
  };
  const host = await offlineHost({ ...options, home, cwd, ...(asker === undefined ? {} : { asker }) });
  return {
    asked,
    home,
    cwd,
    say: async (line) => {
      const { exitCode = 0, output = "" } = await host.submit(line, unaborted);
      return { code: exitCode, output };
    },
    stored: () => JSON.parse(readFileSync(join(home, "memory", "long_term_memory.json"), "utf8")),
  };
}

const take = (id: string) => () => id;
/** The entry that stands first in the question. */
const replaceFirst = ({ choices }: Question) => choices[0]?.id ?? "";
const contents = ({ stored }: Driven) => stored().map(({ content }) => content);

describe("a contradiction in /save", () => {
  test("without a screen shows both sides and what to type, and writes nothing", async () => {
    const { say, stored } = await session();
    await say("/save 项目用 Java 17");
    const { code, output } = await say("/save 项目用 Java 21");
    expect(code).toBe(3);
    const id = stored()[0]?.id;
    expect(output).toMatch(
      new RegExp(`${id}: 项目用 Java 17 \\(written [\\d-]+, last verified [\\d-]+\\)\n- \\(new\\): 项目用 Java 21`),
    );
    expect(output).toContain(`Replace it: /memory replace ${id} <fact>; keep both: /memory save --force <fact>`);
    expect(stored()).toHaveLength(1);
    const replacing = await say(
      `/memory replace ${(await say("/save 部署在上海机房")).output.match(/fact-\w+/)?.[0]} 项目用 Java 21`,
    );
    expect(replacing.output).toMatch(/keep both: \/memory replace --force fact-\w{8} <fact>/);
    expect((await say("/memory save --force 项目用 Java 21")).code).toBe(0); // what it said to type works as it stands
  });

  test("on the screen is put to the person: replace, keep both, or leave it; ESC means the last", async () => {
    const driven = await session([replaceFirst, take("keep_both"), take("leave")]);
    await driven.say("/save 项目用 Java 17");
    const old = driven.stored()[0]?.id ?? "";
    expect(await driven.say("/save 项目用 Java 21")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Replaced fact-\w+ by fact-/),
    });
    expect(contents(driven)).toEqual(["项目用 Java 21"]);
    expect(driven.asked[0]?.text).toContain("项目用 Java 17");
    expect(driven.asked[0]?.text).toContain("(new): 项目用 Java 21");
    expect(driven.asked[0]?.choices.map(({ id }) => id)).toEqual([old, "keep_both", "leave"]);

    expect((await driven.say("/save 项目用 Java 25")).code).toBe(0);
    expect(contents(driven)).toEqual(["项目用 Java 21", "项目用 Java 25"]);

    expect(await driven.say("/save 项目用 Java 11")).toEqual({ code: 3, output: "Nothing was changed." });
    expect(contents(driven)).toEqual(["项目用 Java 21", "项目用 Java 25"]);
    expect(driven.asked).toHaveLength(3);
  });

  test("a replacement that contradicts another entry is put to the person again", async () => {
    const driven = await session([replaceFirst, take("keep_both")]);
    await driven.say("/save 项目用 Java 17");
    await driven.say("/save --force 项目用 Java 21");
    expect((await driven.say("/save 项目用 Java 25")).code).toBe(0);
    expect(driven.asked).toHaveLength(2);
    expect(driven.asked[1]?.choices).toHaveLength(3);
    expect(contents(driven)).toEqual(["项目用 Java 25", "项目用 Java 21"]);
  });

  test("a replacement that another entry says already leaves the old one, says so, and how to delete it", async () => {
    const driven = await session();
    const { say, stored } = driven;
    await say("/save 项目用 Java 17");
    await say("/save 部署在上海机房");
    const [java, place] = stored();
    const { code, output } = await say(`/memory replace ${java?.id} 部署在上海机房`);
    expect(code).toBe(0);
    expect(output).toBe(
      `Already known as ${place?.id}, now verified again: 部署在上海机房\n` +
        `${java?.id} was not replaced and is still there; if it no longer holds: memory delete ${java?.id}`,
    );
    expect(contents(driven)).toEqual(["项目用 Java 17", "部署在上海机房"]);
  });

  test("a yes to personal data is no yes to a contradiction", async () => {
    const driven = await session([take("yes"), take("yes"), take("leave")]);
    await driven.say("/save 值班电话是 13812345678");
    expect(contents(driven)).toEqual(["值班电话是 13812345678"]);
    expect(await driven.say("/save 值班电话是 13987654321")).toMatchObject({ code: 3 });
    expect(driven.asked[2]?.text).toContain("13812345678");
    expect(contents(driven)).toEqual(["值班电话是 13812345678"]);
  });

  test("a program that wants JSON gets the conflict, and nobody is asked", async () => {
    const driven = await session([]);
    await driven.say("/save 项目用 Java 17");
    const { code, output } = await driven.say("/save --json 项目用 Java 21");
    expect([code, JSON.parse(output).status, driven.asked.length]).toEqual([3, "conflict", 0]);
  });
});

describe("options", () => {
  test.each([
    ["/save --global 回答用中文", "回答用中文", "global"],
    ["/save 回答用中文 --global", "回答用中文", "global"],
    ["/save 回答用中文 --global --force", "回答用中文", "global"],
    ["/save 部署时带上 --force 这个参数", "部署时带上 --force 这个参数", "project"],
    ["/save -- 部署命令要带 --force", "部署命令要带 --force", "project"],
    ["/save --global -- --force 要慎用", "--force 要慎用", "global"],
    ["/save never call the constructor", "never call the constructor", "project"],
  ])("are taken at either end, behind -- everything is text: %s", async (line, content, scope) => {
    const { say, stored } = await session();
    expect((await say(line)).code).toBe(0);
    expect(stored()).toMatchObject([{ content, metadata: { scope } }]);
  });

  test("one that is not known is refused, with those that are", async () => {
    const { say } = await session();
    expect(await say("/save --globl x")).toMatchObject({ code: 1, output: expect.stringContaining("--global") });
  });

  test("stand before the verb as well: /memory --skipped shows what extraction skipped", async () => {
    const { home, cwd, say } = await session();
    const { memory } = testMemory({ file: join(home, "memory", "long_term_memory.json"), projectKey: cwd });
    await memory.save("项目用 Java 17", { source: "user" });
    await memory.save("项目用 Java 21", { source: "extraction" });
    for (const line of ["/memory --skipped", "/memory list --skipped", "/memory --skipped list"])
      expect((await say(line)).output, line).toMatch(/^2026-03-01 {2}项目用 Java 21 {2}\(contradicts fact-\w{8}\)$/);
    expect(JSON.parse((await say("/memory --json --skipped")).output)).toMatchObject([{ content: "项目用 Java 21" }]);
    expect((await say("/memory")).output).toContain("skipped extractions 1 (/memory list --skipped)");
  });
});

describe("scopes and changes are said in the person's language", () => {
  test.each([
    ["zh", "已保存（本项目）", "已保存（全局）", /^已撤销 [\d-]+ 的保存：\n- fact-/],
    ["en", "Saved (this project)", "Saved (all projects)", /^Undone: the save of [\d-]+:\n- fact-/],
  ])("%s", async (lang, own, all, undone) => {
    const { say } = await session(undefined, { lang });
    expect((await say("/save 部署在上海机房")).output).toContain(own);
    expect((await say("/save --global 回答用中文")).output).toContain(all);
    expect((await say("/memory undo")).output).toMatch(undone);
  });
});

test("F11, M8: subfolders and links share their project's memory; another project lists only what is global", async () => {
  const [home, one, other] = [tempDir(), project({ "pkg/a/b.ts": "" }), project()];
  symlinkSync(one, join(home, "link"));
  const verb = async (cwd: string, name: string, words: readonly string[], global = false) => {
    const flags = { json: true, global, force: false, allProjects: false, skipped: false };
    const input = { flags: { lang: "en" }, cwd, env: { PAICLI_HOME: home, HOME: home } };
    const { output } = await runVerb({ kind: "memory", verb: name, words, flags }, input, { notify: () => {}, width: undefined });
    return JSON.parse(output);
  };
  await verb(join(one, "pkg", "a"), "save", ["这个项目用 Vitest"]);
  await verb(one, "save", ["我喜欢简短的回答"], true);
  const contentsAt = async (cwd: string) =>
    (await verb(cwd, "list", [])).map(({ content }: { readonly content: string }) => content);
  for (const cwd of [one, join(one, "pkg"), join(home, "link", "pkg", "a")])
    expect(await contentsAt(cwd), cwd).toEqual(["这个项目用 Vitest", "我喜欢简短的回答"]);
  expect(await contentsAt(other)).toEqual(["我喜欢简短的回答"]);
});

describe("/memory list", () => {
  async function withMany(count: number, width?: number) {
    const [home, cwd] = [tempDir(), project()];
    const entry = (n: number) => ({
      id: `fact-${String(n).padStart(8, "0")}`,
      content: `第 ${n} 条约定：接口错误码集中定义，新增时要同步更新文档与测试用例，并且通知前端同事`,
      // Neither in the order of the file nor in its reverse.
      timestamp: new Date(Date.UTC(2026, 0, 1 + ((n * 7) % count), 12)).toISOString(),
      metadata: n % 2 === 0 ? { scope: "global" } : { scope: "project", project: cwd, source: "auto_extracted" },
    });
    mkdirSync(join(home, "memory"));
    writeFileSync(
      join(home, "memory", "long_term_memory.json"),
      JSON.stringify(Array.from({ length: count }, (_, n) => entry(n))),
    );
    return session(undefined, { home, cwd, ...(width === undefined ? {} : { width }) });
  }
  const days = (output: string) => [...output.matchAll(/^fact-\d{8} {2}(\S+)/gm)].map(([, day]) => day);

  test.each([80, 120])(
    "at %i columns shows the latest fifty, the last of them at the end, and says how to see all",
    async (width) => {
      const { say } = await withMany(300, width);
      const { output } = await say("/memory list");
      expect(days(output)).toHaveLength(50);
      expect(days(output)).toEqual(days(output).toSorted());
      expect(days(output).at(-1)).toBe("2026-10-27");
      expect(output).toMatch(
        /\nThese are the latest 50; 250 earlier ones are left: \/memory list all, or \/memory search <words>\.$/,
      );
      for (const line of output.split("\n").slice(0, -1)) expect(columnsOf(line)).toBeLessThanOrEqual(width);
      const all = (await say("/memory list all")).output;
      expect(days(all)).toHaveLength(300);
      expect(days(all)).toEqual(days(all).toSorted());
    },
  );

  test("without a screen lists all, one line each, with scope and state behind the text", async () => {
    const { say } = await withMany(60);
    const lines = (await say("/memory list")).output.split("\n");
    expect(lines).toHaveLength(60);
    expect(lines.filter((line) => line.includes("(global"))).toHaveLength(30);
    expect(lines.filter((line) => line.includes("(auto-extracted, unverified"))).toHaveLength(30);
  });

  test("of an empty memory says how to save one; another word is refused", async () => {
    const { say } = await session();
    expect((await say("/memory list")).output).toMatch(/^No memories\. Save one with \/save/);
    expect((await say("/memory list everything")).code).toBe(1);
  });
});

test("M5: what is saved in an exposed session by /save, too, carries where the session read, and is global only if it is said", async () => {
  const [home, cwd] = [tempDir(), project()];
  const before = await open(home, { projectKey: cwd, cwd });
  before.conversation("main").append(user("look at the page"), answer("done"));
  before.record({ event: "external_context", tool: "web_fetch", target: "https://example.com/a" });
  await before.close();
  const { say, stored } = await session(undefined, { home, cwd, resume: before.id });
  await say("/save 项目用 Java 17");
  await say("/save --global 回答用中文");
  await say(`/memory replace ${stored()[0]?.id} 部署在上海机房`);
  expect(stored().map(({ content, metadata }) => [content, metadata.external_context, metadata.scope])).toEqual([
    ["部署在上海机房", "true", "project"],
    ["回答用中文", "true", "global"],
  ]);
  expect(stored()[0]?.metadata.sources).toContain("https://example.com/a");
  expect((await say("/memory list")).output).toContain("external");
  await say("/clear");
  await say("/save 接口返回 JSON");
  expect(stored().at(-1)?.metadata.external_context).toBeUndefined();
});

describe("what deletes", () => {
  async function withTwo() {
    const [home, cwd] = [tempDir(), project()];
    const { memory } = testMemory({ file: join(home, "memory", "long_term_memory.json"), projectKey: cwd });
    await memory.save("项目用 Java 17", { source: "user" });
    await memory.save("部署在上海机房", { source: "user" });
    const clear = (force: boolean, answer?: boolean) => run("clear", [], force, answer);
    const run = async (verb: string, words: readonly string[], force: boolean, answer?: boolean) =>
      runVerb(
        {
          kind: "memory",
          verb,
          words,
          flags: { json: false, global: false, force, allProjects: false, skipped: false },
        },
        { flags: { lang: "en" }, cwd, env: { PAICLI_HOME: home, HOME: home } },
        {
          notify: () => {},
          width: undefined,
          ...(answer === undefined ? {} : { confirm: async () => answer }),
        },
      );
    return { memory, clear, run };
  }

  test.each([
    ["clear", "<id>"],
    ["undo", "<id>"],
    ["status", "x"],
    ["list", "all", "x"],
    ["verify", "<id>", "x"],
    ["delete", "<id>", "x"],
  ])("says of a word too many that it is a wrong use, and changes nothing: memory %s %s", async (verb, ...words) => {
    const { memory, run } = await withTwo();
    const before = await memory.entries();
    const [{ id } = { id: "" }] = before;
    const given = words.map((word) => word.replace("<id>", id));
    await expect(run(verb, given, true)).rejects.toMatchObject({ code: "USAGE" });
    expect(await memory.entries()).toEqual(before);
  });

  test("says by its exit code that nothing was deleted: 2 without --force, 130 after a no, 0 when there was nothing to delete", async () => {
    const { memory, clear } = await withTwo();
    expect(await clear(false)).toMatchObject({ exitCode: 2, output: expect.stringContaining("--force") });
    expect(await clear(false, false)).toMatchObject({ exitCode: 130 });
    expect(await memory.entries()).toHaveLength(2);
    expect(await clear(false, true)).toMatchObject({ exitCode: 0, output: expect.stringContaining("Deleted 2 memories") });
    expect(await clear(false)).toMatchObject({ exitCode: 0 });
  });

  test("in a session as well: neither /memory clear <id> nor /memory undo <id> nor /clear <id> does more than it was told", async () => {
    const driven = await session();
    const { say, stored } = driven;
    await say("/save 项目用 Java 17");
    await say("/save 部署在上海机房");
    for (const verb of ["clear", "undo"]) {
      const { code, output } = await say(`/memory ${verb} ${stored()[0]?.id} ${verb === "clear" ? "--force" : ""}`);
      expect([code, output]).toEqual([1, `Usage: /memory ${verb}`]);
    }
    expect(stored()).toHaveLength(2);
    for (const name of ["clear", "sessions", "exit"])
      expect(await say(`/${name} ${stored()[0]?.id}`)).toEqual({ code: 1, output: `Usage: /${name}` });
  });

  test("and in a session a command that was refused has failed", async () => {
    const { say } = await session();
    await say("/save 项目用 Java 17");
    expect(await say("/memory clear")).toMatchObject({ code: 1, output: "This deletes 1 memory; add --force to confirm." });
    expect(await say("/memory clear --force")).toMatchObject({
      code: 0,
      output: "Deleted 1 memory (memory undo brings it back).",
    });
  });
});
