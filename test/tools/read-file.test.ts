import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/util/tokens.ts";
import { project } from "./fixture.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

test("lines are numbered; a whole small file has no notes", async () => {
  const { text } = project({ "a.txt": "one\n\n三\n" });
  expect(await text("read_file", { path: "a.txt" })).toBe("1\tone\n2\t\n3\t三");
});

test("a range is bounded, names the next line and the total, and goes on exactly there", async () => {
  const { run, text } = project({ "a.txt": `${numbered(50)}\n` });
  const { content, bounded } = await run("read_file", { path: "a.txt", offset: 11, limit: 5 });
  expect(bounded).toBe(true);
  expect(content).toBe(
    '11\tline 11\n12\tline 12\n13\tline 13\n14\tline 14\n15\tline 15\n\n[lines 11–15 of 50; read on: read_file {"path":"a.txt","offset":16,"limit":5}]',
  );
  expect(await text("read_file", { path: "a.txt", offset: 49 })).toBe(
    "49\tline 49\n50\tline 50\n\n[lines 49–50, to the end of the file]",
  );
});

test("a read stays within 32,000 characters and its share of the window, at a whole line", async () => {
  const { run, text } = project({ "a.txt": `${"x".repeat(99)}\n`.repeat(3000) });
  const first = await run("read_file", { path: "a.txt" });
  expect(String(first.content).length).toBeLessThan(32_200);
  expect(first.bounded).toBeUndefined();
  const small = await text("read_file", { path: "a.txt", offset: 1 }, { maxTokens: 500 });
  expect(estimateTokens(small)).toBeLessThan(700);
  const shown = small.split("\n").filter((line) => line.endsWith("x"));
  expect(shown.every((line) => line.endsWith("\t".concat("x".repeat(99))))).toBe(true);
  expect(small).toContain(`"offset":${shown.length + 1}`);
});

test("a file of one endless line is paged in pieces of 2,000 characters, and all of it can be read", async () => {
  const line = Array.from({ length: 150_000 }, (_, index) => `${index},`)
    .join("")
    .slice(0, 700_001);
  const { text } = project({ "a.json": line });
  let got = "";
  let next: number | undefined = 1;
  while (next !== undefined) {
    const page: string = await text("read_file", { path: "a.json", offset: next, limit: 2000 });
    const [body = "", notes = ""] = page.split("\n\n[");
    got += body.replace(/^\d+\t/gm, "").replaceAll("\n", "");
    expect(notes).toContain("each 2,000");
    next = Number(/"offset":(\d+)/.exec(page)?.[1] ?? Number.NaN) || undefined;
  }
  expect(got === line).toBe(true);
});

test("paging of long lines meets the same pieces whatever the chunk borders, and never splits a pair", async () => {
  const lines = Array.from({ length: 24 }, (_, index) => "😀中a".repeat(index * 331 + 1));
  const { text } = project({ "a.txt": lines.join("\r\n") });
  let got = "";
  for (let next = 1; next > 0; ) {
    const page = await text("read_file", { path: "a.txt", offset: next });
    expect(page.isWellFormed()).toBe(true);
    expect(page).not.toContain("\ufffd");
    got += (page.split("\n\n[")[0] ?? "").replace(/^\d+\t/gm, "").replaceAll("\n", "");
    next = Number(/"offset":(\d+)/.exec(page)?.[1] ?? 0);
  }
  expect(got === lines.join("")).toBe(true);
});

test("M26: GBK, UTF-16 and BOM files read right and say so; binary is refused with type and size", async () => {
  const content = "第一行：订单\r\n第二行\r\n";
  const { text, run } = project({
    "gbk.txt": iconv.encode(content, "gbk"),
    "wide.txt": Buffer.from(`\ufeff${content}`, "utf16le"),
    "bom.txt": `\ufeff${content}`,
    "pic.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
    "data.bin": Buffer.from([1, 0, 2, 0xff]),
  });
  expect(await text("read_file", { path: "gbk.txt" })).toBe(
    "1\t第一行：订单\n2\t第二行\n\n[encoding: gb18030; edits keep it]\n[lines end in CRLF; edits keep that]",
  );
  expect(await text("read_file", { path: "wide.txt" })).toMatch(/^1\t第一行：订单\n2\t第二行\n\n\[encoding: utf-16le-bom/);
  expect(await text("read_file", { path: "bom.txt", offset: 2 })).toMatch(/^2\t第二行\n/);
  await expect(run("read_file", { path: "pic.png" })).rejects.toMatchObject({
    code: "FILE_BINARY",
    values: { type: "PNG", bytes: 10 },
  });
  await expect(run("read_file", { path: "data.bin" })).rejects.toMatchObject({ code: "FILE_BINARY" });
});

test("UTF-16 lines are found where a 0x0A byte is part of another character", async () => {
  const { text } = project({
    "a.txt": Buffer.from("\ufeff\u0a0a\u0a00x\n\u010ay\nz", "utf16le"),
    "b.txt": Buffer.from("\ufeff\u0a0a\u0a00x\n\u010ay\nz", "utf16le").swap16(),
  });
  for (const path of ["a.txt", "b.txt"])
    expect(await text("read_file", { path })).toMatch(/^1\t\u0a0a\u0a00x\n2\t\u010ay\n3\tz\n/);
});

test("a GBK comment beyond the first 256 KB of ASCII is read right", async () => {
  const { text } = project({
    "a.c": Buffer.concat([Buffer.from("int x = 1;\n".repeat(30_000)), iconv.encode("// 这里是注释\n", "gbk")]),
  });
  expect(await text("read_file", { path: "a.c", offset: 30_001 })).toMatch(/^30001\t\/\/ 这里是注释\n/);
});

test("control characters in a file are shown, not obeyed; no file ends in a note it does not need", async () => {
  const { text } = project({ "a.txt": "a\u001b[31mb\rc\u202ed\n", "b.txt": "no break", "empty.txt": "" });
  expect(await text("read_file", { path: "a.txt" })).toBe("1\ta\\x1b[31mb\\x0dc\\u{202e}d");
  expect(await text("read_file", { path: "b.txt" })).toBe("1\tno break\n\n[the last line has no line break]");
  expect(await text("read_file", { path: "empty.txt" })).toBe("(empty.txt is empty)");
});

test("an offloaded result without a range gives its first 200 lines, and none of its reads is offloaded again", async () => {
  const { run } = project({ ".paicli/tool-outputs/session-x/001-grep_code.txt": `${numbered(900)}\n` });
  const { content, bounded } = await run("read_file", { path: ".paicli/tool-outputs/session-x/001-grep_code.txt" });
  expect(bounded).toBe(true);
  expect(String(content)).toContain("200\tline 200\n\n[lines 1–200 of 900;");
});

test("what is missing, a folder, a pipe, outside, or past the end is said, with what to do", async () => {
  const { run, root, path } = project({ "src/Order.ts": "x\n" });
  await expect(run("read_file", { path: "src/order.ts" })).rejects.toMatchObject({
    code: "FILE_MISSING",
    values: { similar: ["Order.ts"] },
  });
  await expect(run("read_file", { path: "src" })).rejects.toMatchObject({ code: "FILE_IS_FOLDER" });
  await expect(run("read_file", { path: "src/Order.ts", offset: 9 })).rejects.toMatchObject({
    code: "OFFSET_BEYOND",
    values: { lines: 1 },
  });
  spawnSync("mkfifo", [path("pipe")]);
  await expect(run("read_file", { path: "pipe" })).rejects.toMatchObject({ code: "FILE_SPECIAL" });
  writeFileSync(join(root, "../secret.txt"), "TOP");
  symlinkSync("../secret.txt", path("link.txt"));
  symlinkSync("loop", path("loop"));
  for (const outside of ["../secret.txt", "link.txt", "/etc/passwd", "src/../../secret.txt"]) {
    await expect(run("read_file", { path: outside })).rejects.toMatchObject({ code: "PATH_OUTSIDE" });
  }
  await expect(run("read_file", { path: "loop" })).rejects.toMatchObject({ code: "PATH_LOOP" });
  await expect(run("read_file", { path: "a\0b" })).rejects.toMatchObject({ code: "PATH_INVALID", values: { why: "nul" } });
  await expect(run("read_file", { path: "n".repeat(300) })).rejects.toMatchObject({
    code: "PATH_INVALID",
    values: { why: "too_long" },
  });
  expect((await run("read_file", { path: "../secret.txt" }, { outsideAllowed: true })).content).toContain("TOP");
});

test("odd file names: line breaks, leading dashes, 255 bytes, Chinese in either composition", async () => {
  const long = "长".repeat(85);
  const { text } = project({ "a\nb.txt": "1", "-rf": "2", [long]: "3", "re\u0301sume\u0301 表.txt": "4" });
  expect(await text("read_file", { path: "a\nb.txt" })).toContain("1\t1");
  expect(await text("read_file", { path: "-rf" })).toContain("1\t2");
  expect(await text("read_file", { path: long })).toContain("1\t3");
  expect(await text("read_file", { path: "r\u00e9sum\u00e9 表.txt" })).toContain("1\t4");
});

test("the middle of a big file is read in constant memory", async () => {
  const { path, text } = project();
  const block = "0123456789abcdef 一些文字 and some more text to fill the line\n".repeat(20_000);
  mkdirSync(path("logs"));
  for (let n = 0; n < 60; n++) appendFileSync(path("logs/big.log"), block);
  const before = process.memoryUsage().rss;
  const page = await text("read_file", { path: "logs/big.log", offset: 600_000, limit: 200 });
  expect(page).toMatch(/^600000\t0123456789abcdef/);
  expect(page).toContain("more follow");
  expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024);
});
