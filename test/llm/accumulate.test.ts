import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAccumulator } from "../../src/llm/accumulate.ts";
import { readChunk } from "../../src/llm/chunk.ts";
import { CALL_ID } from "../../src/protocol/validate.ts";

function assemble(chunks: readonly unknown[], taken: readonly string[] = []) {
  const answer = createAccumulator();
  for (const json of chunks) {
    const chunk = readChunk(json);
    if (chunk) answer.add(chunk);
  }
  answer.end();
  return answer.assembled(new Set(taken));
}

const part = (...tool_calls: readonly object[]) => ({ choices: [{ delta: { tool_calls } }] });
const fn = (name: string | undefined, args: unknown) => ({ function: { name, arguments: args } });
const shape = (chunks: readonly unknown[]) =>
  assemble(chunks).calls.map(({ call }) => `${call.function.name} ${call.function.arguments}`);

describe("call deltas", () => {
  const calls = fc.array(
    fc.record({
      name: fc.constantFrom("read_file", "list_dir", "grep_code"),
      args: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const cuts = fc.array(fc.nat(40), { maxLength: 6 });

  test("however a server numbers and cuts them, the calls come out as they were meant", () => {
    fc.assert(
      fc.property(
        calls,
        cuts,
        fc.constantFrom("proper", "no index", "all zero", "no id", "id on every part"),
        (meant, at, style) => {
          const chunks = meant.flatMap(({ name, args }, i) => {
            const text = JSON.stringify(args);
            const points = [0, ...at.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
            const pieces = points.slice(1).map((end, n) => text.slice(points[n], end));
            const index = style === "no index" ? {} : { index: style === "all zero" ? 0 : i };
            const id = style === "no id" ? {} : { id: `call_${i}` };
            const every = style === "id on every part" ? id : {};
            return [
              part({ ...index, ...id, ...fn(name, "") }),
              ...pieces.map((piece) => part({ ...index, ...every, ...fn(undefined, piece) })),
            ];
          });
          expect(shape(chunks)).toEqual(meant.map(({ name, args }) => `${name} ${JSON.stringify(args)}`));
        },
      ),
    );
  });

  test("ids come out unique, fit and the same each time, whatever they were", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 60 }), { maxLength: 6 }),
        fc.array(fc.string({ minLength: 1, maxLength: 5 })),
        (ids, taken) => {
          const chunks = ids.map((id, index) => part({ index, id, ...fn("read_file", "{}") }));
          const first = assemble(chunks, taken).calls.map(({ call }) => call.id);
          expect(first).toEqual(assemble(chunks, taken).calls.map(({ call }) => call.id));
          expect(new Set([...first, ...taken]).size).toBe(first.length + new Set(taken).size);
          for (const id of first) expect(id).toMatch(CALL_ID);
        },
      ),
    );
  });

  test("without ids and with every call numbered 0, a named part after complete arguments is the next call", () => {
    const zero = (name: string | undefined, args: string) => part({ index: 0, ...fn(name, args) });
    expect(shape([zero("a", '{"x":'), zero(undefined, "1}"), zero("b", "{}"), zero("b", "{}")])).toEqual([
      'a {"x":1}',
      "b {}",
      "b {}",
    ]);
  });

  test("a name that comes with every part, or in pieces, is one name", () => {
    expect(
      shape([
        part({ index: 0, id: "x", ...fn("read", "") }),
        part({ index: 0, ...fn("_file", "") }),
        part({ index: 0, ...fn(undefined, "{}") }),
      ]),
    ).toEqual(["read_file {}"]);
    expect(
      shape([part({ index: 0, id: "x", ...fn("read_file", '{"a":') }), part({ index: 0, id: "x", ...fn("read_file", "1}") })]),
    ).toEqual(['read_file {"a":1}']);
  });

  test("nonsense in a field counts as absent", () => {
    const odd = [
      null,
      7,
      "x",
      { choices: "none" },
      { choices: [{ delta: 5 }] },
      { choices: [{ delta: { content: 5, tool_calls: [{ index: "a", id: 3, function: null }] } }] },
    ];
    expect(assemble([...odd, { choices: [{ delta: { content: [{ type: "text", text: "ok" }] } }] }])).toMatchObject({
      text: "ok",
      calls: [],
    });
  });
});

describe("usage", () => {
  test.each([
    [{ prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 8 } }, 8],
    [{ prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 7, prompt_cache_miss_tokens: 3 }, 7],
    [{ prompt_tokens: 10, completion_tokens: 2, cached_tokens: 6 }, 6],
    [{ input_tokens: 10, output_tokens: 2, input_tokens_details: { cached_tokens: 5 } }, 5],
    [{ prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: null }, 0],
  ])("is read from %j", (usage, cachedTokens) => {
    expect(assemble([{ choices: [], usage }]).usage).toEqual({ inputTokens: 10, outputTokens: 2, cachedTokens });
    expect(assemble([{ choices: [{ delta: {}, usage }] }]).usage).toEqual({ inputTokens: 10, outputTokens: 2, cachedTokens });
  });

  test("of zero, or broken, is none, and does not hide an earlier one", () => {
    expect(assemble([{ usage: { prompt_tokens: 0 } }, { usage: "many" }]).usage).toBeUndefined();
    expect(assemble([{ usage: { prompt_tokens: 4 } }, { usage: { prompt_tokens: 0 } }]).usage).toMatchObject({ inputTokens: 4 });
  });
});

describe("<think>", () => {
  const split = (text: string, sizes: readonly number[]) => {
    const chunks: unknown[] = [];
    for (let at = 0, n = 0; at < text.length; n++) {
      const size = sizes[n % sizes.length] ?? 1;
      chunks.push({ choices: [{ delta: { content: text.slice(at, at + size) } }] });
      at += size;
    }
    const { text: answer, reasoning } = assemble(chunks);
    return { answer, reasoning };
  };

  test("gives the same however it is cut, and loses nothing else", () => {
    const body = fc.string({ unit: fc.constantFrom("a", "<", ">", "/", "think", "</think>", " ", "\n") });
    fc.assert(
      fc.property(body, fc.boolean(), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (text, opens, sizes) => {
        const whole = `${opens ? "<think>" : ""}${text}`;
        expect(split(whole, sizes)).toEqual(split(whole, [1_000]));
        if (!whole.trimStart().startsWith("<think>")) expect(split(whole, sizes)).toEqual({ answer: whole, reasoning: "" });
      }),
    );
  });
});
