// What of a session's texts is a configured key, and that what is masked is masked everywhere.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWire } from "../../src/protocol/message.ts";
import { keyMask } from "../../src/session/masking.ts";
import { tempFolder } from "../support/folder.ts";
import { answer, open, result, user } from "../support/session.ts";

const KEY = "sk-0123456789abcdef";

describe("what is masked", () => {
  test.each([
    "ollama",
    "EMPTY",
    "test",
    "user",
    "k",
    "",
    "not-needed",
    "sk-no-key-required",
    "tool_calls",
    "xxxxxxxxxxxxxxxxxxxxxxxx",
    "000000000000",
  ])("%j stands where a server wants no key: it is a word like others", (key) => {
    const text = `the user ran ollama test; EMPTY tool_calls, "${key}" k`;
    expect(keyMask([key])(text)).toBe(text);
  });

  test.each([KEY, "0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp", "token-abc123", "correct-horse-battery-staple"])(
    "%j is a secret by its shape",
    (key) => expect(keyMask([key])(`Bearer ${key}, again ${key}.`)).toBe("Bearer ***, again ***."),
  );

  test("L4: of two keys of which one begins with the other nothing is left", () => {
    expect(keyMask([KEY, `${KEY}ff`])(`${KEY}ff ${KEY}`)).toBe("*** ***");
  });
});

describe("where it is masked", () => {
  const call = (json: string) => ({ id: "a", type: "function" as const, function: { name: "write_file", arguments: json } });

  test.each(["ollama", "user", "message", "main", "k", "assistant", "role"])(
    "a key like %j leaves the ledger byte-true",
    async (key) => {
      const home = tempFolder();
      const session = await open(home, { mask: keyMask([key]) });
      const main = session.conversation("main");
      main.append(user(`role of the user: message main k ${key}`), answer("assistant ollama"));
      const before = JSON.stringify(main.messages.map(toWire));
      await session.close();
      const again = await open(home, { resume: session.id });
      expect(JSON.stringify(again.conversation("main").messages.map(toWire))).toBe(before);
      expect(again.words()).toEqual([`role of the user: message main k ${key}`]);
      await again.close();
    },
  );

  test("H5: what is masked is masked in the live view too: a resume sends the same bytes", async () => {
    const home = tempFolder();
    const mask = keyMask([KEY]);
    const session = await open(home, { mask });
    const main = session.conversation("main");
    main.append(
      { role: "user", content: [{ type: "text", text: `mine: ${KEY}` }], typed: `mine: ${KEY}` },
      {
        role: "assistant",
        content: `so ${KEY}`,
        reasoning_content: `hm ${KEY}`,
        tool_calls: [call(`{ "text" :  "a\\n${KEY}" }`)],
      },
      result("a", `KEY=${KEY}`),
    );
    const [last] = main.messages.filter((message) => message.role === "tool");
    main.replaceContent([{ messageId: last?.messageId ?? "", content: `cleared ${KEY}`, cleared: { path: "x", chars: 1 } }]);
    main.append(answer("done"));
    expect(JSON.stringify(main.messages)).not.toContain(KEY);
    main.rewrite([{ ...user(`summary: ${KEY}`), origin: "summary" }, answer("read")], "summary");
    session.record({ event: "tool_start", callId: "b", name: "execute_command", brief: `${"x".repeat(90)} ${KEY}` });
    session.record({ event: "plan_checkpoint", plan: { goal: `use ${KEY}` }, tasks: { t1: [KEY] }, finished: false });
    const live = JSON.stringify(main.messages.map(toWire));
    await session.close();
    expect(readFileSync(session.path, "utf8")).not.toContain(KEY.slice(0, 8));
    const again = await open(home, { mask, resume: session.id });
    expect(JSON.stringify(again.conversation("main").messages.map(toWire))).toBe(live);
    expect(again.words()).toEqual(["mine: ***"]);
    expect(again.resumed?.plan).toEqual({ goal: "use ***" });
    await again.close();
  });

  test("a key that has been configured since does not change what a checkpoint repeats", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user(`mine: ${KEY}`), answer("x".repeat(80_000)));
    await session.close();
    const again = await open(home, { mask: keyMask([KEY]), resume: session.id });
    const main = again.conversation("main");
    const before = JSON.stringify(main.messages.map(toWire));
    main.append(user("y".repeat(200_000)), answer(KEY));
    expect(JSON.stringify(main.messages.slice(0, 2).map(toWire))).toBe(before);
    expect(main.messages.at(-1)?.content).toBe("***");
    await again.close();
  });

  test("property: arguments stay JSON around a masked key, and the rest of them as it was", async () => {
    const session = await open(tempFolder(), { mask: keyMask([`n${KEY}`, KEY]) });
    const main = session.conversation("main");
    let id = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(KEY, "\n", `\n${KEY}`, '"', "\\"))),
        fc.jsonValue(),
        (parts, more) => {
          const json = JSON.stringify({ text: parts.join(""), more });
          const [asked] = main.append(
            { role: "assistant", content: null, tool_calls: [{ ...call(json), id: `c${id}` }] },
            result(`c${id++}`),
          );
          const written = asked?.role === "assistant" ? (asked.tool_calls?.[0]?.function.arguments ?? "") : "";
          expect(JSON.stringify(JSON.parse(written))).not.toContain(KEY);
          if (!json.includes(KEY)) expect(written).toBe(json);
        },
      ),
    );
    await session.close();
  });
});
