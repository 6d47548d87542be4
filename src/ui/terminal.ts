// The real terminal: raw mode, keyboard protocols, bracketed paste; and everything as it was when the program leaves,
// however it leaves.
import { writeSync } from "node:fs";
import { StdinBuffer, setKittyProtocolActive, type Terminal } from "@mariozechner/pi-tui";
import { cleanPaste, createPasteGuard, PASTE_END, PASTE_START } from "./paste.ts";

const BRACKETED_PASTE = { on: "\x1b[?2004h", off: "\x1b[?2004l" } as const;
/** Asks for the kitty keyboard protocol; flags 1 + 4: unambiguous keys, and the base layout's key for shortcuts. */
const KITTY = { query: "\x1b[?u", on: "\x1b[>5u", off: "\x1b[<u", answer: /^\x1b\[\?\d+u$/ } as const;
/** For terminals that do not know it, so that Shift+Enter can be told from Enter. */
const MODIFIED_KEYS = { on: "\x1b[>4;1m", off: "\x1b[>4;0m" } as const;
const CURSOR = { show: "\x1b[?25h", hide: "\x1b[?25l" } as const;

/** Terminals answer the query within a few ms; over slow links they may take this long. */
const KITTY_ANSWER_MS = 150;

/** A lone ESC is the key after this time; before, it may begin a sequence. */
const ESCAPE_MS = 10;

export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream & { readonly fd: number };
}

/** `onGone`: the terminal was closed behind the program's back. */
export function createTerminal({ stdin, stdout }: TerminalStreams, onGone: () => void): Terminal {
  let keys: "none" | "kitty" | "modified" = "none";
  let session: { readonly end: () => void } | undefined;
  const write = (text: string) => {
    stdout.write(text);
  };
  stdout.on("error", onGone);

  const modesOff = () => {
    const off = keys === "kitty" ? KITTY.off : keys === "modified" ? MODIFIED_KEYS.off : "";
    if (keys === "kitty") setKittyProtocolActive(false);
    keys = "none";
    return `${BRACKETED_PASTE.off}${off}${CURSOR.show}`;
  };
  // The last chance after a crash: streams no longer flush then, so this writes to the file itself.
  const restore = () => {
    try {
      writeSync(stdout.fd, modesOff());
      stdin.setRawMode(false);
    } catch {
      // the terminal is gone: there is nothing left to restore
    }
  };

  return {
    start(onInput, onResize) {
      if (session !== undefined) return;
      const wasRaw = stdin.isRaw;
      const guard = createPasteGuard();
      const buffer = new StdinBuffer({ timeout: ESCAPE_MS });
      buffer.on("data", (key) => {
        if (!KITTY.answer.test(key)) return onInput(key);
        if (keys !== "none") return;
        keys = "kitty";
        setKittyProtocolActive(true);
        write(KITTY.on);
      });
      buffer.on("paste", (text) => onInput(`${PASTE_START}${cleanPaste(text)}${PASTE_END}`));
      const onData = (chunk: string) => buffer.process(guard.mark(chunk, performance.now()));
      const fallback = setTimeout(() => {
        if (keys !== "none") return;
        keys = "modified";
        write(MODIFIED_KEYS.on);
      }, KITTY_ANSWER_MS);
      stdin.setRawMode(true);
      stdin.setEncoding("utf8");
      stdin.on("data", onData);
      stdin.on("end", onGone);
      stdin.on("error", onGone);
      stdin.resume();
      stdout.on("resize", onResize);
      process.on("exit", restore);
      write(`${BRACKETED_PASTE.on}${KITTY.query}`);
      session = {
        end: () => {
          clearTimeout(fallback);
          buffer.destroy();
          stdin.off("data", onData);
          stdin.off("end", onGone);
          stdin.off("error", onGone);
          stdout.off("resize", onResize);
          process.off("exit", restore);
          write(modesOff());
          stdin.pause();
          stdin.setRawMode(wasRaw);
        },
      };
    },
    stop() {
      session?.end();
      session = undefined;
    },
    drainInput: async () => {},
    write,
    get columns() {
      return stdout.columns || 80;
    },
    get rows() {
      return stdout.rows || 24;
    },
    get kittyProtocolActive() {
      return keys === "kitty";
    },
    moveBy: (lines) => write(lines < 0 ? `\x1b[${-lines}A` : lines > 0 ? `\x1b[${lines}B` : ""),
    hideCursor: () => write(CURSOR.hide),
    showCursor: () => write(CURSOR.show),
    clearLine: () => write("\x1b[K"),
    clearFromCursor: () => write("\x1b[J"),
    clearScreen: () => write("\x1b[2J\x1b[H"),
    setTitle: (title) => write(`\x1b]0;${title}\x07`),
    setProgress: () => {},
  };
}

/** A stopped process runs no timer: one that fires this soon, in ms, says that nobody stopped it. */
const NOT_STOPPED_MS = 200;

/**
 * Stops the whole process group, as Ctrl-Z does where the terminal itself sees it, and calls back when it goes on. A group that
 * no shell looks after (the command of a container or of a new window) is not stopped by the system: it goes on at once.
 */
export function suspendGroup(onContinue: () => void): void {
  const goOn = () => {
    clearTimeout(timer);
    process.off("SIGCONT", goOn);
    onContinue();
  };
  const timer = setTimeout(goOn, NOT_STOPPED_MS);
  process.once("SIGCONT", goOn);
  process.kill(0, "SIGTSTP");
}
