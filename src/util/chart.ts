// A size over steps, with what happened on the way, as text for a terminal or as one self-contained SVG.
import { columnsOf } from "./columns.ts";

interface ChartSeries {
  readonly label: string;
  /** One value ≥ 0 per step. */
  readonly values: readonly number[];
}

/** Something that happened just before step `at`. */
interface ChartMark {
  readonly at: number;
  /** One character of one column: the same for all marks of a kind. */
  readonly symbol: string;
  readonly label: string;
}

export interface Chart {
  readonly title: string;
  /** What the steps are, and what the values measure. */
  readonly axes: { readonly steps: string; readonly values: string };
  /** The first is drawn as an area, the others as lines. */
  readonly series: readonly ChartSeries[];
  readonly marks: readonly ChartMark[];
  /** Levels that the size is measured against. */
  readonly limits: readonly { readonly label: string; readonly value: number }[];
}

const BLOCKS = " ▁▂▃▄▅▆▇█";
const LABEL_COLUMNS = 6;

/**
 * The first series as bars between its title and its marks; as wide as `columns`, `rows` high without title, axes and legend. Limits
 * that lie within the drawing stand at the axis, and as dots where no bar is.
 */
export function textChart(chart: Chart, columns: number, rows: number): string {
  const values = chart.series[0]?.values ?? [];
  const width = Math.max(1, Math.min(columns - LABEL_COLUMNS - 2, values.length));
  const bars = Array.from({ length: width }, (_, i) => peak(values, i, width));
  const top = niceTop(Math.max(1, ...bars));
  const lines = Array.from({ length: rows }, (_, row) => {
    const level = rows - row; // of the row's upper edge, in rows
    const limit = chart.limits.find(({ value }) => value < top && Math.ceil((value / top) * rows) === level && level > 1);
    const label = row === 0 ? shortNumber(top) : level === 1 ? "0" : limit === undefined ? "" : shortNumber(limit.value);
    const cells = bars.map((value) => {
      const cell = BLOCKS[clamp(Math.round(((value / top) * rows - (level - 1)) * 8), 0, 8)];
      return cell === " " && limit !== undefined ? "·" : cell;
    });
    return `${label.padStart(LABEL_COLUMNS)} ${limit === undefined ? "│" : "┼"}${cells.join("")}`.trimEnd();
  });
  const marked = Array.from({ length: width }, () => " ");
  for (const { at, symbol } of chart.marks)
    marked[clamp(Math.floor((at / Math.max(1, values.length)) * width), 0, width - 1)] = symbol;
  const below = chart.marks.length > 0 ? [`${" ".repeat(LABEL_COLUMNS)}  ${marked.join("")}`.trimEnd()] : [];
  const head = [chart.title, `${" ".repeat(LABEL_COLUMNS)} ${chart.axes.values}`];
  return [...head, ...lines, stepAxis(chart.axes.steps, values.length, width), ...below, ...legend(chart, columns)].join("\n");
}

/** First and last step under the first and last bar, and between them what they are; close together where the bars are few. */
function stepAxis(label: string, steps: number, width: number): string {
  const indent = " ".repeat(LABEL_COLUMNS + 2);
  if (steps === 0) return `${indent}${label}`;
  const room = width - 1 - String(steps).length - columnsOf(label);
  if (room < 4) return `${indent}${steps === 1 ? "1" : `1–${steps}`} ${label}`;
  const left = Math.floor(room / 2);
  return `${indent}1${" ".repeat(left)}${label}${" ".repeat(room - left)}${steps}`;
}

/** The highest value of the steps that share a column. */
function peak(values: readonly number[], column: number, width: number): number {
  const from = Math.floor((column * values.length) / width);
  const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / width));
  return Math.max(0, ...values.slice(from, to));
}

function legend({ marks, limits }: Chart, columns: number): string[] {
  const kinds = [...new Map(marks.map(({ symbol, label }) => [symbol, label]))].map(([symbol, label]) => `${symbol} ${label}`);
  const words = [...kinds, ...limits.map(({ label }) => `┼ ${label}`)];
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""}   ${word}`;
    if (lines.length > 0 && columnsOf(longer) <= columns) lines.splice(-1, 1, longer);
    else lines.push(`${" ".repeat(LABEL_COLUMNS)}  ${word}`);
  }
  return lines;
}

const WIDTH = 960;
const HEIGHT = 330;
const PLOT = { left: 76, right: 16, top: 60, bottom: 42 };
const TITLE_AT = 18;
const LEGEND_AT = 40;
/** What an axis label is drawn with, in pixels, at most. */
const FONT = 12;
/** Read well on light and dark ground, also by people who do not tell red from green. */
const COLORS = ["#3b82c4", "#d97706", "#8b5cf6", "#0f9d76", "#c2410c"];

/** Takes its text colour from where it stands (`currentColor`); marks and points tell more when the pointer rests on them. */
export function svgChart(chart: Chart): string {
  const steps = Math.max(2, ...chart.series.map(({ values }) => values.length));
  const top = niceTop(Math.max(1, ...chart.series.flatMap(({ values }) => values), ...chart.limits.map(({ value }) => value)));
  const x = (step: number) => round(PLOT.left + (step / (steps - 1)) * (WIDTH - PLOT.left - PLOT.right));
  const y = (value: number) => round(HEIGHT - PLOT.bottom - (value / top) * (HEIGHT - PLOT.top - PLOT.bottom));
  const kinds = [...new Map(chart.marks.map(({ symbol, label }) => [symbol, label]))];
  const colorOf = (symbol: string) => COLORS[(1 + kinds.findIndex(([kind]) => kind === symbol)) % COLORS.length];
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => gridLine(y(top * share), shortNumber(top * share))),
    ...chart.series.map((series, i) => drawSeries(series, i, x, y)),
    ...chart.limits.map(({ label, value }) => limitLine(y(value), label)),
    ...chart.marks.map((mark) => markLine(mark, x(clamp(mark.at, 0, steps - 1)), colorOf(mark.symbol) ?? "currentColor")),
    ...kinds.map(([symbol, label], i) => text(PLOT.left + i * 190, LEGEND_AT, `${symbol} ${label}`, `fill="${colorOf(symbol)}"`)),
    text(PLOT.left, TITLE_AT, chart.title, 'font-weight="bold" font-size="14"'),
    text(WIDTH - PLOT.right, HEIGHT - PLOT.bottom + 16, String(steps), 'text-anchor="end"'),
    text(PLOT.left, HEIGHT - PLOT.bottom + 16, "1"),
    text((PLOT.left + WIDTH - PLOT.right) / 2, HEIGHT - 10, chart.axes.steps, 'text-anchor="middle"'),
    upright(FONT + 4, (PLOT.top + HEIGHT - PLOT.bottom) / 2, chart.axes.values),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="${FONT}">`,
    `<title>${escapeXml(chart.title)}</title>`,
    ...parts,
    "</svg>",
  ].join("\n");
}

type Scale = (value: number) => number;

function drawSeries({ label, values }: ChartSeries, index: number, x: Scale, y: Scale): string {
  if (values.length === 0) return "";
  const color = COLORS[index % COLORS.length];
  const path = values.map((value, i) => `${i === 0 ? "M" : "L"}${x(i)} ${y(value)}`).join("");
  const area = `${path}L${x(values.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`;
  const line = `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"><title>${escapeXml(label)}</title></path>`;
  return index === 0 ? `<path d="${area}" fill="${color}" fill-opacity="0.18"/>${line}` : line;
}

function gridLine(y: number, label: string): string {
  return `<path d="M${PLOT.left} ${y}H${WIDTH - PLOT.right}" stroke="currentColor" stroke-opacity="0.15"/>${text(PLOT.left - 6, y + 4, label, 'text-anchor="end"')}`;
}

function limitLine(y: number, label: string): string {
  return `<path d="M${PLOT.left} ${y}H${WIDTH - PLOT.right}" stroke="currentColor" stroke-opacity="0.6" stroke-dasharray="6 4"/>${text(WIDTH - PLOT.right, y - 4, label, 'text-anchor="end"')}`;
}

function markLine({ symbol, label }: ChartMark, x: number, color: string): string {
  const line = `<path d="M${x} ${PLOT.top}V${HEIGHT - PLOT.bottom}" stroke="${color}" stroke-dasharray="2 3"/>`;
  return `<g><title>${escapeXml(label)}</title>${line}${text(x, PLOT.top - 4, symbol, `text-anchor="middle" fill="${color}"`)}</g>`;
}

function text(x: number, y: number, words: string, attributes = ""): string {
  const fill = attributes.includes("fill=") ? "" : ' fill="currentColor"';
  return `<text x="${x}" y="${y}" ${attributes}${fill}>${escapeXml(words)}</text>`;
}

/** Words that read from below to above, around their middle. */
function upright(x: number, y: number, words: string): string {
  return text(x, y, words, `text-anchor="middle" transform="rotate(-90 ${x} ${y})"`);
}

/** The next of 1, 2, 2.5 or 5 times a power of ten: an axis that reads well. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 2.5, 5].find((factor) => factor * power >= value) ?? 10) as number) * power;
}

function shortNumber(value: number): string {
  if (value >= 1e6) return `${round(value / 1e6)}M`;
  return value >= 1000 ? `${round(value / 1000)}k` : String(round(value));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export function escapeXml(words: string): string {
  return words.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "\ufffd");
}
