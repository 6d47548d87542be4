// What the benchmarks share: medians, timing, and one line per figure with its target and the ratio to it.
import process from "node:process";

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function title(text: string): void {
  process.stdout.write(`\n${text}\n${"".padEnd(text.length, "─")}\n`);
}

/** `target` is an upper limit in the figure's unit; `none`: the figure stands for itself. */
export function row(what: string, figure: number, unit: string, target: number | "none"): void {
  const number = (n: number) => (n < 10 ? n.toFixed(2) : n.toFixed(0));
  const against = target === "none" ? "" : `≤ ${number(target)} ${unit}`.padEnd(16);
  const ratio = target === "none" ? "" : `${(figure / target).toFixed(2)}${figure > target ? "  over" : ""}`;
  process.stdout.write(`${what.padEnd(64)} ${`${number(figure)} ${unit}`.padStart(12)}   ${against} ${ratio}\n`);
}
