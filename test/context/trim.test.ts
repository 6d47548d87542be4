import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateMessagesTokens } from "../../src/context/measure.ts";
import { trimmer } from "../../src/context/trim.ts";
import { type Lang, textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { boundary } from "../support/context.ts";

const numbered = (lines: number) =>
  Array.from({ length: lines }, (_, n) => `${n + 1}\tline ${n + 1} of a file 中文😀\n`).join("");
const batch = (results: readonly { readonly name: string; readonly text: string }[]): Message[] => [
  {
    role: "assistant",
    content: null,
    tool_calls: results.map(({ name }, n) => ({ id: `c${n}`, type: "function", function: { name, arguments: "{}" } })),
  },
  ...results.map(
    ({ name, text }, n): Message => ({
      role: "tool",
      tool_call_id: `c${n}`,
      toolName: name,
      messageId: `m${n}`,
      ok: true,
      content: boundary.wrap(name, text),
    }),
  ),
];

test("a read ends at a whole line and names the offset to go on from, anything else keeps beginning and end, small results stay", () => {
  const trim = trimmer(boundary, textsFor("en"));
  const group = batch([
    { name: "read_file", text: numbered(400) },
    { name: "execute_command", text: `BEGIN ${"x y ".repeat(4000)} END` },
    { name: "list_dir", text: "a.ts" },
  ]);
  const [assistant, read, command, list] = trim(group, 1000) ?? [];
  expect(assistant).toBe(group[0]);
  expect(list).toBe(group[3]);
  const text = boundary.unwrap(String(read?.content));
  const last = Number(/^(\d+)\tline \1 of a file 中文😀\n\[ends here[^\n]*offset (\d+)\]$/m.exec(text)?.[2]);
  expect(text).toBe(`${numbered(last - 1)}${textsFor("en").context.offload.shortened(last)}`);
  expect(last).toBeGreaterThan(10);
  expect(boundary.unwrap(String(command?.content))).toMatch(
    /^BEGIN [\s\S]*\n\[\d[\d,]* characters left out here[^\n]*\]\n[\s\S]* END$/,
  );
  expect(read?.messageId).toBeUndefined();
  expect(read).toMatchObject({ tool_call_id: "c0", ok: true });
});

test("a notice keeps the name of its file", () => {
  const trim = trimmer(boundary, textsFor("zh"));
  const path = ".paicli/tool-outputs/s/001-grep_code.txt";
  const [, notice] = batch([{ name: "grep_code", text: `title\nfile: ${path}\n${"match ".repeat(2000)}` }]);
  const offloaded: Message[] = [...batch([{ name: "grep_code", text: "" }]).slice(0, 1)];
  if (notice?.role === "tool") offloaded.push({ ...notice, offloaded: { path, chars: 90_000 } });
  expect(trim(offloaded, 400)?.[1]?.content).toContain(path);
});

test("never takes more than it may, keeps every call's result in its place, cuts no character in two, or says that it cannot", () => {
  const result = fc.record({
    name: fc.constantFrom("read_file", "execute_command", "grep_code"),
    text: fc.oneof(
      fc.integer({ min: 1, max: 300 }).map(numbered),
      fc.integer({ min: 1, max: 4000 }).map((size) => "😀 word 中".repeat(size / 8 + 1)),
    ),
  });
  let trimmed = 0;
  fc.assert(
    fc.property(
      fc.array(result, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 50, max: 6000 }),
      fc.constantFrom<Lang>("zh", "en"),
      (results, tokens, lang) => {
        const group = batch(results);
        const after = trimmer(boundary, textsFor(lang))(group, tokens);
        if (after === undefined) return tokens < estimateMessagesTokens(group) && tokens < 200 * (results.length + 1);
        trimmed++;
        return (
          estimateMessagesTokens(after) <= tokens &&
          after.length === group.length &&
          after.every((message, n) => {
            const old = group[n];
            if (message.role !== "tool" || old?.role !== "tool") return message === old;
            return message.tool_call_id === old.tool_call_id && message.content.isWellFormed();
          })
        );
      },
    ),
    { numRuns: 1000 },
  );
  expect(trimmed).toBeGreaterThan(300);
});
