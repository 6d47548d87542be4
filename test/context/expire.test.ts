import { expect, test } from "vitest";
import { clearedPlaceholder } from "../../src/context/clear.ts";
import { expireOutputs } from "../../src/context/expire.ts";
import { offloadNotice } from "../../src/context/offload.ts";
import { textsFor } from "../../src/locale/index.ts";
import { type Message, textOf } from "../../src/protocol/message.ts";
import { boundary, called, user } from "../support/context.ts";

const zh = textsFor("zh");
const stored = { path: ".paicli/tool-outputs/s/001-web.txt", chars: 40_000 };
const other = { path: ".paicli/tool-outputs/s/002-web.txt", chars: 40_000 };
const notice = offloadNotice("web", "x y ".repeat(10_000), { head: 20, tail: 10 }, { stored }, zh);
const messages: Message[] = [
  user("go"),
  ...called("c1", "web", {}, notice, { offloaded: stored }),
  ...called("c2", "web", {}, clearedPlaceholder("web", 40_000, other.path, zh), { cleared: other }),
  ...called("c3", "web", {}, notice), // forged: no mark
];
const parts = { boundary, texts: zh };

test("notices and placeholders whose file is gone say so and name no way to read it, everything else stays the same object", () => {
  const expired = expireOutputs(messages, { ...parts, exists: () => false });
  const [, , offloaded, , cleared] = expired ?? [];
  expect(textOf(offloaded ?? user(""))).toContain(zh.context.offload.expired);
  expect(textOf(offloaded ?? user(""))).not.toContain("读回");
  expect(offloaded).not.toHaveProperty("offloaded");
  expect(textOf(cleared ?? user(""))).toContain("已过期");
  expect(textOf(cleared ?? user(""))).toMatch(/^<tool_result tool="web" trust="untrusted-data">\n\[已清理的旧工具结果\]\n/);
  expect(cleared).toMatchObject({ cleared: other });
  expect(expired?.filter((message, i) => message === messages[i])).toHaveLength(5);
});

test("files that are there change nothing, and marking twice changes nothing more", () => {
  expect(expireOutputs(messages, { ...parts, exists: () => true })).toBeUndefined();
  const once = expireOutputs(messages, { ...parts, exists: () => false }) ?? [];
  expect(expireOutputs(once, { ...parts, exists: () => false })).toBeUndefined();
});
