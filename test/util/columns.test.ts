import { expect, test } from "vitest";
import { columnsOf, fitColumns, padEndColumns, padStartColumns } from "../../src/util/columns.ts";

test("Chinese, full-width marks and emoji take two columns, marks that join take none", () => {
  expect(["abc", "中文", "，", "한글", "🎉", "e\u0301", "✔"].map(columnsOf)).toEqual([3, 4, 2, 4, 2, 1, 1]);
});

test("padding and cutting go by columns and break no character", () => {
  expect(padEndColumns("中文", 6)).toBe("中文  ");
  expect(padStartColumns("中文", 6)).toBe("  中文");
  expect(padEndColumns("long", 2)).toBe("long");
  expect(fitColumns("中文字", 5)).toBe("中文");
  expect(fitColumns("a🎉b", 2)).toBe("a");
  expect(fitColumns("ab", 5)).toBe("ab");
});
