// One dialog on the screen: what is asked, the whole of what would be done, the choices. Keyboard only; ESC always means no.
import { type Component, type Focusable, Input, matchesKey } from "@mariozechner/pi-tui";
import type { Texts } from "../locale/index.ts";
import type { ApprovalRequest } from "../protocol/ports.ts";
import type { Access } from "../protocol/tool.ts";
import { showHidden, showText } from "../util/visible.ts";
import { unitName } from "./describe-event.ts";
import type { Dialog } from "./dialogs.ts";
import { changeCounts, renderDiff } from "./diff.ts";
import { fitLine, wrapIndented } from "./fit.ts";
import type { Look } from "./transcript.ts";

interface Choice {
  readonly label: string;
  /** Asks for a line of text before it is taken. */
  readonly prompt?: string;
  take(text: string): void;
}

interface Sheet {
  readonly title: string;
  /** Secondary lines under the title. */
  readonly lead: string;
  /** What is asked about, rendered for a width; scrolls if it is long. */
  readonly body: (width: number) => readonly string[];
  /** ESC takes the last. */
  readonly choices: readonly Choice[];
  readonly refuse: () => void;
  /** Which choice is selected at first. */
  readonly first: number;
}

/** With more choices than this there is a line to search them, and no numbers to press. */
const SEARCH_OVER = 9;
const SHOWN_CHOICES = 10;

export interface DialogView extends Component, Focusable {
  handleInput(data: string): void;
}

export interface DialogPlace {
  /** Read with each frame, as `rows`: the terminal can be resized and the language changed meanwhile. */
  readonly look: () => Look;
  /** Rows that may be used. */
  readonly rows: () => number;
  /** Dialogs that wait for this one. */
  readonly behind: () => number;
  /** The project that a rule of "always" is kept for. */
  readonly project: string;
}

export function createDialogView(dialog: Dialog, place: DialogPlace): DialogView {
  return new View(sheetOf(dialog, place), place);
}

function sheetOf(dialog: Dialog, { look, project }: DialogPlace): Sheet {
  if (dialog.kind === "question") {
    const { question, answer } = dialog;
    const last = question.choices.at(-1);
    return {
      title: question.title,
      lead: "",
      body: (width) =>
        shownWhole(question.text)
          .split("\n")
          .flatMap((line) => wrapBelow(line, width)),
      choices: question.choices.map(({ id, label, takesText }) => ({
        label,
        ...(takesText === true ? { prompt: label } : {}),
        take: (text) => answer(text === "" ? { id } : { id, text }),
      })),
      first: question.careful === true ? question.choices.length - 1 : 0,
      refuse: () => {
        if (last !== undefined) answer({ id: last.id });
      },
    };
  }
  const { request, answer } = dialog;
  const texts = look().texts.ui.approval;
  const { rule } = request;
  const deny = () => answer({ decision: "deny" });
  return {
    title: texts.title(request.unit === "main" ? request.tool : `[${unitName(request.unit)}] ${request.tool}`),
    lead: request.why,
    body: (width) => bodyOf(request, width, look()),
    choices: [
      { label: texts.once, take: () => answer({ decision: "once" }) },
      ...(rule === undefined ? [] : [{ label: texts.always({ rule, project }), take: () => answer({ decision: "always" }) }]),
      {
        label: texts.denyWithReason,
        prompt: texts.reason,
        take: (text) => answer(text === "" ? { decision: "deny" } : { decision: "deny", reason: text }),
      },
      { label: texts.deny, take: deny },
    ],
    refuse: deny,
    first: 0,
  };
}

/** Lines of text that others may have written: what is agreed to is what is there, in the order in which it is there. */
function shownWhole(text: string): string {
  return showHidden(showText(text));
}

/** A line whose continued lines stand below its own beginning. */
function wrapBelow(line: string, width: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  return wrapIndented(line.slice(indent.length), width, indent, indent);
}

function accessText(access: Access, texts: Texts): string {
  const words = texts.ui.approval.access;
  switch (access.kind) {
    case "command":
      return `$ ${access.command}`;
    case "memory":
      return words.memory(access.fact);
    case "network":
      return words.network(access.target);
    case "read":
    case "write":
      return words[access.kind](access.path);
  }
}

/** The whole command or diff with hidden characters shown; without a display, what the call touches. */
function bodyOf({ display, access }: ApprovalRequest, width: number, { theme, texts }: Look): readonly string[] {
  switch (display?.kind) {
    case "diff":
      return [
        fitLine(`${theme.bold(showHidden(display.path))} ${changeCounts(display, theme)}`, width),
        ...renderDiff(display.diff, width, theme).lines,
      ];
    case "command":
      return wrapIndented(theme.code(showHidden(display.command)), width, "$ ", "  ");
    case "text":
      return wrapIndented(showHidden(display.text), width, "", "");
    case undefined:
      return access.flatMap((one) => wrapIndented(theme.code(showHidden(accessText(one, texts))), width, "", ""));
  }
}

class View implements DialogView {
  focused = false;
  readonly #sheet: Sheet;
  readonly #place: DialogPlace;
  readonly #search: Input | undefined;
  #selected: number;
  /** Something was typed that is no key of the dialog. */
  #stray = false;
  /** The Enter just now ended what was typed, and was not taken. */
  #refused = false;
  #scroll = 0;
  /** Rendered once for a width: it can be long, and frames are drawn while it waits. */
  #body: { readonly width: number; readonly lines: readonly string[] } | undefined;
  /** Lines of the body that were shown last. */
  #height = 1;
  /** Present while the text of a choice is typed. */
  #typing: { readonly choice: Choice; readonly input: Input } | undefined;

  constructor(sheet: Sheet, place: DialogPlace) {
    this.#sheet = sheet;
    this.#place = place;
    this.#selected = Math.max(0, sheet.first);
    this.#search = sheet.choices.length > SEARCH_OVER ? new Input() : undefined;
  }

  invalidate(): void {}

  render(width: number): string[] {
    const { theme, texts } = this.#place.look();
    const { title, lead, body } = this.#sheet;
    if (this.#body?.width !== width) this.#body = { width, lines: body(Math.max(1, width - 2)) };
    const behind = this.#place.behind();
    const waiting = behind === 0 ? "" : theme.dim(` ${texts.ui.dialog.behind(behind)}`);
    const head = [
      theme.dim("─".repeat(width)),
      ...wrapIndented(`${theme.bold(theme.warn(showHidden(title)))}${waiting}`, width, "", ""),
      ...(lead === "" ? [] : wrapIndented(theme.dim(shownWhole(lead)), width, "", "")),
    ];
    const foot = this.#typing === undefined ? this.#renderChoices(width) : this.#renderTyping(this.#typing, width);
    const room = this.#place.rows() - head.length - foot.length - 1;
    const lines = [...head, ...this.#window(this.#body.lines, room, width), ...foot];
    const { keys, textKeys, stray } = texts.ui.dialog;
    const hint = this.#typing !== undefined ? textKeys : this.#refused ? stray : keys;
    return [...lines, theme.dim(fitLine(hint, width))];
  }

  handleInput(data: string): void {
    this.#refused = false;
    if (this.#typing === undefined) this.#pick(data);
    else this.#type(this.#typing, data);
  }

  #select(index: number): void {
    this.#selected = index;
    this.#stray = false;
  }

  /** Who was typing words meant them for the prompt, and the Enter that ends them too: it grants nothing. */
  #confirm(choice: Choice | undefined): void {
    this.#refused = this.#stray;
    if (!this.#stray) this.#choose(choice);
    this.#stray = false;
  }

  #pick(data: string): void {
    const choices = this.#choices();
    const count = Math.max(1, choices.length);
    if (matchesKey(data, "escape")) this.#sheet.refuse();
    else if (matchesKey(data, "pageUp")) this.#scroll = Math.max(0, this.#scroll - this.#height);
    else if (matchesKey(data, "pageDown")) this.#scroll += this.#height;
    else if (matchesKey(data, "home") && this.#search === undefined) this.#scroll = 0;
    else if (matchesKey(data, "end") && this.#search === undefined) this.#scroll = Number.MAX_SAFE_INTEGER;
    else if (matchesKey(data, "up")) this.#select((this.#selected + count - 1) % count);
    else if (matchesKey(data, "down")) this.#select((this.#selected + 1) % count);
    else if (matchesKey(data, "enter")) this.#confirm(choices[this.#selected]);
    else if (this.#search !== undefined) this.#find(this.#search, data);
    else if (/^[1-9]$/.test(data) && Number(data) <= count) this.#select(Number(data) - 1);
    else this.#stray = true;
  }

  #type(typing: { readonly choice: Choice; readonly input: Input }, data: string): void {
    if (matchesKey(data, "escape")) this.#typing = undefined;
    else if (matchesKey(data, "enter")) typing.choice.take(typing.input.getValue().trim());
    else typing.input.handleInput(data);
  }

  #choose(choice: Choice | undefined): void {
    if (choice === undefined) return;
    if (choice.prompt === undefined) choice.take("");
    else this.#typing = { choice, input: new Input() };
  }

  #find(search: Input, data: string): void {
    search.handleInput(data);
    this.#selected = 0;
  }

  #choices(): readonly Choice[] {
    const wanted = this.#search?.getValue().trim().toLowerCase() ?? "";
    if (wanted === "") return this.#sheet.choices;
    return this.#sheet.choices.filter(({ label }) => wanted.split(/\s+/).every((word) => label.toLowerCase().includes(word)));
  }

  #renderChoices(width: number): readonly string[] {
    const { theme, texts } = this.#place.look();
    const choices = this.#choices();
    const start = Math.max(0, Math.min(this.#selected - SHOWN_CHOICES + 2, choices.length - SHOWN_CHOICES));
    const shown = choices.slice(start, start + SHOWN_CHOICES).flatMap(({ label }, index) => {
      const at = start + index;
      const paint = at === this.#selected ? theme.accent : (text: string) => text;
      const mark = at === this.#selected ? "❯ " : "  ";
      if (this.#search !== undefined) return [fitLine(paint(`${mark}${showHidden(label)}`), width)];
      return wrapIndented(paint(showHidden(label)), width, paint(`${mark}${at + 1}. `), "     ");
    });
    const rest = choices.length - start - shown.length;
    return [
      ...(this.#search === undefined ? [] : this.#renderInput(texts.ui.dialog.search, this.#search, width)),
      ...(choices.length === 0 ? [theme.dim(fitLine(texts.ui.dialog.noMatch, width))] : shown),
      ...(rest > 0 ? [theme.dim(fitLine(texts.ui.moreLines(rest), width))] : []),
    ];
  }

  #renderTyping(typing: { readonly choice: Choice; readonly input: Input }, width: number): readonly string[] {
    return this.#renderInput(typing.choice.prompt ?? "", typing.input, width);
  }

  #renderInput(label: string, input: Input, width: number): readonly string[] {
    input.focused = this.focused;
    return [fitLine(showHidden(label), width), ...input.render(width)];
  }

  /** The part of the body that fits, with how much there is above and below. */
  #window(body: readonly string[], room: number, width: number): readonly string[] {
    const indent = (line: string) => `  ${line}`;
    if (body.length <= room) return body.map(indent);
    const { theme, texts } = this.#place.look();
    this.#height = Math.max(1, room - 1);
    this.#scroll = Math.min(this.#scroll, body.length - this.#height);
    const end = this.#scroll + this.#height;
    const rest = body.length - end;
    const hint = `${rest === 0 ? texts.ui.dialog.bottom : texts.ui.moreLines(rest)} · ${texts.ui.dialog.scroll}`;
    return [...body.slice(this.#scroll, end).map(indent), theme.dim(fitLine(indent(hint), width))];
  }
}
