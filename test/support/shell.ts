// The shell parser of the tests, loaded once per file: the grammar as the build copies it.
import { fileURLToPath } from "node:url";
import { loadShellParser } from "../../src/util/shell.ts";

export const shell = await loadShellParser(
  fileURLToPath(new URL("../../node_modules/tree-sitter-bash/tree-sitter-bash.wasm", import.meta.url)),
);
