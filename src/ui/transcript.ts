// Finished items as lines for the terminal's own scrollback: printed once, never touched again.
import type { Texts } from "../locale/index.ts";
import type { Display } from "../protocol/tool.ts";
import type { PastTurn } from "../runtime/agent.ts";
import { mainArgument } from "../util/main-argument.ts";
import type { Price } from "../util/price.ts";
import { cutHead } from "../util/text.ts";
import { showHidden, showText } from "../util/visible.ts";
import { blocksOf } from "./answer-stream.ts";
import { compactionLine, memoryLine, resultFacts, taskLine, turnLine, unitName } from "./describe-event.ts";
import { changeCounts, renderDiff } from "./diff.ts";
import { shortCount, shortDuration } from "./figures.ts";
import { fitLine, wrapIndented } from "./fit.ts";
import type { Carry } from "./highlight.ts";
import type { Banner } from "./host.ts";
import type { Item } from "./item.ts";
import { renderBlock, renderMarkdown } from "./markdown.ts";
import type { Theme } from "./theme.ts";

/** Lines of a finished edit and of a command's output that are shown; the whole is in the file or in the session. */
const DIFF_LINES = 60;
const OUTPUT_LINES = 8;

/** Lines of an input that are shown: the rest of pasted data is not worth the scrollback. */
const INPUT_LINES = 20;
const INPUT_LINE_CHARS = 4000;

/** Of a session that is resumed: calls of each turn, lines of earlier turns, lines of the last answer. */
const PAST_CALLS = 5;
const PAST_LINES = 6;
const PAST_LAST_LINES = 30;

export interface Look {
  readonly width: number;
  readonly theme: Theme;
  readonly texts: Texts;
  /** Absent where it is not known: then nothing is said of money. */
  readonly price?: Price;
}

export interface Transcript {
  render(item: Item, look: Look): readonly string[];
}

/** Keeps what ties one item to the next: whether a blank line stands between them, and what code left open. */
export function createTranscript(): Transcript {
  let last: Item | undefined;
  let carry: Carry | undefined;
  return {
    render(item, look) {
      const gap = last !== undefined && apart(last, item) ? [""] : [];
      last = item;
      if (item.kind !== "answer") return [...gap, ...renderItem(item, look)];
      const rendered = renderBlock(item.block, look.width, look.theme, carry);
      carry = rendered.carry;
      return [...gap, ...rendered.lines];
    },
  };
}

function renderBanner(banner: Banner, { width, theme, texts }: Look): readonly string[] {
  const model = [banner.provider, banner.model].filter((part) => part !== "").join(" · ");
  const lines = [
    `${theme.bold(theme.accent("PaiCLI"))} ${theme.dim(`v${banner.version}`)}  ${showHidden(model)}`,
    theme.dim(`${showHidden(banner.project)} · ${banner.mode} · ${banner.approval}`),
    ...(banner.loaded.length > 0 ? [theme.dim(texts.ui.loaded(banner.loaded.join(" · ")))] : []),
  ];
  return [...lines.map((line) => fitLine(line, width)), ...wrapIndented(theme.dim(banner.tip), width, "", "")];
}

/** Lines of the same kind stand together: tool calls, notes, the pieces of one code block. */
function apart(last: Item, item: Item): boolean {
  if (item.kind === "turn") return true;
  if (item.kind === "answer") return !(last.kind === "answer" && item.block.kind === "code" && !item.block.first);
  return item.kind === "input" || item.kind === "output" || item.kind === "plan" || !isNote(last);
}

function isNote(item: Item): boolean {
  return !["banner", "answer", "input", "output", "turn"].includes(item.kind);
}

function renderItem(item: Exclude<Item, { kind: "answer" }>, look: Look): readonly string[] {
  const { theme, texts, width } = look;
  const note = (text: string) => wrapIndented(theme.dim(withUnit(item, text)), width, theme.dim("· "), "  ");
  switch (item.kind) {
    case "banner":
      return renderBanner(item.banner, look);
    case "past":
      return renderPast(item.turns, look);
    case "input":
      return renderInput(item.text, look);
    case "thought":
      return note(texts.ui.thought({ time: shortDuration(item.ms), chars: shortCount(item.chars) }));
    case "tool":
      return renderTool(item, look);
    case "notice":
      return renderNotice(item, look);
    case "restarted":
      return wrapIndented(theme.warn(texts.ui.restarted), width, theme.warn("⚠ "), "  ");
    case "cancelled":
      return [theme.warn(fitLine(texts.ui.cancelled, width))];
    case "compaction":
      return note(compactionLine(item.event, texts));
    case "memory":
      return note(memoryLine(item.event, texts));
    case "output":
      return renderOutput(item, look);
    case "plan":
      return [theme.bold(texts.ui.plan), ...item.tasks.flatMap((task) => wrapIndented(taskLine(task, texts), width, "  ", "  "))];
    case "task": {
      const { status } = item.task;
      const facts = `${texts.plan.taskStatus[status]} · ${shortDuration(item.ms)}`;
      const mark = status === "done" ? theme.good("✓ ") : theme.bad("✗ ");
      return wrapIndented(`${taskLine(item.task, texts)} ${theme.dim(facts)}`, width, mark, "  ");
    }
    case "turn":
      return wrapIndented(theme.dim(turnLine(item.result, item.contextShare, look)), width, "", "");
  }
}

function renderPast(turns: readonly PastTurn[], look: Look): readonly string[] {
  const { width, theme, texts } = look;
  const note = (text: string) => wrapIndented(theme.dim(text), width, theme.dim("· "), "  ");
  const lines = turns.flatMap(({ typed, calls, answer }, index) => {
    const shown = calls.slice(-PAST_CALLS).map(({ name, arguments: json, ok }) => {
      const mark = ok ? theme.good("✓ ") : theme.bad("✗ ");
      return fitLine(`${mark}${theme.dim(`${showHidden(name)} ${mainArgument(json)}`)}`, width);
    });
    const most = index === turns.length - 1 ? PAST_LAST_LINES : PAST_LINES;
    return [
      "",
      ...bounded(renderInput(cutHead(typed, INPUT_LINE_CHARS), look), PAST_LINES, look),
      ...shown,
      ...bounded(renderAnswer(answer, look), most, look),
    ];
  });
  return [...note(texts.ui.past(turns.length)), ...lines, "", ...note(texts.ui.pastEnd)];
}

function renderAnswer(text: string, look: Look): readonly string[] {
  const transcript = createTranscript();
  return text.trim() === "" ? [] : blocksOf(text).flatMap((block) => transcript.render({ kind: "answer", block }, look));
}

/** The first `most` lines, and how many more there are. */
function bounded(lines: readonly string[], most: number, { width, theme, texts }: Look): readonly string[] {
  const rest = lines.length - most;
  return rest > 1 ? [...lines.slice(0, most), theme.dim(fitLine(`  ${texts.ui.moreLines(rest)}`, width))] : lines;
}

function renderInput(text: string, { width, theme, texts }: Look): readonly string[] {
  const lines = text.split("\n");
  const shown = lines.slice(0, INPUT_LINES).flatMap((line, index) => {
    const mark = index === 0 ? theme.accent("❯ ") : "  ";
    return wrapIndented(theme.accent(showText(cutHead(line, INPUT_LINE_CHARS))), width, mark, "  ");
  });
  const rest = lines.length - INPUT_LINES;
  return rest > 0 ? [...shown, theme.dim(fitLine(`  ${texts.ui.moreLines(rest)}`, width))] : shown;
}

function renderNotice(item: Extract<Item, { kind: "notice" }>, { width, theme, texts }: Look): readonly string[] {
  const text = showText(withUnit(item, item.text));
  if (item.level === "info") return wrapIndented(theme.dim(text), width, theme.dim("· "), "  ");
  const paint = item.level === "error" ? theme.bad : theme.warn;
  const mark = item.level === "error" ? "✗ " : "⚠ ";
  return wrapIndented(paint(texts.ui.levels[item.level](text)), width, paint(mark), "  ");
}

function renderOutput(item: Extract<Item, { kind: "output" }>, { width, theme }: Look): readonly string[] {
  if (item.failed) return wrapIndented(theme.bad(showText(item.text)), width, theme.bad("✗ "), "  ");
  if (item.markdown) return renderMarkdown(item.text, width, theme);
  return showText(item.text.trimEnd())
    .split("\n")
    .flatMap((line) => wrapIndented(line, width, "", ""));
}

function renderTool(item: Extract<Item, { kind: "tool" }>, look: Look): readonly string[] {
  const { width, theme, texts } = look;
  const { result } = item;
  const mark = result.ok ? theme.good("✓ ") : theme.bad("✗ ");
  const head = `${mark}${withUnit(item, theme.bold(result.name))} ${item.argument}`;
  const facts = theme.dim(`· ${resultFacts(result, texts)}`);
  // The facts go below where the line is too narrow for both.
  const together = fitLine(`${head} ${facts}`, width);
  const lines = together.includes(facts) ? [together] : [fitLine(head, width), ...wrapIndented(facts, width, "  ", "  ")];
  if (!result.ok && result.message !== undefined) {
    lines.push(...wrapIndented(theme.bad(showText(result.message)), width, "  ", "  "));
  }
  if (result.display !== undefined) lines.push(...renderDisplay(result.display, look));
  return lines;
}

function renderDisplay(display: Display, look: Look): readonly string[] {
  const { width, theme, texts } = look;
  switch (display.kind) {
    case "diff": {
      const counts = changeCounts(display, theme);
      const { lines, rest } = renderDiff(display.diff, width - 2, theme, DIFF_LINES);
      const more = rest > 0 ? [theme.dim(texts.ui.moreLines(rest))] : [];
      return [`  ${counts}`, ...[...lines, ...more].map((line) => `  ${line}`)];
    }
    case "command":
      return tailOf(display.tail, width, theme, texts);
    case "text":
      return renderText(display.text, look);
  }
}

function renderText(text: string, { width, theme, texts }: Look): readonly string[] {
  const lines = text.trimEnd().split("\n");
  const shown = lines.slice(0, OUTPUT_LINES).map((line) => theme.dim(fitLine(`  ${showText(line)}`, width)));
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, theme.dim(fitLine(`  ${texts.ui.moreLines(rest)}`, width))] : shown;
}

function tailOf(output: string, width: number, theme: Theme, texts: Texts): readonly string[] {
  const lines = showText(output.trimEnd()).split("\n");
  if (lines.length === 1 && lines[0] === "") return [];
  const shown = lines.slice(-OUTPUT_LINES).map((line) => theme.dim(fitLine(`  ${line}`, width)));
  const hidden = lines.length - shown.length;
  return hidden > 0 ? [theme.dim(fitLine(`  ${texts.ui.moreLines(hidden)}`, width)), ...shown] : shown;
}

function withUnit(item: Item, text: string): string {
  return item.unit === undefined ? text : `[${unitName(item.unit)}] ${text}`;
}
