import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeGroups } from "../../src/context/ask-summary.ts";
import { chunkTexts, renderTranscript } from "../../src/context/render.ts";
import { textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { estimateTokens } from "../../src/util/tokens.ts";
import { assistant, called } from "../support/context.ts";

const texts = textsFor("en");

test("calls and results are written plainly, internal messages are left out, images are marked, an earlier summary stays", () => {
  const messages: Message[] = [
    { role: "user", origin: "summary", content: "earlier record" },
    { role: "assistant", origin: "summary", content: "Understood." },
    {
      role: "user",
      content: [
        { type: "text", text: "look: " },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    },
    { role: "user", origin: "skill", skill: "s", content: "a skill's body" },
    ...called("c1", "read_file", { path: "a.ts" }, "the text", { ok: false }),
    assistant("done"),
  ];
  const rendered = renderTranscript(messages, texts, false).join("\n");
  for (const part of [
    "earlier record",
    "look: [image]",
    '[call] read_file {"path":"a.ts"}',
    "[result of read_file (failed)]",
    "the text",
    "done",
  ]) {
    expect(rendered).toContain(part);
  }
  for (const part of ["a skill's body", "Understood.", "base64"]) expect(rendered).not.toContain(part);
});

test("results are shortened only when asked, and say so", () => {
  const messages = called("c1", "read_file", {}, `HEAD${"x".repeat(9000)}TAIL`);
  expect(renderTranscript(messages, texts, false).join("")).not.toContain("omitted");
  const clipped = renderTranscript(messages, texts, true).join("");
  expect(clipped).toMatch(/HEAD[\s\S]*\d+ characters omitted[\s\S]*TAIL/);
  expect(clipped.length).toBeLessThan(2500);
});

test("chunks keep to their limits, in order, and nothing is cut off", () => {
  const piece = fc
    .tuple(fc.constantFrom("word and ", "中文，一行。\n", "😀", "x"), fc.integer({ min: 1, max: 400 }))
    .map(([text, n]) => text.repeat(n));
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 40, max: 900 }),
      fc.integer({ min: 40, max: 900 }),
      (pieces, chars, tokens) => {
        const chunks = chunkTexts(pieces, { chars, tokens });
        const problems: string[] = [];
        for (const chunk of chunks) {
          if (chunk.length > chars) problems.push(`${chunk.length} of ${chars} characters`);
          if (estimateTokens(chunk) > tokens + 2) problems.push(`${estimateTokens(chunk)} of ${tokens} tokens`);
          if (!chunk.isWellFormed()) problems.push("a pair is split");
        }
        const squash = (text: string) => text.replace(/\s/g, "");
        if (squash(chunks.join("")) !== squash(pieces.join(""))) problems.push("something is lost");
        expect(problems).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

test("partial summaries are merged with their neighbours, as many as fit", () => {
  const partials = Array.from({ length: 7 }, (_, i) => `${i} ${"x".repeat(100)}`);
  const groups = mergeGroups(partials, { chars: 250, tokens: 1e6 });
  expect(groups.map((group) => group.length)).toEqual([2, 2, 2, 1]);
  expect(groups.flat()).toEqual(partials);
});
