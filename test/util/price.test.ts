import { expect, test } from "vitest";
import { costText, parsePrice } from "../../src/util/price.ts";

test("a price is three amounts and a currency; what is cached costs its own", () => {
  const price = parsePrice("2/0.2/3 ¥");
  if (price === undefined) throw new Error("not understood");
  expect(price).toEqual({ input: 2, cached: 0.2, output: 3, currency: "¥" });
  expect(costText({ inputTokens: 1_000_000, cachedTokens: 500_000, outputTokens: 100_000 }, price)).toBe("¥1.40");
  expect(costText({ inputTokens: 1000, cachedTokens: 0, outputTokens: 100 }, price)).toBe("¥0.0023");
  expect(costText({ inputTokens: 0, cachedTokens: 0, outputTokens: 0 }, price)).toBe("¥0.00");
});

test("what is no price is none", () => {
  for (const text of ["", "2/3", "2/0.2/3", "a/b/c $", "-1/2/3 $", "1/2/3 dollars"]) expect(parsePrice(text)).toBeUndefined();
});
