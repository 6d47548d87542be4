// The interactive screen: puts the parts together, turns keys into actions, runs the lines that are typed.
import { type Component, isKeyRelease, matchesKey, type Terminal } from "@mariozechner/pi-tui";
import type { Texts } from "../locale/index.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Approver, Asker, Clock } from "../protocol/ports.ts";
import { createCompletion } from "./completion.ts";
import { createDialogView, type DialogView } from "./dialog-view.ts";
import { Dialogs } from "./dialogs.ts";
import { fitLine } from "./fit.ts";
import { renderFooter } from "./footer.ts";
import type { UiHost } from "./host.ts";
import type { Action } from "./item.ts";
import { renderLive, SPINNER_MS } from "./live.ts";
import { PromptEditor } from "./prompt-editor.ts";
import { createRecent } from "./recent.ts";
import { Screen } from "./screen.ts";
import { INITIAL_STATE, reduce, type ScreenState } from "./state.ts";
import { createTheme, type Theme } from "./theme.ts";
import { createTranscript, type Look } from "./transcript.ts";
import { Turns, type TurnsScreen } from "./turns.ts";

/** A second Ctrl-C within this time quits, in ms. */
const QUIT_MS = 2000;

/** Turns of a resumed session that are shown again. */
const PAST_TURNS = 3;

/** A dialog takes keys only after it could be seen, and after the person has paused: what they were typing is no answer. In ms. */
const DIALOG_SEEN_MS = 300;
const TYPING_PAUSE_MS = 600;

export interface AppOptions {
  /** Opens the terminal; `onGone` is called if it is closed from outside. */
  readonly terminal: (onGone: () => void) => Terminal;
  readonly color: boolean;
  /** Until a session is there; then the host's. */
  readonly texts: Texts;
  readonly clock: Clock;
  /** Ctrl-Z: stops the process and calls back when it goes on. */
  readonly suspend: (onContinue: () => void) => void;
}

export interface App {
  readonly approver: Approver;
  readonly asker: Asker;
  /** Shows the session and runs lines until the person leaves; `first` is sent at once. Resolves to the exit code. */
  run(host: UiHost, first?: string): Promise<number>;
  /** Gives the terminal back. Also safe when it already did. */
  stop(): void;
}

/** Opens the screen at once, so that questions can be asked before there is a session. */
export function startApp(options: AppOptions): App {
  const ui = new Ui(options);
  return {
    approver: ui.dialogs,
    asker: ui.dialogs,
    run: (host, first) => ui.run(host, first),
    stop: () => ui.stop(),
  };
}

class Ui implements Component {
  readonly dialogs = new Dialogs(() => this.#showDialog());
  /** Present while there is a session. */
  turns: Turns | undefined;
  readonly #options: AppOptions;
  readonly #theme: Theme;
  readonly #screen: Screen;
  readonly #transcript = createTranscript();
  readonly #recent = createRecent();
  #state: ScreenState = INITIAL_STATE;
  #host: UiHost | undefined;
  #sessionId: string | undefined;
  #editor: PromptEditor | undefined;
  #dialog: DialogView | undefined;
  /** Keys typed before there is a session to type to. */
  #typedAhead: string[] = [];
  #shownAt = 0;
  #lastKeyAt = Number.NEGATIVE_INFINITY;
  #spinner: NodeJS.Timeout | undefined;
  readonly #signals = [
    ["SIGTERM", () => this.#end("SIGTERM")],
    ["SIGHUP", () => this.#end("SIGHUP")],
    ["SIGINT", () => this.#interrupt()],
  ] as const;
  readonly #left: Promise<number>;
  #leave: (code: number) => void = () => {};
  #fail: (error: unknown) => void = () => {};

  constructor(options: AppOptions) {
    this.#left = new Promise((resolve, reject) => {
      this.#leave = resolve;
      this.#fail = reject;
    });
    this.#options = options;
    this.#theme = createTheme(options.color);
    const terminal = options.terminal(() => this.#leave(130));
    this.#screen = new Screen(terminal, (width, rows) => this.#recent.tail({ ...this.#look(), width }, rows));
    this.#screen.addChild(this);
    this.#screen.addInputListener((data) => (this.#onKey(data) ? { consume: true } : undefined));
    for (const [signal, handler] of this.#signals) process.on(signal, handler);
    this.#screen.start();
  }

  async run(host: UiHost, first?: string): Promise<number> {
    this.#host = host;
    const events = host.events();
    const pumped = (async () => {
      for await (const event of events) {
        this.#dispatch(event);
        this.#showPast(event);
      }
    })();
    pumped.catch((error: unknown) => this.#fail(error));
    this.#dispatch({ type: "ui_start", banner: host.banner() });
    const completion = createCompletion(() => host.commands(), host.root);
    this.#editor = new PromptEditor(this.#screen, this.#theme, completion, (line) => turns.enter(line));
    const turns = new Turns(host, this.#forTurns(), this.#editor);
    this.turns = turns;
    if (this.#dialog === undefined) this.#screen.setFocus(this.#editor);
    for (const key of this.#typedAhead.splice(0)) if (!this.#onKey(key)) this.#editor.handleInput(key);
    const loaded = turns.loadHistory();
    if (first !== undefined) turns.enter(first);
    try {
      const code = await this.#left;
      turns.abort();
      await host.close();
      await pumped;
      await loaded;
      return code;
    } finally {
      this.stop();
    }
  }

  stop(): void {
    for (const [signal, handler] of this.#signals) process.off(signal, handler);
    clearInterval(this.#spinner);
    this.#spinner = undefined;
    this.#screen.stop();
  }

  invalidate(): void {}

  render(width: number): string[] {
    const look = { ...this.#look(), width };
    const main = this.#dialog?.render(width) ?? this.#editor?.render(width) ?? [];
    const footer = this.#renderFooter(look);
    const rows = this.#screen.terminal.rows - 1 - main.length - footer.length;
    const asking = this.#dialog !== undefined;
    return [...renderLive({ state: this.#state, now: this.#now(), asking, rows }, look), ...main, ...footer];
  }

  #renderFooter(look: Look): string[] {
    if (this.#host === undefined) return [];
    const { interruptedAt } = this.#state;
    if (interruptedAt !== undefined && this.#now() - interruptedAt < QUIT_MS) {
      return [this.#theme.warn(fitLine(look.texts.ui.quitHint, look.width))];
    }
    return [renderFooter(this.#state, this.#host.status(), this.#now(), look)];
  }

  #look(): Look {
    const { price } = this.#host?.status() ?? {};
    return {
      width: this.#screen.terminal.columns,
      theme: this.#theme,
      texts: this.#host?.texts ?? this.#options.texts,
      ...(price === undefined ? {} : { price }),
    };
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  /**
   * A session that goes on in this place shows where it stood, and its totals begin anew; one that is only reopened is on the screen
   * already.
   */
  #showPast(event: AgentEvent): void {
    if (event.type !== "session_start" || event.sessionId === this.#sessionId) return;
    this.#sessionId = event.sessionId;
    this.#state = { ...this.#state, usage: INITIAL_STATE.usage };
    if (event.resumed) this.#dispatch({ type: "ui_past", turns: this.#host?.pastTurns(PAST_TURNS) ?? [] });
  }

  #dispatch(action: Action): void {
    const { state, items } = reduce(this.#state, action, this.#now());
    this.#state = state;
    this.#recent.add(items);
    for (const item of items) this.#screen.print(this.#transcript.render(item, this.#look()));
    this.#spin(state.since !== undefined);
    this.#screen.requestRender();
  }

  #forTurns(): TurnsScreen {
    return {
      state: () => this.#state,
      dispatch: (action) => this.#dispatch(action),
      now: () => this.#now(),
      bell: () => this.#bell(),
      leave: (code) => this.#leave(code),
    };
  }

  #spin(on: boolean): void {
    if (on) this.#spinner ??= setInterval(() => this.#screen.requestRender(), SPINNER_MS);
    else {
      clearInterval(this.#spinner);
      this.#spinner = undefined;
    }
  }

  // ── dialogs ──

  #showDialog(): void {
    const { current } = this.dialogs;
    const place = {
      look: () => this.#look(),
      rows: () => this.#screen.terminal.rows - 4,
      behind: () => this.dialogs.behind,
      project: this.#host?.status().project ?? "",
    };
    this.#dialog = current === undefined ? undefined : createDialogView(current, place);
    this.#shownAt = this.#now();
    this.#screen.setFocus(this.#editor ?? null);
    if (this.#dialog !== undefined) this.#bell();
    this.#screen.requestRender();
  }

  // ── keys ──

  /** Whether the key was handled here; otherwise it goes to what has the focus. */
  #onKey(data: string): boolean {
    if (isKeyRelease(data)) return true;
    const pause = this.#now() - this.#lastKeyAt;
    this.#lastKeyAt = this.#now();
    if (matchesKey(data, "ctrl+c")) return this.#interrupt();
    if (matchesKey(data, "ctrl+z")) return this.#suspend();
    if (matchesKey(data, "ctrl+l")) {
      this.#screen.redraw();
      return true;
    }
    if (this.#dialog !== undefined && this.#dialogKey(this.#dialog, data, pause)) return true;
    if (this.#dialog?.focused) return false;
    if (this.#editor !== undefined && this.turns !== undefined) return this.#promptKey(this.#editor, this.turns, data);
    this.#typedAhead.push(data);
    return true;
  }

  /** Gives the dialog the focus with the first key that is meant for it; no is safe at any time. */
  #dialogKey(dialog: DialogView, data: string, pause: number): boolean {
    if (dialog.focused) return false;
    const seen = this.#now() - this.#shownAt >= DIALOG_SEEN_MS && pause >= TYPING_PAUSE_MS;
    if (seen) this.#screen.setFocus(dialog);
    else if (matchesKey(data, "escape")) {
      dialog.handleInput(data);
      return true;
    }
    return false;
  }

  #promptKey(editor: PromptEditor, turns: Turns, data: string): boolean {
    if (matchesKey(data, "escape") && !editor.isShowingAutocomplete() && turns.running) {
      turns.cancel();
      return true;
    }
    if (matchesKey(data, "shift+tab")) {
      this.#host?.cycleMode();
      this.#screen.requestRender();
      return true;
    }
    if (!editor.isEmpty) return false;
    if (matchesKey(data, "up")) return turns.takeBack();
    if (!matchesKey(data, "ctrl+d") || turns.running) return false;
    this.#leave(0);
    return true;
  }

  #interrupt(): boolean {
    const { interruptedAt } = this.#state;
    if (interruptedAt !== undefined && this.#now() - interruptedAt < QUIT_MS) {
      this.#leave(130);
      return true;
    }
    this.#dispatch({ type: "ui_interrupt" });
    setTimeout(() => this.#screen.requestRender(), QUIT_MS).unref();
    if (this.turns?.running) this.turns.cancel();
    else if (this.#dialog !== undefined) this.#dialog.handleInput("\x1b");
    else this.turns?.dropDraft();
    return true;
  }

  #suspend(): boolean {
    this.#screen.stop();
    this.#options.suspend(() => this.#screen.start());
    return true;
  }

  /** Rings without moving anything. */
  #bell(): void {
    this.#screen.terminal.write("\x07");
  }

  /** Asked to end from outside: a session is closed first; without one there is only the terminal to give back. */
  #end(signal: NodeJS.Signals): void {
    if (this.#host !== undefined) {
      this.#leave(130);
      return;
    }
    this.stop();
    process.kill(process.pid, signal);
  }
}
