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
  // What every run needs is in few files: each file more costs a resolution and three system calls. Nothing is put into an entry that
  // another entry needs too: importing the library must not run the command.
  outputOptions: {
    codeSplitting: {
      groups: [
        { name: "start", test: /src\/(protocol\/errors|runtime\/package|util\/(columns|visible))\.ts/, priority: 3 },
        { name: "session", test: /src\/(runtime\/(agent|early|environment)|llm\/client)\.ts/, priority: 2 },
        { name: "run", test: /src\/ui\/(launch|headless|session-host)\.ts/, priority: 1 },
      ],
    },
  },
  clean: true,
  // The grammar of the command guard: shipped as data, so that the package needs no native build.
  copy: [{ from: "node_modules/tree-sitter-bash/tree-sitter-bash.wasm", to: "dist" }],
});
