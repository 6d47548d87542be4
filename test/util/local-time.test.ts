import { expect, test } from "vitest";
import { localMinute } from "../../src/util/local-time.ts";

test("a time is shown as the clock on the wall has it", () => {
  const time = new Date(2025, 0, 2, 3, 4, 59);
  expect(localMinute(time.toISOString())).toBe("2025-01-02 03:04");
  expect(localMinute("")).toBe("");
});
