// execute_command: a shell command in the project root. Nothing is kept between calls, and nothing of it outlives us.
import { existsSync } from "node:fs";
import { z } from "zod";
import type { Texts } from "../locale/index.ts";
import { causeOf, PaiError, systemCode } from "../protocol/errors.ts";
import { defineTool, type Tool, type ToolContext } from "../protocol/tool.ts";
import { createOutputCleaner } from "../util/clean-output.ts";
import { createOutputDecoder } from "../util/encoding.ts";
import { type ProcessEnd, runProcess } from "../util/process.ts";
import { cutTail } from "../util/text.ts";
import { type Captured, createCapture } from "./capture.ts";
import { CAPTURE_CHARS, COMMAND_BYTES, COMMAND_PREVIEW, MAX_COMMAND_SECONDS } from "./options.ts";

export interface CommandParts {
  readonly root: string;
  readonly texts: Texts;
  /** For commands that name no time of their own. */
  readonly commandTimeoutSeconds: number;
  /** Variables that commands do not see: the keys of models. */
  readonly stripEnv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const schema = z.object({
  command: z.string().min(1),
  timeout_seconds: z.number().int().min(1).max(MAX_COMMAND_SECONDS).optional(),
});

/** Of the output, what the person sees when it is done. */
const DISPLAY_CHARS = 2000;

/** Variables with which bash reads the same words in another way than they were judged: where `cd src` goes, what a pattern matches. */
const REREADS: ReadonlySet<string> = new Set(["CDPATH", "BASHOPTS", "SHELLOPTS", "GLOBIGNORE"]);

export function createExecuteCommand(description: string, parts: CommandParts): Tool {
  return defineTool({
    name: "execute_command",
    description,
    schema,
    readOnly: false,
    preview: COMMAND_PREVIEW,
    access: ({ command }) => [{ kind: "command", command }],
    async run({ command, timeout_seconds: seconds = parts.commandTimeoutSeconds }, context) {
      if (command.includes("\0")) throw new PaiError("COMMAND_INVALID", { why: "nul", maxBytes: COMMAND_BYTES });
      if (Buffer.byteLength(command) > COMMAND_BYTES)
        throw new PaiError("COMMAND_INVALID", { why: "long", maxBytes: COMMAND_BYTES });
      if (!existsSync(parts.root)) throw new PaiError("FOLDER_GONE", { path: parts.root });
      const { end, output } = await runShell(command, seconds, parts, context);
      context.signal.throwIfAborted();
      return {
        ok: end.ended === "by_itself" && end.exitCode === 0,
        content: describe(end, output, seconds, parts.texts),
        display: { kind: "command", command, exitCode: end.exitCode, tail: cutTail(output.text, DISPLAY_CHARS) },
      };
    },
  });
}

/** bash, else sh. */
async function runShell(
  command: string,
  seconds: number,
  parts: CommandParts,
  context: ToolContext,
): Promise<{ end: ProcessEnd; output: Captured }> {
  const env = Object.fromEntries(
    Object.entries(parts.env).filter(([name]) => !parts.stripEnv.includes(name) && !REREADS.has(name)),
  );
  const capture = createCapture(CAPTURE_CHARS);
  // each stream on its own: a character or a frame of one is not broken by what the other prints between
  const streams = { stdout: createStream(), stderr: createStream() };
  const take = (text: string) => {
    if (text === "") return;
    capture.push(text);
    context.progress(text);
  };
  const run = (file: string) =>
    runProcess({
      file,
      args: ["-c", "--", command],
      cwd: parts.root,
      env,
      timeoutMs: seconds * 1000,
      signal: context.signal,
      onStdout: (bytes) => take(streams.stdout.push(bytes)),
      onStderr: (bytes) => take(streams.stderr.push(bytes)),
    });
  try {
    const end = await run("bash").catch((error: unknown) => {
      if (systemCode(error) !== "ENOENT") throw error;
      return run("sh");
    });
    take(streams.stdout.end());
    take(streams.stderr.end());
    return { end, output: capture.end(parts.texts.tools.droppedHere) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (systemCode(error) === undefined) throw error;
    throw new PaiError("COMMAND_NOT_STARTED", { cause: causeOf(error) }, { cause: error });
  }
}

function createStream(): { push(bytes: Uint8Array): string; end(): string } {
  const decoder = createOutputDecoder();
  const cleaner = createOutputCleaner();
  return {
    push: (bytes) => cleaner.push(decoder.push(bytes)),
    end: () => cleaner.push(decoder.end()) + cleaner.end(),
  };
}

/** How it ended comes first: it stays in view however long the output is. */
function describe(end: ProcessEnd, output: Captured, seconds: number, { tools: words }: Texts): string {
  const notes: string[] = [];
  if (end.ended === "time_out") notes.push(words.timedOut(seconds));
  if (end.exitCode !== null) notes.push(words.exitCode(end.exitCode));
  else if (end.ended === "by_itself") notes.push(words.endedBySignal(end.signal ?? "?"));
  if (end.leftRunning) notes.push(words.leftRunning);
  if (output.dropped > 0) notes.push(words.outputDropped(output.total, output.dropped));
  const text = output.text.replace(/\n+$/, "");
  return `${notes.map((note) => `[${note}]`).join("\n")}\n${text === "" ? words.noOutput : text}`;
}
