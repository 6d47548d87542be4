import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const english = readFileSync(new URL("../src/locale/en.ts", import.meta.url), "utf8");

test("English counts go through one helper, so that one thing is never said to be many", () => {
  const counts =
    "count|turns|lines|files|results|entries|messages|matches|tasks|models|calls|steps|shown|answered|dropped|moved|rewritten";
  const plural = new RegExp(`\\$\\{(${counts})\\} (?!to )[a-z ]*[a-z]{3,}s\\b`);
  const lines = english.split("\n").filter((line) => plural.test(line));
  // "occurs 3 times" is said of more than one only.
  expect(lines.filter((line) => !line.includes("times"))).toEqual([]);
});
