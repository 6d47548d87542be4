// What the built entries load: the library, as another program imports it, and the command before it knows what is wanted.
import { execFile } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CLI, commandEnvironment, paicli, project, tempDir } from "../support/command.ts";

const SDK = fileURLToPath(new URL("../../dist/sdk.js", import.meta.url));

/** The file and all that it imports of ours before it runs. */
function loadedBy(path: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  const statically = readFileSync(path, "utf8").matchAll(/^(?:import|export)[^"']*?(?:from\s*)?["'](\.\/[^"']+)["']/gm);
  for (const [, next = ""] of statically) loadedBy(join(dirname(path), next), loaded);
  return loaded;
}

test("a program that imports the library runs no command with its own arguments, and reads none of its input", async () => {
  const place = { home: tempDir(), cwd: project() };
  await paicli(["memory", "save", "keep me please"], place);
  const program = join(tempDir(), "program.mjs");
  writeFileSync(
    program,
    `import { estimateTokens } from ${JSON.stringify(SDK)};\nconsole.log(estimateTokens("four words of text"));\n`,
  );
  const env = commandEnvironment({ ...place, env: { PAICLI_PROVIDER: "offline" } });
  const started = promisify(execFile)(process.execPath, [program, "memory", "clear", "--force"], { env, cwd: place.cwd });
  started.child.stdin?.end("/save something else\n");
  const { stdout, stderr } = await started;
  expect(stdout).toMatch(/^\d+\n$/);
  expect(stderr).toBe("");
  const { stdout: listed } = await paicli(["memory", "list"], place);
  expect(listed).toContain("keep me please");
  expect(listed).not.toContain("something else");
});

test("the library loads no code of the terminal", () => {
  const loaded = loadedBy(SDK);
  expect(loaded.size).toBeGreaterThan(1);
  const terminal = [...loaded].filter((path) =>
    /^\/\/#region src\/(ui\/|cli\.ts|args\.ts)|pi-tui/m.test(readFileSync(path, "utf8")),
  );
  expect(terminal).toEqual([]);
});

test("the command loads no more than 32 KB before it knows what is wanted, so that --version answers at once", () => {
  const bytes = [...loadedBy(CLI)].reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes).toBeLessThan(32_768);
});
