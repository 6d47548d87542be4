import { describe, expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { contextChart, exportSession } from "../../src/session/export.ts";
import { readTranscript } from "../../src/session/transcript.ts";
import { tempFolder } from "../support/folder.ts";
import { answer, calls, open, result, user } from "../support/session.ts";

async function sample() {
  const session = await open(tempFolder());
  const main = session.conversation("main");
  main.append(user("<script>alert(1)</script> 第一个问题"), calls("a"));
  const [big] = main.append({ ...result("a", "```\ncode\n```"), offloaded: { path: "p", chars: 90_000 } });
  main.append(answer("回答"));
  main.append({
    role: "user",
    content: [
      { type: "text", text: "see" },
      { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
      { type: "image_url", image_url: { url: "https://example.org/a.png" } },
    ],
  });
  main.replaceContent([{ messageId: big?.messageId ?? "", content: "[cleared]", cleared: { path: "p", chars: 9 } }]);
  main.append({ role: "user", content: "note", origin: "note" });
  session.conversation("task-1").append(user("a task"));
  main.rewrite(
    [
      { role: "user", content: "[summary]", origin: "summary" },
      { ...answer("ok"), origin: "summary" },
    ],
    "summary",
  );
  main.append(user("more"));
  main.rewrite([], "clear");
  main.append(user("last"));
  await session.close();
  return readTranscript(session.path);
}

describe("an export", () => {
  test("the curve falls with every change of the view, and the marks stand where the view changed", async () => {
    const transcript = await sample();
    const { series, marks } = contextChart(transcript, textsFor("en"));
    expect(series[0]?.values).toHaveLength(8);
    expect(marks.map(({ at, symbol }) => [at, symbol])).toEqual([
      [2, "▲"],
      [5, "◆"],
      [6, "■"],
      [7, "✕"],
    ]);
    const values = series[0]?.values ?? [];
    expect(values.slice(1, 5).every((value, i) => value > (values[i] ?? 0))).toBe(true);
    expect(values[6]).toBeLessThan(values[5] ?? 0);
    expect(values[7]).toBeLessThan(values[6] ?? 0);
  });

  test("sizes are those of requests: with system prompt and tools, as the ledger has them at that moment", async () => {
    const sizesWith = async (tokens: number | undefined) => {
      const session = await open(tempFolder());
      const state = { date: "2025-01-01", timeZone: "UTC", memoryBlock: "", memoryIds: [], hashes: {} };
      const prompt = (size: number | undefined) =>
        session.record({ event: "prompt_state", ...state, ...(size === undefined ? {} : { tokens: size }) });
      prompt(tokens);
      session.conversation("main").append(user("one"), answer("two"));
      if (tokens !== undefined) prompt(tokens + 500);
      session.conversation("main").append(user("three"));
      await session.close();
      return readTranscript(session.path).sizes;
    };
    const bare = await sizesWith(undefined);
    expect((await sizesWith(3000)).map((size, i) => size - (bare[i] ?? 0))).toEqual([3000, 3000, 3500]);
  });

  test("Markdown keeps everything that was said, in order, code in fences that hold", async () => {
    const text = exportSession(await sample(), "md", textsFor("zh"));
    expect(text).toMatch(/^# <script>alert\(1\)<\/script> 第一个问题\n/);
    expect(text).toMatch(
      /## 你\n[\s\S]*调用：read_file[\s\S]*## 结果：read_file\n\n````\n```\ncode\n```\n````[\s\S]*## PaiCLI\n\n回答/,
    );
    expect(text).toMatch(/## 程序\n\nnote[\s\S]*摘要[\s\S]*more[\s\S]*已清空[\s\S]*last/);
    expect(text).toContain("· task-1");
  });

  test("HTML runs nothing, loads nothing, and shows the pictures that the ledger holds", async () => {
    const page = exportSession(await sample(), "html", textsFor("en"));
    expect(page).not.toMatch(/<script|<link|@import|url\(|https:\/\/example\.org|\son\w+=/i);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<img alt="" src="data:image/png;base64,QUJD">');
    expect(page).toContain("&#60;script&#62;");
    expect(page.match(/<svg/g)).toHaveLength(1);
    expect(page.match(/<article/g)).toHaveLength(10);
  });

  test("JSON is the list's entry and every event", async () => {
    const transcript = await sample();
    const parsed = JSON.parse(exportSession(transcript, "json", textsFor("en")));
    expect(parsed.session).toEqual(transcript.summary);
    expect(parsed.events).toHaveLength(transcript.events.length);
  });
});
