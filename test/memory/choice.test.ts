import { describe, expect, test } from "vitest";
import { choiceIn } from "../../src/memory/choice.ts";

const pair = { fact: "项目用 JDK 21", entries: [{ id: "fact-abc12345", content: "项目用 JDK 17" }] };

describe("a choice between two memories", () => {
  test.each([
    ["替换吧", "replace"],
    ["用新的", "replace"],
    ["覆盖旧的那条", "replace"],
    ["replace it", "replace"],
    ["use the new one", "replace"],
    ["两条都保留，一起记住", "keep_both"],
    ["都保留", "keep_both"],
    ["两条都要", "keep_both"],
    ["keep both", "keep_both"],
    ["不要替换，都保留", "keep_both"],
    ["don't overwrite, keep both", "keep_both"],
    ["不要替换", undefined],
    ["要替换吗？", undefined],
    ["替换还是都保留", undefined],
    ["文档说“替换”", undefined],
    ["好的", undefined],
    ["替换掉旧的", "replace"],
    ["用新的吧", "replace"],
    ["好的，用新的，谢谢", "replace"],
    ["请把旧的那条记忆替换掉", "replace"],
    ["用新的。然后跑一下 npm test", "replace"],
    ["替换，然后跑一下测试", "replace"],
    ["replace the old one", "replace"],
    ["Yes, please replace fact-abc12345 with the new one.", "replace"],
    ["替换 JDK 17 那条", "replace"],
    ["用 JDK 21 那条", "replace"],
    ["以 JDK 21 为准", "replace"],
    ["use the JDK 21 one", "replace"],
    ["keep both of them please", "keep_both"],
    ["JDK 17 和 JDK 21 都保留", "keep_both"],
    ["用 JDK 17 那条", undefined],
    ["不要用 JDK 21 那条", undefined],
    ["项目用 JDK 21", undefined],
  ])("%s → %s", (words, choice) => {
    expect(choiceIn(words, pair)).toBe(choice);
  });

  test.each([
    "跑一下测试，看覆盖率",
    "覆盖率要到 80%",
    "把 a.ts 里的 foo 替换成 bar",
    "用 replace 函数改一下 a.ts",
    "replace all tabs in main.c with spaces",
    "overwrite config.json with the template",
    "用新的 API 重写 client.ts",
    "合并分支时两边的改动都保留",
    "merge it and keep both versions of the function",
    "打开 a.ts，替换，保存",
    "看看 a.ts。用新的",
    "替换掉旧的文件",
    "两个函数都留着",
    "replace it, in main.c",
    "升级到 JDK 21 时旧的接口都保留",
    "replace JDK 17 in the Dockerfile",
  ])("the same verbs in a task choose nothing: %s", (words) => {
    expect(choiceIn(words, pair)).toBe(undefined);
  });
});

test("60 kB of words is read in linear time", () => {
  for (const unit of ["替换", "都保留，", "用新的。", "replace ", "keep both, ", "不要"]) {
    const words = unit.repeat(Math.ceil(60_000 / unit.length));
    const start = performance.now();
    choiceIn(words, pair);
    expect(performance.now() - start, unit).toBeLessThan(1_000);
  }
});
