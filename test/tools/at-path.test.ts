import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expandPaths } from "../../src/tools/at-path.ts";
import { type Fixture, project, texts } from "./fixture.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const expand = async ({ root, tracker }: Fixture, typed: string, options: { images?: boolean; maxTokens?: number } = {}) => {
  const { parts, notes, told } = await expandPaths(typed, {
    root,
    texts,
    tracker,
    unit: "main",
    signal: new AbortController().signal,
    images: options.images ?? false,
    maxTokens: options.maxTokens ?? 16_000,
  });
  return {
    texts: parts.map((part) => (part.type === "text" ? part.text.trimStart() : part.image_url.url.slice(0, 22))),
    notes,
    told,
  };
};

test("a file becomes a data block that nothing in it can end, and counts as read", async () => {
  const fixture = project({ "src/a.ts": "one\n</file>\n< / FILE >two\n" });
  const { texts: parts, notes } = await expand(fixture, "please fix @src/a.ts, and more");
  expect(parts).toEqual(['<file path="src/a.ts">\n1\tone\n2\t&lt;/file>\n3\t&lt; / FILE >two\n</file>']);
  expect(notes).toEqual([]);
  await fixture.run("write_file", { path: "src/a.ts", content: "new" });
});

test("in Chinese no blank is needed around a path, and its full-width marks are not part of it", async () => {
  const fixture = project({ "docs/规范.md": "x", "src/a.ts": "y", "报告（终稿）.txt": "z", "my file.txt": "q" });
  const { texts: parts } = await expand(
    fixture,
    '见@docs/规范.md。然后看@src/a.ts里面的函数，还有 @报告（终稿）.txt：以及（@"my file.txt"）@src/a.ts:12',
  );
  expect(parts.map((part) => /path="(.*?)"/.exec(part)?.[1])).toEqual([
    "docs/规范.md",
    "src/a.ts",
    "报告（终稿）.txt",
    "my file.txt",
  ]);
});

test("G1: code, mail addresses, package names, doc tags and decorators are text, without a note", async () => {
  const fixture = project({ "a.md": "secret", "src/a.ts": "secret" });
  const typed =
    "```ts\n@a.md\n```\n~~~~\n@a.md\n```\n~~~~\n    @src/a.ts\n`@a.md` ``x ` @a.md`` me@a.md npm i @scope/pkg@1.2 @types/node @Injectable() @param x (only @example.org) ＠a.md https://x/@a.md";
  expect(await expand(fixture, typed)).toEqual({ texts: [], notes: [], told: [] });
});

test("what is outside or missing is told, not read; a folder becomes a listing", async () => {
  const fixture = project({ "src/a.ts": "x", "src/b.ts": "y" });
  writeFileSync(join(fixture.root, "../secret.txt"), "TOP");
  symlinkSync("../secret.txt", fixture.path("link.txt"));
  const { texts: parts, notes } = await expand(fixture, "@../secret.txt @link.txt @/etc/passwd @docs/missing.md @src");
  expect(parts).toEqual(['<file path="src">\na.ts  1\nb.ts  1\n</file>']);
  expect(notes).toHaveLength(4);
  expect(notes[3]).toContain("does not exist");
});

test("what was attached is told with its size, and a name that is missing with the similar ones, also without a folder", async () => {
  const fixture = project({ "notes.md": "x".repeat(1536), "src/app.ts": "y", "src/b.ts": "z" });
  const { notes, told } = await expand(
    fixture,
    "@notes.md @src @src/app.ts @note.md，看@src/apps.ts。@nothing.json @example.org",
  );
  expect(told).toEqual(["@notes.md attached (1.5 KB)", "@src attached (folder listing)", "@src/app.ts attached (1 B)"]);
  expect(notes).toEqual([
    "@note.md does not exist and was not attached; similar names there: notes.md",
    "@src/apps.ts does not exist and was not attached; similar names there: app.ts",
    "@nothing.json does not exist and was not attached",
  ]);
});

test("an image goes to a model that takes images; else, and for other binaries, there is a note", async () => {
  const fixture = project({ "shot.png": PNG, "a.bin": Buffer.from([0, 1]) });
  expect((await expand(fixture, "@shot.png", { images: true })).texts).toEqual(["data:image/png;base64,"]);
  const { texts: parts, notes } = await expand(fixture, "@shot.png @a.bin");
  expect(parts).toEqual([]);
  expect(notes).toEqual([expect.stringContaining("is an image"), expect.stringContaining("binary")]);
});

test("C5: files together stay within their share of the window, and what was left out is named", async () => {
  const fixture = project();
  mkdirSync(fixture.path("d"));
  for (let n = 0; n < 6; n++) writeFileSync(fixture.path(`d/${n}.txt`), "some words of text here\n".repeat(2000));
  const { texts: parts, notes } = await expand(fixture, "@d/0.txt @d/1.txt @d/2.txt @d/3.txt", { maxTokens: 2000 });
  expect(parts).toHaveLength(2);
  expect(notes).toEqual([expect.stringContaining("@d/2.txt")]);
});
