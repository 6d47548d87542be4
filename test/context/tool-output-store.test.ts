import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  lastOutputNumber,
  openToolOutputStore,
  removeExpiredOutputs,
  removeOutputs,
} from "../../src/context/tool-output-store.ts";
import { tempFolder } from "../support/folder.ts";

const sessionId = "session-20250601-120000-abc123";
const folder = `.paicli/tool-outputs/${sessionId}`;

test("files are numbered within the session, ignored by git, and readable by their owner alone", async () => {
  const root = tempFolder();
  const store = openToolOutputStore({ root, sessionId, after: 0 });
  expect(await store.write("execute_command", "一二三", "flushed")).toEqual({
    path: `${folder}/001-execute_command.txt`,
    chars: 3,
  });
  expect(await store.write("mcp__web/../fetch", "x", "written")).toEqual({
    path: `${folder}/002-mcp__web____fetch.txt`,
    chars: 1,
  });
  expect(readFileSync(join(root, folder, "001-execute_command.txt"), "utf8")).toBe("一二三");
  expect(readFileSync(join(root, ".paicli/tool-outputs/.gitignore"), "utf8").trim()).toBe("*");
  expect(statSync(join(root, folder, "001-execute_command.txt")).mode & 0o777).toBe(0o600);
  expect(store.exists(`${folder}/001-execute_command.txt`)).toBe(true);
  expect(store.exists("../../etc/passwd")).toBe(false);
});

test("a later run of the session goes on counting, also where files or the whole folder are gone", async () => {
  const root = tempFolder({ [`${folder}/007-read_file.txt`]: "old" });
  const later = openToolOutputStore({ root, sessionId, after: 0 });
  expect((await later.write("t", "x", "written")).path).toBe(`${folder}/008-t.txt`);
  rmSync(join(root, ".paicli"), { recursive: true });
  expect((await later.write("t", "x", "written")).path).toBe(`${folder}/009-t.txt`);
  const content = `see ${folder}/041-read_file.txt and .paicli/tool-outputs/session-other/099-x.txt`;
  const after = lastOutputNumber([{ role: "user", content }], sessionId);
  expect(after).toBe(41);
  expect((await openToolOutputStore({ root: tempFolder(), sessionId, after }).write("t", "x", "written")).path).toBe(
    `${folder}/042-t.txt`,
  );
});

test("results that are written at the same time get files of their own", async () => {
  const root = tempFolder();
  const store = openToolOutputStore({ root, sessionId, after: 0 });
  const stored = await Promise.all(Array.from({ length: 20 }, (_, i) => store.write("t", `text ${i}`, "flushed")));
  expect(new Set(stored.map(({ path }) => path)).size).toBe(20);
  for (const [i, { path }] of stored.entries()) expect(readFileSync(join(root, path), "utf8")).toBe(`text ${i}`);
});

test("a folder that a repository leads out of the project by a link is not written to", async () => {
  const outside = tempFolder();
  const root = tempFolder({ ".paicli/x": "" });
  symlinkSync(outside, join(root, ".paicli/tool-outputs"));
  const store = openToolOutputStore({ root, sessionId, after: 0 });
  await expect(store.write("t", "secret", "flushed")).rejects.toMatchObject({ code: "TOOL_OUTPUT_UNWRITABLE" });
  expect(readdirSync(outside)).toEqual([]);
  expect(
    await removeExpiredOutputs({ root, days: 1, clock: { now: () => new Date() }, lastAppended: () => new Date(0) }),
  ).toEqual([]);
});

test("a place that cannot be written is one expected error, and writing goes on once it can", async () => {
  const root = tempFolder({ ".paicli/tool-outputs": "a file where the folder should be" });
  const store = openToolOutputStore({ root, sessionId, after: 0 });
  await expect(store.write("t", "x", "flushed")).rejects.toMatchObject({ code: "TOOL_OUTPUT_UNWRITABLE" });
  rmSync(join(root, ".paicli/tool-outputs"));
  expect((await store.write("t", "x", "flushed")).path).toBe(`${folder}/001-t.txt`);
});

test("outputs go when their session was not appended to for the retention, by its ledger, else by the folder's age", async () => {
  const root = tempFolder();
  const now = new Date("2025-07-01T00:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const used: Record<string, Date> = { "session-old": daysAgo(31), "session-new": daysAgo(29) };
  for (const id of ["session-old", "session-new", "session-lost", "not-a-session"]) {
    mkdirSync(join(root, ".paicli/tool-outputs", id), { recursive: true });
    writeFileSync(join(root, ".paicli/tool-outputs", id, "001-t.txt"), "x");
    utimesSync(join(root, ".paicli/tool-outputs", id), daysAgo(40), daysAgo(40));
  }
  chmodSync(join(root, ".paicli"), 0o700);
  const options = { root, clock: { now: () => now }, lastAppended: (id: string) => used[id] };
  expect(await removeExpiredOutputs({ ...options, days: 0 })).toEqual([]);
  expect([...(await removeExpiredOutputs({ ...options, days: 30 }))].sort()).toEqual(["session-lost", "session-old"]);
  expect(readdirSync(join(root, ".paicli/tool-outputs")).sort()).toEqual(["not-a-session", "session-new"]);
  await removeOutputs(root, "session-new");
  expect(existsSync(join(root, ".paicli/tool-outputs/session-new"))).toBe(false);
});
