import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { cli: "src/cli.ts", sdk: "src/sdk.ts" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  outDir: "dist",
  fixedExtension: false,
  dts: { entry: "src/sdk.ts" },
  sourcemap: false,
  // Small parts that every start needs: one file loads in a fraction of the time of a hundred.
  noExternal: [/^zod/, "commander", "eventsource-parser"],
  // What every run needs is one file beside the bare command: each file more costs a resolution and three system calls.
  outputOptions: {
    codeSplitting: {
      groups: [
        { name: "start", test: /src\/(cli|runtime\/package)\.ts/, priority: 2 },
        { name: "session", test: /src\/(ui\/(launch|headless|session-host)|llm\/client|runtime\/early)\.ts/, priority: 1 },
      ],
    },
  },
  clean: true,
  // The grammar of the command guard: shipped as data, so that the package needs no native build.
  copy: [{ from: "node_modules/tree-sitter-bash/tree-sitter-bash.wasm", to: "dist" }],
});
