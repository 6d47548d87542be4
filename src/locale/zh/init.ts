import type { InitTexts } from "../texts/init.ts";

export const init: InitTexts = {
  stack: "技术栈",
  commands: "常用命令",
  ci: "CI 运行的检查",
  layout: "目录",
  conventions: "约定",
  install: "安装依赖",
  build: "构建",
  test: "测试",
  run: "运行",
  check: "检查",
  files: ({ count, extension }) => `${count} 个 ${extension} 文件`,
  ownBuild: ({ file }) => `（有自己的 ${file}）`,
  indent: ({ style, size }) => `缩进：${size} ${style === "tab" ? "列的制表符" : "个空格"}（.editorconfig）`,
  tool: ({ tool, file }) => `遵循 ${tool}（${file}）`,
  strictTypes: "TypeScript 开启 strict",
  readContributing: ({ file }) => `提交前先读 ${file}`,
  empty: "还没有构建文件。在这里写下这个项目的构建方法和约定。",
};
