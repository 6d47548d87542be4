import { StdinBuffer } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPasteGuard, PASTE_END, PASTE_START } from "../../src/ui/paste.ts";

/** What arrives of reads of the terminal: pastes, and keys. */
function arrive(chunks: readonly string[], everyMs: number): { readonly pastes: readonly string[]; readonly keys: string } {
  const guard = createPasteGuard();
  const buffer = new StdinBuffer({ timeout: 10 });
  const pastes: string[] = [];
  let keys = "";
  buffer.on("data", (key) => (keys += key));
  buffer.on("paste", (text) => pastes.push(text));
  for (const [index, chunk] of chunks.entries()) buffer.process(guard.mark(chunk, index * everyMs));
  buffer.destroy();
  return { pastes, keys };
}

const line = fc.constantFrom("", "一行中文", "a line of text", "\ttabbed", "x");

test("a marked paste is one paste, wherever the reads of the terminal cut it", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
      fc.constantFrom(1, 200),
      (lines, sizes, everyMs) => {
        const text = lines.join("\r");
        let rest = `a${PASTE_START}${text}${PASTE_END}b`;
        const chunks: string[] = [];
        for (const size of sizes) {
          if (rest.length <= size) break;
          chunks.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        expect(arrive([...chunks, rest], everyMs)).toEqual({ pastes: [text], keys: "ab" });
      },
    ),
  );
});

test("ten thousand lines in reads of 4 KB, marked by the terminal or not, are sent by no line break of theirs", () => {
  const text = Array.from({ length: 10_000 }, (_, n) => `粘贴的第 ${n}`).join("\r");
  for (const whole of [`${PASTE_START}${text}${PASTE_END}`, text]) {
    const chunks = whole.match(/[\s\S]{1,4096}/g) ?? [];
    const { pastes, keys } = arrive(chunks, 5);
    expect(keys).not.toContain("\r");
    expect(pastes.join("") + keys).toBe(text);
  }
});
