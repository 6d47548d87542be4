import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addRule, readRules } from "../../src/policy/permissions.ts";
import { tempFolder } from "../support/folder.ts";
import { testClock, testRandom } from "../support/memory.ts";

const parts = { clock: testClock(), random: testRandom() };

test("twenty rules added at the same time are all kept, once each", async () => {
  const path = join(tempFolder(), "home/permissions.json");
  const rules = Array.from({ length: 20 }, (_, index) => ({ command: ["npm", `t${index % 10}`] }));
  await Promise.all(rules.map((rule) => addRule(path, "/work/app", rule, parts)));
  const { allow } = await readRules(path, "/work/app");
  expect(allow.map((rule) => JSON.stringify(rule)).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => JSON.stringify({ command: ["npm", `t${index}`] })),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("other projects, deny rules and unknown fields survive a new rule", async () => {
  const home = tempFolder();
  const path = join(home, "permissions.json");
  mkdirSync(home, { recursive: true });
  const before = {
    note: "mine",
    projects: {
      "/other": { allow: [{ folder: "x" }] },
      "/work/app": { allow: [], deny: [{ command: ["rm"], why: "no" }], since: 1 },
    },
  };
  writeFileSync(path, JSON.stringify(before));
  await addRule(path, "/work/app", { folder: "src" }, parts);
  const after = JSON.parse(readFileSync(path, "utf8"));
  expect(after).toMatchObject({
    note: "mine",
    projects: {
      "/other": { allow: [{ folder: "x" }] },
      "/work/app": { allow: [{ folder: "src" }], deny: [{ command: ["rm"], why: "no" }], since: 1 },
    },
  });
});

test("a project whose path is a name of JavaScript's own objects has no rules", async () => {
  const path = join(tempFolder({ "permissions.json": '{"projects":{}}' }), "permissions.json");
  expect(await readRules(path, "constructor")).toEqual({ allow: [], deny: [] });
});

test.each(["", "[]", '{"projects":{"/a":{"allow":[{"command":[]}]}}}', '{"projects":{"/a":{"allow":"all"}}}'])(
  "a file that is not understood is an error: %s",
  async (text) => {
    const path = join(tempFolder({ "permissions.json": text }), "permissions.json");
    await expect(readRules(path, "/a")).rejects.toMatchObject({ code: "PERMISSIONS_UNREADABLE" });
    await expect(addRule(path, "/a", { folder: "x" }, parts)).rejects.toMatchObject({ code: "PERMISSIONS_UNREADABLE" });
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);
