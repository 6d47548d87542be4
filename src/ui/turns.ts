// Runs the lines that are typed, one after the other: queues what comes meanwhile, cancels, keeps the history.
import { isCommandLine } from "../commands/registry.ts";
import { describeError } from "../locale/index.ts";
import { causeOf } from "../protocol/errors.ts";
import { appendHistory, loadHistory } from "./history.ts";
import type { LineOutcome, UiHost } from "./host.ts";
import { separateInputs } from "./inputs.ts";
import type { Action } from "./item.ts";
import type { PromptEditor } from "./prompt-editor.ts";
import type { ScreenState } from "./state.ts";

/** A turn of at least this length rings the bell when it ends, in ms: the person has turned to something else. */
const BELL_AFTER_MS = 10_000;

/** What running lines needs of the screen. */
export interface TurnsScreen {
  state(): ScreenState;
  dispatch(action: Action): void;
  now(): number;
  bell(): void;
  leave(code: number): void;
}

export class Turns {
  readonly #host: UiHost;
  readonly #screen: TurnsScreen;
  readonly #editor: PromptEditor;
  #running: AbortController | undefined;
  /** Commands that came back into the editor with other inputs, until what is there is sent. */
  #givenBack: readonly string[] = [];

  constructor(host: UiHost, screen: TurnsScreen, editor: PromptEditor) {
    this.#host = host;
    this.#screen = screen;
    this.#editor = editor;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Runs what was typed now, or after what came before it. */
  enter(text: string): void {
    const commands = this.#givenBack;
    this.#givenBack = [];
    for (const line of commands.length === 0 ? [text] : separateInputs(text, commands)) this.#take(line);
  }

  #take(line: string): void {
    this.#keepInHistory(line);
    if (this.#screen.state().since === undefined) void this.#work(line);
    else this.#screen.dispatch({ type: "ui_queue", line });
  }

  /** The last queued input goes back into the editor. */
  takeBack(): boolean {
    const queued = this.#screen.state().queue.at(-1);
    if (queued === undefined) return false;
    this.#screen.dispatch({ type: "ui_unqueue" });
    this.#editor.giveBack([queued]);
    return true;
  }

  /** What was queued goes back into the editor: the person stopped the work that it was meant to follow. */
  cancel(): void {
    const { cancelling, queue } = this.#screen.state();
    if (this.#running === undefined || cancelling) return;
    for (const _ of queue) this.#screen.dispatch({ type: "ui_unqueue" });
    if (queue.length > 0) this.#editor.giveBack(queue);
    this.#givenBack = [...this.#givenBack, ...queue.filter(isCommandLine)];
    this.#screen.dispatch({ type: "ui_cancel" });
    this.#running.abort();
  }

  /** Empties the editor. ↑ brings the draft back, in the next run too: the same key twice quits. */
  dropDraft(): void {
    const draft = this.#editor.takeDraft();
    if (draft.trim() !== "") this.#keepInHistory(draft);
  }

  #keepInHistory(line: string): void {
    this.#editor.addToHistory(line);
    appendHistory(this.#host.historyFile, line).catch((error: unknown) => this.#warnOfHistory(error));
  }

  /** Ends what runs because the program ends. */
  abort(): void {
    this.#running?.abort();
  }

  async loadHistory(): Promise<void> {
    try {
      for (const line of await loadHistory(this.#host.historyFile)) this.#editor.addToHistory(line);
    } catch (error) {
      this.#warnOfHistory(error);
    }
  }

  async #work(first: string): Promise<void> {
    for (let line: string | undefined = first; line !== undefined; line = this.#nextQueued()) {
      const since = this.#screen.now();
      this.#screen.dispatch({ type: "ui_submit", line });
      const { exit, output, markdown, exitCode = 0 } = await this.#submit(line);
      this.#screen.dispatch({
        type: "ui_outcome",
        failed: exitCode !== 0,
        ...(output === undefined ? {} : { output }),
        ...(markdown === undefined ? {} : { markdown }),
      });
      if (this.#screen.now() - since >= BELL_AFTER_MS) this.#screen.bell();
      if (exit) {
        this.#screen.leave(0);
        return;
      }
    }
  }

  async #submit(line: string): Promise<LineOutcome> {
    const running = new AbortController();
    this.#running = running;
    try {
      return await this.#host.submit(line, running.signal);
    } catch (error) {
      return running.signal.aborted ? { exitCode: 130 } : { exitCode: 1, output: describeError(error, this.#host.texts) };
    } finally {
      this.#running = undefined;
      // Events emitted so far are read in microtasks: all of them are shown before the outcome.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #nextQueued(): string | undefined {
    const [line] = this.#screen.state().queue;
    if (line !== undefined) this.#screen.dispatch({ type: "ui_dequeue" });
    return line;
  }

  #warnOfHistory(error: unknown): void {
    this.#screen.dispatch({ type: "ui_warn", text: this.#host.texts.ui.historyFailed(causeOf(error)) });
  }
}
