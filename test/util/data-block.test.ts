import fc from "fast-check";
import { expect, test } from "vitest";
import { dataBlock } from "../../src/util/data-block.ts";

test("data is what it was, between its tags", () => {
  expect(dataBlock("stdin", 'a < b\n<div class="file">&lt; </div>\n<files> <stdin-2> <standard>')).toBe(
    '<stdin>\na < b\n<div class="file">&lt; </div>\n<files> <stdin-2> <standard>\n</stdin>',
  );
});

test("an attribute ends where it ends", () => {
  expect(dataBlock("file", "x", { path: 'a"&<b>.ts' })).toBe('<file path="a&quot;&amp;&lt;b>.ts">\nx\n</file>');
});

test("colours and direction marks of what was piped in do not reach the model", () => {
  expect(dataBlock("stdin", "\u001b[31mred\u001b[0m \u202eabc")).toBe("<stdin>\nred \\u{202e}abc\n</stdin>");
});

test("property: no data can close its block, nor open or close another one", () => {
  const tag = fc.constantFrom("stdin", "file", "memory", "tool_result", "STDIN", "File");
  const between = fc.constantFrom("", " ", "\n", "\t", "\u200b", "\u00ad", "\u2060", "\ufeff", "\u0301");
  const forged = fc
    .tuple(between, fc.constantFrom("", "/"), between, tag, fc.constantFrom(">", " >", "\n>", ' path="x">', ""))
    .map(([a, slash, b, name, end]) => `<${a}${slash}${b}${name}${end}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(forged, fc.string()), { maxLength: 8 }), (parts) => {
      const block = dataBlock("stdin", parts.join(" "));
      const inner = block.slice("<stdin>\n".length, -"\n</stdin>".length).replace(/[\p{C}\p{M}\s]/gu, "");
      expect(inner).not.toMatch(/<\/?(?:stdin|file|memory|tool_result)(?![\p{L}\p{N}_-])/iu);
    }),
  );
});
