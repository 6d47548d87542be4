import { spawn } from "node:child_process";
import { PassThrough, Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { PaiError } from "../../src/protocol/errors.ts";
import { gravestCode } from "../../src/ui/exit-code.ts";
import { runPrint } from "../../src/ui/headless.ts";
import { runLineMode } from "../../src/ui/line-mode.ts";
import type { OutputFormat } from "../../src/ui/print.ts";
import { NO_RESULT, type Script, scriptedHost } from "../support/ui-host.ts";

class Collected extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

const echo: Script = (line, emit) => {
  emit({ type: "result", ...NO_RESULT, text: `<${line}>` });
  return {};
};

async function run(
  input: string | Readable,
  script: Script,
  format: OutputFormat = "text",
  signal = new AbortController().signal,
) {
  const host = scriptedHost(script);
  const stdout = new Collected();
  const stderr = new Collected();
  const stdin = typeof input === "string" ? Readable.from([Buffer.from(input)]) : input;
  const code = await runLineMode(host, { stdin, stdout, stderr, format, signal });
  return { code, stdout: stdout.text, stderr: stderr.text, host };
}

test("lines run one after the other, in order, and the session is closed at the end", async () => {
  let running = 0;
  const { stdout, host, code } = await run("one\n\n  \ntwo\nthree", async (line, emit, signal) => {
    expect(++running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return echo(line, emit, signal);
  });
  expect(stdout).toBe("<one>\n<two>\n<three>\n");
  expect(host.closed).toBe(true);
  expect(code).toBe(0);
});

test("a line that ends with a backslash goes on with the next", async () => {
  const { host } = await run("a\\\nb\\\nc\nd\\\r\ne\r\nlast\\", echo);
  expect(host.lines).toEqual(["a\nb\nc", "d\ne", "last"]);
});

test("characters split between chunks, U+2028 and a byte order mark do not change a line", async () => {
  const bytes = Buffer.from("\ufeff你好\u2028世界\n再见");
  const { host } = await run(Readable.from([...bytes].map((byte) => Buffer.from([byte]))), echo);
  expect(host.lines).toEqual(["你好\u2028世界", "再见"]);
});

test("what a command says comes after the events before it, failures on stderr", async () => {
  const script: Script = (line, emit) => {
    emit({ type: "result", ...NO_RESULT, text: "answer" });
    return line === "/bad" ? { output: "no such command", exitCode: 1 } : { output: "3 entries" };
  };
  const { stdout, stderr, code } = await run("/list\n/bad\n", script);
  expect(stdout).toBe("answer\n3 entries\nanswer\n");
  expect(stderr).toBe("no such command\n");
  expect(code).toBe(1);
});

test("M19: an exception in a line is said and ends that line, not the program", async () => {
  const script: Script = (line, emit, signal) => {
    if (line.startsWith("/task")) throw new Error("boom");
    if (line === "x") throw new PaiError("FOLDER_GONE", { path: "/gone" });
    return echo(line, emit, signal);
  };
  const { stdout, stderr, code } = await run("/task　add\nx\nnext\n", script);
  expect(stdout).toBe("<next>\n");
  expect(stderr).toContain("boom");
  expect(stderr).toContain("/gone");
  expect(code).toBe(1);
});

test("/exit ends before the input does", async () => {
  const { host } = await run("one\n/exit\ntwo\n", (line, emit, signal) =>
    line === "/exit" ? { exit: true } : echo(line, emit, signal),
  );
  expect(host.lines).toEqual(["one", "/exit"]);
});

test("the gravest exit code wins: 130, 2, 1, 3, 0", async () => {
  expect(gravestCode([0, 3, 1, 2, 130])).toBe(130);
  expect(gravestCode([3, 1, 2, 0])).toBe(2);
  expect(gravestCode([0, 3, 1])).toBe(1);
  expect(gravestCode([0, 3])).toBe(3);
  expect(gravestCode([])).toBe(0);
  const { code } = await run("0\n3\n0\n", (line) => ({ exitCode: Number(line) }));
  expect(code).toBe(3);
});

test("cancelling ends the line that runs and the wait for the next, with 130", async () => {
  for (const lines of ["slow\n", ""]) {
    const cancel = new AbortController();
    const stdin = new PassThrough();
    stdin.write(lines);
    setTimeout(() => cancel.abort(), 20);
    const script: Script = (_line, _emit, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    expect((await run(stdin, script, "text", cancel.signal)).code).toBe(130);
  }
});

test("J6: when the reader goes away (| head -1) the run is cancelled and ends quietly", async () => {
  const head = spawn("head", ["-1"], { stdio: ["pipe", "pipe", "inherit"] });
  const host = scriptedHost(async (_line, emit, signal) => {
    for (let step = 0; !signal.aborted; step++) {
      emit({ type: "text_delta", text: `${step} ${"x".repeat(10_000)}` });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return { exitCode: 130 };
  });
  const io = {
    stdout: head.stdin,
    stderr: new Collected(),
    format: "stream-json",
    signal: new AbortController().signal,
  } as const;
  const code = await runPrint(host, io, (signal) => host.submit("go", signal));
  expect(code).toBe(130);
  expect(host.closed).toBe(true);
});

test("one task: events while the session closes are still printed, a failure is passed on after what was said", async () => {
  const host = scriptedHost((_line, emit) => {
    emit({ type: "notice", level: "info", code: "X", message: "before" });
    throw new PaiError("NOT_CONFIGURED", {});
  });
  const { close } = host;
  host.close = async () => {
    host.emit({ type: "memory_saved", id: "fact-1", content: "pnpm", scope: "project", source: "auto_extracted" });
    await close();
  };
  const stderr = new Collected();
  const io = { stdout: new Collected(), stderr, format: "text", signal: new AbortController().signal } as const;
  await expect(runPrint(host, io, (signal) => host.submit("go", signal))).rejects.toThrow("NOT_CONFIGURED");
  expect(stderr.text).toBe("before\nRemembered (this project, fact-1): pnpm · /memory delete fact-1\n");
});
