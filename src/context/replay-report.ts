// What a replay found: a table and a chart for the terminal, or one self-contained page. Pure.
import type { Texts } from "../locale/index.ts";
import { type Chart, escapeXml, svgChart, textChart } from "../util/chart.ts";
import { columnsOf, padStartColumns } from "../util/columns.ts";
import { shortTokens } from "./figures.ts";
import type { Replay, ReplayLevel, ReplayStep } from "./replay-policy.ts";
import { contextThresholds } from "./thresholds.ts";

const SYMBOLS: Record<ReplayLevel, string> = { offload: "o", clear: "c", summary: "s" };
/** Rows of the table; longer transcripts are told in groups of steps. */
const MAX_ROWS = 24;
const CHART_ROWS = 12;

export function replayText(replay: Replay, texts: Texts, columns: number): string {
  const t = texts.context.replay;
  return [
    t.title(replay.steps.length, shortTokens(replay.window)),
    "",
    textChart(chartOf(replay, texts), columns, CHART_ROWS),
    "",
    ...tableOf(replay, texts),
    "",
    ...totalsOf(replay, texts),
  ].join("\n");
}

export function replayHtml(replay: Replay, texts: Texts): string {
  const t = texts.context.replay;
  const title = t.title(replay.steps.length, shortTokens(replay.window));
  return [
    `<!doctype html><html lang="${texts.lang}"><meta charset="utf-8"><title>${escapeXml(title)}</title>`,
    "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{overflow:auto}</style>",
    `<h1>${escapeXml(title)}</h1>`,
    svgChart(chartOf(replay, texts)),
    `<pre>${escapeXml([...tableOf(replay, texts), "", ...totalsOf(replay, texts)].join("\n"))}</pre>`,
    "</html>",
  ].join("\n");
}

function chartOf({ steps, window }: Replay, texts: Texts): Chart {
  const t = texts.context.replay;
  const { clear, summary } = contextThresholds(window);
  return {
    title: t.chart,
    axes: { steps: t.chartSteps, values: t.chartUnit },
    series: [
      { label: t.chart, values: steps.map(({ tokens }) => tokens) },
      { label: t.uncompacted, values: steps.map(({ uncompacted }) => uncompacted) },
    ],
    marks: steps.flatMap(({ step, events }) =>
      events.map(({ level }) => ({ at: step - 1, symbol: SYMBOLS[level], label: t.marks[level] })),
    ),
    limits: [
      { label: `${t.clearLimit} ${shortTokens(clear)}`, value: clear },
      { label: `${t.summaryLimit} ${shortTokens(summary)}`, value: summary },
    ],
  };
}

function tableOf({ steps }: Replay, texts: Texts): string[] {
  const t = texts.context.replay;
  const size = Math.max(1, Math.ceil(steps.length / MAX_ROWS));
  const rows: string[][] = [[...t.columns]];
  for (let from = 0; from < steps.length; from += size) rows.push(rowOf(steps.slice(from, from + size), texts));
  const widths = t.columns.slice(0, -1).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ""))));
  return rows.map((row) =>
    [...widths.map((width, column) => padStartColumns(row[column] ?? "", width)), row.at(-1) ?? ""].join("  ").trimEnd(),
  );
}

function rowOf(steps: readonly ReplayStep[], texts: Texts): string[] {
  const first = steps[0]?.step ?? 0;
  const last = steps.at(-1)?.step ?? first;
  const counts = new Map<ReplayLevel, number>();
  for (const { level, count } of steps.flatMap(({ events }) => events)) counts.set(level, (counts.get(level) ?? 0) + count);
  return [
    first === last ? String(first) : `${first}–${last}`,
    shortTokens(sum(steps, ({ tokens }) => tokens)),
    shortTokens(sum(steps, ({ cached }) => cached)),
    shortTokens(Math.max(0, ...steps.map(({ tokens }) => tokens))),
    [...counts].map(([level, count]) => texts.context.replay.events[level](count)).join(", "),
  ];
}

function totalsOf({ steps, window }: Replay, texts: Texts): string[] {
  const t = texts.context.replay;
  const sent = sum(steps, ({ tokens }) => tokens);
  const cached = sum(steps, ({ cached: tokens }) => tokens);
  const largest = Math.max(0, ...steps.map(({ tokens }) => tokens));
  const over = steps.find(({ uncompacted }) => uncompacted > window);
  const share = sent === 0 ? 0 : Math.round((cached / sent) * 1000) / 10;
  return [
    t.sent(shortTokens(sent), shortTokens(cached), String(share), shortTokens(largest)),
    t.without(
      shortTokens(sum(steps, ({ uncompacted }) => uncompacted)),
      shortTokens(Math.max(0, ...steps.map(({ uncompacted }) => uncompacted))),
    ),
    ...(over === undefined ? [] : [t.over(over.step)]),
    t.simulated,
  ];
}

function sum(steps: readonly ReplayStep[], of: (step: ReplayStep) => number): number {
  return steps.reduce((total, step) => total + of(step), 0);
}
