import type { SessionTexts } from "../texts/session.ts";

export const session: SessionTexts = {
  interrupted: (tool) => `对 ${tool} 的这次调用被中断，结果未知：它可能已经部分或全部执行。重复之前先检查实际状态。`,
  emptyResult: "（没有输出）",
  repaired: ({ answered, dropped, moved, rewritten }) =>
    `会话已修复：${[
      answered > 0 ? `补全 ${answered} 个被中断的调用` : "",
      dropped > 0 ? `略去 ${dropped} 条无主或空的消息` : "",
      moved > 0 ? `把 ${moved} 个结果移回它的调用` : "",
      rewritten > 0 ? `改正 ${rewritten} 条不合规的消息` : "",
    ]
      .filter((part) => part !== "")
      .join("，")}。`,
  eventsMissing: (count) => `这个会话缺失 ${count} 条记录：当时没能保存，或已经损坏。`,
  tornEnd: "这个会话没能保存到最后：最后一条记录不完整，已略去，它之后的内容缺失。",
  newerFormat: "这个会话由更新版本的 PaiCLI 写成，本版本看不懂的部分已略去。",
  untitled: "（无标题）",
  verbs: {
    none: "这个项目还没有会话。加 --all-projects 看其他项目的。",
    facts: ({ turns, kilobytes, mode, model }) => `${turns} 轮，${kilobytes} KB，${mode}，${model}`,
    deleteNeedsForce: ({ id, title }) => `将删除会话 ${id}（${title}）的记录和工具输出；确认请加 --force。`,
    confirmDelete: ({ id, title }) => `删除会话 ${id}（${title}）的记录和工具输出？`,
    deleted: ({ id, title }) => `已删除会话 ${id}（${title}）。`,
    outputsKept: (sessions) => `它的工具输出文件保留：由它分出的会话 ${sessions.join("、")} 仍在引用。`,
    leftAlone: "没有改动。",
  },
  export: {
    roles: { user: "你", assistant: "PaiCLI", tool: "工具", program: "程序" },
    facts: { project: "项目", model: "模型", turns: "轮数", updated: "最后使用", mode: "模式" },
    chart: "上下文大小的变化",
    chartUnit: "每次请求的 tokens（估算）",
    chartSteps: "消息",
    marks: { offload: "结果已卸载", clear: "清理旧结果", summary: "摘要", empty: "/clear" },
    reasoning: "思考",
    call: (tool) => `调用：${tool}`,
    result: (tool) => `结果：${tool}`,
    viewCleared: "对话已清空。",
    beforeFork: (parent) => `分支之前：会话 ${parent} 当时的对话。`,
    forked: "分支从这里开始。",
    viewSummarized: "较早的对话已压缩为摘要。",
    resumed: "会话已恢复。",
    image: "[图片]",
  },
};
