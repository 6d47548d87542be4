// Where the package lies: its prompts and its grammar are files beside the code, built or not.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

function findPackageDir(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let dir = start; dir !== dirname(dir); dir = dirname(dir)) if (existsSync(join(dir, "prompts"))) return dir;
  return start;
}

export const PACKAGE_DIR = findPackageDir();

/** The bash grammar, copied here by the build. */
export const SHELL_GRAMMAR = join(PACKAGE_DIR, "dist", "tree-sitter-bash.wasm");
