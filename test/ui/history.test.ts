import { appendFile, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendHistory, loadHistory } from "../../src/ui/history.ts";

async function file(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "paicli-history-")), "home", "input-history");
}

test("inputs come back in order, of several lines too, and only the person can read them", async () => {
  const path = await file();
  for (const input of ["one", "两行\n输入", "  three "]) await appendHistory(path, input);
  expect(await loadHistory(path)).toEqual(["one", "两行\n输入", "three"]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("no file is no history", async () => {
  expect(await loadHistory(await file())).toEqual([]);
});

test("secrets, blanks and pasted data are not kept", async () => {
  const path = await file();
  for (const input of ["ok", " \n ", "GLM_API_KEY=0123456789abcdef0123456789abcdef", "x".repeat(10_001)])
    await appendHistory(path, input);
  expect(await loadHistory(path)).toEqual(["ok"]);
});

test("a line torn by a crash is skipped, the others stay", async () => {
  const path = await file();
  await appendHistory(path, "one");
  await appendFile(path, '"to\n[1]\n');
  await appendHistory(path, "two");
  expect(await loadHistory(path)).toEqual(["one", "two"]);
});

test("a long file is cut back to the newest hundred inputs", async () => {
  const path = await file();
  await appendHistory(path, "first");
  await writeFile(path, Array.from({ length: 1200 }, (_, n) => `"input ${n}"\n`).join(""));
  const kept = await loadHistory(path);
  expect([kept.length, kept.at(-1)]).toEqual([100, "input 1199"]);
  expect((await readFile(path, "utf8")).trimEnd().split("\n")).toHaveLength(100);
});
