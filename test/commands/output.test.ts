import { expect, test } from "vitest";
import type { Question } from "../../src/protocol/ports.ts";
import { columnsOf } from "../../src/util/columns.ts";
import { project, tempDir } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";

const FACTS = [
  "项目统一使用 pnpm，不要用 npm，也不要在锁文件里留下别的包管理器的痕迹",
  "the team prefers small commits with a reason in each message",
];

async function said(line: string, options: Parameters<typeof offlineHost>[0]): Promise<readonly string[]> {
  const host = await offlineHost(options);
  const { output = "" } = await host.submit(line, unaborted);
  return output.split("\n");
}

test("what commands list fits 40 to 120 columns in both languages, and nothing of it is lost", async () => {
  const home = tempDir();
  const cwd = project();
  const first = await offlineHost({ home, cwd });
  for (const fact of FACTS) await first.submit(`/save ${fact}`, unaborted);
  await first.submit("列出文件，然后读取 一个很长的文件名-with-many-words-in-it.md", unaborted);
  await first.close();
  for (const line of ["/help", "/tools", "/skill", "/config", "/sessions", "/memory list", "/memory search pnpm commits"])
    for (const lang of ["zh", "en"]) {
      const host = (width?: number) => ({ home, cwd, lang, ...(width === undefined ? {} : { width }) });
      const whole = (await said(line, host())).join("").replace(/\s/g, "");
      for (const width of [40, 60, 80, 100, 120]) {
        const lines = await said(line, host(width));
        for (const one of lines) expect(columnsOf(one), `${line} at ${width}: ${one}`).toBeLessThanOrEqual(width);
        const letters = (text: string) => [...text.replace(/[\s()（）]/g, "")].toSorted().join("");
        expect(letters(lines.join("")), `${line} at ${width}`).toBe(letters(whole));
      }
    }
});

test("descriptions begin in one column, whatever language they are in, and go on there", async () => {
  for (const lang of ["zh", "en"]) {
    const lines = await said("/tools", { lang, width: 80 });
    const column = columnsOf(/^\S+ +\S+ +/.exec(lines[0] ?? "")?.[0] ?? "");
    expect(column).toBeGreaterThan(20);
    for (const line of lines) {
      const head = /^(\S+ +(read-only|changes|只读|会改动) +| +)/.exec(line)?.[0] ?? "";
      expect([line, columnsOf(head)]).toEqual([line, column]);
    }
  }
});

test("/help ends with the keys, in the language of the person", async () => {
  for (const [lang, title] of [
    ["zh", "按键："],
    ["en", "Keys:"],
  ] as const) {
    const lines = await said("/help", { lang, width: 80 });
    const keys = lines.slice(lines.indexOf(title) + 1).join("\n");
    for (const key of ["Shift+Tab", "ESC", "Ctrl-C", "↑ ↓", "PgUp", "\\ Enter", "@", "/"]) expect(keys).toContain(key);
  }
});

test("without a screen no line is broken: programs read it line by line", async () => {
  const lines = await said("/help", { lang: "en" });
  expect(lines.some((line) => line.length > 120)).toBe(true);
  expect(lines.filter((line) => line.startsWith("/memory"))).toHaveLength(1);
});

test("a wrong use is told in the form in which it was typed", async () => {
  const host = await offlineHost({ lang: "en" });
  const told = async (line: string) => (await host.submit(line, unaborted)).output;
  expect(await told("/save")).toBe("Usage: /save [--global] [--force] <fact>");
  expect(await told("/memory verify")).toBe("Usage: /memory verify <id>");
});

test("/tools says of each tool what it does, not what the model is told about it", async () => {
  for (const lang of ["zh", "en"]) {
    const lines = await said("/tools", { lang });
    for (const line of lines) expect(line).toMatch(/^\w+ +\S+ +[^.。]+(?:[.。]|\.\w)[^。]*$/);
    expect(lines.join("\n")).not.toMatch(/不要替他决定|do not decide/i);
  }
});

test("the picker of /resume shows title, time, turns, size, mode and model", async () => {
  const home = tempDir();
  const cwd = project();
  const first = await offlineHost({ home, cwd });
  await first.submit("列出文件", unaborted);
  await first.close();
  let labels: readonly string[] = [];
  const asker = {
    ask: async ({ choices }: Question) => {
      labels = choices.map(({ label }) => label);
      return { id: choices.at(-1)?.id ?? "" };
    },
  };
  const host = await offlineHost({ home, cwd, lang: "zh", asker });
  await host.submit("/resume", unaborted);
  expect(labels[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}列出文件 {2}\(1 轮，\d+ KB，react，offline\/\S+\)$/);
  expect(labels[1]).toBe("退出");
});

test("/config of the offline stand-in claims no model or endpoint that is not asked, and names each origin in the language", async () => {
  const settings = { model: "gpt-9", baseUrl: "http://localhost:1/v1" };
  const text = (await said("/config", { lang: "zh", settings })).join("\n");
  expect(text).toMatch(/→ provider +offline +--provider/);
  expect(text).not.toMatch(/→ (model|endpoint)/);
  expect(text).not.toMatch(/\benvironment\b|built-in/);
});
