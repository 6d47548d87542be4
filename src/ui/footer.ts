// The line under the editor: mode, model, how full the context is, tokens, time, project. What matters less goes first when
// the terminal is narrow.
import { basename } from "node:path";
import { visibleWidth } from "@mariozechner/pi-tui";
import type { EventBody } from "../protocol/event.ts";
import { costText } from "../util/price.ts";
import { showHidden } from "../util/visible.ts";
import { runningDuration, shortCount } from "./figures.ts";
import { fitLine } from "./fit.ts";
import type { HostStatus } from "./host.ts";
import type { ScreenState } from "./state.ts";
import type { Theme } from "./theme.ts";
import type { Look } from "./transcript.ts";

type Context = Extract<EventBody, { type: "context" }>;

const SEPARATOR = " · ";
const BAR_CELLS = { wide: 20, narrow: 10 } as const;

/** Terminals of at least this many columns get the wide bar. */
const WIDE = 100;

export function renderFooter(state: ScreenState, status: HostStatus, now: number, look: Look): string {
  const { theme, texts, width } = look;
  const cells = width >= WIDE ? BAR_CELLS.wide : BAR_CELLS.narrow;
  const { usage } = state;
  const tokens = texts.ui.tokens({
    input: shortCount(usage.inputTokens),
    output: shortCount(usage.outputTokens),
    cached: shortCount(usage.cachedTokens),
  });
  const project = showHidden(status.project);
  const parts: readonly Part[] = [
    { text: modeText(status, theme), rank: 0 },
    { text: theme.dim(showHidden(status.model)), rank: 2 },
    ...(state.context === undefined ? [] : [{ text: contextText(state.context, cells, theme), rank: 1 }]),
    ...(usage.calls === 0 ? [] : [{ text: theme.dim(tokens), rank: 5 }]),
    ...(usage.calls === 0 || status.price === undefined ? [] : [{ text: theme.dim(costText(usage, status.price)), rank: 4 }]),
    ...(state.since === undefined ? [] : [{ text: theme.dim(runningDuration(now - state.since)), rank: 3 }]),
    { text: theme.dim(project), short: theme.dim(basename(project)), rank: 6 },
  ];
  return fitLine(joinFitting(parts, width, theme), width);
}

/** In reading order. */
interface Part {
  readonly text: string;
  /** Said instead before the part is left out. */
  readonly short?: string;
  /** Which stay when there is no room: the lowest longest. */
  readonly rank: number;
}

function joinFitting(parts: readonly Part[], width: number, theme: Theme): string {
  const kept = [...parts];
  const join = () => kept.map((part) => part.text).join(theme.dim(SEPARATOR));
  while (kept.length > 1 && visibleWidth(join()) > width) {
    const worst = kept.reduce((a, b) => (b.rank > a.rank ? b : a));
    kept.splice(kept.indexOf(worst), 1, ...(worst.short === undefined ? [] : [{ text: worst.short, rank: worst.rank }]));
  }
  return join();
}

function modeText(status: HostStatus, theme: Theme): string {
  const paint = status.approval === "full" ? theme.bad : status.approval === "auto" ? theme.warn : theme.good;
  return `${theme.bold(status.mode)} ${paint(status.approval)}`;
}

function contextText(context: Context, cells: number, theme: Theme): string {
  const { tokens, window, clear, summary } = context;
  const paint = tokens >= summary ? theme.bad : tokens >= clear ? theme.warn : theme.good;
  const percent = Math.round((tokens / Math.max(1, window)) * 100);
  return `${paint(contextBar(context, cells))} ${percent}%${theme.dim(`/${shortCount(window)}`)}`;
}

/** `cells` cells for the window with a `|` before the cell in which each threshold lies. */
export function contextBar(context: Pick<Context, "tokens" | "window" | "clear" | "summary">, cells: number): string {
  const cellOf = (tokens: number) => Math.min(cells, Math.max(0, Math.round((tokens / Math.max(1, context.window)) * cells)));
  // Something in use shows at least one cell; full only when it is.
  const filled = context.tokens > 0 ? Math.max(1, cellOf(context.tokens)) : 0;
  const marks = new Set([cellOf(context.clear), cellOf(context.summary)]);
  let bar = "";
  for (let cell = 0; cell < cells; cell++) bar += `${marks.has(cell) ? "|" : ""}${cell < filled ? "▰" : "▱"}`;
  return marks.has(cells) ? `${bar}|` : bar;
}
