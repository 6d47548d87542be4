import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { AgentEvent, EventBody } from "../../src/protocol/event.ts";
import { createPrinter, type OutputFormat } from "../../src/ui/print.ts";
import { NO_RESULT } from "../support/ui-host.ts";

const sessionId = "session-20250102-030405-abcdef";

function printed(format: OutputFormat, events: readonly (EventBody & { unit?: string })[], lang: "zh" | "en" = "en") {
  const printer = createPrinter(format, () => textsFor(lang));
  const lines = [...events.flatMap((event) => printer.event({ ...event, sessionId } as AgentEvent)), ...printer.end()];
  const of = (to: "stdout" | "stderr") =>
    lines
      .filter((line) => line.to === to)
      .map((line) => line.text)
      .join("");
  return { stdout: of("stdout"), stderr: of("stderr") };
}

const turn: readonly EventBody[] = [
  { type: "turn_start", input: "hi" },
  { type: "text_delta", text: "part of it" },
  { type: "tool_call", id: "c1", name: "read_file", arguments: '{"path":"src/a.ts"}' },
  { type: "tool_result", id: "c1", name: "read_file", ok: true, chars: 2100, durationMs: 12, offloadedTo: ".paicli/x.txt" },
  { type: "tool_call", id: "c2", name: "execute_command", arguments: '{"command":"npm test"}' },
  { type: "tool_result", id: "c2", name: "execute_command", ok: false, chars: 3, durationMs: 900, message: "exit code 1" },
  { type: "notice", level: "warning", code: "X", message: "careful" },
  { type: "turn_end", status: "completed", usage: NO_RESULT.usage },
  { type: "result", ...NO_RESULT, text: "The answer" },
];

test("J6: text has the answer alone on stdout and the rest on stderr", () => {
  expect(printed("text", turn)).toEqual({
    stdout: "The answer\n",
    stderr:
      "✓ read_file src/a.ts · 2.1k chars · 0.0s · full text in .paicli/x.txt\n" +
      "✗ execute_command npm test · 3 chars · 0.9s: exit code 1\n" +
      "Warning: careful\n",
  });
});

test("J6: no escape code reaches a pipe, whatever the model or a tool says", () => {
  const { stdout, stderr } = printed("text", [
    { type: "tool_call", id: "c", name: "read_file", arguments: '{"path":"\\u001b[31mred"}' },
    { type: "tool_result", id: "c", name: "read_file", ok: false, chars: 1, durationMs: 1, message: "\x1b]0;title\x07" },
    { type: "result", ...NO_RESULT, text: "\x1b[31mred\x1b[0m\r\nend" },
  ]);
  expect(stdout).toBe("\\x1b[31mred\\x1b[0m\nend\n");
  expect(stderr).not.toMatch(/[\x1b\x07\r]/);
});

test("no override of direction reaches stdout, and JSON that holds one, or a C1 control, still parses", () => {
  const text = "if (\u202eadmin\u2066) \x9b31m \x7f";
  const reordered = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
  const result: EventBody = { type: "result", ...NO_RESULT, text };
  expect(printed("text", [result]).stdout).not.toMatch(reordered);
  for (const format of ["json", "stream-json"] as const) {
    const { stdout } = printed(format, [result]);
    expect(stdout).not.toMatch(reordered);
    expect(JSON.parse(stdout).text).toBe(text);
  }
  const [said] = createPrinter("text", () => textsFor("en")).said(JSON.stringify({ text }), false);
  expect(JSON.parse(said?.text ?? "")).toEqual({ text });
});

test("an error of the turn is said on stderr", () => {
  const failed = { ...NO_RESULT, status: "error", error: { code: "MODEL_AUTH", message: "the key was refused" } } as const;
  expect(printed("text", [{ type: "result", ...failed }])).toEqual({ stdout: "", stderr: "the key was refused\n" });
});

test("stream-json prints every event as one line with its type and session", () => {
  const lines = printed("stream-json", turn).stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(turn.map((event) => event.type));
  for (const line of lines) expect(JSON.parse(line).sessionId).toBe(sessionId);
});

test("stream-json says what a command says as an event, too", () => {
  const printer = createPrinter("stream-json", () => textsFor("en"));
  printer.event({ type: "turn_start", input: "x", sessionId });
  const [line] = printer.said("3 entries\n", false);
  expect(JSON.parse(line?.text ?? "")).toEqual({
    type: "notice",
    sessionId,
    level: "info",
    code: "COMMAND",
    message: "3 entries\n",
  });
});

test("json prints one object at the end, also for several turns", () => {
  const saved = { ...NO_RESULT, text: "two", memory: { saved: ["fact-1"] }, status: "partial" } as const;
  const { stdout } = printed("json", [...turn, { type: "result", ...saved }, { type: "result", ...NO_RESULT, text: "three" }]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stdout)).toEqual({
    type: "result",
    sessionId,
    ...NO_RESULT,
    status: "partial",
    text: "three",
    turns: 3,
    usage: { calls: 3, inputTokens: 3600, outputTokens: 102, cachedTokens: 3000 },
    memory: { saved: ["fact-1"] },
    durationMs: 4500,
  });
});

test("lines of a plan task name it", () => {
  const { stderr } = printed(
    "text",
    [
      {
        type: "plan",
        tasks: [{ id: "task_1", description: "拆分", type: "code", dependencies: [], status: "pending" }],
      },
      { type: "tool_result", id: "c", name: "list_dir", ok: true, chars: 1, durationMs: 1, unit: "task_1" },
      { type: "task_end", id: "task_1", status: "done" },
    ],
    "zh",
  );
  expect(stderr).toBe("计划\n  task_1 拆分\n[task_1] ✓ list_dir · 1 字符 · 0.0s\n[task_1] 已完成\n");
});

test("why a request is sent again is told in the person's language, with the provider's words where they tell more", () => {
  const retry = { type: "retry", attempt: 2, of: 3, waitMs: 7200 } as const;
  const events = [
    { ...retry, reason: "rate", cause: "Too Many Requests\n\x1b[31m" },
    { ...retry, reason: "broken", cause: "the stream ended before the answer did" },
  ] as const;
  expect(printed("text", events, "zh").stderr).toBe(
    "提供商限流（Too Many Requests \\x1b[31m）；8 秒后重试（2/3）\n回答中途断开；8 秒后重试（2/3）\n",
  );
  expect(printed("text", events, "en").stderr).toContain("the answer broke off; retry 2/3 in 8s");
});
