import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { eachTerm, type HanCutter, hasHan, loadHanCutter, pairsOf, surfacesOf, termsOf } from "../../src/util/segment.ts";
import { stem } from "../../src/util/stem.ts";

let cutHan: HanCutter = pairsOf;
beforeAll(async () => {
  cutHan = await loadHanCutter();
});

test("Chinese is cut into words, words inside longer words too, without those that say nothing", () => {
  expect(termsOf("数据库的版本是多少", cutHan)).toEqual(expect.arrayContaining(["数据", "数据库", "版本"]));
  expect(termsOf("的了是在怎么什么", cutHan)).toEqual([]);
});

test("identifiers count whole and in their parts", () => {
  expect(termsOf("getUserName", pairsOf)).toEqual(["getusername", "get", "user", "name"]);
  expect(termsOf("max_retry_count", pairsOf)).toEqual(["max_retry_count", "max", "retri", "count"]);
  expect(termsOf("src/util/TextFile.ts", pairsOf)).toEqual(["src/util/textfile.ts", "src", "util", "text", "file", "ts"]);
  expect(termsOf("JDK17", pairsOf)).toEqual(["jdk17", "jdk", "17"]);
});

test("versions stay whole, and a v before one is left out", () => {
  expect(termsOf("v1.2.3 1.2 12", pairsOf)).toEqual(["1.2.3", "1.2", "12"]);
});

test.each([
  ["C++", "c++"],
  ["C#", "c#"],
  [".NET", ".net"],
  [".env", ".env"],
  ["node.js", "node.js"],
])("%s is a name of its own", (text, term) => {
  expect(termsOf(text, pairsOf)).toContain(term);
});

test("case, width and inflection do not count", () => {
  const terms = (text: string) => termsOf(text, pairsOf);
  expect(terms("Ｂｕｉｌｄｉｎｇ")).toEqual(terms("builds"));
  expect(terms("The team's deployments weren't")).toEqual(terms("team deployment"));
});

test("kana and Hangul are compared by pairs of letters", () => {
  expect(termsOf("テスト 한국어", pairsOf)).toEqual(["テス", "スト", "한국", "국어"]);
});

test("each term knows how it is first written", () => {
  expect([...surfacesOf("Deploying Databases", pairsOf)]).toEqual([
    ["deploy", "Deploying"],
    ["databas", "Databases"],
  ]);
});

test.each([
  "paint paints painted painting",
  "go goes went gone",
  "buy buys bought buying",
  "child children",
  "dependency dependencies",
  "configure configured configuring configuration",
  "hop hopping hopped",
  "hope hoping hoped",
  "agree agreed agreeing",
  "migrate migrated migration migrations",
  "relation relational",
  "index indices indexes",
])("one stem: %s", (words) => {
  expect(new Set(words.split(" ").map(stem)).size).toBe(1);
});

test.each([
  ["general", "generous"],
  ["news", "new"],
  ["universe", "unit"],
  ["string", "str"],
])("two stems: %s, %s", (a, b) => {
  expect(stem(a)).not.toBe(stem(b));
});

test("what is no plain English word comes back as it is", () => {
  for (const word of ["k8s", "naïve", "go", "数据", ""]) expect(stem(word)).toBe(word);
});

test("any text gives terms that are never empty, and the same ones again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const terms = termsOf(text, pairsOf);
      expect(terms).not.toContain("");
      expect(termsOf(text, pairsOf)).toEqual(terms);
      const counted: string[] = [];
      eachTerm(text, pairsOf, (term) => counted.push(term));
      expect(counted).toEqual(terms);
    }),
  );
});

test.each([
  ["letters", "a"],
  ["separators", "-"],
  ["parts", "a-"],
  ["dots", ".a"],
  ["ideographs", "数据"],
])("100,000 %s are read in linear time", (_, unit) => {
  const before = process.cpuUsage();
  termsOf(unit.repeat(100_000), pairsOf);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(1_000);
});

test("ideographs are recognised among other letters", () => {
  expect([hasHan("abc 数"), hasHan("abc テスト 123")]).toEqual([true, false]);
});
