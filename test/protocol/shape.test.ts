import { expect, test } from "vitest";
import { z } from "zod";
import { textsFor } from "../../src/locale/index.ts";
import { shapeIssues } from "../../src/protocol/shape.ts";

const schema = z.strictObject({
  path: z.string().min(1).max(5),
  limit: z.number().int().min(1).max(9).optional(),
  kind: z.enum(["a", "b"]).optional(),
  list: z
    .array(z.object({ id: z.string() }))
    .max(1)
    .optional(),
  any: z.union([z.union([z.string(), z.number()]), z.array(z.string())]).optional(),
  flag: z.boolean().optional(),
});
const said = (data: unknown, lang: "zh" | "en") => {
  const parsed = schema.safeParse(data);
  return parsed.success ? "" : textsFor(lang).shape(shapeIssues(parsed.error, { data }));
};

test.each([
  [{}, "path is missing (text)", "path 缺少（应为文本）"],
  [{ path: 3 }, "path must be text", "path 应为文本"],
  [{ path: "" }, "path must be at least 1 character long", "path 的字符数应不小于 1"],
  [{ path: "abcdef" }, "path must be at most 5 characters long", "path 的字符数应不大于 5"],
  [{ path: "a", limit: 0 }, "limit must be at least 1", "limit 应不小于 1"],
  [{ path: "a", limit: 1.5 }, "limit must be a whole number", "limit 应为整数"],
  [{ path: "a", kind: "c" }, 'kind must be "a" or "b"', 'kind 应为 "a" 或 "b"'],
  [{ path: "a", list: [{}] }, "list[0].id is missing (text)", "list[0].id 缺少（应为文本）"],
  [{ path: "a", list: [{ id: "" }, { id: "" }] }, "list must be at most 1 long", "list 的项数应不大于 1"],
  [{ path: "a", any: {} }, "any must be text, a number or a list", "any 应为文本或数字或列表"],
  [{ path: "a", flag: "yes" }, "flag must be true or false", "flag 应为 true 或 false"],
  [{ path: "a", pfad: 1, x: 2 }, "it has keys that are not known: pfad, x", "内容有不认识的键：pfad、x"],
  [[], "it must be an object", "内容应为对象"],
])("what is wrong with %j is said in both languages", (data, en, zh) => {
  expect([said(data, "en"), said(data, "zh")]).toEqual([en, zh]);
});
