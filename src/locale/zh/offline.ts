import type { OfflineTexts } from "../texts/offline.ts";

export const offline: OfflineTexts = {
  label: "（离线模型：按固定语法执行命令，不是语言模型。）",
  help: [
    "我是内置的离线模型：不联网，也不是语言模型，只认识下面这些命令，用“然后”可以连起来：",
    "",
    "- 列出 [文件夹]",
    "- 读取 <路径>",
    "- 搜索 <文字> [在 <路径>]",
    "- 写入 <路径>: <内容>（\\n 表示换行）",
    "- 替换 <路径>: <原文> => <新文>",
    "- 运行 <命令>",
    "- 记住 <事实>（或：<事实>，你记一下）",
    "- 回忆 <问题>（列出视图里的相关记忆）",
    "",
    "例如：列出文件 然后 读取 README.md 然后 运行 npm test",
    "要真正对话，请接入一个模型，例如设置 DEEPSEEK_API_KEY。",
  ].join("\n"),
  step: (step, of, command) => `第 ${step}/${of} 步：${command}`,
  notDone: (command) => `没有执行：${command}`,
  noMemory: "（视图里没有相关的记忆）",
  noTool: (command) => `现在没有可用的工具：${command}`,
  more: "……（还有更多）",
};
