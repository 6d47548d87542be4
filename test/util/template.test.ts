import fc from "fast-check";
import { expect, test } from "vitest";
import { isPaiError } from "../../src/protocol/errors.ts";
import { fillTemplate } from "../../src/util/template.ts";

test("every placeholder is filled, with or without spaces, as often as it stands", () => {
  expect(fillTemplate("{{a}}-{{ a }}-{{b}}", { a: "1", b: "2" })).toBe("1-1-2");
});

test("what a value contains is not expanded again, nor read as a pattern of replacement", () => {
  expect(fillTemplate("{{a}} {{b}}", { a: "{{b}} $& $1", b: "x" })).toBe("{{b}} $& $1 x");
});

test("a placeholder without a value is an error that names it and what there is", () => {
  for (const name of ["nothing", "toString", "constructor"]) {
    try {
      fillTemplate(`{{${name}}}`, { goal: "x" });
      expect.unreachable();
    } catch (error) {
      expect(isPaiError(error, "PLACEHOLDER_UNKNOWN") && error.values).toEqual({ name, known: "goal" });
    }
  }
});

test("a text without placeholders stays as it is, JSON and shell included", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/\{\{\s*[A-Za-z]\w*\s*\}\}/.test(text));
      expect(fillTemplate(text, {})).toBe(text);
    }),
  );
  expect(fillTemplate('{"a":{"b":1}} $x {{}} {{ 1 }}', {})).toBe('{"a":{"b":1}} $x {{}} {{ 1 }}');
});
