// Plants each bug of this folder in a copy of the project and expects the test that it names to go red: a check counts
// once it has been seen to fail. A patch begins with lines `# expects: <test file> :: <part of the test's title>`.
// node test/planted/run.mjs [part of a patch's name]
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const filter = process.argv[2] ?? "";
const patches = readdirSync(join(root, "test/planted")).filter((file) => file.endsWith(".patch") && file.includes(filter));
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);

let failed = 0;
for (const patch of patches) {
  const text = readFileSync(join(root, "test/planted", patch), "utf8");
  const expected = [...text.matchAll(/^# expects: (\S+) :: (.+)$/gm)].map(([, file, title]) => ({ file, title }));
  const copy = mkdtempSync(join(tmpdir(), "paicli-planted-"));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      copyFileSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const applied = spawnSync("git", ["apply", "--unsafe-paths", "-"], { cwd: copy, input: text, encoding: "utf8" });
    if (applied.status !== 0) fail(patch, `does not apply: ${applied.stderr}`);
    else if (expected.length === 0) fail(patch, "names no test that should fail");
    else for (const { file, title } of expected) check(copy, patch, file, title);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
console.log(`${patches.length} planted, ${failed} not caught`);
process.exitCode = failed > 0 || patches.length === 0 ? 1 : 0;

function check(copy, patch, file, title) {
  if (file.startsWith("test/e2e/")) spawnSync("npm", ["run", "--silent", "build"], { cwd: copy });
  const run = spawnSync("npx", ["vitest", "run", file, "--reporter=json"], { cwd: copy, encoding: "utf8", maxBuffer: 1e9 });
  const tests = JSON.parse(run.stdout.slice(run.stdout.indexOf("{"))).testResults.flatMap((suite) => suite.assertionResults);
  const named = tests.filter((test) => test.fullName.includes(title));
  if (named.length === 0) fail(patch, `no test "${title}" in ${file}`);
  else if (!named.some((test) => test.status === "failed")) fail(patch, `"${title}" stayed green`);
  else console.log(`ok   ${patch}: "${title}" goes red`);
}

function fail(patch, why) {
  failed++;
  console.log(`FAIL ${patch}: ${why}`);
}
