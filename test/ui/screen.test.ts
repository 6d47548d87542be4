import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drive, KEY } from "../support/ui-app.ts";
import { type Emit, NO_RESULT, type Script } from "../support/ui-host.ts";

/** A turn that the test drives: what it emits is emitted, until it ends it. */
function held(): { script: () => Script; emit: Emit; end: () => void } {
  const held = {
    emit: (() => {}) as Emit,
    end: () => {},
    script: (): Script => (_line, emit) => {
      held.emit = emit;
      return new Promise((resolve) => (held.end = () => resolve({})));
    },
  };
  return held;
}

const CLEARS = /\x1b\[[23]J|\x1b\[H|\x1bc/;

test("J1: 300 lines streamed while typing are printed once, without clearing the screen, in bounded writes", async () => {
  const turn = held();
  const { terminal } = await drive(turn.script, { columns: 80, rows: 24 });
  terminal.type(..."go", KEY.enter);
  await terminal.settle();
  terminal.writes.length = 0;
  for (let line = 0; line < 300; line++) {
    turn.emit({ type: "text_delta", text: `line-${line} of the answer\n${line % 3 === 0 ? "\n" : ""}` });
    if (line % 5 === 0) terminal.type("x");
    if (line % 20 === 0) await terminal.settle();
  }
  turn.emit({ type: "result", ...NO_RESULT, text: "" });
  const text = (await terminal.everything()).join("\n");
  for (let line = 0; line < 300; line++) expect(text.split(`line-${line} of`)).toHaveLength(2);
  expect(text).toContain("x".repeat(60));
  for (const write of terminal.writes) {
    expect(write).not.toMatch(CLEARS);
    expect(write.length).toBeLessThan(4000);
  }
  turn.end();
});

test("J1: one block higher than the window never makes the live region higher, and is printed whole when it is finished", async () => {
  const turn = held();
  const { terminal } = await drive(turn.script, { columns: 60, rows: 16 });
  terminal.type(..."go", KEY.enter);
  await terminal.settle();
  const before = (await terminal.everything()).length;
  for (let row = 0; row < 60; row++) {
    turn.emit({ type: "text_delta", text: `- item-${row} 内容\n` });
    if (row % 10 === 0) {
      await terminal.settle();
      expect((await terminal.everything()).length).toBeLessThanOrEqual(Math.max(16, before + 16));
    }
  }
  expect((await terminal.screen()).join("\n")).toContain("item-59");
  turn.emit({ type: "result", ...NO_RESULT, text: "" });
  const text = (await terminal.everything()).join("\n");
  for (let row = 0; row < 60; row++) expect(text.split(`item-${row} `)).toHaveLength(2);
  turn.end();
});

test("J3: the cursor stands at the caret after every frame, wide characters counted as two; idle frames write nothing", async () => {
  const turn = held();
  const { terminal, pass } = await drive(turn.script, { columns: 40, rows: 20 });
  terminal.type(..."go", KEY.enter);
  await terminal.settle();
  terminal.type(...`${"long ".repeat(9)}`, "\x1b\r", "你", "好", KEY.left);
  const caret = async () => {
    const screen = await terminal.screen();
    const row = screen.findIndex((line) => line.startsWith("你好"));
    return { row, column: 2 };
  };
  for (let frame = 0; frame < 6; frame++) {
    pass(100); // the spinner turns
    turn.emit({ type: "reasoning_delta", text: "想 ".repeat(frame * 8) });
    await terminal.settle();
    expect(await terminal.cursor()).toEqual(await caret());
  }
  turn.end();
  await terminal.settle();
  expect(await terminal.cursor()).toEqual(await caret());
  terminal.writes.length = 0;
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(terminal.writes).toEqual([]);
});

test("J3: the caret is found also while completions are shown", async () => {
  const { terminal } = await drive(() => () => ({}), { commands: [{ name: "help", description: "d", usage: "" }] });
  terminal.type("/", "h");
  const screen = await terminal.screen();
  expect(await terminal.cursor()).toEqual({ row: screen.findIndex((line) => line.startsWith("/h")), column: 2 });
});

test("J4: one backspace deletes one grapheme, arrows step by grapheme", async () => {
  const { terminal, host } = await drive(() => () => ({}));
  const graphemes = ["中", "👨‍👩‍👧‍👦", "🇨🇳", "1️⃣", "é"];
  for (const grapheme of graphemes) {
    terminal.type(...`a`, `\x1b[200~${grapheme}\x1b[201~`, "b", KEY.left, KEY.backspace, KEY.left, "c", KEY.enter);
    await terminal.settle();
  }
  expect(host.lines).toEqual(graphemes.map(() => "cab"));
});

test("a resize leaves no garbage: the window shows the end of the transcript once, at the new width", async () => {
  const { terminal } = await drive(
    () => (_line, emit) => {
      emit({
        type: "result",
        ...NO_RESULT,
        text: Array.from({ length: 8 }, (_, n) => `para-${n} ${"文字 ".repeat(30)}`).join("\n\n"),
      });
      return {};
    },
    { columns: 100, rows: 30 },
  );
  terminal.type(..."go", KEY.enter);
  await terminal.settle();
  for (const [columns, rows] of [
    [50, 20],
    [120, 40],
    [40, 12],
    [20, 6],
    [80, 24],
  ] as const) {
    terminal.resize(columns, rows);
    const screen = await terminal.screen();
    expect(screen.filter((line) => line.startsWith("react ask") || line === "react").length).toBeLessThanOrEqual(1);
    for (const line of screen) expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
    expect(screen.at(-1)).toContain("react");
    const numbers = screen.flatMap((line) => line.match(/para-(\d)/)?.[1] ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

test("Ctrl-L draws the window anew", async () => {
  const { terminal } = await drive(() => () => ({}));
  const before = await terminal.screen();
  terminal.emulator.write("\x1b[5;1Hgarbage");
  terminal.type(KEY.ctrlL);
  expect(await terminal.screen()).toEqual(before);
});

test("random keys, events and sizes never break a frame", async () => {
  const keys = fc.oneof(
    fc.constantFrom(
      KEY.enter,
      KEY.escape,
      KEY.up,
      KEY.down,
      KEY.left,
      KEY.backspace,
      KEY.tab,
      KEY.shiftTab,
      KEY.pageDown,
      "/",
      "@",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 4 }).map((text) => `\x1b[200~${text}\x1b[201~`),
  );
  const events = fc.string({ unit: "grapheme", maxLength: 60 });
  const sizes = fc.tuple(fc.integer({ min: 20, max: 200 }), fc.integer({ min: 4, max: 60 }));
  const step = fc.oneof(
    fc.record({ key: keys }),
    fc.record({ text: events }),
    fc.record({ output: events }),
    fc.record({ size: sizes }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const turn = held();
      const driven = await drive(turn.script, { columns: 80, rows: 24, color: true });
      driven.terminal.type(..."go", KEY.enter);
      await driven.terminal.settle();
      turn.emit({ type: "tool_call", id: "c", name: "execute_command", arguments: "{}" });
      for (const [index, did] of steps.entries()) {
        if ("key" in did) driven.terminal.type(did.key);
        else if ("text" in did) turn.emit({ type: "text_delta", text: did.text });
        else if ("output" in did) turn.emit({ type: "tool_output", id: "c", text: did.output });
        else driven.terminal.resize(...did.size);
        if (index % 8 === 0) await driven.terminal.settle();
      }
      // Shorter than it was: what a row held before must not shine through.
      driven.terminal.type(..."shorten");
      await driven.terminal.settle();
      driven.terminal.type(KEY.backspace, KEY.backspace, KEY.backspace);
      // What changes have made of the window is what drawing it anew makes of it, from the bottom up.
      const changed = await driven.terminal.screen();
      driven.terminal.type(KEY.ctrlL);
      const drawn = await driven.terminal.screen();
      const common = Math.min(changed.length, drawn.length) - 1;
      if (common > 0) expect(changed.slice(-common)).toEqual(drawn.slice(-common));
      for (const line of drawn) expect(visibleWidth(line)).toBeLessThanOrEqual(driven.terminal.columns);
      expect(drawn.length).toBeLessThanOrEqual(driven.terminal.rows);
      turn.end();
      driven.hangUp();
      await driven.done;
      expect(driven.terminal.started).toBe(false);
    }),
    { numRuns: 8 },
  );
});
