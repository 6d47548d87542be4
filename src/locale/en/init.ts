import type { InitTexts } from "../texts/init.ts";

export const init: InitTexts = {
  stack: "Stack",
  commands: "Commands",
  ci: "Checks that CI runs",
  layout: "Layout",
  conventions: "Conventions",
  install: "install dependencies",
  build: "build",
  test: "test",
  run: "run",
  check: "check",
  files: ({ count, extension }) => `${count} ${extension} ${count === "1" ? "file" : "files"}`,
  ownBuild: ({ file }) => ` (has its own ${file})`,
  indent: ({ style, size }) => `Indent with ${style === "tab" ? `tabs, ${size} columns wide` : `${size} spaces`} (.editorconfig)`,
  tool: ({ tool, file }) => `Follow ${tool} (${file})`,
  strictTypes: "TypeScript is strict",
  readContributing: ({ file }) => `Read ${file} before a commit`,
  empty: "There are no build files yet. Write down here how this project is built and what its conventions are.",
};
