// Programs of the tests as plain JavaScript, to be run as processes of their own: killed, limited, or under another user.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Bundles `test/support/<name>.ts` with all that it imports. Returns its path, which every user may read, and how to remove it. */
export async function bundle(name: string): Promise<{ readonly path: string; readonly remove: () => void }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "paicli-bundle-")));
  chmodSync(folder, 0o755);
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: true },
  });
  return { path: join(folder, `${name}.mjs`), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
