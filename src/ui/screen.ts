// Draws the screen: finished lines go into the terminal's own scrollback once; below them stands the live region, at most one
// row less than the terminal, of which only changed lines are written. It replaces the drawing of pi-tui's TUI, which keeps
// every line ever shown and clears screen and scrollback whenever one above the window changes.
import { CURSOR_MARKER, type Terminal, TUI, visibleWidth } from "@mariozechner/pi-tui";
import { fitLine } from "./fit.ts";

/** Frames at most every so many ms. */
const FRAME_MS = 16;

/** Everything between these appears at once on terminals that know synchronized output; others ignore them. */
const SYNC = { begin: "\x1b[?2026h", end: "\x1b[?2026l" } as const;

/** Styles and links never reach into the next line. */
const STYLE_END = "\x1b[0m";
const LINK_END = "\x1b]8;;\x07";

/** The inverse cell by which components show the caret: the terminal's own cursor stands there instead. */
const DRAWN_CARET = /\x1b\[7m(.*?)\x1b\[(?:0|27)m/u;

interface Frame {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number } | undefined;
}

export class Screen extends TUI {
  /** The last `rows` finished lines for this width, to draw the window anew after a resize. */
  readonly #tail: (width: number, rows: number) => readonly string[];
  #printed: string[] = [];
  #shown: readonly string[] = [];
  #cursorRow = 0;
  #cursorColumn: number | undefined;
  #size: { readonly columns: number; readonly rows: number } | undefined;
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  /** A key came since the last request: its echo does not wait for the frame's turn. */
  #keyed = false;
  #lastFrame = Number.NEGATIVE_INFINITY;

  constructor(terminal: Terminal, tail: (width: number, rows: number) => readonly string[]) {
    super(terminal, true);
    this.#tail = tail;
    this.addInputListener(() => {
      this.#keyed = true;
      return undefined;
    });
  }

  /** Lines to stand above the live region for good, each no wider than the terminal. */
  print(lines: readonly string[]): void {
    this.#printed.push(...lines);
    this.requestRender();
  }

  override start(): void {
    this.#running = true;
    super.start();
  }

  /** Leaves what was printed, takes the live region away, gives the terminal back. */
  override stop(): void {
    if (!this.#running) return;
    this.#draw();
    this.#running = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.terminal.write(`${this.#toTop()}\x1b[J`);
    this.#shown = [];
    this.#cursorRow = 0;
    this.#cursorColumn = undefined;
    this.#size = undefined;
    super.stop();
  }

  /** Draws the window anew, whatever stands in it. */
  redraw(): void {
    this.#size = { columns: 0, rows: 0 };
    this.requestRender();
  }

  override requestRender(): void {
    const urgent = this.#keyed;
    this.#keyed = false;
    if (!this.#running || (this.#timer !== undefined && !urgent)) return;
    clearTimeout(this.#timer);
    const wait = urgent ? 0 : Math.max(0, this.#lastFrame + FRAME_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastFrame = performance.now();
      this.#draw();
    }, wait);
  }

  #draw(): void {
    const { columns, rows } = this.terminal;
    const frame = frameOf(this.render(columns), columns, Math.max(1, rows - 1));
    const resized = this.#size !== undefined && (this.#size.columns !== columns || this.#size.rows !== rows);
    this.#size = { columns, rows };
    const changes = resized ? this.#redraw(frame, columns, rows) : this.#update(frame);
    const output = changes + this.#place(frame);
    if (output !== "") this.terminal.write(`${SYNC.begin}${output}${SYNC.end}`);
  }

  /** After a resize nobody knows where lines are: the window is drawn anew, the scrollback is left alone. */
  #redraw(frame: Frame, columns: number, rows: number): string {
    this.#printed = [];
    const above = this.#tail(columns, Math.max(0, rows - frame.lines.length));
    const lines = [...above.map((line) => fitLine(line, columns)), ...frame.lines];
    this.#show(frame, frame.lines.length - 1);
    return `\x1b[H\x1b[J${lines.map(closed).join("\r\n")}`;
  }

  #update(frame: Frame): string {
    if (this.#printed.length > 0) return this.#printAbove(frame);
    const before = this.#shown;
    let output = "";
    let row = this.#cursorRow;
    for (const [index, line] of frame.lines.entries()) {
      if (line === before[index]) continue;
      // Below the last line there is no row to move to: a line break makes one, scrolling if need be.
      output += index < Math.max(1, before.length) ? `${moveRows(row, index)}\r` : `${moveRows(row, index - 1)}\r\n`;
      output += `\x1b[2K${closed(line)}`;
      row = index;
    }
    if (frame.lines.length < before.length) {
      output += `${moveRows(row, frame.lines.length)}\r\x1b[J`;
      row = frame.lines.length;
    }
    this.#show(frame, row);
    return output;
  }

  #printAbove(frame: Frame): string {
    const lines = [...this.#printed, ...frame.lines];
    const top = this.#toTop();
    this.#printed = [];
    const below = this.#shown.length > lines.length ? `\r\n\x1b[J` : "";
    this.#show(frame, frame.lines.length - 1 + (below === "" ? 0 : 1));
    return `${top}${lines.map((line) => `\x1b[2K${closed(line)}`).join("\r\n")}${below}`;
  }

  #show(frame: Frame, row: number): void {
    this.#shown = frame.lines;
    this.#cursorRow = Math.max(0, row);
    this.#cursorColumn = undefined;
  }

  /** Moves the terminal's cursor to the caret, where input methods open their window. Nothing if it is there. */
  #place({ cursor }: Frame): string {
    if (cursor === undefined) {
      if (this.#cursorColumn === -1) return "";
      this.#cursorColumn = -1;
      return "\x1b[?25l";
    }
    if (this.#cursorRow === cursor.row && this.#cursorColumn === cursor.column) return "";
    const output = `${moveRows(this.#cursorRow, cursor.row)}\x1b[${cursor.column + 1}G\x1b[?25h`;
    this.#cursorRow = cursor.row;
    this.#cursorColumn = cursor.column;
    return output;
  }

  #toTop(): string {
    return `${moveRows(this.#cursorRow, 0)}\r`;
  }
}

/** The lowest lines that fit, each within the width, and the cell of the caret. */
function frameOf(rendered: readonly string[], columns: number, rows: number): Frame {
  const lines = rendered.length > 0 ? rendered.slice(-rows) : [""];
  const row = lines.findLastIndex((line) => line.includes(CURSOR_MARKER));
  const marked = lines[row];
  if (marked === undefined) return { lines: lines.map((line) => fitLine(line, columns)), cursor: undefined };
  const at = marked.indexOf(CURSOR_MARKER);
  const column = Math.min(visibleWidth(marked.slice(0, at)), columns - 1);
  const after = marked.slice(at + CURSOR_MARKER.length).replace(DRAWN_CARET, "$1");
  lines[row] = `${marked.slice(0, at)}${after}`;
  return { lines: lines.map((line) => fitLine(line.replace(/ +$/, ""), columns)), cursor: { row, column } };
}

function closed(line: string): string {
  if (!line.includes("\x1b")) return line;
  return `${line}${STYLE_END}${line.includes("\x1b]8") ? LINK_END : ""}`;
}

function moveRows(from: number, to: number): string {
  if (to === from) return "";
  return to > from ? `\x1b[${to - from}B` : `\x1b[${from - to}A`;
}
