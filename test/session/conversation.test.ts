import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../support/folder.ts";
import { answer, calls, open, result, user } from "../support/session.ts";

async function conversation() {
  const session = await open(tempFolder());
  return { session, main: session.conversation("main"), lines: () => readFileSync(session.path, "utf8").trimEnd().split("\n") };
}

describe("a conversation", () => {
  test("a list that a strict provider would refuse is refused whole, and changes neither the view nor the ledger", async () => {
    const { session, main, lines } = await conversation();
    main.append(user("go"), calls("a"));
    const before = lines();
    const refused = (reason: string) =>
      expect.objectContaining({ code: "CONVERSATION_INVALID", values: expect.objectContaining({ reason }) });
    expect(() => main.append(user("too early"))).toThrow(refused("unanswered_call"));
    expect(() => main.append(result("a"), answer("fine"), result("b"))).toThrow(refused("orphan_result"));
    expect(() => main.append(result("a"), calls("a"))).toThrow(refused("repeated_call_id"));
    expect(() => main.rewrite([user("x"), result("a")], "summary")).toThrow(refused("orphan_result"));
    expect(() => main.rewrite([user("x"), calls("b")], "summary")).toThrow(refused("unanswered_call"));
    expect(() => main.replaceContent([{ messageId: "nobody", content: "x", cleared: { path: "p", chars: 1 } }])).toThrow(
      refused("orphan_result"),
    );
    expect(main.messages).toHaveLength(2);
    expect(lines()).toEqual(before);
    main.append(result("a"), answer("goes on"));
    expect(main.messages).toHaveLength(4);
    await session.close();
  });

  test("every message is in the ledger when it can be seen, and has an id that names it", async () => {
    const { session, main, lines } = await conversation();
    const [stored] = main.append(user("go"));
    expect(JSON.parse(lines().at(-1) ?? "")).toMatchObject({
      event: "message",
      messageId: stored?.messageId,
      message: { content: "go" },
    });
    expect(main.messages).toEqual([stored]);
    await session.close();
  });

  test("a list that was taken before a change stays as it was; only what changes old messages counts as a revision", async () => {
    const { session, main } = await conversation();
    main.append(user("go"), calls("a"), result("a", "long"), answer("done"));
    const before = main.messages;
    const copy = structuredClone(before);
    expect(main.revision).toBe(0);
    main.replaceContent([{ messageId: before[2]?.messageId ?? "", content: "[cleared]", cleared: { path: "p", chars: 4 } }]);
    expect(before).toEqual(copy);
    expect(main.messages[2]).toMatchObject({ content: "[cleared]", cleared: { path: "p", chars: 4 }, tool_call_id: "a" });
    expect(main.messages[3]).toBe(before[3]);
    expect(main.revision).toBe(1);
    main.rewrite([{ role: "user", content: "[summary]", origin: "summary" }, ...main.messages.slice(3)], "summary");
    expect(main.revision).toBe(2);
    expect(main.messages[1]?.messageId).toBe(before[3]?.messageId);
    expect(main.messages[0]?.messageId).toBeDefined();
    await session.close();
  });

  test("ids stay unique over rewrites, resumes and forks", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("1"), answer("2"));
    session.conversation("main").rewrite([...session.conversation("main").messages, user("3"), answer("4")], "model");
    await session.close();
    const resumed = await open(home, { resume: session.id });
    resumed.conversation("main").append(user("5"));
    const fork = await open(home, { resume: session.id, fork: true });
    fork.conversation("main").append(answer("6"));
    for (const each of [resumed, fork]) {
      const ids = each.conversation("main").messages.map((m) => m.messageId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(undefined);
      await each.close();
    }
  });

  test("half a surrogate pair never enters", async () => {
    const { session, main } = await conversation();
    main.append(user("half \ud83d"));
    expect(main.messages[0]?.content).toBe("half \ufffd");
    await session.close();
  });

  test("units have their own views and share the ledger", async () => {
    const { session, main, lines } = await conversation();
    main.append(user("main"));
    session.conversation("task-1", "worker").append(user("task"));
    expect(session.conversation("task-1")).toBe(session.conversation("task-1"));
    expect(main.messages.map((m) => m.content)).toEqual(["main"]);
    expect(session.words()).toEqual(["main"]);
    expect(lines().map((line) => JSON.parse(line).unit)).toEqual(["main", "main", "task-1"]);
    await session.close();
  });
});
