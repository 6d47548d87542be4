// How far a fact reaches, by the person's own words.
import { expect, test } from "vitest";
import { saysGlobal } from "../../src/memory/reach.ts";

test.each([
  ["所有项目都用中文回答，记住", "所有项目都用中文回答"],
  ["记住在所有项目里都用中文回答", "用中文回答"],
  ["对我所有项目，记住：用 pnpm", "用 pnpm"],
  ["全局记住：用中文回答", "用中文回答"],
  ["记住：用中文回答。全局的。", "用中文回答"],
  ["记住用中文回答，这条是全局的", "用中文回答"],
  ["把这条存为全局：用中文回答", "用中文回答"],
  ["保存到全局记忆：用中文回答", "用中文回答"],
  ["记住：全局变量统一用大写，全局生效", "全局变量统一用大写"],
  ["remember this for all my projects: answer in Chinese", "answer in Chinese"],
  ["In all projects, use pnpm. Remember that.", "In all projects, use pnpm"],
  ["Remember globally: answer in Chinese", "answer in Chinese"],
  ["Remember this globally: answer in Chinese", "answer in Chinese"],
  ["Save this as a global preference: answer in Chinese", "answer in Chinese"],
  ["Remember: answer in Chinese. Make it global.", "answer in Chinese"],
  ["Remember this everywhere: answer in Chinese", "answer in Chinese"],
])("%j says that it holds in all projects", (words, fact) => {
  expect(saysGlobal(words, fact)).toBe(true);
});

test.each([
  ["记住：全局变量统一用大写", "全局变量统一用大写"],
  ["记住：全局变量统一用大写", "变量统一用大写"],
  ["记住全局配置在 config/global.ts", "配置在 config/global.ts"],
  ["记住 eslint 是全局安装的", "eslint 是安装的"],
  ["记住：把开关写到全局变量 FLAGS 里", "把开关写到变量 FLAGS 里"],
  ["Remember: the global config variable is FOO", "the global config variable is FOO"],
  ["Remember: the global config variable is FOO", "the config variable is FOO"],
  ["remember that global state lives in store.ts", "state lives in store.ts"],
  ["remember global variables are upper case", "variables are upper case"],
  ["Remember eslint is installed globally", "eslint is installed"],
  ["Remember: use tabs everywhere in src", "use tabs in src"],
  ["记住 CI 每晚构建所有项目", "CI 每晚构建所有项目"],
  ["Remember: CI builds all projects nightly", "CI builds all projects nightly"],
  ["记住项目用 pnpm", "项目用 pnpm"],
  ["文档里有“全局记住”几个字，记住项目用 pnpm", "项目用 pnpm"],
  ["记住项目用 pnpm。要不要全局记住？", "项目用 pnpm"],
])("%j speaks of one project", (words, fact) => {
  expect(saysGlobal(words, fact)).toBe(false);
});
