// The built command on a real pseudo terminal: what it writes goes into a terminal emulation, keys and answers go back.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import xterm from "@xterm/headless";
import { onTestFinished } from "vitest";
import { CLI, commandEnvironment, project, type RunOptions } from "./command.ts";
import { terminalPicture } from "./terminal-picture.ts";

export interface RealTerminal {
  /** Characters as they are typed, pasted without brackets; `\r` is Enter. */
  type(keys: string): void;
  /** Lines of the window, without trailing blanks. */
  screen(): Promise<readonly string[]>;
  /** Lines of scrollback and window. */
  everything(): Promise<readonly string[]>;
  /** Waits until the window shows it. Throws with the window after `timeoutMs`. */
  shows(text: string | RegExp, timeoutMs?: number): Promise<void>;
  /** The window with its colours, as an SVG picture. */
  picture(): Promise<string>;
  /** Resolves when the command has ended. */
  readonly ended: Promise<void>;
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Starts the command; it is ended with the test. */
export function onRealTerminal(
  args: readonly string[],
  { columns = 80, rows = 24, ...options }: RunOptions & { readonly columns?: number; readonly rows?: number } = {},
): RealTerminal {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5_000 });
  const command = `stty cols ${columns} rows ${rows}; exec ${[process.execPath, CLI, ...args].map(quoted).join(" ")}`;
  // `script` is the part of util-linux that runs a command on a pseudo terminal of its own
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    cwd: options.cwd ?? project(),
    env: { ...commandEnvironment(options), TERM: "xterm-256color", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdout.on("data", (bytes: Buffer) => emulator.write(bytes));
  child.stdin.on("error", () => {}); // a command that has ended takes no more keys
  emulator.onData((answer) => child.stdin.write(answer));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
    emulator.dispose();
  });

  async function lines(from: (baseY: number) => number): Promise<readonly string[]> {
    await new Promise<void>((resolve) => emulator.write("", resolve));
    const { active } = emulator.buffer;
    const first = from(active.baseY);
    const count = active.baseY + rows - first;
    return Array.from({ length: count }, (_, row) => active.getLine(first + row)?.translateToString(true) ?? "");
  }
  const screen = () => lines((baseY) => baseY);

  return {
    type: (keys) => void child.stdin.write(keys),
    screen,
    everything: () => lines(() => 0),
    async picture() {
      await screen();
      return terminalPicture(emulator, emulator.buffer.active.baseY, rows);
    },
    ended,
    async shows(text, timeoutMs = 15_000) {
      const until = performance.now() + timeoutMs;
      for (;;) {
        const seen = (await screen()).join("\n");
        if (typeof text === "string" ? seen.includes(text) : text.test(seen)) return;
        if (performance.now() > until) throw new Error(`the screen does not show ${text}:\n${seen}`);
        await sleep(20);
      }
    },
  };
}
