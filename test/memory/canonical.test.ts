import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalForm } from "../../src/memory/canonical.ts";

const same = (a: string, b: string) => expect(canonicalForm(a)).toBe(canonicalForm(b));

describe("writing style makes no difference", () => {
  test.each([
    ["项目使用 Java 17。", "项目使用  JAVA 17"],
    ["项目用 ＪＤＫ　１７", "项目用 JDK 17"],
    ["接口的返回格式是 JSON", "接口返回格式 JSON"],
    ["认真地测试", "认真测试"],
    ["用pnpm，不要用npm", "用 pnpm, 不要用 npm."],
    ["“统一”使用（pnpm）", "统一使用 pnpm"],
    ["We don't use npm…", "we dont use npm"],
    ["上限 1,000 条", "上限 1000 条"],
    ["Node ≥ 20", "Node >= 20"],
    ["Node ≤ 20", "Node <= 20"],
    ["a ≠ b", "a != b"],
    ["输入→输出", "输入->输出"],
    ["foo‑bar", "foo-bar"],
    ["支持 ✅", "支持 ✓"],
    ["￥100", "¥100"],
    ["做完了 👍", "做完了"],
  ])("%s = %s", same);

  test("F5: one claim in three wordings is one form", () => {
    const forms = [
      "用 pnpm，不要用 npm",
      "用 PNPM,不要用 NPM。",
      "用 ｐｎｐｍ ， 不要用 npm！".replace("！", "."),
      "用pnpm、不要用npm",
    ];
    expect(new Set(forms.map(canonicalForm)).size).toBe(1);
  });
});

describe("what carries technical meaning makes a difference", () => {
  test.each([
    ["C#", "C"],
    ["C++", "C"],
    ["C#", "C++"],
    ["/etc", "etc"],
    ["1.2", "12"],
    ["1,2", "12"],
    [".env", "env"],
    [".NET", "NET"],
    ["./run", "/run"],
    ["../run", "./run"],
    ["Node >= 20", "Node < 20"],
    ["Node ≥ 20", "Node ≤ 20"],
    ["Node ≥ 20", "Node 20"],
    ["€100", "¥100"],
    ["€100", "100"],
    ["20 °C", "20 C"],
    ["IE ✓", "IE ✗"],
    ["===", "=="],
    ["不要用 X", "用 X"],
    ["never use X", "use X"],
    ["a_b", "a-b"],
    ["@scope/x", "scope/x"],
    ["100%", "100"],
    ["C:\\x", "C:x"],
    ["a b", "ab"],
  ])("%s ≠ %s", (a, b) => {
    expect(canonicalForm(a)).not.toBe(canonicalForm(b));
  });

  test.each([..."#/@\\%_-+*=<>!~$&|^≥≤≠±×÷≈∞√∑∈→←⇒€£¥₹°§✓✗"])("every kept symbol: %s", (symbol) => {
    expect(canonicalForm(`规则 a${symbol}b`)).not.toBe(canonicalForm("规则 ab"));
    expect(canonicalForm(`规则 ${symbol}b`)).not.toBe(canonicalForm("规则 b"));
  });
});

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc
    .array(
      fc.constantFrom("项目", "的", "JDK", "17", ".", "，", " ", "…", "é", "e", "\u0301", "İ", "#", "ﬁ", "'", "\uE000", "地"),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

test("the canonical form of a canonical form is itself", () => {
  fc.assert(
    fc.property(text, (value) => {
      const form = canonicalForm(value);
      expect(canonicalForm(form)).toBe(form);
    }),
    { numRuns: 1000 },
  );
});

test("case, width, spacing, ordinary punctuation and particles never make a difference", () => {
  const word = fc.constantFrom("项目", "统一使用", "JDK", "pnpm", "17", "接口", "lint");
  const wide = (part: string) => part.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat(6)), (words, dice) => {
      const varied = words.map((part) => {
        const style = dice.next().value;
        return [part, part.toUpperCase(), wide(part), `${part}，`, `（${part}）`, `${part}的`, `“${part}”`][style] ?? part;
      });
      expect(canonicalForm(`  ${varied.join("   ")}。`)).toBe(canonicalForm(words.join(" ")));
    }),
    { numRuns: 300 },
  );
});

test("a long text is simplified in linear time", () => {
  for (const unit of [".", "，", "的", "e\u0301", "1,000 ", "a."]) {
    const start = performance.now();
    canonicalForm(unit.repeat(50_000));
    expect(performance.now() - start, unit).toBeLessThan(1_000);
  }
});
