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

/** A screen without a session yet. */
export interface OpenScreen {
  readonly app: App;
  readonly terminal: VirtualTerminal;
  /** Moves the clock of the screen. */
  pass(ms: number): void;
  /** Closes the terminal from outside. */
  hangUp(): void;
  /** Runs the session's host on it; it ends with the test. */
  run(host: Parameters<App["run"]>[0], first?: string): Promise<number>;
}

export function openScreen({
  columns = 80,
  rows = 24,
  color = false,
  lang = "en",
  suspend = () => {},
}: Pick<DriveOptions, "columns" | "rows" | "color" | "lang" | "suspend"> = {}): OpenScreen {
  const terminal = new VirtualTerminal(columns, rows);
  let now = 0;
  let hangUp = () => {};
  const app = startApp({
    terminal: (onGone) => {
      hangUp = onGone;
      return terminal;
    },
    color,
    texts: textsFor(lang),
    clock: { now: () => new Date(now) },
    suspend,
  });
  return {
    app,
    terminal,
    pass: (ms) => {
      now += ms;
    },
    hangUp: () => hangUp(),
    run(host, first) {
      const done = app.run(host, first);
      onTestFinished(async () => {
        hangUp();
        await done;
      });
      return done;
    },
  };
}

/** `script` may use the app: it is made before the session. */
export async function drive(script: (app: App) => Script, options: DriveOptions = {}): Promise<Driven> {
  const { app, terminal, pass, hangUp, run } = openScreen(options);
  const historyFile = options.historyFile ?? join(await mkdtemp(join(tmpdir(), "paicli-ui-")), "input-history");
  const host = scriptedHost(script(app), { ...options, historyFile });
  const done = run(host, options.first);
  await terminal.settle();
  return { app, host, terminal, done, pass, hangUp };
}
