import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalForm } from "../../src/memory/canonical.ts";
import { bigramsOf, comparable, dice, inConflict, maskNumbers } from "../../src/memory/conflict.ts";

const conflict = (a: string, b: string) => inConflict(comparable(canonicalForm(a)), comparable(canonicalForm(b)), 0.8);

describe("two facts are in conflict", () => {
  test.each([
    ["项目用 Java 17", "项目用 Java 21"],
    ["项目用 JDK17", "项目用 JDK 21"],
    ["依赖锁定在 v1.2.3", "依赖锁定在 1.3.0-rc.1"],
    ["端口 8080", "端口 9090"],
    ["Target is ES2020", "target is ES2022"],
    ["接口统一返回 JSON 格式的数据", "接口统一返回 JSON 格式数据吧"],
    ["最多重试三次", "最多重试五次"],
    ["最多重试三次", "最多重试 5 次"],
    ["项目用 Java 十七", "项目用 Java 二十一"],
    ["上限 3 万", "上限五千"],
    ["周三发布", "周五发布"],
    ["周日发布", "周五发布"],
    ["第3版", "第四版"],
    ["the limit is ten", "the limit is twenty-one"],
    ["the limit is ten", "the limit is 12"],
  ])("%s / %s", (a, b) => {
    expect(conflict(a, b)).toBe(true);
    expect(conflict(b, a)).toBe(true);
  });
});

describe("two facts can stand side by side", () => {
  test.each([
    ["项目用 Java 17", "部署用 Docker"],
    ["项目用 Java 17", "项目使用 Java 17，构建用 Maven，测试用 JUnit"],
    ["构建统一使用 C#", "回答用中文"],
    ["项目用 Java 17", "项目用 JAVA 17。"],
    ["统一用 Java", "唯一用 Go"],
    ["bone", "btwo"],
  ])("%s / %s", (a, b) => {
    expect(conflict(a, b)).toBe(false);
  });
});

test("the threshold is where Dice's coefficient begins to count", () => {
  const [a, b] = [comparable("abcdef"), comparable("abcdxx")];
  expect(dice(a.bigrams, b.bigrams)).toBeCloseTo(0.6);
  expect(inConflict(a, b, 0.6)).toBe(true);
  expect(inConflict(a, b, 0.61)).toBe(false);
});

const small = fc.string({ unit: fc.constantFrom("a", "b", "项", "1"), maxLength: 8 });

test("Dice is symmetric, within 0 and 1, 1 for equal bigram multisets only, 0 without shared ones only", () => {
  fc.assert(
    fc.property(small, small, (left, right) => {
      const [a, b] = [bigramsOf(left), bigramsOf(right)];
      const value = dice(a, b);
      expect(value).toBe(dice(b, a));
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(value === 1).toBe(a.length > 0 && a.join() === b.join());
      expect(value === 0).toBe(!a.some((pair) => b.includes(pair)));
    }),
    { numRuns: 1000 },
  );
});

test("Dice counts repetitions: aaaa has three pairs aa, aa has one", () => {
  expect(dice(bigramsOf("aaaa"), bigramsOf("aa"))).toBe(0.5);
});

test("masking replaces every number and leaves every letter, so equality of masks is an equivalence of the words", () => {
  expect(maskNumbers("node 18.x")).toBe(maskNumbers("node v20"));
  expect(maskNumbers("jdk17")).toBe(maskNumbers("jdk 21"));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("jdk", "端口", "node"), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      (words, m, n) => {
        const write = (number: number) => words.map((word) => `${word} ${number}`).join(" ");
        expect(maskNumbers(write(m))).toBe(maskNumbers(write(n)));
        expect(maskNumbers(write(m))).not.toMatch(/\d/);
      },
    ),
  );
});
