import { expect, test } from "vitest";
import { nearestWord } from "../../src/util/nearest.ts";

test("the nearest known word counts swapped neighbours once, and a word that is like none has none", () => {
  const known = ["model", "mode", "maxTurns"];
  expect(nearestWord("modle", known)).toBe("model");
  expect(nearestWord("MODE", known)).toBe("mode");
  expect(nearestWord("max_turns", known)).toBe("maxTurns");
  expect(nearestWord("zzzzzzzz", known)).toBeUndefined();
});
