import { expect, test } from "vitest";
import { parseArguments } from "../src/args.ts";
import { describeError, textsFor } from "../src/locale/index.ts";
import { columnsOf } from "../src/util/columns.ts";

const parse = (...words: string[]) => parseArguments(words, "1.2.3", textsFor("en"));

test("options count before a verb as after it", () => {
  const flags = { settings: { provider: "offline" } };
  expect(parse("--provider", "offline", "doctor")).toMatchObject({ kind: "doctor", flags });
  expect(parse("doctor", "--provider", "offline")).toMatchObject({ kind: "doctor", flags });
});

test("every verb that speaks takes a language", () => {
  for (const words of [["trust"], ["config"], ["doctor"], ["demo"], ["memory"], ["sessions"], ["context", "replay", "f"]])
    expect(parse(...words, "--lang", "zh"), words.join(" ")).toMatchObject({ flags: { settings: { lang: "zh" } } });
});

test("a command or option that there is not is told in the language of the person", () => {
  const problem = (lang: "zh" | "en", ...words: string[]) => {
    try {
      parseArguments(words, "1.0.0", textsFor(lang));
    } catch (error) {
      return describeError(error, textsFor(lang));
    }
    return undefined;
  };
  expect(problem("zh", "memory", "--foo")).toContain("没有 --foo 这个选项");
  expect(problem("zh", "context", "foo")).toContain("没有 foo 这个命令");
  expect(problem("en", "context", "foo")).toContain("there is no command foo");
});

test("a fork of nothing is an error, of a session it is not", () => {
  expect(() => parse("--fork", "-p", "x")).toThrow("USAGE");
  expect(parse("-c", "--fork", "-p", "x")).toMatchObject({ kind: "run", resume: "latest", fork: true });
});

test("help pages speak one language and fit the screen", () => {
  const pages = [[], ["memory"], ["sessions"], ["context"], ["context", "replay"], ["config"], ["doctor"], ["demo"], ["trust"]];
  for (const page of pages) {
    const zh = parseArguments([...page, "--help"], "1.0.0", textsFor("zh"));
    if (zh.kind !== "text") throw new Error("no help page");
    expect(zh.text).not.toMatch(/Usage|Options|Arguments|Commands|display help|\[options\]|\[command\]/);
    expect(zh.text).toMatch(/^用法：/);
    for (const line of zh.text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(process.stdout.columns || 80);
    const en = parseArguments([...page, "--help"], "1.0.0", textsFor("en"));
    expect(en.kind === "text" ? en.text : "").not.toMatch(/[\u4e00-\u9fff]/);
  }
});
