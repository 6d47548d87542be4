import { execFileSync } from "node:child_process";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { isPaiError } from "../../src/protocol/errors.ts";
import { readTextHead } from "../../src/util/text-file.ts";
import { tempFolder } from "../support/folder.ts";

const sample = "# 规范\n统一使用四个空格缩进，提交信息用中文。\n";

test.each(["utf8", "utf-16le", "utf-16be", "gbk", "gb18030"])(
  "a file in %s reads right, with and without CRLF",
  async (encoding) => {
    const addBOM = encoding.startsWith("utf-16");
    const folder = tempFolder({
      lf: iconv.encode(sample, encoding, { addBOM }),
      crlf: iconv.encode(sample.replaceAll("\n", "\r\n"), encoding, { addBOM }),
    });
    expect(await readTextHead(join(folder, "lf"), 10_000)).toEqual({ text: sample, cut: false });
    expect(await readTextHead(join(folder, "crlf"), 10_000)).toEqual({ text: sample, cut: false });
  },
);

test("a byte order mark is not part of the text", async () => {
  const folder = tempFolder({ a: iconv.encode("规则", "utf8", { addBOM: true }) });
  expect((await readTextHead(join(folder, "a"), 100)).text).toBe("规则");
});

test("a cut splits no character, wherever it falls", async () => {
  const folder = tempFolder({ utf8: "汉字😀é".repeat(50), gbk: iconv.encode("统一使用四个空格缩进".repeat(20), "gbk") });
  for (let max = 60; max < 75; max++) {
    for (const name of ["utf8", "gbk"]) {
      const { text, cut } = await readTextHead(join(folder, name), max);
      expect(cut).toBe(true);
      expect(text).not.toContain("\ufffd");
      expect(text.length).toBeGreaterThan(15);
    }
  }
});

test("what a screen would hide is shown: escapes, direction marks, invisible tags", async () => {
  const folder = tempFolder({ a: "a\u001b[2Kb\u202ec\u{e0041}d\te" });
  expect((await readTextHead(join(folder, "a"), 100)).text).toBe("a\\x1b[2Kb\\u{202e}c\\u{e0041}d\te");
});

test("a folder, a pipe and a binary file are refused at once", async () => {
  const folder = tempFolder({ "sub/x": "", bin: new Uint8Array([1, 0, 2, 0, 0, 0, 3, 255, 0, 9]) });
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const code = async (name: string) =>
    readTextHead(join(folder, name), 100).then(
      () => "read",
      (error: unknown) => (isPaiError(error) ? error.code : String(error)),
    );
  expect([await code("sub"), await code("pipe"), await code("bin")]).toEqual(["NOT_A_FILE", "NOT_A_FILE", "NOT_TEXT"]);
});
