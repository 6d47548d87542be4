import { describe, expect, test } from "vitest";
import { type Chart, svgChart, textChart } from "../../src/util/chart.ts";

const chart = (values: readonly number[], marks: Chart["marks"] = []): Chart => ({
  series: [{ label: "tokens", values }],
  marks,
  limits: [],
});

describe("charts", () => {
  test("as text: bars to scale, the axis, and each mark below its step", () => {
    const drawn = textChart(chart([0, 500, 1000, 250], [{ at: 3, symbol: "■", label: "summary" }]), 40, 2);
    expect(drawn.split("\n")).toEqual(["    1k │  █", "     0 │ ██▄", "           ■", "        ■ summary"]);
  });

  test("as text: a thousand steps fit the width, and the highest of each column shows", () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 90_000 : 10));
    const lines = textChart(chart(values), 60, 5).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines[0]).toMatch(/100k │\s+▄$/);
  });

  test("nothing to draw is no error", () => {
    expect(textChart(chart([]), 40, 2)).toContain("0 │");
    expect(svgChart(chart([]), "empty")).toMatch(/^<svg[\s\S]*<\/svg>$/);
    expect(svgChart(chart([5]), "one")).not.toContain("NaN");
  });

  test("as SVG: every text is escaped, marks and limits are there", () => {
    const svg = svgChart(
      { ...chart([1, 2], [{ at: 1, symbol: "■", label: '<b>"&' }]), limits: [{ label: "S", value: 4 }] },
      "<title>",
    );
    expect(svg).not.toContain("<b>");
    expect(svg).toContain("&#60;b&#62;");
    expect(svg.match(/■/g)).toHaveLength(2);
    expect(svg).toContain('stroke-dasharray="6 4"');
  });
});
