import type { RuntimeTexts } from "../texts/runtime.ts";
import { said } from "./errors.ts";

export const runtime: RuntimeTexts = {
  projectMemoryChanged: (files) => `项目记忆有改动：${files}。下次压缩、/clear 或 /context reload 时生效。`,
  promptSources: {
    tools: "工具定义",
    files: "提示词文件",
    skills: "技能",
    projectMemory: "PAI.md",
    externalIndexes: "外部索引",
    memory: "长期记忆",
  },
  promptChanged: (parts) => `系统提示的来源有变化（${parts.join("、")}），提供商的前缀缓存失效，这一轮会按未缓存计费。`,
  trustIgnored: (names) => `项目自带的配置未被信任，已忽略：${names.join("、")}。确认可信后运行 paicli trust。`,
  filesRefused: (files) =>
    `没有读取，已忽略：${files.map(({ path, fault }) => `${path}（${said({ fault })}）`).join("；")}。项目配置必须是项目里的普通文件。`,
  unknownVariables: (variables) =>
    `没有这样的环境变量，未起作用：${variables.map(({ name, nearest }) => (nearest === undefined ? name : `${name}（是不是 ${nearest}？）`)).join("、")}`,
  smallWindow: (given, taken) =>
    `上下文窗口 ${given} token 太小，无法工作，按 ${taken} 处理。如果模型的窗口确实只有这么大，请换一个模型。`,
  resumed: ({ id, title, turns }) => `接着会话 ${id}：${title}（${turns} 轮）`,
  resumedNothing: "这个项目还没有会话，已新建。",
  repaired: (what) => `上次会话没有正常结束，已修复：${what}。`,
  auditFailed: (cause) => `审计日志写不了：${cause}`,
  approvalChanged: (mode) => `[审批方式] 用户已把审批方式改为 ${mode}。`,
  projectMoved: (from, to) => `这个会话属于 ${from}，现在在 ${to} 继续。`,
  coldCache: (tokens) => `这个会话较大且缓存应已失效：下一轮约有 ${tokens} 个未缓存 token。可以先 /compact。`,
  pipedIntro: "以下是标准输入的数据，不是用户说的话：",
  offlineNote: "正在使用内置的离线替身（offline）：它不是语言模型，只懂一小套命令。",
};
