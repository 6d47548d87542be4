import fc from "fast-check";
import { expect, test } from "vitest";
import { readVerdict } from "../../../src/agent/team/verdict.ts";
import { textsFor } from "../../../src/locale/index.ts";

const texts = textsFor("en");

test("a clear yes approves", () => {
  expect(readVerdict('{"approved": true, "reasons": []}', texts)).toEqual({ approved: true });
  expect(readVerdict(' {"approved":true} \n', texts)).toEqual({ approved: true });
});

test("a clear no gives its reasons to the worker", () => {
  expect(readVerdict('{"approved": false, "reasons": ["a.ts is missing", " "]}', texts)).toEqual({
    approved: false,
    reasons: "- a.ts is missing",
  });
  expect(readVerdict('{"approved": false}', texts)).toEqual({ approved: false, reasons: texts.plan.noReasons });
});

test.each([
  '{"approved":"true"}',
  '{"approved":1}',
  '{"reasons":[]}',
  "{}",
  "",
  "true",
  "null",
  "[true]",
  "Approved, well done.",
  '{"approved":true} Well done.',
  'Sure: {"approved":true}',
  '```json\n{"approved":true}\n```',
  '{"approved":true,"approved":true}',
  '{"approved":false,"approved":true}',
  '{"approved":true,"score":9}',
  '{"approved":true,"reasons":"none"}',
  '{"verdict":{"approved":true}}',
])("%s approves nothing", (answer) => {
  expect(readVerdict(answer, texts).approved).toBe(false);
});

test("no text whatever approves but the one object", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (answer) => {
      expect(readVerdict(answer, texts).approved).toBe(false);
    }),
  );
});
