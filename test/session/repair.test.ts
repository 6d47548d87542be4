import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { adaptToModel } from "../../src/session/adapt.ts";
import { repairMessages } from "../../src/session/repair.ts";
import { answer, calls, result, user } from "../support/session.ts";

const texts = { interrupted: (tool: string) => `interrupted: ${tool}`, emptyResult: "(no output)" };
const repair = (messages: readonly Message[]) => repairMessages(messages, texts);
const shape = (messages: readonly Message[]) =>
  messages.map((m) =>
    m.role === "tool"
      ? `${m.tool_call_id}=${m.content}`
      : m.role === "assistant" && m.tool_calls
        ? m.tool_calls.map((c) => c.id).join("+")
        : m.content,
  );

describe("repair", () => {
  test("A5: a call without result gets one, an orphan result goes, a late one moves, of two the first stays", () => {
    const damaged = [
      user("go"),
      calls("a", "b", "c"),
      result("nobody"),
      result("b"),
      user("meanwhile"),
      answer("well"),
      result("a", "late"),
      result("b", "again"),
    ];
    const { messages, report } = repair(damaged);
    expect(shape(messages)).toEqual(["go", "a+b+c", "b=result of b", "a=late", "c=interrupted: read_file", "meanwhile", "well"]);
    expect(report).toEqual({ answered: 1, orphans: 1, duplicates: 1, moved: 1, empty: 0, rewritten: 0 });
    expect(repair(messages)).toEqual({ messages });
  });

  test("a valid list comes back as the very list that was given", () => {
    const valid = [user("go"), calls("a", "b"), result("b"), result("a"), answer("done")];
    expect(repair(valid).messages).toBe(valid);
    expect(repair(valid).report).toBeUndefined();
  });

  test("an empty assistant message goes, an empty result gets a text, an empty list of calls is left out", () => {
    const { messages } = repair([user("go"), answer(""), calls("a"), result("a", ""), { ...answer("x"), tool_calls: [] }]);
    expect(shape(messages)).toEqual(["go", "a", "a=(no output)", "x"]);
    expect(messages.at(-1)).not.toHaveProperty("tool_calls");
  });

  test("white space alone is as empty as nothing: of the person, of the model, of a tool", () => {
    const { messages, report } = repair([user(" \n"), user("go"), answer("\t"), calls("a"), result("a", "  "), answer(" x ")]);
    expect(shape(messages)).toEqual(["go", "a", "a=(no output)", " x "]);
    expect(report?.empty).toBe(3);
  });

  test("ids that repeat or that servers refuse are made new for the call and its result alike; broken arguments are wrapped", () => {
    const broken: Message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "表 1", type: "function", function: { name: "n", arguments: '{"path": ' } }],
    };
    const { messages } = repair([
      user("go"),
      calls("a"),
      result("a", "1"),
      calls("a"),
      result("a", "2"),
      broken,
      result("表 1", "3"),
    ]);
    expect(shape(messages)).toEqual(["go", "a", "a=1", "a_2", "a_2=2", "__1", "__1=3"]);
    expect(messages[5]).toMatchObject({ tool_calls: [{ function: { arguments: '{"_unparsed":"{\\"path\\": "}' } }] });
  });

  test("half a surrogate pair becomes U+FFFD", () => {
    expect(repair([user("half \ud83d")]).messages).toEqual([user("half \ufffd")]);
  });

  const id = fc.constantFrom("a", "b", "c", "ä ö", "");
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.constantFrom("", " \n", "text", "\ud83d").map(user),
    fc.constantFrom("", "answer").map(answer),
    fc.array(id, { maxLength: 4 }).map((ids) => calls(...ids)),
    fc.tuple(id, fc.constantFrom("", "out")).map(([i, content]) => result(i, content)),
    fc.tuple(id, fc.constantFrom("{", "", "{}")).map(
      ([i, args]): Message => ({
        role: "assistant",
        content: "",
        tool_calls: [{ id: i, type: "function", function: { name: "n", arguments: args } }],
      }),
    ),
  );
  test("whatever the list, the result is valid, repairing it again changes nothing, and no user's word is lost", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 14 }), (list) => {
        const { messages, report } = repair(list);
        if (messages.length > 0) expect(validateMessages(messages)).toBeUndefined();
        expect(repair(messages)).toEqual({ messages });
        expect(report === undefined).toBe(messages === list);
        expect(messages.filter((m) => m.role === "user")).toHaveLength(
          list.filter((m) => m.role === "user" && String(m.content).trim() !== "").length,
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("another model", () => {
  const bare: Message = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "z", type: "function", function: { name: "n", arguments: "{}" } }],
  };
  const list: readonly Message[] = [
    user("go"),
    calls("a"),
    result("a"),
    { ...answer("done"), reasoning: "why" },
    bare,
    result("z"),
  ];

  test("never: reasoning is kept as a mark and not sent", () => {
    const adapted = adaptToModel(list, "never");
    expect(adapted.every((m) => !("reasoning_content" in m))).toBe(true);
    expect(adapted[1]).toMatchObject({ reasoning: "thinking" });
  });

  test("with calls: every call carries reasoning, an empty one where none was kept; answers carry none", () => {
    const adapted = adaptToModel(list, "with_calls");
    expect(adapted[4]).toMatchObject({ reasoning_content: "" });
    expect(adapted[1]).toBe(list[1]);
    expect(adapted[3]).toBe(list[3]);
  });

  test("always: what was kept is sent; there and back is what it was", () => {
    const adapted = adaptToModel(list, "always");
    expect(adapted[3]).toMatchObject({ reasoning_content: "why" });
    expect(adaptToModel(adaptToModel(list, "never"), "with_calls").slice(0, 4)).toEqual(list.slice(0, 4));
    expect(adaptToModel(adapted, "always")).toBe(adapted);
  });
});
