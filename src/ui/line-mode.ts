// Line mode: each line of stdin is one input, exactly as if typed, run one after the other until the end of input.
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { describeError } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import { gravestCode } from "./exit-code.ts";
import { type HeadlessIo, type HeadlessRun, runHeadless } from "./headless.ts";
import type { UiHost } from "./host.ts";

export interface LineModeIo extends HeadlessIo {
  readonly stdin: Readable;
  /** Run before the lines of stdin. */
  readonly first?: string;
}

/** Resolves to the gravest exit code of all lines. */
export function runLineMode(host: UiHost, io: LineModeIo): Promise<number> {
  return runHeadless(host, io, async (run) => {
    const codes: number[] = [];
    for await (const line of allLines(io, run.signal)) {
      const { code, exit } = await runLine(host, run, line);
      codes.push(code);
      if (exit || run.signal.aborted) break;
    }
    return gravestCode(run.signal.aborted ? [...codes, 130] : codes);
  });
}

/** A failure ends its line, not the program. */
async function runLine(host: UiHost, run: HeadlessRun, line: string): Promise<{ code: number; exit: boolean }> {
  try {
    const outcome = await host.submit(line, run.signal);
    const code = outcome.exitCode ?? 0;
    if (outcome.output !== undefined) await run.say(outcome.output, code !== 0);
    return { code, exit: outcome.exit === true };
  } catch (error) {
    if (run.signal.aborted) return { code: 130, exit: true };
    await run.say(describeError(error, host.texts), true);
    return { code: isPaiError(error, "NOT_CONFIGURED") ? 2 : 1, exit: false };
  }
}

async function* allLines({ first, stdin }: LineModeIo, signal: AbortSignal): AsyncGenerator<string, void> {
  if (first !== undefined) yield first;
  yield* inputLines(stdin, signal);
}

/**
 * The inputs of a stream: lines, those that end with `\` joined with the next by a line break. Blank lines are no input.
 * Ends early when aborted, also while it waits for more.
 */
async function* inputLines(stdin: Readable, signal: AbortSignal): AsyncGenerator<string, void> {
  let joined: string | undefined;
  for await (const line of rawLines(stdin, signal)) {
    const text = joined === undefined ? line : `${joined}\n${line}`;
    if (text.endsWith("\\")) {
      joined = text.slice(0, -1);
      continue;
    }
    joined = undefined;
    if (text.trim() !== "") yield text;
  }
  if (joined !== undefined && joined.trim() !== "") yield joined;
}

// By hand because readline also breaks lines at U+2028, and loses lines that arrive before it is iterated.
async function* rawLines(stdin: Readable, signal: AbortSignal): AsyncGenerator<string, void> {
  if (signal.aborted) return;
  const stop = () => stdin.destroy();
  signal.addEventListener("abort", stop, { once: true });
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of stdin) {
      const lines = (rest + decoder.write(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield withoutEnds(line);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  rest += decoder.end();
  if (rest !== "") yield withoutEnds(rest);
}

/** Without the CR of a Windows line end and a byte order mark. */
function withoutEnds(line: string): string {
  return line.replace(/^\ufeff/, "").replace(/\r$/, "");
}
