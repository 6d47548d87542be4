import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findImports } from "../../src/prompt/import-lines.ts";

const found = (text: string) => [...findImports(text.split("\n")).values()];

describe("a line or list item that is only @path", () => {
  test.each([
    ["@docs/a.md", "docs/a.md"],
    ["  @docs/a.md  ", "docs/a.md"],
    ["- @docs/a.md", "docs/a.md"],
    ["* @docs/a.md", "docs/a.md"],
    ["12. @docs/a.md", "docs/a.md"],
    ["- x\n  - y\n    - @deep.md", "deep.md"],
    ["- x\n\n  @docs/a.md", "docs/a.md"],
    ["text\n@docs/规范 一.md", "docs/规范 一.md"],
  ])("%j is an import", (text, target) => {
    expect(found(text)).toEqual([target]);
  });
});

describe("G1: @ in code, mails, package names and doc tags is text", () => {
  test.each([
    ["a fence", "```\n@docs/a.md\n```"],
    ["a fence of tildes", "~~~js\n@docs/a.md\n~~~"],
    ["a fence within a longer one", "````md\n```\n@docs/a.md\n```\n@docs/a.md\n````"],
    ["a fence of tildes in one of ticks", "```\n~~~\n@docs/a.md\n```"],
    ["a fence that nobody closes", "```\n@docs/a.md\n\ntext\n@docs/a.md"],
    ["a fence in a list", "- x\n  ```\n  @docs/a.md\n  ```"],
    ["a fence right after a list mark", "- ```\n  @docs/a.md\n  ```"],
    ["an indented block", "text\n\n    @docs/a.md"],
    ["a block indented by a tab", "\t@docs/a.md"],
    ["an indented block in a list", "- x\n\n      @docs/a.md"],
    ["inline code", "`@docs/a.md`"],
    ["a sentence", "见 @docs/a.md。"],
    ["brackets", "(only @example.org)"],
    ["a mail address", "a@b.com"],
    ["a quotation", "> @docs/a.md"],
    ["a full-width sign", "＠docs/a.md"],
    ["a lone sign", "@"],
    ["a comment", "<!-- @docs/a.md -->"],
    ["a comment over lines", "<!--\n@docs/a.md\n-->"],
    ["preformatted HTML", "<pre>\n@docs/a.md\n</pre>"],
  ])("%s", (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test("what follows a closed block counts again", () => {
    const blocks = [
      "```\ncode\n```",
      "~~~\ncode\n~~~~",
      "<!-- a\nb -->",
      "<pre>x</pre>",
      "<script>\nx\n</script>",
      "- x\n  ```\n  y\n  ```\n",
    ];
    for (const block of blocks) expect(found(`${block}\n@docs/a.md`)).toEqual(["docs/a.md"]);
  });

  test("a line of any text is never taken for an import unless its own text begins with @", () => {
    const piece = fc.constantFrom("@a.md", "- ", "  ", "    ", "```", "~~~", "> ", "<!--", "-->", "text", "\n", "\t", "1. ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const lines = pieces.join("").split("\n");
        for (const [number, target] of findImports(lines)) {
          expect(lines[number]?.trim().replace(/^(([-*+]|\d+[.)])\s+)+/, "")).toBe(`@${target}`);
        }
      }),
    );
  });
});
