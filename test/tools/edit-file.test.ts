import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { applyReplacements, findMatches, replacementFor, separateMatches } from "../../src/tools/edit-match.ts";
import { locate, replaceLocated } from "../../src/tools/locate.ts";
import { createReadTracker } from "../../src/tools/read-tracker.ts";
import { encodeText, type TextEncoding } from "../../src/util/encoding.ts";
import { contextOf, project } from "./fixture.ts";

test("a unique text is replaced, and the result says where it is now", async () => {
  const { text, path } = project({ "a.ts": "one\ntwo\nthree\n" });
  expect(await text("edit_file", { path: "a.ts", old_text: "two", new_text: "2\n2" })).toBe(
    "edited a.ts: 1 replacement, now at line 2–3",
  );
  expect(readFileSync(path("a.ts"), "utf8")).toBe("one\n2\n2\nthree\n");
});

test("D5: a CRLF file with BOM is edited with LF text, all other bytes and line ends stay", async () => {
  const { run, path } = project({ "a.txt": "\ufeffone\r\ntwo\r\nthree\nfour" });
  await run("edit_file", { path: "a.txt", old_text: "one\ntwo\n", new_text: "ONE\nnew\nTWO\n" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("\ufeffONE\r\nnew\r\nTWO\r\nthree\nfour");
});

test("D5: the same block once with CRLF and once with LF is ambiguous", async () => {
  const { run } = project({ "a.txt": "x\r\ny\r\n-\nx\ny\n" });
  await expect(run("edit_file", { path: "a.txt", old_text: "x\ny\n", new_text: "z" })).rejects.toMatchObject({
    code: "EDIT_AMBIGUOUS",
    values: { count: 2, lines: [1, 4] },
  });
});

test("replace_all replaces every place, and overlapping ones count as ambiguous", async () => {
  const { run, text, path } = project({ "a.txt": "aaa b aaa" });
  await expect(run("edit_file", { path: "a.txt", old_text: "aa", new_text: "x" })).rejects.toMatchObject({
    values: { count: 4 },
  });
  expect(await text("edit_file", { path: "a.txt", old_text: "aaa", new_text: "c", replace_all: true })).toContain(
    "2 replacements",
  );
  expect(readFileSync(path("a.txt"), "utf8")).toBe("c b c");
});

test("M26: a GBK file is edited as GBK; new_text null and empty old_text are refused", async () => {
  const { run, path, tool } = project({ "a.c": iconv.encode("// 旧注释\r\nint x;\r\n", "gbk") });
  await run("edit_file", { path: "a.c", old_text: "旧注释", new_text: "新的注释" });
  expect(readFileSync(path("a.c")).equals(iconv.encode("// 新的注释\r\nint x;\r\n", "gbk"))).toBe(true);
  const { schema } = tool("edit_file");
  expect(schema.safeParse({ path: "a.c", old_text: "x", new_text: null }).success).toBe(false);
  expect(schema.safeParse({ path: "a.c", old_text: "", new_text: "x" }).success).toBe(false);
});

test("broken bytes elsewhere stay as they are; an edit across them is refused; so is a character that the encoding lacks", async () => {
  const bytes = Buffer.concat([
    Buffer.from("第一行 first\n"),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(" second\n第三行 third\n中中中中中中中中\n"),
  ]);
  const { run, path } = project({ "a.log": bytes, "latin.txt": Buffer.from("caf\u00e9 cr\u00e8me", "latin1") });
  await run("edit_file", { path: "a.log", old_text: "third", new_text: "3" });
  expect(readFileSync(path("a.log")).equals(Buffer.from(bytes.toString("latin1").replace("third", "3"), "latin1"))).toBe(true);
  await expect(run("edit_file", { path: "a.log", old_text: "\ufffd\ufffd second", new_text: "x" })).rejects.toMatchObject({
    code: "EDIT_BROKEN_BYTES",
    values: { line: 2 },
  });
  await run("edit_file", { path: "latin.txt", old_text: "café", new_text: "thé" });
  expect(readFileSync(path("latin.txt"), "latin1")).toBe("thé crème");
  await expect(run("edit_file", { path: "latin.txt", old_text: "thé", new_text: "茶" })).rejects.toMatchObject({
    code: "TEXT_UNENCODABLE",
  });
  await expect(run("edit_file", { path: "a.log", old_text: "first", new_text: "\ud83d" })).rejects.toMatchObject({
    code: "TEXT_UNENCODABLE",
  });
});

test("near misses are told: whitespace, line numbers, punctuation, hidden characters, the nearest line", async () => {
  const { run } = project({ "a.ts": "function f() {\n\treturn “值”;\n}\nconst total = price * count;\nx\u001b[0m = 1\n" });
  const hint = async (old_text: string) => {
    const error: unknown = await run("edit_file", { path: "a.ts", old_text, new_text: "-" }).catch((thrown: unknown) => thrown);
    return String(error);
  };
  expect(await hint("function f() {\n    return “值”;")).toMatch(
    /EDIT_NOT_FOUND.*Lines 1–2 differ only in whitespace.*1\\tfunction f/,
  );
  expect(await hint("1\tfunction f() {\n2\t\treturn “值”;")).toContain("line numbers that read_file shows");
  expect(await hint('return "值"；')).toContain("Lines 2–2 differ only in punctuation");
  expect(await hint("CONST TOTAL")).toContain("Lines 4–4 differ only in letter case");
  expect(await hint("x\\x1b[0m = 1")).toContain("hold control characters");
  expect(await hint("const total = price + count;")).toContain("nearest text is around line 4");
  expect(await hint("nothing of the kind at all")).toContain("nothing like it");
});

test("missing files, same texts, folders and binaries are refused in words", async () => {
  const { run, path } = project({ "Main.java": "x", "b.bin": Buffer.from([0, 1, 2]) });
  await expect(run("edit_file", { path: "main.java", old_text: "x", new_text: "y" })).rejects.toMatchObject({
    code: "FILE_MISSING",
    values: { similar: ["Main.java"] },
  });
  await expect(run("edit_file", { path: "Main.java", old_text: "x", new_text: "x" })).rejects.toMatchObject({
    code: "EDIT_SAME",
  });
  mkdirSync(path("dir"));
  await expect(run("edit_file", { path: "dir", old_text: "x", new_text: "y" })).rejects.toMatchObject({ code: "FILE_IS_FOLDER" });
  await expect(run("edit_file", { path: "b.bin", old_text: "x", new_text: "y" })).rejects.toMatchObject({ code: "FILE_BINARY" });
  await expect(run("edit_file", { path: "../out.txt", old_text: "x", new_text: "y" })).rejects.toMatchObject({
    code: "PATH_OUTSIDE",
  });
});

test("the plan shows the change as a diff and changes nothing", async () => {
  const { tool, path, run } = project({ "a.txt": `${Array.from({ length: 30 }, (_, n) => `line ${n + 1}`).join("\r\n")}\r\n` });
  const args = { path: "a.txt", old_text: "line 15", new_text: "LINE 15\nline 15b" };
  const display = await tool("edit_file").plan?.(args, contextOf());
  expect(display).toMatchObject({ kind: "diff", path: "a.txt", added: 2, removed: 1 });
  expect(display?.kind === "diff" && display.diff).toBe(
    "--- a.txt\n+++ a.txt\n@@ -12,7 +12,8 @@\n line 12\n line 13\n line 14\n-line 15\n+LINE 15\n+line 15b\n line 16\n line 17\n line 18\n",
  );
  expect(readFileSync(path("a.txt"), "utf8")).not.toContain("LINE");
  expect((await run("edit_file", args)).display).toEqual(display);
});

test("D9: what changed after the read is not written over, whatever happened to it", async () => {
  const { run, path } = project();
  const changes: Record<string, (file: string) => void> = {
    saved: (file) => writeFileSync(file, "old text, formatted\n"),
    deleted: (file) => rmSync(file),
    replaced: (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    disguised: (file) => {
      writeFileSync(file, "OLD text\n");
      utimesSync(file, 1000, 1000);
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    for (const [tool, args] of [
      ["edit_file", { old_text: "text", new_text: "new" }],
      ["write_file", { content: "new" }],
    ] as const) {
      const file = `${name}-${tool}.txt`;
      writeFileSync(path(file), "old text\n");
      utimesSync(path(file), 1000, 1000);
      await run("read_file", { path: file });
      change(path(file));
      await expect(run(tool, { path: file, ...args }), file).rejects.toMatchObject({ code: "FILE_CHANGED" });
    }
  }
  expect(readFileSync(path("disguised-write_file.txt"), "utf8")).toBe("OLD text\n");
});

test("D9: a change while the approval dialog is open is refused too, also where the file was never read or did not exist", async () => {
  const { tool, run, path } = project({ "a.txt": "text\n", "b.txt": "text\n" });
  const edit = { old_text: "text", new_text: "new" };
  for (const [file, name, args] of [
    ["a.txt", "edit_file", edit],
    ["b.txt", "edit_file", edit],
    ["new.txt", "write_file", { content: "new" }],
  ] as const) {
    if (file === "b.txt") await run("read_file", { path: file });
    const context = contextOf();
    await tool(name).plan?.({ path: file, ...args }, context);
    writeFileSync(path(file), "text and more\n");
    await expect(run(name, { path: file, ...args }, context), file).rejects.toMatchObject({ code: "FILE_CHANGED" });
    expect(readFileSync(path(file), "utf8")).toBe("text and more\n");
  }
});

test("D9: a file that was only touched is as it was read; after a refusal a deleted one may be created anew", async () => {
  const { run, path } = project({ "a.txt": "text\n" });
  await run("read_file", { path: "a.txt" });
  utimesSync(path("a.txt"), 1, 1);
  await run("edit_file", { path: "a.txt", old_text: "text", new_text: "new" });
  rmSync(path("a.txt"));
  await expect(run("write_file", { path: "a.txt", content: "x" })).rejects.toMatchObject({ values: { how: "deleted" } });
  await run("write_file", { path: "a.txt", content: "x" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("x");
});

test("K5: of two units that read a file, the second may not write from its old copy, and is told who changed it", async () => {
  const { run, path } = project({ "a.txt": "start\n", "b.txt": "start\n" });
  for (const unit of ["task-1", "task-2"]) await run("read_file", { path: "a.txt" }, { unit });
  await run("write_file", { path: "a.txt", content: "of task 1\n" }, { unit: "task-1" });
  await expect(run("write_file", { path: "a.txt", content: "of task 2\n" }, { unit: "task-2" })).rejects.toMatchObject({
    code: "FILE_CHANGED",
    values: { by: "task-1" },
  });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("of task 1\n");
  await run("edit_file", { path: "a.txt", old_text: "1", new_text: "one" }, { unit: "task-1" });
  await Promise.all([
    run("edit_file", { path: "a.txt", old_text: "of", new_text: "by" }, { unit: "task-1" }),
    run("edit_file", { path: "b.txt", old_text: "start", new_text: "end" }, { unit: "task-2" }),
  ]);
  expect(readFileSync(path("a.txt"), "utf8") + readFileSync(path("b.txt"), "utf8")).toBe("by task one\nend\n");
});

test("M20: of four edits to one file that run at the same time none is lost, fifty times", async () => {
  const { run, path } = project();
  for (let batch = 0; batch < 50; batch++) {
    writeFileSync(path("a.txt"), "1\n2\n3\n4\n");
    await run("read_file", { path: "a.txt" });
    await Promise.all([1, 2, 3, 4].map((n) => run("edit_file", { path: "a.txt", old_text: `${n}\n`, new_text: `${n}${n}\n` })));
    expect(readFileSync(path("a.txt"), "utf8")).toBe("11\n22\n33\n44\n");
  }
});

test("a link stays a link, its target is changed; the mode is kept", async () => {
  const { run, path } = project({ "real.sh": "echo 1\n" });
  chmodSync(path("real.sh"), 0o750);
  symlinkSync("real.sh", path("link.sh"));
  await run("edit_file", { path: "link.sh", old_text: "1", new_text: "2" });
  expect(readFileSync(path("real.sh"), "utf8")).toBe("echo 2\n");
  expect(statSync(path("real.sh")).mode & 0o777).toBe(0o750);
});

const ENCODINGS: readonly TextEncoding[] = ["utf-8", "utf-8-bom", "utf-16le-bom", "utf-16be-bom", "gb18030", "cp936"];
const line = fc
  .array(fc.constantFrom("a", "b", " ", "中", "订单", "é", "😀", "\t", "{"), { maxLength: 8 })
  .map((units) => units.join(""));
const lines = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { minLength: 1, maxLength: 12 });

test("property: in every encoding, bytes outside the edit are unchanged, and line ends inside it belong to the file", () => {
  fc.assert(
    fc.property(
      lines,
      line,
      fc.constantFrom(...ENCODINGS),
      fc.nat(),
      fc.nat(),
      line,
      fc.boolean(),
      (body, rest, encoding, a, b, fresh, addLine) => {
        const text = body.map(([content, end]) => content + end).join("") + rest;
        const characters = [...text];
        const from = a % (characters.length + 1);
        const old = characters
          .slice(from, from + 1 + (b % 20))
          .join("")
          .replaceAll("\r", "");
        fc.pre(old !== "");
        const newText = addLine ? `${fresh}\n${fresh}` : fresh;
        const bytes = Buffer.from(encodeText(text, encoding));
        const matches = findMatches(text, old);
        expect(matches.length).toBeGreaterThan(0);
        const located = locate(bytes, encoding, old);
        expect(located.reduce((sum, region) => sum + region.matches.length, 0)).toBe(matches.length);
        const replacements = separateMatches(matches).map((match) => replacementFor(text, match, newText));
        const { bytes: after } = replaceLocated(bytes, encoding, located, newText, "x");
        expect(after.equals(Buffer.from(encodeText(applyReplacements(text, replacements), encoding)))).toBe(true);
        for (const { start, end, text: put } of replacements) {
          expect(put.replaceAll("\r\n", "\n")).toBe(newText);
          const used = new Set(`${text.slice(0, start)}${text.slice(start, end)}${text.slice(end)}`.match(/\r?\n/g) ?? ["\n"]);
          for (const end of put.match(/\r?\n/g) ?? []) expect(used.has(end)).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("a tracker runs work on one file in turn, on two files side by side, also after a failure", async () => {
  const tracker = createReadTracker();
  const order: string[] = [];
  const work = (name: string, ms: number) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    order.push(`${name} ends`);
    if (name === "a1") throw new Error("failed");
  };
  const [failed] = await Promise.allSettled([
    tracker.exclusive("a", work("a1", 30)),
    tracker.exclusive("a", work("a2", 1)),
    tracker.exclusive("b", work("b1", 1)),
  ]);
  expect(failed.status).toBe("rejected");
  expect(order.indexOf("a2 begins")).toBeGreaterThan(order.indexOf("a1 ends"));
  expect(order.indexOf("b1 ends")).toBeLessThan(order.indexOf("a1 ends"));
});
