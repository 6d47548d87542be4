import { describe, expect, test } from "vitest";
import { createSessionWindow } from "../../src/context/session-window.ts";
import { PaiError } from "../../src/protocol/errors.ts";

const tooLong = (window?: number) =>
  new PaiError("MODEL_CONTEXT_OVERFLOW", { model: "m", message: "too long", ...(window === undefined ? {} : { window }) });

describe("what a refusal teaches of the window", () => {
  test("a smaller one that is named is taken, and told once", () => {
    const window = createSessionWindow(128_000);
    expect(window.refused(tooLong(64_000), 70_000)).toBe(64_000);
    for (const sent of [63_000, 12_000, 70_000]) expect(window.refused(tooLong(64_000), sent)).toBeUndefined();
    expect(window.tokens()).toBe(64_000);
  });

  test("one that is named and known already stays what it is, however small the estimate of what was refused", () => {
    const window = createSessionWindow(16_000);
    expect(window.refused(tooLong(16_000), 11_000)).toBeUndefined();
    expect(window.tokens()).toBe(16_000);
  });

  test("one below 8,000 is taken as 8,000, and told once all the same", () => {
    const window = createSessionWindow(32_000);
    expect(window.refused(tooLong(6_000), 9_000)).toBe(6_000);
    expect(window.refused(tooLong(6_000), 9_000)).toBeUndefined();
    expect(window.tokens()).toBe(8_000);
  });

  test("without a name it is smaller than what was refused", () => {
    const window = createSessionWindow(128_000);
    expect(window.refused(tooLong(), 100_000)).toBeUndefined();
    expect(window.tokens()).toBe(95_000);
  });

  test("a request that was larger than the window anyway teaches nothing, however often it is refused", () => {
    const window = createSessionWindow(16_000);
    for (const named of [undefined, 16_000, 128_000]) {
      for (let n = 0; n < 5; n++) window.refused(tooLong(named), 16_100 + n * 1_000);
    }
    expect(window.tokens()).toBe(16_000);
  });

  test("it never grows, except by another model", () => {
    const window = createSessionWindow(40_000);
    expect(window.refused(tooLong(128_000), 39_000)).toBeUndefined();
    expect(window.tokens()).toBeLessThan(40_000);
    window.use(128_000);
    expect(window.tokens()).toBe(128_000);
  });
});
