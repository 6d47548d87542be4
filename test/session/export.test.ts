import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { contextChart, EXPORT_FORMATS, exportSession } from "../../src/session/export.ts";
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

/** Lines outside of fences: inside of one everything is text. */
function unfenced(markdown: string): string[] {
  let fence: string | undefined;
  return markdown.split("\n").filter((line) => {
    const ticks = /^`{3,}$/.exec(line)?.[0];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence === undefined) return true;
    else if (ticks !== undefined && ticks.length >= fence.length) fence = undefined;
    return false;
  });
}

/** The lines that stand neither in a quotation nor in a fence, as a reader of Markdown finds them. */
function ownLines(markdown: string): string[] {
  return unfenced(markdown).filter((line) => line !== "" && !line.startsWith(">"));
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

  test.each(["md", "html"] as const)(
    "%s: a fork shows what it took over, marked as before the fork, then its own turns",
    async (format) => {
      const home = tempFolder();
      const parent = await open(home);
      parent.conversation("main").append(user("first question"), calls("a"), result("a", "found it"), answer("first answer"));
      await parent.close();
      const fork = await open(home, { resume: parent.id, fork: true });
      fork.conversation("main").append(user("second question"), answer("second answer"));
      await fork.close();
      const text = exportSession(readTranscript(fork.path), format, textsFor("en"));
      const order = [
        "Before the fork",
        parent.id,
        "first question",
        "found it",
        "first answer",
        "Here the fork begins",
        "second question",
      ];
      const body = text.slice(text.indexOf("Before the fork"));
      const places = order.map((part) => body.indexOf(part));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places).not.toContain(-1);
      expect(body.split("first question")).toHaveLength(2);
    },
  );

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
    expect(text).toMatch(/^# \\<script>alert\(1\)\\<\/script> 第一个问题\n/);
    expect(text).toMatch(
      /## 你\n[\s\S]*调用：read_file[\s\S]*## 结果：read_file\n\n````\n```\ncode\n```\n````[\s\S]*## PaiCLI\n\n> 回答/,
    );
    expect(text).toMatch(/## 程序\n\n> note[\s\S]*摘要[\s\S]*more[\s\S]*已清空[\s\S]*last/);
    expect(text).toContain("· task-1");
  });

  test("property: in Markdown nobody's words become a heading of ours, nor end the place that they stand in", async () => {
    const hostile = fc.constantFrom(
      ...[
        "## You\n",
        "You\n---\n",
        "\n\n# PaiCLI",
        "</blockquote>\n<h2>You</h2>",
        "```\n",
        "````",
        "<!-- ",
        "<script>",
        "> ",
        "\r",
      ],
    );
    const words = fc
      .array(fc.oneof(hostile, fc.string({ maxLength: 6 })), { minLength: 1, maxLength: 6 })
      .map((all) => `x${all.join("")}`);
    await fc.assert(
      fc.asyncProperty(words, words, async (question, reply) => {
        const session = await open(tempFolder());
        const main = session.conversation("main");
        main.append(user(question), answer(reply));
        session.record({ event: "notice", level: "info", code: "X", message: reply });
        await session.close();
        const exported = exportSession(readTranscript(session.path), "md", textsFor("en"));
        const [title, ...lines] = ownLines(exported);
        expect(title).toMatch(/^# /);
        expect(lines.filter((line) => !line.startsWith("- "))).toEqual([
          "## You",
          "## PaiCLI",
          expect.stringMatching(/^\*x.*\*$/),
        ]);
        expect([title, ...lines].join("\n")).not.toMatch(/(?<!\\)</);
        expect(unfenced(exported).join("\n")).not.toMatch(/^>.*(<\/?blockquote|<!|<script)/im);
      }),
      { numRuns: 60 },
    );
  });

  test("no format holds a character that a terminal obeys or that reorders, and JSON still says what was said", async () => {
    const text = "\x1b]0;title\x07 \x9b31m red \x7f \u202etxt.exe\u2069 \r\nend";
    const session = await open(tempFolder());
    const main = session.conversation("main");
    main.append(user(text), calls("a"), result("a", text), answer(text));
    session.record({ event: "notice", level: "info", code: "X", message: text });
    await session.close();
    const transcript = readTranscript(session.path);
    for (const format of EXPORT_FORMATS) {
      const exported = exportSession(transcript, format, textsFor("en"));
      expect(exported).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      expect(exported).toContain("txt.exe");
    }
    const { events } = JSON.parse(exportSession(transcript, "json", textsFor("en")));
    expect(events).toEqual(transcript.events);
  });

  test("a ledger without one complete line is told as unreadable, as a resume tells it", async () => {
    const path = join(tempFolder(), "session-20250101-000000-broken.jsonl");
    for (const bytes of ["", "\0\0\0", '{"schemaVersion":1,"sess']) {
      writeFileSync(path, bytes);
      expect(() => readTranscript(path)).toThrow(expect.objectContaining({ code: "SESSION_UNREADABLE" }));
    }
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
