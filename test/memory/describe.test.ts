import { expect, test } from "vitest";
import { zh } from "../../src/locale/zh.ts";
import { conflictText, entryJson, listedJson, shown } from "../../src/memory/describe.ts";
import { type MemoryEntry, readEntry } from "../../src/memory/entry.ts";

function entryOf(stored: Record<string, unknown>): MemoryEntry {
  const entry = readEntry({ id: "fact-abc12345", content: "项目用 JDK 17", ...stored });
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

test("F9: a credential in an old store is masked as JSON, whatever field it is in; all else is as stored", () => {
  const stored = {
    id: "fact-abc12345",
    content: "部署密码是 Hunter22，\n端口 22",
    type: "FACT",
    extra: { deep: ["curl -u me:Zx9Kq2pw http://h", 7, null, true] },
    metadata: { scope: "global", sources: "https://u:Zx9Kq2pw@h/" },
  };
  const masked = {
    ...stored,
    content: "部署密码是 ***，\n端口 22",
    extra: { deep: ["curl -u me:*** http://h", 7, null, true] },
    metadata: { scope: "global", sources: "https://u:***@h/" },
  };
  expect(entryJson(entryOf(stored))).toEqual(masked);
  expect(listedJson({ entry: entryOf(stored), stale: true })).toEqual({ ...masked, stale: true, pending: false });
});

test("what other programs wrote is shown in one line that steers no terminal, credentials masked", () => {
  expect(shown("fact-a\nfact-b\u001b[2J\r\u2028x\u202e")).toBe("fact-a fact-b [2J x");
  expect(shown("密码：\nHunter22")).toBe("密码： ***");
  const entry = entryOf({ id: "fact-a\nb", content: "token: hunter22\nsecond" });
  expect(conflictText("项目用 JDK 21", [entry], zh).split("\n")).toHaveLength(2);
  expect(conflictText("项目用 JDK 21", [entry], zh)).not.toContain("hunter22");
});
