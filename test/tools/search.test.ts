import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { filesByWalking } from "../../src/tools/files.ts";
import { parseIgnore } from "../../src/tools/gitignore.ts";
import { compileGlob, expandBraces } from "../../src/tools/glob.ts";
import { createRecordParser, type FoundLine } from "../../src/tools/ripgrep-records.ts";
import { searchByWalking } from "../../src/tools/search-fallback.ts";
import { type Query, searchByRipgrep } from "../../src/tools/search-lines.ts";
import { project } from "./fixture.ts";

const signal = new AbortController().signal;
const everything = () => true;
const query = (parts: Partial<Query> & { pattern: string }): Query => ({
  literal: false,
  ignoreCase: false,
  context: 0,
  accepts: everything,
  start: ".",
  ...parts,
});

const TREE = {
  ".gitignore": "*.log\n/build/\nnode_modules\n!keep.log\nsub/only.txt\n",
  "a.ts": "needle here\n",
  "keep.log": "needle kept\n",
  "debug.log": "needle ignored\n",
  "build/out.ts": "needle ignored\n",
  "src/build/in.ts": "needle in a folder that only looks ignored\n",
  "node_modules/x/index.ts": "needle ignored\n",
  "src/.gitignore": "gen/**\n!gen/\n",
  "src/gen/a.ts": "needle ignored\n",
  "src/deep/b.ts": "no\nneedle twice needle\nno\n",
  "sub/only.txt": "needle ignored\n",
  ".github/ci.yml": "needle: hidden\n",
  ".git/config": "needle never\n",
};
const SEEN = [".github/ci.yml", ".gitignore", "a.ts", "keep.log", "src/.gitignore", "src/build/in.ts", "src/deep/b.ts"];

test("glob and grep respect .gitignore, by ripgrep and by walking alike", async () => {
  const { root, text } = project(TREE);
  expect((await text("glob_files", { pattern: "**/*" })).split("\n").sort()).toEqual([...SEEN].sort());
  expect((await filesByWalking(root, everything, signal)).paths).toEqual([...SEEN].sort());
  const ripgrep = await searchByRipgrep(root, query({ pattern: "needle" }), signal);
  const walking = await searchByWalking(root, query({ pattern: "needle" }), signal);
  expect([...(ripgrep?.files.keys() ?? [])]).toEqual(SEEN.filter((path) => !path.includes("gitignore")));
  expect(walking).toEqual(ripgrep);
});

test("context, case, literal text, globs and folders", async () => {
  const { text } = project({ ...TREE, "src/c.tsx": "Needle(\n" });
  expect(await text("grep_code", { pattern: "twice", context: 1 })).toBe("src/deep/b.ts\n1- no\n2: needle twice needle\n3- no");
  expect(await text("grep_code", { pattern: "NEEDLE(", literal: true, ignore_case: true })).toBe("src/c.tsx\n1: Needle(");
  expect(await text("grep_code", { pattern: "needle", glob: "*.ts" })).not.toContain("ci.yml");
  expect(await text("grep_code", { pattern: "needle", path: "src", glob: "deep/*.{ts,js}" })).toBe(
    "src/deep/b.ts\n2: needle twice needle",
  );
  expect(await text("grep_code", { pattern: "needle", path: "a.ts" })).toBe("a.ts\n1: needle here");
  expect(await text("grep_code", { pattern: "needle\\nno", glob: "src/**" })).toContain("src/deep/b.ts");
  expect(await text("grep_code", { pattern: "(?<=twice )needle" })).toBe("src/deep/b.ts\n2: needle twice needle");
  expect(await text("grep_code", { pattern: "absent" })).toContain("was not found");
  expect(await text("glob_files", { pattern: "*.ts", path: "src" })).toBe("src/build/in.ts\nsrc/deep/b.ts");
  expect(await text("glob_files", { pattern: "*.rs" })).toContain("no file matches *.rs");
});

test("M26: Chinese text is found in GBK and UTF-8 files", async () => {
  const { text } = project({ "old.c": iconv.encode("// 处理订单的函数\n", "gbk"), "new.ts": "// 订单服务\n" });
  expect(await text("grep_code", { pattern: "订单" })).toBe("new.ts\n1: // 订单服务\n\nold.c\n1: // 处理订单的函数");
  expect(await text("grep_code", { pattern: "订.{1}?的|服务", literal: false })).toContain("new.ts");
  expect(await text("grep_code", { pattern: "[订账]单" })).toContain("new.ts");
});

test("the end of a line is where a person sees it, also before a carriage return, by both searches", async () => {
  const { root } = project({ "crlf.txt": "int a;\r\nint b;\r\n", "lf.txt": "int b;\n" });
  for (const pattern of ["b;$", "^int b;$", "(?<=int )b;$"]) {
    const ripgrep = await searchByRipgrep(root, query({ pattern }), signal);
    expect(
      [...(ripgrep?.files ?? [])].map(([path, [line]]) => [path, line?.number, line?.text]),
      pattern,
    ).toEqual([
      ["crlf.txt", 2, "int b;"],
      ["lf.txt", 1, "int b;"],
    ]);
    expect(await searchByWalking(root, query({ pattern }), signal)).toEqual(ripgrep);
  }
});

test("a pipe is named at once and not waited for", async () => {
  const { run, path } = project({});
  execFileSync("mkfifo", [path("pipe")]);
  const began = performance.now();
  await expect(run("grep_code", { pattern: "x", path: "pipe" })).rejects.toMatchObject({ code: "FILE_SPECIAL" });
  expect(performance.now() - began).toBeLessThan(2000);
});

test("a bad pattern is refused with its cause, by both searches", async () => {
  const { run, root } = project({ "a.ts": "x" });
  await expect(run("grep_code", { pattern: "(" })).rejects.toMatchObject({
    code: "PATTERN_INVALID",
    values: { cause: expect.stringContaining("unclosed group") },
  });
  await expect(searchByWalking(root, query({ pattern: "(" }), signal)).rejects.toMatchObject({ code: "PATTERN_INVALID" });
});

test("without ripgrep a pattern that would take for ever is stopped", async () => {
  const { root } = project({ "a.txt": `${"a".repeat(50)}!\n` });
  const began = performance.now();
  await expect(searchByWalking(root, query({ pattern: "(a+)+$" }), signal)).rejects.toMatchObject({ code: "PATTERN_INVALID" });
  expect(performance.now() - began).toBeLessThan(2500);
});

test("too many matches: partial, with ready reads; long lines are cut", async () => {
  const { text } = project({
    "many.txt": "needle\n".repeat(900),
    "few.txt": "needle\n",
    "min.js": `needle${"x".repeat(100_000)}\n`,
  });
  const result = await text("grep_code", { pattern: "needle" });
  expect(result).toContain("partial: too many matches, only 200 are shown");
  expect(result).toContain('read_file {"path":"many.txt","offset":1,"limit":60}');
  expect(result.length).toBeLessThan(26_000);
});

test("D8: loops of links end at once, each real file comes once, links to outside are not followed", async () => {
  const { root, text, path } = project({ "a/one.txt": "needle\n", "b/two.txt": "needle\n" });
  symlinkSync("..", path("a/loop"));
  symlinkSync("../b", path("a/again"));
  symlinkSync("self", path("self"));
  mkdirSync(join(root, "../outside"));
  writeFileSync(join(root, "../outside/secret.txt"), "needle\n");
  symlinkSync("../outside", path("out"));
  const began = performance.now();
  expect(await text("glob_files", { pattern: "**/*" })).toBe("a/one.txt\nb/two.txt");
  expect(await text("grep_code", { pattern: "needle" })).toBe("a/one.txt\n1: needle\n\nb/two.txt\n1: needle");
  expect((await filesByWalking(root, everything, signal)).paths).toEqual(["a/one.txt", "b/two.txt"]);
  expect(await text("list_dir", { depth: 5 })).toContain("  loop -> ..");
  expect(performance.now() - began).toBeLessThan(1000);
});

test("odd file names come on one line each, and are told apart", async () => {
  const names = ["line\nbreak.txt", "esc\u001b[31m.txt", "-rf.txt", "rtl\u202etxt.exe", "中文 名.txt", `${"n".repeat(251)}.txt`];
  const { text } = project(Object.fromEntries(names.map((name) => [name, "needle\n"])));
  const found = await text("grep_code", { pattern: "needle" });
  for (const shown of ["line\\nbreak.txt", "esc\\x1b[31m.txt", "-rf.txt", "rtl\\u{202e}txt.exe", "中文 名.txt"]) {
    expect(found).toContain(`${shown}\n1: needle`);
    expect(await text("glob_files", { pattern: "*" })).toContain(shown);
    expect(await text("list_dir", {})).toContain(shown);
  }
});

test("list_dir: sizes, folders, links, depth; ignored names are told and not opened", async () => {
  const { text } = project({
    ".gitignore": "dist\n*.tmp\n",
    "src/a.ts": "12345",
    "src/deep/b.ts": "1",
    "dist/x.js": "1",
    "t.tmp": "",
  });
  expect(await text("list_dir", {})).toBe(".gitignore  11\nsrc/\n\n[ignored by .gitignore: dist/, t.tmp]");
  expect(await text("list_dir", { path: "src", depth: 2 })).toBe("a.ts  5\ndeep/\n  b.ts  1");
  await expect(text("list_dir", { path: ".gitignore" })).rejects.toMatchObject({ code: "FOLDER_EXPECTED" });
});

test("a listing of 1,050 names is partial and says so", async () => {
  const { text } = project(Object.fromEntries(Array.from({ length: 1050 }, (_, n) => [`d/file-with-a-name-${n}.txt`, ""])));
  for (const listing of [await text("list_dir", { path: "d" }), await text("glob_files", { pattern: "*.txt" })]) {
    expect(listing).toContain("partial: only the first");
    expect(listing.length).toBeLessThan(26_000);
  }
});

test("what may not be read is skipped and counted by listings, and said by a read", async () => {
  const { root, run, text, path } = project({ "open/a.txt": "x", "closed/b.txt": "x", "key.txt": "x" });
  chmodSync(join(root, ".."), 0o755);
  chmodSync(path("closed"), 0);
  chmodSync(path("key.txt"), 0);
  const uid = process.geteuid?.();
  process.seteuid?.(65534); // root may read everything
  try {
    expect(await text("list_dir", { depth: 2 })).toMatch(
      /closed\/\nkey.txt {2}1\nopen\/\n {2}a.txt {2}1\n\n\[skipped, no permission to read: 1\]/,
    );
    await expect(run("read_file", { path: "key.txt" })).rejects.toMatchObject({ code: "FILE_DENIED" });
    await expect(run("write_file", { path: "new.txt", content: "x" })).rejects.toMatchObject({ code: "FILE_DENIED" });
    expect((await filesByWalking(root, everything, signal)).paths).toEqual(["key.txt", "open/a.txt"]);
  } finally {
    process.seteuid?.(uid ?? 0);
  }
});

test("globs: stars, folders, sets, braces, and a name alone at any depth", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["*.ts", "a/b/c.ts", true],
    ["/*.ts", "a/c.ts", false],
    ["./src/*.ts", "src/c.ts", true],
    ["src/*.ts", "src/a/c.ts", false],
    ["src/**/*.ts", "src/c.ts", true],
    ["src/**", "src", false],
    ["src/**", "src/a/b", true],
    ["**/a/**/b", "x/a/y/z/b", true],
    ["a?c", "a中c", true],
    ["[a-c]x[!0-9]", "bxy", true],
    ["[a-c]x[!0-9]", "bx5", false],
    ["{src,test}/{a,b{1,2}}.ts", "test/b2.ts", true],
    ["a\\*b", "a*b", true],
    ["a[b", "a[b", true],
    ["**", "any/thing", true],
  ];
  for (const [pattern, path, matches] of cases) expect(compileGlob(pattern)(path), `${pattern} on ${path}`).toBe(matches);
  expect(expandBraces("a{b,c{d,e}}f")).toEqual(["abf", "acdf", "acef"]);
});

test("globs of many stars take no time", () => {
  const began = performance.now();
  expect(compileGlob(`${"*a".repeat(40)}b`)("a".repeat(255))).toBe(false);
  expect(compileGlob(`${"**/a/".repeat(30)}b`)("a/".repeat(120).concat("c"))).toBe(false);
  expect(compileGlob("{a,b}".repeat(40))("x")).toBe(false);
  expect(performance.now() - began).toBeLessThan(200);
});

test("property: a glob without wildcards matches exactly its own path, a star any name", () => {
  const name = fc.stringMatching(/^[a-z0-9._-]{1,8}$/).filter((each) => each !== "." && each !== "..");
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), fc.nat(), (names, at) => {
      const path = names.join("/");
      expect(compileGlob(path)(path)).toBe(true);
      const starred = names.map((each, index) => (index === at % names.length ? "*" : each)).join("/");
      expect(compileGlob(starred)(path)).toBe(true);
      expect(compileGlob(`**/${names.at(-1)}`)(path)).toBe(true);
      expect(compileGlob(path)(`${path}x`)).toBe(false);
    }),
  );
});

test(".gitignore lines: comments, escapes, trailing blanks, CRLF", () => {
  const rules = parseIgnore("# comment\r\n\r\nfoo  \r\n\\#bar\n\\!baz\nq\\ \n");
  const ignored = (path: string) => rules.some(({ matches }) => matches(path));
  expect(["foo", "#bar", "!baz", "q ", "comment", "# comment"].map(ignored)).toEqual([true, true, true, true, false, false]);
});

test("records of a search survive any cut, names with line breaks, and lines of any bytes", () => {
  const output = Buffer.concat([
    Buffer.from("./a\nb.ts\u00007:x: y\n./a\nb.ts\u00008-ctx\n--\n./-f\u00001:"),
    iconv.encode("订单", "gbk"),
    Buffer.from("\r\n"),
  ]);
  for (let cut = 0; cut <= output.length; cut++) {
    const seen: (readonly [string, FoundLine])[] = [];
    const parser = createRecordParser((path, line) => seen.push([path, line]));
    parser.push(output.subarray(0, cut));
    parser.push(output.subarray(cut));
    expect(seen).toEqual([
      ["a\nb.ts", { number: 7, text: "x: y", matches: true }],
      ["a\nb.ts", { number: 8, text: "ctx", matches: false }],
      ["-f", { number: 1, text: "订单", matches: true }],
    ]);
  }
});
