// What the benchmarks share: medians, timing, and one line per figure with its target and the ratio to it.
import process from "node:process";

/** A bound in the figure's unit: an upper limit, or `atLeast` a lower one. */
export type Target = number | { readonly atLeast: number };

export function atLeast(bound: number): Target {
  return { atLeast: bound };
}

/** Of unordered values; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Milliseconds that the work took. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of each of `times` runs, one after the other. */
export async function timesOf(times: number, work: () => unknown): Promise<readonly number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) all.push(await timed(work));
  return all;
}

/** The median of `times` measurements, one after the other. */
export async function medianOf(times: number, measure: () => number | Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) all.push(await measure());
  return median(all);
}

export function title(text: string): void {
  process.stdout.write(`\n${text}\n${"".padEnd(text.length, "─")}\n`);
}

/** One figure beside its target; `none`: the figure stands for itself. A ratio over 1 of an upper limit, under 1 of a lower one, misses. */
export function row(what: string, figure: number, unit: string, target: Target | "none"): void {
  const against = target === "none" ? "" : boundOf(target, unit).padEnd(16);
  process.stdout.write(
    `${what.padEnd(70)} ${withUnit(figure, unit).padStart(12)}   ${against} ${target === "none" ? "" : verdict(figure, target)}\n`,
  );
}

function boundOf(target: Target, unit: string): string {
  return typeof target === "number" ? `≤ ${withUnit(target, unit)}` : `≥ ${withUnit(target.atLeast, unit)}`;
}

function verdict(figure: number, target: Target): string {
  const bound = typeof target === "number" ? target : target.atLeast;
  const missed = typeof target === "number" ? figure > target : figure < bound;
  return `${bound === 0 ? "" : (figure / bound).toFixed(2)}${missed ? "  missed" : ""}`.trim();
}

function withUnit(figure: number, unit: string): string {
  const digits = Number.isInteger(figure) ? 0 : figure < 1 ? 3 : figure < 10 ? 2 : figure < 100 ? 1 : 0;
  return `${figure.toFixed(digits)} ${unit}`.trimEnd();
}
