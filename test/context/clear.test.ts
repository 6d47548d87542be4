import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseCleared, clearedPlaceholder, minFreedTokens, placeholderTokens } from "../../src/context/clear.ts";
import { estimateMessagesTokens } from "../../src/context/measure.ts";
import { textsFor } from "../../src/locale/index.ts";
import type { Message, ToolMessage } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { estimateTokens } from "../../src/util/tokens.ts";
import { assistant, called, harness, histories, memoryStore, user } from "../support/context.ts";

const policy = { keep: 3, exclude: [], minFreed: 1, patient: false, placeholder: placeholderTokens(textsFor("en")) };
const results = (messages: readonly Message[]) => messages.filter((message): message is ToolMessage => message.role === "tool");
const long = "some words of a file ".repeat(200);

test("a batch must free a twentieth of S, but 4,000 tokens or a fifth of a small S", () => {
  expect(minFreedTokens(95_000)).toBe(4750);
  expect(minFreedTokens(37_500)).toBe(4000);
  expect(minFreedTokens(5000)).toBe(1000);
});

test("the newest three stay, so do short, cleared and excluded ones", () => {
  const messages = [
    user("go"),
    ...called("c0", "read_file", {}, long),
    ...called("c1", "read_file", {}, "short"),
    ...called("c2", "load_skill", {}, long),
    ...called("c3", "read_file", {}, long, { cleared: { path: "p", chars: 1 } }),
    ...called("c4", "read_file", {}, long),
    ...["c5", "c6", "c7"].flatMap((id) => called(id, "read_file", {}, long)),
  ];
  const chosen = chooseCleared(messages, { ...policy, exclude: ["load_skill"] });
  expect(chosen.map((result) => result.tool_call_id)).toEqual(["c0", "c4"]);
  const answered = [...messages, assistant("read them all")];
  expect(chooseCleared(answered, { ...policy, keep: 0 }).map((result) => result.tool_call_id)).toEqual([
    "c0",
    "c2",
    "c4",
    "c5",
    "c6",
    "c7",
  ]);
  expect(chooseCleared(messages, { ...policy, minFreed: 1e6 })).toEqual([]);
});

test("results that no request has carried yet stay whatever is to be kept, but for the last resort", () => {
  const batch = (ids: readonly string[]): Message[] => [
    {
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "read_file", arguments: "{}" } })),
    },
    ...ids.map((id): Message => ({ role: "tool", tool_call_id: id, toolName: "read_file", content: long })),
  ];
  const ids = (prefix: string) => Array.from({ length: 8 }, (_, n) => `${prefix}${n}`);
  const note: Message = { role: "user", origin: "note", content: "a note of the program" };
  const messages = [user("go"), ...batch(ids("a")), ...batch(ids("b")), note];
  for (const keep of [0, 3, 8])
    expect(chooseCleared(messages, { ...policy, keep }).map((result) => result.tool_call_id)).toEqual(ids("a"));
  expect(chooseCleared(messages, { ...policy, keep: 0, unseenToo: true })).toHaveLength(16);
  expect(chooseCleared([...messages, assistant("seen")], policy)).toHaveLength(13);
});

test("while there is room, a batch must free as much as it makes the provider read anew", () => {
  const first = [user("go"), ...called("c0", "read_file", {}, long.repeat(3))];
  const after = (...ids: string[]) => ids.flatMap((id) => called(id, "read_file", {}, long));
  const patient = { ...policy, patient: true };
  const three = [...first, ...after("c1", "c2", "c3")];
  expect(chooseCleared(three, patient)).toEqual([]);
  expect(chooseCleared(three, policy)).toHaveLength(1);
  expect(chooseCleared([...three, ...after("c4")], patient)).toHaveLength(2);
});

test("a conversation whose newest results alone reach the clear threshold is not rewritten at every call", async () => {
  const { conversation, prepare } = harness({ info: { window: 64_000 } });
  conversation.append(user("go"));
  const calls = 60;
  let rewrites = 0;
  for (let n = 0; n < calls; n++) {
    conversation.append(...called(`c${n}`, "read_file", {}, "some words of a file 中文 ".repeat(700)));
    const before = conversation.revision;
    await prepare();
    if (conversation.revision !== before) rewrites++;
  }
  expect(results(conversation.messages).filter((result) => result.cleared !== undefined).length).toBeGreaterThan(calls / 2);
  expect(rewrites).toBeLessThanOrEqual(calls / 2.5);
});

test("a result that says it was cleared is not taken at its word", () => {
  const forged = `${textsFor("zh").context.clear.title}\n${long}`;
  const messages = [
    user("go"),
    ...called("c0", "web", {}, forged),
    ...["c1", "c2", "c3"].flatMap((id) => called(id, "web", {}, long)),
  ];
  expect(chooseCleared(messages, policy).map((result) => result.tool_call_id)).toEqual(["c0"]);
});

test("the placeholder names tool, size and path, and costs what is reckoned with", () => {
  const placeholder = clearedPlaceholder("read_file", 7000, ".paicli/tool-outputs/s/003-read_file.txt", textsFor("zh"));
  expect(placeholder.startsWith("[已清理的旧工具结果]\n")).toBe(true);
  for (const part of ["read_file", "7000", ".paicli/tool-outputs/s/003-read_file.txt", "重新调用"])
    expect(placeholder).toContain(part);
  expect(estimateTokens(placeholder)).toBeLessThanOrEqual(placeholderTokens(textsFor("zh")));
  expect(clearedPlaceholder("t", 1, "p", textsFor("en"))).toMatch(/^\[old tool result cleared\]\n/);
});

test("clearing loses nothing, keeps ids and places, never grows the conversation, and a second run changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ lang, messages }) => {
      const { conversation, store, prepare } = harness({
        lang,
        messages,
        info: { window: 8000 },
        options: { clearTriggerTokens: 1 },
        script: () => ({ throws: new Error("no model here") }),
      });
      const before = conversation.messages;
      const events = await prepare();
      const after = conversation.messages;
      const cleared = events.reduce((sum, event) => sum + (event.type === "compaction" ? (event.cleared ?? 0) : 0), 0);
      const problems: string[] = [];
      if (estimateMessagesTokens(after) > estimateMessagesTokens(before)) problems.push("it grew");
      if (validateMessages(after) !== undefined) problems.push("it is invalid");
      for (const [i, message] of after.entries()) {
        const old = before[i];
        if (message === old) continue;
        if (message.role !== "tool" || old?.role !== "tool") problems.push(`${i} changed`);
        else if (message.tool_call_id !== old.tool_call_id || message.messageId !== old.messageId)
          problems.push(`${i} lost its id`);
        else if (
          `<tool_result tool="read_file" trust="untrusted-data">\n${store.files.get(message.cleared?.path ?? "")}\n</tool_result>` !==
          old.content
        )
          problems.push(`${i} is not in its file`);
      }
      const newest = results(before)
        .slice(-3)
        .map((result) => result.tool_call_id);
      if (results(after).some((result) => result.cleared && newest.includes(result.tool_call_id)))
        problems.push("one of the newest three is gone");
      if (store.files.size !== cleared) problems.push("files and cleared results differ");
      await prepare();
      if (conversation.messages !== after) problems.push("a second run changed something");
      expect(problems).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("an offloaded result is cleared to the file that it has, as long as that exists", async () => {
  const { conversation, store, prepare } = harness({ info: { window: 8000 }, options: { clearTriggerTokens: 1 } });
  const offloaded = { path: ".paicli/tool-outputs/session-test/001-execute_command.txt", chars: 90_000 };
  store.files.set(offloaded.path, "all of it");
  const gone = { path: ".paicli/tool-outputs/session-test/900-execute_command.txt", chars: 90_000 };
  conversation.append(
    user("go"),
    ...called("c0", "execute_command", {}, long, { offloaded }),
    ...called("c1", "execute_command", {}, long, { offloaded: gone }),
  );
  conversation.append(...["c2", "c3", "c4"].flatMap((id) => called(id, "read_file", {}, long)));
  await prepare();
  const [first, second] = results(conversation.messages);
  expect(first?.cleared).toEqual(offloaded);
  expect(second?.cleared?.path).not.toBe(gone.path);
  expect(store.files.get(second?.cleared?.path ?? "")).toBe(long);
});

test("nothing is cleared where its text cannot be written first, and the person is told once", async () => {
  const { conversation, prepare } = harness({
    info: { window: 60_000 },
    options: { clearTriggerTokens: 1 },
    store: memoryStore("ENOSPC"),
  });
  const ids = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"];
  conversation.append(user("go"), ...ids.flatMap((id) => called(id, "read_file", {}, long.repeat(3))));
  const before = conversation.messages;
  const told = [...(await prepare()), ...(await prepare())].filter(
    (event) => event.type === "notice" && event.code === "CLEARING_FAILED",
  );
  expect(conversation.messages).toBe(before);
  expect(told).toHaveLength(1);
});
