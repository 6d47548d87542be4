import fc from "fast-check";
import { expect, test } from "vitest";
import { collectAppendix, parseAppendix, renderAppendix } from "../../src/context/appendix.ts";
import { composeView } from "../../src/context/compose.ts";
import { textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { estimateTokens } from "../../src/util/tokens.ts";
import { assistant, called, goodSummary, user } from "../support/context.ts";

const texts = textsFor("zh");
const source = { facts: { tasks: [] }, exists: () => true, texts };
const collect = (summarised: readonly Message[], kept: readonly Message[] = [], more: Partial<typeof source> = {}) =>
  collectAppendix({ ...source, ...more, summarised, kept });

test("holds the user's words, files, outputs, failures, task states and skills that a model would forget", () => {
  const summarised: Message[] = [
    user("第一个要求：用 pnpm"),
    ...called("c1", "read_file", { path: "src/a.ts" }, "text"),
    ...called("c2", "edit_file", { path: "src/a.ts", old_text: "x", new_text: "y" }, "ok"),
    ...called("c3", "read_file", { path: "README.md" }, "text", {
      offloaded: { path: ".paicli/tool-outputs/s/001-read_file.txt", chars: 9 },
    }),
    ...called("c4", "read_file", { path: ".paicli/tool-outputs/s/001-read_file.txt" }, "text"),
    ...called("c5", "execute_command", { command: "npm test" }, "exit code 1", { ok: false }),
    ...called("c6", "execute_command", { command: "npm run lint" }, "exit code 1", { ok: false }),
    ...called("c7", "execute_command", { command: "npm run lint" }, "exit code 0"),
    { role: "user", origin: "skill", skill: "review", content: "[PAICLI_SKILL_INJECTION] review\n…" },
    { role: "user", origin: "note", content: "程序的提醒" },
    { role: "user", content: "第二个要求\n\n<memory>旧事</memory>", typed: "第二个要求", memories: ["fact-1"] },
    assistant("好"),
  ];
  const tasks = [{ id: "t1", description: "改配置", status: "done" as const }];
  const data = collect(summarised, [], { facts: { tasks } } as never);
  expect(data).toEqual({
    requests: ["第二个要求", "第一个要求：用 pnpm"],
    modified: ["src/a.ts"],
    read: ["README.md"],
    outputs: [".paicli/tool-outputs/s/001-read_file.txt"],
    failed: ["npm test"],
    tasks: ["t1 [已完成] 改配置"],
    skills: ["review"],
  });
  const lines = renderAppendix(data, 2000, texts).split("\n");
  expect(lines[0]).toBe(texts.context.appendix.title);
  expect(lines.at(-1)).toMatch(/load_skill.*review$/);
});

test("a failure that a later run among the kept messages mended is not one, an output that is gone is not named, a skill in view is not missed", () => {
  const skill: Message = { role: "user", origin: "skill", skill: "review", content: "body" };
  const summarised = [
    user("go"),
    ...called("c1", "execute_command", { command: "npm test" }, "bad", {
      ok: false,
      offloaded: { path: ".paicli/tool-outputs/s/001-x.txt", chars: 1 },
    }),
    skill,
  ];
  const kept = [user("again"), ...called("c2", "execute_command", { command: "npm test" }, "good"), skill];
  expect(collect(summarised, kept, { exists: () => false })).toMatchObject({ failed: [], outputs: [], skills: [] });
});

test("secrets in the user's words are masked, long messages keep head and tail", () => {
  const key = `sk-${"a1B2".repeat(12)}`;
  const [masked] = collect([user(`用这个 key：${key}`)]).requests;
  expect(masked).not.toContain(key);
  const [long] = collect([user(`HEAD${"x ".repeat(3000)}TAIL`)]).requests;
  expect(long).toMatch(/^HEAD[\s\S]*TAIL$/);
  expect(long?.length).toBeLessThan(1300);
});

test("B6: the plan's real task states are in the appendix whatever the summary says, and survive when space is short", () => {
  const tasks = Array.from({ length: 5 }, (_, i) => ({
    id: `t${i + 1}`,
    description: `step ${i + 1}`,
    status: i < 3 ? ("done" as const) : ("pending" as const),
  }));
  const cut = { summarised: [user("long ".repeat(500)), assistant("ok")], kept: [user("go on")], inside: false };
  const [block] = composeView(cut, goodSummary("zh", "t1 还没做"), { ...source, facts: { tasks } }, 300);
  for (const line of ["t1 [已完成] step 1", "t3 [已完成] step 3", "t4 [待执行] step 4"]) expect(block?.content).toContain(line);
});

test("what an earlier appendix holds goes on, the newest first, through any number of summaries", () => {
  const first = {
    summarised: [user("最早的要求\n第二行"), ...called("c1", "write_file", { path: "a.ts" }, "ok")],
    kept: [user("x")],
    inside: false,
  };
  const [block, acknowledgement] = composeView(first, goodSummary("zh"), source, 2000);
  const second = {
    summarised: [block, acknowledgement, user("较新的要求"), ...called("c2", "write_file", { path: "b.ts" }, "ok")] as Message[],
    kept: [user("y")],
    inside: false,
  };
  const view = composeView(second, goodSummary("zh"), source, 2000);
  const content = String(view[0]?.content);
  expect(content.split(texts.context.summary.title)).toHaveLength(2);
  expect(content.split(texts.context.appendix.title)).toHaveLength(2);
  expect(parseAppendix(content, texts)).toMatchObject({
    requests: ["较新的要求", "最早的要求\n第二行"],
    modified: ["b.ts", "a.ts"],
  });
});

test("what could not be listed is counted, and the counts add up over any number of summaries", () => {
  for (const lang of ["zh", "en"] as const) {
    const own = textsFor(lang);
    let block: Message[] = [];
    for (let round = 0; round < 5; round++) {
      const said = Array.from({ length: 3 }, (_, n) => user(`request ${round * 3 + n} ${"words ".repeat(60)}`));
      const files = Array.from({ length: 4 }, (_, n) =>
        called(`c${round}-${n}`, "read_file", { path: `src/${round}-${n}.ts` }, ""),
      );
      const cut = { summarised: [...block, ...said, ...files.flat()], kept: [user("x")], inside: false };
      block = composeView(cut, goodSummary(lang), { ...source, texts: own }, 500).slice(0, 2) as Message[];
      const { requests, read, unlisted } = parseAppendix(String(block[0]?.content), own);
      expect(requests.length + (unlisted?.requests ?? 0)).toBe((round + 1) * 3);
      expect(read.length + (unlisted?.read ?? 0)).toBe((round + 1) * 4);
    }
  }
});

test("an appendix in the other language is understood after a switch", () => {
  const en = textsFor("en");
  const first = {
    summarised: [user("use pnpm"), ...called("c1", "write_file", { path: "a.ts" }, "ok")],
    kept: [user("x")],
    inside: false,
  };
  const summarised = composeView(first, goodSummary("en"), { ...source, texts: en }, 2000).slice(0, 2);
  expect(collect([...summarised, user("换成 npm")])).toMatchObject({ requests: ["换成 npm", "use pnpm"], modified: ["a.ts"] });
});

test("is bounded, and what it says can be read back", () => {
  const line = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !/[\n\r]/.test(text));
  const words = fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n"));
  const list = fc.array(
    line.map((text) => text.trim()).filter((text) => text !== ""),
    { maxLength: 8 },
  );
  const data = fc.record({
    requests: fc.array(
      words.filter((text) => text.trim() !== ""),
      { maxLength: 6 },
    ),
    modified: list,
    read: list,
    outputs: list,
    failed: list,
    tasks: list,
    skills: fc.constantFrom([], ["a"], ["a", "b-c"]),
  });
  fc.assert(
    fc.property(data, fc.integer({ min: 60, max: 3000 }), (all, max) => {
      const rendered = renderAppendix(all, max, texts);
      if (estimateTokens(rendered) > max) expect.fail(`${estimateTokens(rendered)} of ${max} tokens`);
      const back = parseAppendix(`…\n${rendered}`, texts);
      if (max === 3000) expect(back).toEqual(all);
      for (const key of ["requests", "modified", "failed"] as const)
        expect(back[key]).toEqual(all[key].slice(0, back[key].length));
    }),
    { numRuns: 300 },
  );
});
