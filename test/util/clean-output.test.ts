import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, createOutputCleaner, showHidden } from "../../src/util/clean-output.ts";

const ESC = "\u001b";

test("D6: of 5,000 progress frames the last one stays, with the line that follows, and no escape", () => {
  const frames = Array.from({ length: 5000 }, (_, n) => `${ESC}[2K\r下载 ${n + 1}%`).join("");
  expect(cleanText(`${frames}\nDONE-MARK\n`)).toBe("下载 5000%\nDONE-MARK\n");
});

test("D6: memory stays bounded while a million frames stream through", () => {
  const cleaner = createOutputCleaner();
  let out = "";
  for (let n = 0; n < 200_000; n++) out += cleaner.push(`\r${n} of 200000`);
  expect(out).toBe("");
  expect(cleaner.end()).toBe("199999 of 200000");
});

test("Windows line ends and a carriage return at the very end overwrite nothing", () => {
  expect(cleanText("a\r\nb\r\r\nc\r")).toBe("a\nb\nc");
});

test("erasing to the end of the line counts only where the cursor is at its start", () => {
  expect(cleanText(`kept${ESC}[K\n`)).toBe("kept\n");
  expect(cleanText(`gone\r${ESC}[K\nnext`)).toBe("\nnext");
  expect(cleanText(`gone${ESC}[1Gnew`)).toBe("new");
});

test("colours, titles, links, bells, character sets and 8-bit controls go, their text stays", () => {
  expect(cleanText(`${ESC}[1;31mred${ESC}[0m ${ESC}(Bplain\u0007`)).toBe("red plain");
  expect(cleanText(`${ESC}]0;title\u0007a${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\ ${ESC}P1$r0m${ESC}\\b`)).toBe(
    "alink b",
  );
  expect(cleanText("\u009b31mred\u009d0;t\u009cx\u0085y")).toBe("redxy");
  expect(cleanText("N\bNA\bAME 👍\b!")).toBe("NAME !");
});

test("an unfinished title ends at the line break and does not swallow what follows", () => {
  expect(cleanText(`${ESC}]0;never ends\nreal output\n`)).toBe("\nreal output\n");
  expect(cleanText(`a${ESC}`)).toBe("a");
});

test("marks that turn the direction of text and invisible tags become visible", () => {
  expect(cleanText("a\u202eb\u2066c\u200fd")).toBe("a\\u{202e}b\\u{2066}c\\u{200f}d");
  expect(showHidden("x\u{e0041}y")).toBe("x\\u{e0041}y");
  expect(cleanText("👨‍👩‍👧 中文，ok\t|")).toBe("👨‍👩‍👧 中文，ok\t|");
});

test("D2: lone surrogates become U+FFFD, pairs split between two pieces stay whole", () => {
  expect(cleanText("a\ud83d b\udc4d c")).toBe("a\ufffd b\ufffd c");
  const cleaner = createOutputCleaner();
  expect(cleaner.push("x\ud83d") + cleaner.push("\udc4dy") + cleaner.end()).toBe("x👍y");
});

test("file text keeps every character: controls are shown, not removed", () => {
  expect(showHidden(`a\r b${ESC}[31m\u0000\tc\n`)).toBe("a\\x0d b\\x1b[31m\\x00\tc\n");
});

test("property: how a stream is cut into pieces never changes the result, and nothing that controls a terminal is left", () => {
  const unit = fc.constantFrom(
    "a",
    "中",
    "👍",
    "\r",
    "\n",
    ESC,
    "[",
    "]",
    "2",
    "K",
    "G",
    ";",
    "\u0007",
    "\\",
    "\b",
    "\u009b",
    "\u202e",
    "\t",
    "P",
    "(",
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60 }), fc.array(fc.nat(80), { maxLength: 6 }), (units, cuts) => {
      const text = units.join("");
      const cleaner = createOutputCleaner();
      let out = "";
      let from = 0;
      for (const cut of [...cuts].sort((a, b) => a - b)) {
        out += cleaner.push(text.slice(from, Math.max(from, cut)));
        from = Math.max(from, Math.min(cut, text.length));
      }
      out += cleaner.push(text.slice(from)) + cleaner.end();
      expect(out).toBe(cleanText(text));
      expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(cleanText(out)).toBe(out);
    }),
    { numRuns: 400 },
  );
});
