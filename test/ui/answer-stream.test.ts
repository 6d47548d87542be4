import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, EMPTY_STREAM, endText, liveBlock, pushText } from "../../src/ui/answer-stream.ts";

function stream(chunks: readonly string[]): readonly Block[] {
  let state = EMPTY_STREAM;
  const blocks: Block[] = [];
  for (const chunk of chunks) {
    const cut = pushText(state, chunk);
    state = cut.stream;
    blocks.push(...cut.blocks);
  }
  return [...blocks, ...endText(state)];
}

/** Code of one fence may come in any number of blocks: joined, the cutting must not depend on how the text arrived. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.kind === "code" && !block.first && last?.kind === "code") {
      result[result.length - 1] = { ...last, lines: [...last.lines, ...block.lines] };
    } else result.push(block);
  }
  return result;
}

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "",
        "# 标题",
        "- item",
        "  nested",
        "1. one",
        "```ts",
        "```",
        "~~~",
        "| a | b |",
        "|---|---|",
        "text 中文",
        "> quote",
      ),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.join("\n").replaceAll("\r", ""));

test("cutting an answer into blocks does not depend on how the text was streamed", () => {
  fc.assert(
    fc.property(markdown, fc.array(fc.nat({ max: 20 }), { maxLength: 40 }), (text, sizes) => {
      const chunks: string[] = [];
      let at = 0;
      for (const size of sizes) {
        chunks.push(text.slice(at, at + size));
        at += size;
      }
      chunks.push(text.slice(at));
      expect(joined(stream(chunks))).toEqual(joined(stream([text])));
    }),
  );
});

test("no line of an answer is lost or said twice", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const shown = stream([...text]).flatMap((b) => (b.kind === "code" ? b.lines : b.text.split("\n")));
      const isFence = (line: string) => /^ {0,3}(```|~~~)/.test(line);
      const said = (lines: readonly string[]) => lines.map((l) => l.trim()).filter((l) => l !== "" && !isFence(l));
      expect(said(shown)).toEqual(said(text.split("\n")));
    }),
  );
});

test("a paragraph is cut at the next block, lines of code at once", () => {
  const first = pushText(EMPTY_STREAM, "one\ntwo\n\nthr");
  expect(first.blocks).toEqual([]);
  expect(liveBlock(first.stream)).toEqual({ kind: "markdown", text: "one\ntwo\n\nthr" });
  const second = pushText(first.stream, "ee\n");
  expect(second.blocks).toEqual([{ kind: "markdown", text: "one\ntwo" }]);
  const code = pushText(second.stream, "```ts\nlet a;\nlet b");
  expect(code.blocks).toEqual([
    { kind: "markdown", text: "three" },
    { kind: "code", lang: "ts", lines: ["let a;"], first: true },
  ]);
  expect(liveBlock(code.stream)).toEqual({ kind: "code", lang: "ts", lines: ["let b"], first: false });
});

test("a list with blank lines between its items stays one block", () => {
  expect(stream(["1. a\n\n2. b\n\n   more\n\nend"])).toEqual([
    { kind: "markdown", text: "1. a\n\n2. b\n\n   more" },
    { kind: "markdown", text: "end" },
  ]);
});

test("an answer of 1 MB in one line or in many is cut into pieces that can be drawn", () => {
  for (const text of ["字".repeat(1_000_000), "- item\n".repeat(140_000), `\`\`\`\n${"x".repeat(1_000_000)}`]) {
    const started = performance.now();
    const blocks = stream(text.match(/[\s\S]{1,5000}/gu) ?? []);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(Math.max(...blocks.map((b) => (b.kind === "markdown" ? b.text.length : b.lines.join("\n").length)))).toBeLessThan(
      32_000,
    );
  }
});
