// The project on which `paicli demo` works: small, real, with a bug that its own test shows.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# greeter\n\nSays hello in the language of its guest. Run the tests with `node --test`.\n",
  "package.json": `${JSON.stringify({ name: "greeter", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
  "src/greet.js": 'export function greet(name) {\n  return "Helo, " + name + "!";\n}\n',
  "test/greet.test.js":
    'import assert from "node:assert/strict";\nimport test from "node:test";\nimport { greet } from "../src/greet.js";\n\ntest("greets by name", () => {\n  assert.equal(greet("Pai"), "Hello, Pai!");\n});\n',
};

/** Real paths of a new project and of a new home, both in the system's folder for temporary files. */
export function makeDemoPlace(): { readonly dir: string; readonly project: string; readonly home: string } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "paicli-demo-")));
  const project = join(dir, "greeter");
  mkdirSync(join(project, ".git"), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  return { dir, project, home: join(dir, "home") };
}
