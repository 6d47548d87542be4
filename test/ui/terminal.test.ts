import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { cleanPaste, createPasteGuard } from "../../src/ui/paste.ts";
import { createTerminal, type TerminalStreams } from "../../src/ui/terminal.ts";

/** Streams that look like a terminal to the program. */
function terminalStreams() {
  const input = new PassThrough();
  const output = new PassThrough();
  let written = "";
  output.on("data", (chunk) => {
    written += chunk;
  });
  const raw: boolean[] = [];
  const stdin = Object.assign(input, {
    isRaw: false,
    setRawMode: (mode: boolean) => {
      raw.push(mode);
      return stdin;
    },
  });
  const stdout = Object.assign(output, { columns: 80, rows: 24, fd: -1 });
  const streams = { stdin, stdout } as object as TerminalStreams;
  return { streams, input, output, raw, written: () => written };
}

function opened() {
  const made = terminalStreams();
  const keys: string[] = [];
  let gone = 0;
  const terminal = createTerminal(made.streams, () => gone++);
  terminal.start(
    (key) => keys.push(key),
    () => {},
  );
  onTestFinished(() => terminal.stop());
  return { ...made, terminal, keys, gone: () => gone };
}

const soon = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));

test("raw mode, bracketed paste and keyboard protocol are taken back when it stops", async () => {
  const { terminal, input, raw, written } = opened();
  input.write("\x1b[?5u");
  await soon();
  expect(written()).toContain("\x1b[>5u");
  terminal.stop();
  terminal.stop();
  await soon();
  expect(raw).toEqual([true, false]);
  expect(written().endsWith("\x1b[?2004l\x1b[<u\x1b[?25h")).toBe(true);
});

test("stopped before the terminal answered, it turns nothing on afterwards", async () => {
  const { terminal, written } = opened();
  terminal.stop();
  await soon(200);
  expect(written()).not.toContain("\x1b[>4;1m");
});

test("keys arrive one by one, characters split between reads are whole", async () => {
  const { input, keys } = opened();
  input.write(Buffer.from("a\x1b[A"));
  input.write(Buffer.from("你").subarray(0, 2));
  input.write(Buffer.from("你").subarray(2));
  await soon();
  expect(keys).toEqual(["a", "\x1b[A", "你"]);
});

test("a paste is one input without control characters, marked by the terminal or not", async () => {
  const { input, keys } = opened();
  input.write("\x1b[200~one\r\n\x07two\x1b[2J\tx\x1b[201~");
  await soon(80);
  input.write("1\r2\r3\r4");
  input.write("5\r");
  await soon();
  expect(keys).toEqual(["\x1b[200~one\ntwo[2J\tx\x1b[201~", "\x1b[200~1\n2\n3\n4\x1b[201~", "\x1b[200~5\n\x1b[201~"]);
});

test("10,000 lines without bracketed paste submit nothing", () => {
  const guard = createPasteGuard();
  const text = Array.from({ length: 10_000 }, (_, n) => `line ${n}\r`).join("");
  let at = 0;
  for (let start = 0; start < text.length; start += 4095) {
    at += 5;
    expect(guard.mark(text.slice(start, start + 4095), at).startsWith("\x1b[200~")).toBe(true);
  }
  expect(guard.mark("\r", at + 1000)).toBe("\r");
  expect(guard.mark("ls\r", at + 1000)).toBe("ls\r");
});

test("a paste keeps its text, tabs and line breaks", () => {
  expect(cleanPaste("a\tb\r\nc\rd\x00\x1b[31m\u{1f600}\ud800")).toBe("a\tb\nc\nd[31m\u{1f600}\ufffd");
});

test("a closed terminal is noticed", async () => {
  const { input, gone } = opened();
  input.end();
  await soon();
  expect(gone()).toBeGreaterThan(0);
});
