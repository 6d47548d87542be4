// Runs without a screen: `-p` and line mode. One pump prints the session's events, the lines are run one after the other.
import type { Writable } from "node:stream";
import type { LineOutcome, UiHost } from "./host.ts";
import { createPrinter, type OutputFormat, type Printed } from "./print.ts";
import { createSink } from "./sink.ts";

export interface HeadlessIo {
  readonly format: OutputFormat;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Aborted when the person wants the run to end. */
  readonly signal: AbortSignal;
}

export interface HeadlessRun {
  /** Aborted by `io.signal`, and when nobody reads stdout any more. */
  readonly signal: AbortSignal;
  /** Prints the events so far, then what a command or a failure says. */
  say(text: string, failed: boolean): Promise<void>;
}

/** One task. Rejects as `task` does, after everything that was said has been printed. */
export async function runPrint(
  host: UiHost,
  io: HeadlessIo,
  task: (signal: AbortSignal) => Promise<LineOutcome>,
): Promise<number> {
  return runHeadless(host, io, async (run) => {
    const outcome = await task(run.signal);
    if (outcome.output !== undefined) await run.say(outcome.output, (outcome.exitCode ?? 0) !== 0);
    return outcome.exitCode ?? 0;
  });
}

/** Prints while `drive` runs and until the session has closed; resolves to the exit code that `drive` gave. */
export async function runHeadless(host: UiHost, io: HeadlessIo, drive: (run: HeadlessRun) => Promise<number>): Promise<number> {
  const readerGone = new AbortController();
  const sinks = {
    stdout: createSink(io.stdout, () => readerGone.abort()),
    // Without a reader of the notices the task still goes on.
    stderr: createSink(io.stderr, () => {}),
  };
  const printer = createPrinter(io.format, () => host.texts);
  const print = (lines: readonly Printed[]) => {
    for (const { to, text } of lines) sinks[to].write(text);
  };
  const events = host.events();
  const pumped = (async () => {
    for await (const event of events) print(printer.event(event));
  })();
  const say = async (text: string, failed: boolean) => {
    await printedSoFar();
    print(printer.said(text, failed));
  };
  try {
    return await drive({ signal: AbortSignal.any([io.signal, readerGone.signal]), say });
  } finally {
    await host.close();
    await pumped;
    print(printer.end());
  }
}

/** Events emitted so far are read in microtasks, so all of them are printed by the next turn of the event loop. */
function printedSoFar(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
