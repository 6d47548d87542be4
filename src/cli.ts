#!/usr/bin/env node
// The command: reads the words, loads what they need and nothing else, and is the only place that ends the process.
import type { CommonFlags, Invocation } from "./args.ts";
import type { VerbIo } from "./commands/verbs.ts";
import { type ErrorCode, isPaiError, systemCode } from "./protocol/errors.ts";
import { VERSION } from "./runtime/package.ts";
import { PLAIN_COLUMNS } from "./util/columns.ts";
import { showPrinted } from "./util/visible.ts";

/** What the person's own words, settings or surroundings are to blame for. */
const USAGE_CODES: ReadonlySet<ErrorCode> = new Set([
  "USAGE",
  "CONFIG_INVALID",
  "CONFIG_UNKNOWN",
  "CONFIG_UNREADABLE",
  "NOT_CONFIGURED",
  "PROVIDER_UNKNOWN",
  "PROVIDER_INCOMPLETE",
  "KEY_NOT_FOR_ENDPOINT",
  "NO_TERMINAL",
  "FOLDER_GONE",
  "SESSION_NOT_FOUND",
  "SESSION_AMBIGUOUS",
  "SESSION_IN_USE",
] as const satisfies readonly ErrorCode[]);

/** How long an orderly end may take after a signal, in ms. */
const END_MS = 3000;

const words = process.argv.slice(2);

async function main(): Promise<number> {
  // Programs ask for the version to see whether PaiCLI is there: the bare question does not even load the parser.
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-v")) {
    print(`${VERSION}\n`);
    return 0;
  }
  const [{ parseArguments }, texts] = await Promise.all([import("./args.ts"), loadTexts()]);
  const invocation = parseArguments(words, VERSION, texts, process.stdout.columns || undefined);
  if (invocation.kind === "text") {
    print(invocation.text);
    return 0;
  }
  return run(invocation);
}

async function loadTexts() {
  const { earlyTexts } = await import("./runtime/early.ts");
  return earlyTexts(process.env, words);
}

async function run(invocation: Exclude<Invocation, { kind: "text" }>): Promise<number> {
  const input = { flags: invocation.flags.settings, env: process.env, ...folder(invocation.flags) };
  switch (invocation.kind) {
    case "run": {
      const { launch } = await import("./ui/launch.ts");
      return launch(input, invocation, process, stopSignal());
    }
    case "demo": {
      const { runDemo } = await import("./ui/demo.ts");
      return runDemo(input, process, stopSignal());
    }
    default: {
      const { runVerb } = await import("./commands/verbs.ts");
      const { exitCode, output } = await runVerb(invocation, input, verbIo());
      print(`${output}\n`);
      return exitCode;
    }
  }
}

function folder({ cwd }: CommonFlags): { readonly cwd?: string } {
  return cwd === undefined ? {} : { cwd };
}

/** Aborted by the first signal to end; a second one, or too long an end, ends at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(130);
      setTimeout(() => process.exit(130), END_MS).unref();
      stop.abort();
    });
  }
  return stop.signal;
}

function verbIo(): VerbIo {
  const notify = (message: string) => complain(message);
  const width = process.stdout.isTTY ? process.stdout.columns || PLAIN_COLUMNS : undefined;
  if (process.stdin.isTTY !== true) return { notify, width };
  const confirm = async (question: string) => {
    const { createInterface } = await import("node:readline/promises");
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await lines
      .question(`${showPrinted(question)} [y/N] `)
      .catch((error: unknown) => {
        if (systemCode(error) !== "ABORT_ERR") throw error;
        process.stderr.write("\n");
        return ""; // Ctrl-C, Ctrl-D: no yes
      })
      .finally(() => lines.close());
    return /^\s*(y|yes|是|好|确认)\s*$/i.test(answer);
  };
  return { notify, width, confirm };
}

/**
 * All that a command without a session says goes through here or `complain`: titles, names and answers in it come from models
 * and tools. A reader that has gone, as in `| head -1`, is no failure.
 */
function print(text: string): void {
  process.stdout.on("error", () => {});
  process.stdout.write(showPrinted(text));
}

function complain(text: string): void {
  process.stderr.write(`${showPrinted(text)}\n`);
}

/** Says what failed; how it came to it only when debugging. */
async function fail(error: unknown): Promise<number> {
  const { describeError } = await import("./locale/index.ts");
  complain(describeError(error, await loadTexts()));
  if (process.env.PAICLI_DEBUG === "1" && error instanceof Error) complain(`${error.stack}`);
  return isPaiError(error) && USAGE_CODES.has(error.code) ? 2 : 1;
}

main()
  .catch(fail)
  .then((code) => {
    process.exitCode = code;
  });
