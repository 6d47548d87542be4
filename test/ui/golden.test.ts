import { expect, test } from "vitest";
import type { Lang } from "../../src/locale/index.ts";
import { drive, KEY } from "../support/ui-app.ts";
import { type Emit, NO_RESULT, type Script } from "../support/ui-host.ts";

const ANSWER: Record<Lang, string> = {
  en: `## What changed

The loader reads **both** files and \`mergeConfig\` joins them:

| file | lines | note |
|---|---|---|
| src/config/load.ts | 120 | reads, then checks |
| src/config/schema.ts | 48 | every value has its reason and the place it came from |

\`\`\`ts
// the later source wins
const merged = { ...defaults, ...user }; /* a comment
over two lines */ export default merged;
\`\`\`

1. Run the tests
2. Commit
`,
  zh: `## 改了什么

加载器会读取**两个**文件，再由 \`mergeConfig\` 合并：

| 文件 | 行数 | 说明 |
|---|---|---|
| src/config/load.ts | 120 | 先读取，后检查 |
| 配置/模式.ts | 48 | 每个值都有原因，也记着它从哪里来；全角标点，也要对齐 |

\`\`\`ts
// 后面的来源优先
const 合并 = { ...defaults, ...user }; /* 注释
跨两行 */ export default 合并;
\`\`\`

1. 运行测试
2. 提交
`,
};

const DIFF =
  "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -9,3 +9,3 @@\n const a = 1;\n-const 名称 = 2;\n+const 名称 = 3;\n end\n@@ -40,1 +40,2 @@\n x\n+\ty\n";

/** A turn with one of each thing that a turn can show. */
function play(emit: Emit, lang: Lang): void {
  emit({ type: "context", tokens: 70_000, window: 128_000, clear: 64_000, summary: 102_000, measured: true });
  emit({ type: "reasoning_delta", text: "hm" });
  emit({ type: "tool_call", id: "c1", name: "execute_command", arguments: '{"command":"npm test -- --reporter=verbose 测试"}' });
  emit({
    type: "tool_result",
    id: "c1",
    name: "execute_command",
    ok: false,
    chars: 48_213,
    durationMs: 12_400,
    offloadedTo: ".paicli/tool-outputs/session-x/001-execute_command.txt",
    message: lang === "zh" ? "命令以 1 退出" : "the command ended with 1",
    display: { kind: "command", command: "npm test", exitCode: 1, tail: "one\ntwo\nthree 三\n" },
  });
  emit({ type: "tool_call", id: "c2", name: "edit_file", arguments: '{"path":"src/a.ts"}' });
  emit({
    type: "tool_result",
    id: "c2",
    name: "edit_file",
    ok: true,
    chars: 90,
    durationMs: 8,
    display: { kind: "diff", path: "src/a.ts", diff: DIFF, added: 2, removed: 1 },
  });
  emit({ type: "compaction", level: 2, beforeTokens: 70_000, afterTokens: 41_000, cleared: 4 });
  emit({ type: "text_delta", text: ANSWER[lang] });
  emit({
    type: "memory_saved",
    id: "fact-1a2b3c4d",
    content: lang === "zh" ? "使用 pnpm" : "uses pnpm",
    scope: "project",
    source: "fact",
  });
  emit({ type: "notice", level: "warning", code: "X", message: lang === "zh" ? "额度快用完了" : "the quota is nearly used up" });
  emit({ type: "turn_end", status: "completed", usage: NO_RESULT.usage });
  emit({ type: "result", ...NO_RESULT, text: ANSWER[lang], compaction: { offloaded: 1, cleared: 4, summarized: 0 } });
}

for (const lang of ["en", "zh"] as const) {
  for (const columns of [40, 80, 120, 200]) {
    test(`golden screen, ${lang}, ${columns} columns: a finished turn, then one that runs with a plan and a queue`, async () => {
      let end = () => {};
      const script = (): Script => (line, emit) => {
        if (line !== "second") {
          play(emit, lang);
          return {};
        }
        const task = { type: "code", dependencies: [] };
        emit({
          type: "plan",
          tasks: [
            { ...task, id: "task_1", description: lang === "zh" ? "拆分用户服务" : "split the user service", status: "pending" },
            {
              ...task,
              id: "task_2",
              description: lang === "zh" ? "更新文档" : "update the docs",
              status: "pending",
              dependencies: ["task_1"],
            },
          ],
        });
        emit({ type: "task_start", id: "task_1" });
        emit({ type: "tool_call", id: "c9", name: "grep_code", arguments: '{"pattern":"用户"}' }, "task_1");
        emit({ type: "tool_output", id: "c9", text: "src/用户.ts:1\n" }, "task_1");
        return new Promise((resolve) => {
          end = () => resolve({});
        });
      };
      const { terminal } = await drive(script, { columns, rows: 40, lang });
      terminal.type(...(lang === "zh" ? "看看配置" : "look at the config"), KEY.enter);
      await terminal.settle();
      terminal.type(..."second", KEY.enter, ...(lang === "zh" ? "然后提交" : "then commit"), KEY.enter);
      const text = (await terminal.everything()).join("\n");
      await expect(`${text}\n`).toMatchFileSnapshot(`golden/${lang}-${columns}.txt`);
      end();
    });
  }
}
