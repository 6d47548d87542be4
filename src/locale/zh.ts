import type { Texts } from "./texts.ts";

export const zh: Texts = {
  lang: "zh",
  errors: {
    USAGE: ({ problem }) => `用法有误：${problem}`,
    CONFIG_INVALID: ({ name, source, value, accepted }) =>
      `配置 ${name}（来自 ${source}）的值 “${value}” 无效，可接受：${accepted}`,
    CONFIG_UNREADABLE: ({ path, cause }) => `读不了配置文件 ${path}：${cause}`,
    NOT_CONFIGURED: () => "还没有配置模型。设置 DEEPSEEK_API_KEY 等环境变量，或用 --provider offline 试用内置的离线模型。",
    PROVIDER_UNKNOWN: ({ provider, known }) => `不认识的提供商 “${provider}”，可用：${known}`,
    NO_TERMINAL: ({ what }) => `${what} 需要终端`,
    FOLDER_GONE: ({ path }) => `文件夹不存在或无法进入：${path}`,
    PATH_LOOP: ({ path }) => `符号链接成环：${path}`,
    CONVERSATION_INVALID: ({ unit, reason, index }) => `会话 ${unit} 的第 ${index} 条消息不合规：${reason}`,
    INTERNAL: ({ message }) => `内部错误：${message}`,
  },
};
