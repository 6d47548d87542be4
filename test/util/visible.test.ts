import fc from "fast-check";
import { expect, test } from "vitest";
import { showControls, showHidden, showPrinted, showText } from "../../src/util/visible.ts";

test("what would repaint a command is shown instead of obeyed", () => {
  expect(showHidden("rm -rf build\r\x1b[2Kecho safe")).toBe("rm -rf build\\r\\x1b[2Kecho safe");
  expect(showHidden("a\u202eb\u200bc\u{e0041}d\u2066\u00ad\ufeff")).toBe(
    "a\\u{202e}b\\u{200b}c\\u{e0041}d\\u{2066}\\u{ad}\\u{feff}",
  );
  expect(showControls("\x9b31m\x07\x7f")).toBe("\\x9b31m\\x07\\x7f");
});

test("line breaks, emoji with joiners, flags, keycaps and accents stay as they are", () => {
  for (const text of ["a\nb\tc", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇨🇳", "1️⃣", "é", "中文，全角", "👩🏽‍💻"]) expect(showHidden(text)).toBe(text);
});

test("a joiner or selector outside emoji hides and is shown", () => {
  expect(showHidden("ab\u200dcd")).toBe("ab\\u{200d}cd");
  expect(showHidden("x\ufe01\ufe0f")).toBe("x\\u{fe01}\\u{fe0f}");
});

test("no text leaves a control character or half a surrogate pair in a line of the screen", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      for (const line of showText(text).split("\n")) {
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(line.isWellFormed()).toBe(true);
      }
      expect(showHidden(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
    }),
  );
});

test("overrides of direction in an answer are shown; the marks that Hebrew and Arabic need stay", () => {
  expect(showControls("if (\u202eadmin\u202c) \u2066x\u2069")).toBe("if (\\u{202e}admin\\u{202c}) \\u{2066}x\\u{2069}");
  expect(showText("שלום\u200f, A\u200e")).toBe("שלום\u200f, A\u200e");
});

test("what a command prints steers no terminal, and JSON among it means what it meant", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 20 })), (list) => {
      const texts = ["\x1b]0;t\x07 \x9b31m \x7f \u202e \u2069", ...list];
      const printed = showPrinted(JSON.stringify(texts, null, 2));
      expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(JSON.parse(printed)).toEqual(texts);
      expect(showPrinted(texts.join(""))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});
