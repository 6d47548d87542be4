// The interactive screen on a virtual terminal, with a scripted session behind it.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { type App, startApp } from "../../src/ui/app.ts";
import { type HostOptions, type Script, type ScriptedHost, scriptedHost } from "./ui-host.ts";
import { VirtualTerminal } from "./virtual-terminal.ts";

export const KEY = {
  enter: "\r",
  escape: "\x1b",
  up: "\x1b[A",
  down: "\x1b[B",
  left: "\x1b[D",
  backspace: "\x7f",
  tab: "\t",
  shiftTab: "\x1b[Z",
  ctrlC: "\x03",
  ctrlD: "\x04",
  ctrlL: "\x0c",
  ctrlZ: "\x1a",
  pageDown: "\x1b[6~",
} as const;

export interface Driven {
  readonly app: App;
  readonly host: ScriptedHost;
  readonly terminal: VirtualTerminal;
  readonly done: Promise<number>;
  /** Moves the clock of the screen. */
  pass(ms: number): void;
  /** Closes the terminal from outside. */
  hangUp(): void;
}

export interface DriveOptions extends HostOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly color?: boolean;
  readonly first?: string;
  readonly suspend?: (onContinue: () => void) => void;
}

/** `script` may use the app: it is made before the session. */
export async function drive(script: (app: App) => Script, options: DriveOptions = {}): Promise<Driven> {
  const terminal = new VirtualTerminal(options.columns ?? 80, options.rows ?? 24);
  let now = 0;
  let hangUp = () => {};
  const app = startApp({
    terminal: (onGone) => {
      hangUp = onGone;
      return terminal;
    },
    color: options.color ?? false,
    texts: textsFor(options.lang ?? "en"),
    clock: { now: () => new Date(now) },
    suspend: options.suspend ?? (() => {}),
  });
  const historyFile = options.historyFile ?? join(await mkdtemp(join(tmpdir(), "paicli-ui-")), "input-history");
  const host = scriptedHost(script(app), { ...options, historyFile });
  const done = app.run(host, options.first);
  onTestFinished(async () => {
    hangUp();
    await done;
  });
  await terminal.settle();
  return {
    app,
    host,
    terminal,
    done,
    pass: (ms) => {
      now += ms;
    },
    hangUp: () => hangUp(),
  };
}
