// The editor of the prompt: pi-tui's, with the caret always findable, pastes kept whole, and inputs that it gives back.
import { CURSOR_MARKER, Editor, matchesKey, type TUI } from "@mariozechner/pi-tui";
import { type Completion, endsInMention } from "./completion.ts";
import { PASTE_END, PASTE_START } from "./paste.ts";
import type { Theme } from "./theme.ts";

/** Stands for a tab inside the editor, which would turn tabs of pasted data into spaces. A private-use character. */
const TAB = "\ue009";

/** Pastes that the editor collapses to a marker, by its own rule; in smaller ones tabs are shown as spaces. */
const COLLAPSED = { lines: 10, chars: 1000 } as const;

/** How the editor says in English how many lines are above or below; the arrow and the number say it in any language. */
const SCROLL_MARK = /(─── [↑↓] \d+) more /;

export class PromptEditor extends Editor {
  readonly #completion: Completion;

  constructor(tui: TUI, theme: Theme, completion: Completion, onLine: (line: string) => void) {
    super(tui, {
      borderColor: theme.dim,
      selectList: {
        selectedPrefix: theme.accent,
        selectedText: theme.accent,
        description: theme.dim,
        scrollInfo: theme.dim,
        noMatch: theme.dim,
      },
    });
    this.#completion = completion;
    this.setAutocompleteProvider(completion);
    this.onSubmit = (text) => {
      const incomplete = completion.takeIncomplete();
      if (incomplete === text) this.setText(`${text} `);
      else if (text !== "") onLine(text.replaceAll(TAB, "\t"));
    };
  }

  /** While completions are shown the editor does not mark its caret, but input methods still need to find it. */
  override render(width: number): string[] {
    const lines = super.render(width).map((line) => line.replace(SCROLL_MARK, "$1 ─────"));
    if (!this.focused || lines.some((line) => line.includes(CURSOR_MARKER))) return lines;
    const caret = lines.findIndex((line) => line.includes("\x1b[7m"));
    return lines.map((line, index) => (index === caret ? line.replace("\x1b[7m", `${CURSOR_MARKER}\x1b[7m`) : line));
  }

  override handleInput(data: string): void {
    const wasShown = this.isShowingAutocomplete();
    const old = this.#beforeCaret();
    super.handleInput(data.startsWith(PASTE_START) ? keepTabs(data) : data);
    const now = this.#beforeCaret();
    if (now === old || data.startsWith(PASTE_START)) return;
    const typed = now.startsWith(old);
    if (!this.isShowingAutocomplete()) {
      // The editor looks for an @ behind a blank only, and for ASCII letters behind it.
      // biome-ignore lint/complexity/useLiteralKeys: the editor offers no other way to ask for completions than Tab, which takes a single one at once
      if (typed && !wasShown && endsInMention(now)) this["tryTriggerAutocomplete"]();
    } else if (!typed && !matchesKey(data, "backspace")) {
      // The text that the list completes was deleted or left: its items mean nothing any more.
      this.setAutocompleteProvider(this.#completion);
    }
  }

  #beforeCaret(): string {
    const { line, col } = this.getCursor();
    return [...this.getLines().slice(0, line), (this.getLines()[line] ?? "").slice(0, col)].join("\n");
  }

  get isEmpty(): boolean {
    return this.getText() === "";
  }

  /** Empties the editor; the answer is what was in it. */
  takeDraft(): string {
    const draft = this.getExpandedText().replaceAll(TAB, "\t");
    this.setText("");
    return draft;
  }

  /** Puts inputs that were not sent before what is being typed, long ones collapsed as when they were pasted. */
  giveBack(lines: readonly string[]): void {
    const draft = this.getExpandedText();
    const text = [...lines, ...(draft === "" ? [] : [draft])].join("\n");
    this.setText("");
    this.handleInput(`${PASTE_START}${text}${PASTE_END}`);
  }
}

function keepTabs(paste: string): string {
  const text = paste.slice(PASTE_START.length, -PASTE_END.length);
  const collapsed = text.length > COLLAPSED.chars || text.split("\n").length > COLLAPSED.lines;
  return collapsed ? paste.replaceAll("\t", TAB) : paste;
}
