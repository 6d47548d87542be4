import { describe, expect, test } from "vitest";
import { type Chart, svgChart, textChart } from "../../src/util/chart.ts";
import { columnsOf } from "../../src/util/columns.ts";

const chart = (values: readonly number[], marks: Chart["marks"] = []): Chart => ({
  title: "Size <of> it",
  axes: { steps: "calls", values: "tokens" },
  series: [{ label: "tokens", values }],
  marks,
  limits: [],
});

describe("charts", () => {
  test("as text: bars to scale, the axis, and each mark below its step", () => {
    const drawn = textChart(chart([0, 500, 1000, 250], [{ at: 3, symbol: "■", label: "summary" }]), 40, 2);
    expect(drawn.split("\n")).toEqual([
      "Size <of> it",
      "       tokens",
      "    1k │  █",
      "     0 │ ██▄",
      "        1–4 calls",
      "           ■",
      "        ■ summary",
    ]);
  });

  test("as text: a thousand steps fit the width, and the highest of each column shows", () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 90_000 : 10));
    const lines = textChart(chart(values), 60, 5).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines[2]).toMatch(/100k │\s+▄$/);
    expect(lines[7]).toMatch(/^ {8}1 +calls +1000$/);
    expect(lines[7]).toHaveLength(60); // the last step stands under the last bar
  });

  test("as text: limits that lie within the drawing stand at the axis, as dots where no bar is, and in the legend", () => {
    const limits = [
      { label: "clear 500", value: 500 },
      { label: "far 9k", value: 9_000 },
    ];
    const lines = textChart({ ...chart([1000, 250, 1000]), limits }, 40, 4).split("\n");
    expect(lines.slice(2, 6)).toEqual(["    1k │█ █", "       │█ █", "   500 ┼█·█", "     0 │███"]);
    expect(lines.at(-1)).toBe("        ┼ clear 500   ┼ far 9k");
  });

  test("as text: titles, axes and legends in Chinese stay within the columns", () => {
    const wide: Chart = {
      ...chart(
        Array.from({ length: 200 }, (_, i) => i),
        [
          { at: 3, symbol: "◆", label: "清理旧结果" },
          { at: 9, symbol: "■", label: "摘要" },
        ],
      ),
      title: "上下文大小的变化",
      axes: { steps: "消息", values: "每次请求的 tokens（估算）" },
      limits: [{ label: "清理 57k", value: 100 }],
    };
    for (const columns of [34, 40, 80]) {
      for (const line of textChart(wide, columns, 5).split("\n")) expect(columnsOf(line), line).toBeLessThanOrEqual(columns);
    }
  });

  test("nothing to draw is no error", () => {
    expect(textChart(chart([]), 40, 2)).toContain("0 │");
    expect(svgChart(chart([]))).toMatch(/^<svg[\s\S]*<\/svg>$/);
    expect(svgChart(chart([5]))).not.toContain("NaN");
  });

  test("as SVG: every text is escaped, marks and limits are there", () => {
    const svg = svgChart({ ...chart([1, 2], [{ at: 1, symbol: "■", label: '<b>"&' }]), limits: [{ label: "S", value: 4 }] });
    expect(svg).not.toContain("<b>");
    expect(svg).toContain("&#60;b&#62;");
    expect(svg.match(/■/g)).toHaveLength(2);
    expect(svg.match(/Size &#60;of&#62; it/g)).toHaveLength(2); // for screen readers, and to be read
    for (const axis of ["calls", "tokens"]) expect(svg).toContain(`>${axis}</text>`);
    expect(svg).toContain('stroke-dasharray="6 4"');
  });
});
