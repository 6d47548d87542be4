import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseTokens, estimateTokens } from "../../src/util/tokens.ts";

const unit = fc.constantFrom(" ", "\n", "a", "B", "7", ";", "汉", "é", "😀");
const runs = fc
  .array(fc.tuple(unit, fc.integer({ min: 1, max: 15 })), { maxLength: 8 })
  .map((all) => all.map(([text, n]) => text.repeat(n)).join(""));
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), runs);

describe("the plain rule", () => {
  test("an ideograph is 1/1.5 token and anything else a quarter, rounded up", () => {
    expect(baseTokens("")).toBe(0);
    expect(baseTokens("项目用 JDK 17")).toBe(4);
    expect(baseTokens("三个字")).toBe(2);
    expect(baseTokens("a".repeat(400))).toBe(100);
  });

  test("the two ends of the ideograph range are outside it", () => {
    expect(baseTokens("\u4e00".repeat(4))).toBe(1);
    expect(baseTokens("\u9fff".repeat(4))).toBe(1);
    expect(baseTokens("\u4e01".repeat(3))).toBe(2);
  });
});

describe("the estimate", () => {
  test("C1: Chinese, emoji and prose are counted by their kind, not by four characters a token", () => {
    const han = estimateTokens("的一是在不了有和人这中大为上个国我以要他".repeat(50));
    expect(han).toBeGreaterThanOrEqual(600);
    expect(han).toBeLessThanOrEqual(1500);
    for (const emoji of ["😀", "☀", "👩‍💻", "⭐", "𠮷"]) expect(estimateTokens(emoji.repeat(100))).toBeGreaterThanOrEqual(100);
    const prose = "The quick brown fox jumps over the lazy dog and runs away ".repeat(22);
    const letters = prose.replaceAll(" ", "").length;
    const perThousand = (estimateTokens(prose) * 1000) / letters;
    expect(perThousand).toBeGreaterThan(200);
    expect(perThousand).toBeLessThan(350);
  });

  test("each unit costs what it was measured to cost", () => {
    const costs: Record<string, number> = {
      word: 1.07,
      camelCase: 2.14,
      HTTP: 1.07,
      internationalization: 2.14,
      "123": 1.89,
      "1234": 3.78,
      ";": 0.59,
      "=>": 0.74,
      " ": 0,
      "    ": 1.04,
      "\n\n": 0.9,
      汉: 0.67,
      "，": 0.67,
      カ: 0.72,
      한: 0.83,
      é: 0.45,
    };
    for (const [text, tokens] of Object.entries(costs)) {
      const many = `${text}é`.repeat(100); // é keeps two units apart
      expect(estimateTokens(many), text).toBe(Math.ceil(Math.round(100 * 100 * (tokens + 0.45)) / 100));
    }
  });

  test("never falls when text is appended", () => {
    fc.assert(
      fc.property(anyText, anyText, (head, tail) => {
        expect(estimateTokens(head + tail)).toBeGreaterThanOrEqual(estimateTokens(head));
        expect(baseTokens(head + tail)).toBeGreaterThanOrEqual(baseTokens(head));
      }),
      { numRuns: 1000 },
    );
  });

  test("of a whole differs from the sum of its two parts by the seam alone", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.abs(estimateTokens(a + b) - estimateTokens(a) - estimateTokens(b))).toBeLessThanOrEqual(3);
      }),
      { numRuns: 1000 },
    );
  });
});
