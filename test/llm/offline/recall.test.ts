import { expect, test } from "vitest";
import { parseCommands } from "../../../src/llm/offline/grammar.ts";
import { createOfflineModel } from "../../../src/llm/offline/model.ts";

test.each([
  ["JDK 可以保持 17，你记一下", "项目使用 JDK 17"],
  ["JDK can stay at 17, remember that", "the project uses JDK 17"],
  ["项目使用 JDK 21，记住", "项目使用 JDK 21"],
  ["部署统一用 pnpm，你记一下", "部署统一用 pnpm"],
  ["we deploy on Fridays, please remember this", "we deploy on Fridays"],
])("what is asked to be remembered may stand before the request: %s", (input, fact) => {
  expect(parseCommands(input)).toMatchObject([{ kind: "remember", fact }]);
});

test("a question about what is remembered is answered with the memories in view, and with nothing else", async () => {
  const model = createOfflineModel({ lang: "en", window: 100_000 });
  const ask = async (system: string) => {
    const messages = [
      { role: "system", content: system } as const,
      { role: "user", content: "recall the JDK version" } as const,
    ] as const;
    const stream = model.stream({ messages: [...messages], tools: [] }, new AbortController().signal);
    for (let next = await stream.next(); ; next = await stream.next()) if (next.done) return next.value.text;
  };
  expect(await ask("rules\n- fact-1a2b3c4d [FACT] the project uses JDK 17 (written 2026-01-01)\n- no memory")).toContain(
    "- fact-1a2b3c4d [FACT] the project uses JDK 17 (written 2026-01-01)",
  );
  expect(await ask("rules\n- no memory")).toContain("no memory about it is in view");
});
