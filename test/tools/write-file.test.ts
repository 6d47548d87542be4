import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { contextOf, project } from "./fixture.ts";

test("a new file is created with its folders; nothing else is left beside it", async () => {
  const { text, path } = project();
  expect(await text("write_file", { path: "src/a/b.ts", content: "x\ny" })).toBe("created src/a/b.ts (2 lines, 3 bytes)");
  expect(readFileSync(path("src/a/b.ts"), "utf8")).toBe("x\ny");
  expect(readdirSync(path("src/a"))).toEqual(["b.ts"]);
});

test("a file that exists must have been read; what this unit wrote counts as read", async () => {
  const { run, path } = project({ "a.txt": "theirs" });
  await expect(run("write_file", { path: "a.txt", content: "mine" })).rejects.toMatchObject({ code: "FILE_NOT_READ" });
  await run("read_file", { path: "a.txt" });
  await run("write_file", { path: "a.txt", content: "mine" });
  await run("write_file", { path: "a.txt", content: "mine again" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("mine again");
  await expect(run("write_file", { path: "a.txt", content: "x" }, { unit: "task-2" })).rejects.toMatchObject({
    code: "FILE_NOT_READ",
  });
});

test("D5: encoding, byte order mark and CRLF line ends of the old file are kept and said", async () => {
  const { run, text, path } = project({ "gbk.txt": iconv.encode("一\r\n二\r\n", "gbk"), "bom.txt": "\ufeffone\n" });
  for (const file of ["gbk.txt", "bom.txt"]) await run("read_file", { path: file });
  expect(await text("write_file", { path: "gbk.txt", content: "三\n四\n" })).toContain(
    "kept its format: gb18030, CRLF line ends",
  );
  expect(readFileSync(path("gbk.txt")).equals(iconv.encode("三\r\n四\r\n", "gbk"))).toBe(true);
  await run("write_file", { path: "bom.txt", content: "two\n" });
  expect(readFileSync(path("bom.txt"), "utf8")).toBe("\ufefftwo\n");
});

test("the plan is the diff from what is there", async () => {
  const { tool, run, path } = project({ "a.txt": "1\n2\n3\n" });
  await run("read_file", { path: "a.txt" });
  expect(await tool("write_file").plan?.({ path: "a.txt", content: "1\nzwei\n3\n" }, contextOf())).toMatchObject({
    kind: "diff",
    added: 1,
    removed: 1,
  });
  expect(await tool("write_file").plan?.({ path: "new.txt", content: "1\n2\n" }, contextOf())).toMatchObject({
    kind: "diff",
    added: 2,
    removed: 0,
  });
  expect(existsSync(path("new.txt"))).toBe(false);
});

test("two texts of 60,000 lines without one in common are planned in time", async () => {
  const { tool, run } = project({ "a.txt": Array.from({ length: 60_000 }, (_, n) => `a${n}\n`).join("") });
  await run("read_file", { path: "a.txt" });
  const began = performance.now();
  const content = Array.from({ length: 60_000 }, (_, n) => `b${n}\n`).join("");
  const display = await tool("write_file").plan?.({ path: "a.txt", content }, contextOf());
  expect(display).toMatchObject({ kind: "text" });
  expect(performance.now() - began).toBeLessThan(4000);
});

test("outside, through links, into files as folders, over 5 MB: refused, nothing written", async () => {
  const { run, root, path } = project({ "file.txt": "x" });
  symlinkSync("..", path("out"));
  symlinkSync("../target.txt", path("dangling"));
  for (const outside of [
    "../new.txt",
    "out/new.txt",
    "dangling",
    "out/project/../new.txt",
    "/tmp/paicli-never.txt",
    "a/../../new.txt",
  ]) {
    await expect(run("write_file", { path: outside, content: "x" }), outside).rejects.toMatchObject({ code: "PATH_OUTSIDE" });
  }
  expect(readdirSync(join(root, ".."))).toEqual(["project"]);
  await expect(run("write_file", { path: "file.txt/new.txt", content: "x" })).rejects.toMatchObject({
    code: "PATH_INVALID",
    values: { why: "no_folder" },
  });
  await expect(run("write_file", { path: `${"长".repeat(90)}.txt`, content: "x" })).rejects.toMatchObject({
    code: "PATH_INVALID",
    values: { why: "too_long" },
  });
  await expect(run("write_file", { path: "big.txt", content: "x".repeat(5 * 1024 * 1024 + 1) })).rejects.toMatchObject({
    code: "FILE_TOO_BIG",
  });
  expect(existsSync(path("big.txt"))).toBe(false);
});

test("a name in another Unicode composition means the file that is there", async () => {
  const { run, root } = project({ "re\u0301sume\u0301.txt": "x" });
  await run("read_file", { path: "r\u00e9sum\u00e9.txt" });
  await run("write_file", { path: "r\u00e9sum\u00e9.txt", content: "y" });
  expect(readdirSync(root)).toEqual(["re\u0301sume\u0301.txt"]);
});
