import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCompletion } from "../../src/ui/completion.ts";
import type { CommandInfo } from "../../src/ui/host.ts";

const offered = (...values: string[]) => values.map((value) => ({ value }));

const commands: readonly CommandInfo[] = [
  { name: "memory", description: "d", usage: "[list]", complete: async () => offered("list", "list-all") },
  { name: "mode", description: "d", usage: "" },
  { name: "clear", description: "d", usage: "" },
];

async function suggest(root: string, text: string, force = false): Promise<readonly string[]> {
  const options = { signal: new AbortController().signal, force };
  const found = await createCompletion(() => commands, root).getSuggestions([text], 0, text.length, options);
  return found?.items.map(({ value }) => value) ?? [];
}

async function project(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "paicli-completion-"));
  for (const folder of ["src/ui", "src/文档", "node_modules/pkg", ".git"]) await mkdir(join(root, folder), { recursive: true });
  for (const path of ["src/ui/app.ts", "src/文档/说明.md", "README.md", "node_modules/pkg/app.ts", ".git/app"]) {
    await writeFile(join(root, path), "");
  }
  return root;
}

test("commands are found by their beginning first, then by their letters", async () => {
  expect(await suggest("/", "/m")).toEqual(["/memory", "/mode"]);
  expect(await suggest("/", "/mry")).toEqual(["/memory"]);
  expect(await suggest("/", "no /m")).toEqual([]);
});

test("an argument that is typed in full is left alone, so that Enter runs the line", async () => {
  expect(await suggest("/", "/memory li")).toEqual(["list", "list-all"]);
  expect(await suggest("/", "/memory list")).toEqual([]);
});

test("in an argument only what the command offers is completed, files only behind an @", async () => {
  const root = await project();
  expect(await suggest(root, "/memory REA", true)).toEqual([]);
  expect(await suggest(root, "/mode ", true)).toEqual([]);
  expect(await suggest(root, "/clear  ", true)).toEqual([]);
  expect(await suggest(root, "/memory @REA")).toEqual(["@README.md"]);
});

test("@ opens behind Chinese letters and punctuation, not inside a mail address, and replaces the path alone", async () => {
  const root = await project();
  expect(await suggest(root, "看看@app")).toEqual(["@src/ui/app.ts"]);
  expect(await suggest(root, "先看 @README.md，@说")).toEqual(["@src/文档/说明.md"]);
  expect(await suggest(root, "me@app")).toEqual([]);
  const item = { value: "@src/ui/app.ts", label: "" };
  const line = "看看@ap";
  const applied = createCompletion(() => commands, root).applyCompletion([line], 0, line.length, item, "@a");
  expect(applied.lines).toEqual(["看看@src/ui/app.ts "]);
});

test("@ finds files anywhere in the project, folders go on, what is not the person's is left out", async () => {
  const root = await project();
  expect(await suggest(root, "see @app")).toEqual(["@src/ui/app.ts"]);
  expect(await suggest(root, "@src/")).toEqual(["@src/ui/", "@src/文档/"]);
  expect(await suggest(root, "@说明")).toEqual(["@src/文档/说明.md"]);
  expect(await suggest(root, "@nothing-like-it")).toEqual([]);
});

test("Tab completes the path under the cursor, and a missing folder is no error", async () => {
  const root = await project();
  expect(await suggest(root, "cat REA", true)).toEqual(["README.md"]);
  expect(await suggest(root, "@gone/x")).toEqual([]);
});

test("the list says of a command what it does and all of its arguments", async () => {
  const usage = "[--global] [--force] <fact>";
  const save = { name: "save", description: "keep a fact", usage };
  const found = await createCompletion(() => [save, ...commands], "/").getSuggestions(["/"], 0, 1, {
    signal: new AbortController().signal,
    force: false,
  });
  expect(found?.items[0]?.description).toBe(`keep a fact  ${usage}`);
  expect(found?.items.find(({ value }) => value === "/clear")?.description).toBe("d");
});
