// A terminal for tests: what the screen writes goes into a real terminal emulation, keys are given by the test.
import type { Terminal } from "@mariozechner/pi-tui";
import xterm from "@xterm/headless";

export class VirtualTerminal implements Terminal {
  readonly emulator: InstanceType<typeof xterm.Terminal>;
  /** Everything that was written, in order. */
  readonly writes: string[] = [];
  started = false;
  #onInput: (data: string) => void = () => {};
  #onResize: () => void = () => {};

  constructor(columns: number, rows: number) {
    this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 10_000, convertEol: false });
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.started = true;
    this.#onInput = onInput;
    this.#onResize = onResize;
  }

  stop(): void {
    this.started = false;
  }

  /** Keys one after the other, as the terminal splits them. */
  type(...keys: readonly string[]): void {
    for (const key of keys) this.#onInput(key);
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    this.#onResize();
  }

  /** Lines of the window, without trailing blanks. */
  async screen(): Promise<readonly string[]> {
    await this.settle();
    const { active } = this.emulator.buffer;
    return this.#lines(active.baseY, active.baseY + this.emulator.rows);
  }

  /** Lines of scrollback and window. */
  async everything(): Promise<readonly string[]> {
    await this.settle();
    return this.#lines(0, this.emulator.buffer.active.length);
  }

  async cursor(): Promise<{ readonly row: number; readonly column: number }> {
    await this.settle();
    const { cursorX, cursorY } = this.emulator.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  /** Waits until the screen has drawn what is due and the emulation has taken it. */
  async settle(): Promise<void> {
    // Longer than a frame without a write, counted in turns of the event loop: on a busy machine one turn can take long.
    for (let quiet = 0, seen = this.writes.length; quiet < 5; quiet++) {
      await new Promise((resolve) => setTimeout(resolve, 4));
      if (this.writes.length !== seen) quiet = -1;
      seen = this.writes.length;
    }
    await new Promise<void>((resolve) => this.emulator.write("", resolve));
  }

  #lines(from: number, to: number): readonly string[] {
    const lines: string[] = [];
    for (let row = from; row < to; row++) lines.push(this.emulator.buffer.active.getLine(row)?.translateToString(true) ?? "");
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  write(data: string): void {
    this.writes.push(data);
    this.emulator.write(data);
  }

  get columns(): number {
    return this.emulator.cols;
  }

  get rows(): number {
    return this.emulator.rows;
  }

  readonly kittyProtocolActive = false;
  async drainInput(): Promise<void> {}
  moveBy(lines: number): void {
    this.write(lines < 0 ? `\x1b[${-lines}A` : `\x1b[${lines}B`);
  }
  hideCursor(): void {
    this.write("\x1b[?25l");
  }
  showCursor(): void {
    this.write("\x1b[?25h");
  }
  clearLine(): void {
    this.write("\x1b[K");
  }
  clearFromCursor(): void {
    this.write("\x1b[J");
  }
  clearScreen(): void {
    this.write("\x1b[2J\x1b[H");
  }
  setTitle(): void {}
  setProgress(): void {}
}
