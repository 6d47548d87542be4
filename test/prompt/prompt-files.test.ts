import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import type { Lang } from "../../src/locale/index.ts";
import { loadPromptFiles, readPromptFile } from "../../src/prompt/prompt-files.ts";
import { isPaiError } from "../../src/protocol/errors.ts";
import { tempFolder } from "../support/folder.ts";

const NAMES = [
  "base.md",
  "personalities/default.md",
  "modes/react.md",
  "approvals/ask.md",
  "context/context-management.md",
  "handoff.md",
];

function packageDir(): string {
  const files = ["zh", "en"].flatMap((lang) =>
    NAMES.map((name) => [`prompts/${lang}/${name}`, `\n${lang} ${name}\n\n`] as const),
  );
  return tempFolder(Object.fromEntries(files));
}

async function codeOf(read: Promise<unknown>): Promise<string> {
  return read.then(
    () => "read",
    (error: unknown) => (isPaiError(error) ? error.code : String(error)),
  );
}

describe("the files of the system prompt", () => {
  const choice = { personality: "default", mode: "react", approval: "ask", home: "/nonexistent-home" };

  test("come in their order and in the language", async () => {
    const dir = packageDir();
    expect(await loadPromptFiles({ ...choice, packageDir: dir, lang: "zh" })).toEqual(NAMES.map((name) => `zh ${name}`));
    expect(await loadPromptFiles({ ...choice, packageDir: dir, lang: "en" })).toEqual(NAMES.map((name) => `en ${name}`));
  });

  test("the user's file replaces the built-in one, a trusted project's replaces both", async () => {
    const home = tempFolder({
      "prompts/en/base.md": "user base",
      "prompts/handoff.md": "user handoff",
      "prompts/zh/base.md": "用户",
    });
    const projectDir = tempFolder({ ".paicli/prompts/en/base.md": "project base" });
    const roots = { ...choice, packageDir: packageDir(), home, lang: "en" as Lang };
    expect((await loadPromptFiles(roots))[0]).toBe("user base");
    expect((await loadPromptFiles(roots)).at(-1)).toBe("user handoff");
    expect((await loadPromptFiles({ ...roots, projectDir }))[0]).toBe("project base");
    expect((await loadPromptFiles({ ...roots, lang: "zh" }))[0]).toBe("用户");
  });

  test("a replacement in GBK reads right", async () => {
    const home = tempFolder({ "prompts/zh/base.md": iconv.encode("你是一个严谨的助手，只用中文回答问题", "gbk") });
    expect(await readPromptFile({ packageDir: packageDir(), home, lang: "zh" }, "base.md")).toBe(
      "你是一个严谨的助手，只用中文回答问题",
    );
  });

  test("a personality of the user's own is found; one that nobody wrote is an error that says where to put it", async () => {
    const home = tempFolder({ "prompts/en/personalities/pirate.md": "Arr" });
    const roots = { ...choice, packageDir: packageDir(), home, lang: "en" as Lang };
    expect((await loadPromptFiles({ ...roots, personality: "pirate" }))[1]).toBe("Arr");
    const missing = loadPromptFiles({ ...roots, personality: "nobody" });
    await expect(missing).rejects.toMatchObject({
      code: "PROMPT_MISSING",
      values: { path: join(home, "prompts/en/personalities/nobody.md") },
    });
  });

  test.each(["../secret", "..", "a/../../b", "/etc/passwd", "", "a\\..\\b", ".hidden", "x\0y"])(
    "the name %j leaves no folder",
    async (personality) => {
      const home = tempFolder({ "secret.md": "SECRET", "prompts/en/secret.md": "SECRET" });
      expect(await codeOf(loadPromptFiles({ ...choice, packageDir: packageDir(), home, lang: "en", personality }))).toMatch(
        /^PROMPT_(NAME|MISSING)$/,
      );
    },
  );

  test("a trusted project's file that is a link out of the project is refused, a user's own link is followed", async () => {
    const outside = tempFolder({ "base.md": "OUTSIDE" });
    const projectDir = tempFolder({ ".paicli/prompts/en/x": "" });
    const home = tempFolder({ "prompts/en/x": "" });
    symlinkSync(join(outside, "base.md"), join(projectDir, ".paicli/prompts/en/base.md"));
    symlinkSync(join(outside, "base.md"), join(home, "prompts/en/base.md"));
    const roots = { packageDir: packageDir(), home, lang: "en" as Lang };
    expect(await codeOf(readPromptFile({ ...roots, projectDir }, "base.md"))).toBe("PROMPT_OUTSIDE");
    expect(await readPromptFile(roots, "base.md")).toBe("OUTSIDE");
  });
});

describe("the shipped prompts", () => {
  const shipped = fileURLToPath(new URL("../..", import.meta.url));
  const modes = ["react", "plan-task", "team-worker", "team-reviewer"];
  const names = [
    "base.md",
    "handoff.md",
    "personalities/default.md",
    ...modes.map((mode) => `modes/${mode}.md`),
    "tools/load_skill.md",
  ];

  test.each(names)("%s is there in both languages, neither empty nor with a placeholder", async (name) => {
    const [zh, en] = await Promise.all(
      (["zh", "en"] as const).map((lang) => readPromptFile({ packageDir: shipped, home: "/nonexistent-home", lang }, name)),
    );
    expect(zh).toMatch(/\p{Script=Han}/u);
    expect(en).not.toMatch(/\p{Script=Han}/u);
    for (const text of [zh, en]) expect(text).not.toContain("{{");
  });
});
