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
  clean: true,
  // The grammar of the command guard: shipped as data, so that the package needs no native build.
  copy: [{ from: "node_modules/tree-sitter-bash/tree-sitter-bash.wasm", to: "dist" }],
});
