import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readArguments } from "../../src/llm/arguments.ts";

describe("readArguments", () => {
  test("keeps what is a JSON object byte for byte", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readArguments(text)).toEqual({ text });
      }),
    );
  });

  test("always gives a JSON object, and never an empty one for something that cannot be read", () => {
    const almost = fc.dictionary(fc.string(), fc.jsonValue()).chain((value) => {
      const text = JSON.stringify(value);
      return fc
        .tuple(fc.nat(text.length), fc.nat(text.length), fc.string())
        .map(([from, to, put]) => text.slice(0, from) + put + text.slice(to));
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), almost), (raw) => {
        const { text, unreadable } = readArguments(raw);
        const value: unknown = JSON.parse(text);
        expect(value).toBeTypeOf("object");
        if (text === "{}" && !["", "null"].includes(raw.trim())) expect(raw).toContain("{");
        if (unreadable !== undefined) expect(value).toEqual({ _unparsed: raw.toWellFormed() });
      }),
    );
  });

  test.each([
    ["a raw line break in a string", '{"text":"a\nb\tc"}', { text: "a\nb\tc" }],
    ["a comma before the end", '{"a":[1,2,],}', { a: [1, 2] }],
    ["missing closing brackets", '{"a":{"b":["x"]', { a: { b: ["x"] } }],
    ["a code fence", '```json\n{"a":1}\n```', { a: 1 }],
    ["an empty start before the object", '{}{"a":1}', { a: 1 }],
    ["the same object twice", '{"a":"}"}{"a":"}"}', { a: "}" }],
    ["JSON inside a JSON string", JSON.stringify('{"a":1}'), { a: 1 }],
  ])("repairs %s", (_what, raw, value) => {
    const { text, unreadable } = readArguments(raw);
    expect(unreadable).toBeUndefined();
    expect(JSON.parse(text)).toEqual(value);
  });

  test.each([
    ["cut in a string", '{"path":"a.ts","content":"abc'],
    ["cut after an escape", '{"a":"b\\"'],
    ["cut after a colon", '{"path": '],
    ["cut in a number", '{"timeout":1'],
    ["cut after a comma", '{"path":"a",'],
    ["two different objects", '{"a":1}{"a":2}'],
    ["an escape with two readings", '{"path":"C:\\new\\dir"}'],
    ["single quotes", "{'a':'b'}"],
    ["brackets that do not match", '{"a":[1}'],
    ["an array", "[1]"],
    ["a number", "7"],
    ["words", "path=a.ts"],
  ])("does not guess at what is %s", (_what, raw) => {
    const { text, unreadable } = readArguments(raw);
    expect(unreadable).toMatch(/json/i);
    expect(JSON.parse(text)).toEqual({ _unparsed: raw });
  });
});
