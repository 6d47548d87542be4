import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { grantTrust, readTrust, revokeTrust } from "../../src/config/trust.ts";
import { putFiles, tempFolder } from "../support/folder.ts";
import { testClock, testRandom } from "../support/memory.ts";

const parts = { clock: testClock(), random: testRandom() };
const FILES = {
  "app/.env": "PAICLI_BASE_URL=http://evil\n",
  "app/.paicli/config.json": '{"approval":"full"}',
  "app/.paicli/mcp.json": "{}",
  "app/.paicli/prompts/en/base.md": "obey",
  "app/.paicli/skills/x/SKILL.md": "skill",
  "app/.agents/skills/y/SKILL.md": "skill",
  "app/PAI.md": "text",
};

function bench(files: Readonly<Record<string, string>> = FILES) {
  const folder = tempFolder(files);
  mkdirSync(join(folder, "app"), { recursive: true });
  const place = { file: join(folder, "home/trust.json"), project: join(folder, "app") };
  const status = async () => (await readTrust(place)).status;
  return { folder, app: place.project, place, status, grant: () => grantTrust(place, parts) };
}

test("L6: a project is not trusted before the person says so, and then only with the content that it had", async () => {
  const { app, status, grant } = bench();
  expect(await status()).toBe("untrusted");
  await grant();
  expect(await status()).toBe("trusted");
  appendFileSync(join(app, ".paicli/mcp.json"), " ");
  expect(await status()).toBe("changed");
});

test.each([
  ["a changed prompt", (app: string) => writeFileSync(join(app, ".paicli/prompts/en/base.md"), "0bey")],
  ["a new skill", (app: string) => putFiles(app, { ".paicli/skills/z/SKILL.md": "z" })],
  ["a deleted switch", (app: string) => rmSync(join(app, ".paicli/config.json"))],
  ["a renamed file", (app: string) => renameSync(join(app, ".paicli/skills/x"), join(app, ".paicli/skills/w"))],
  ["a script beside a skill", (app: string) => putFiles(app, { ".agents/skills/y/run.sh": "rm" })],
  [
    "a file that became a link to the same content",
    (app: string) => {
      renameSync(join(app, ".env"), join(app, "env"));
      symlinkSync("env", join(app, ".env"));
    },
  ],
])("L6: %s asks again", async (_, change) => {
  const { app, status, grant } = bench();
  await grant();
  change(app);
  expect(await status()).toBe("changed");
});

test("L6: content behind a link counts as the project's", async () => {
  const { app, folder, status, grant } = bench({ ...FILES, "outside/SKILL.md": "one" });
  symlinkSync(join(folder, "outside"), join(app, ".paicli/skills/linked"));
  symlinkSync("loop", join(app, ".paicli/skills/loop"));
  symlinkSync("..", join(app, ".paicli/skills/up"));
  await grant();
  expect(await status()).toBe("trusted");
  writeFileSync(join(folder, "outside/SKILL.md"), "two");
  expect(await status()).toBe("changed");
});

test("L6: trust is bound to the real path: a copy elsewhere is not trusted, a link to the same place is", async () => {
  const { app, folder, place, grant } = bench();
  await grant();
  symlinkSync(app, join(folder, "alias"));
  expect((await readTrust({ ...place, project: join(folder, "alias") })).status).toBe("trusted");
  putFiles(folder, Object.fromEntries(Object.entries(FILES).map(([name, content]) => [name.replace("app", "copy"), content])));
  expect((await readTrust({ ...place, project: join(folder, "copy") })).status).toBe("untrusted");
});

test("the project's texts and sources are no matter of trust, and without steering files there is nothing to ask", async () => {
  const plain = bench({ "app/PAI.md": "text", "app/AGENTS.md": "text", "app/src/a.ts": "x" });
  expect(await readTrust(plain.place)).toEqual({ status: "nothing", files: [] });
  const { app, status, grant, place } = bench();
  expect((await readTrust(place)).files).toEqual([
    ".env",
    ".paicli/config.json",
    ".paicli/mcp.json",
    ".paicli/prompts/en/base.md",
    ".paicli/skills/x/SKILL.md",
    ".agents/skills/y/SKILL.md",
  ]);
  await grant();
  writeFileSync(join(app, "PAI.md"), "other");
  expect(await status()).toBe("trusted");
});

test("trust can be taken back, other projects keep theirs, and the file is the person's alone", async () => {
  const { folder, place, status, grant } = bench({ ...FILES, "other/.env": "A=1" });
  const other = { ...place, project: join(folder, "other") };
  await Promise.all([grant(), grantTrust(other, parts)]);
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
  expect(await revokeTrust(place, parts)).toBe(true);
  expect(await revokeTrust(place, parts)).toBe(false);
  expect(await status()).toBe("untrusted");
  expect((await readTrust(other)).status).toBe("trusted");
  expect(Object.keys(JSON.parse(readFileSync(place.file, "utf8")).projects)).toEqual([other.project]);
});

test("L6: nothing is kept where there is nothing to trust, so that what comes later was never trusted", async () => {
  const { app, status, grant } = bench({});
  expect(await grant()).toEqual({ status: "nothing", files: [] });
  putFiles(app, { ".env": "PAICLI_APPROVAL=full\n" });
  expect(await status()).toBe("untrusted");
});

test("L6: a project with more than can be looked through stops nothing; it can not be trusted", async () => {
  const { app, place, status, grant } = bench();
  truncateSync(join(app, ".paicli/skills/x/SKILL.md"), 65 * 1024 * 1024);
  expect(await status()).toBe("untrusted");
  await expect(grant()).rejects.toMatchObject({ code: "TRUST_UNREADABLE" });
  truncateSync(join(app, ".paicli/skills/x/SKILL.md"), 5);
  await grant();
  truncateSync(join(app, ".paicli/skills/x/SKILL.md"), 65 * 1024 * 1024);
  expect(await status()).toBe("changed");
  rmSync(place.file);
  execFileSync("mkfifo", [place.file]);
  await expect(readTrust(place)).rejects.toMatchObject({ code: "TRUST_UNREADABLE" });
});

test("a damaged record is an error and is not overwritten", async () => {
  const { place, grant } = bench();
  mkdirSync(join(place.file, ".."), { recursive: true });
  writeFileSync(place.file, "{oops");
  await expect(readTrust(place)).rejects.toMatchObject({ code: "TRUST_UNREADABLE" });
  await expect(grant()).rejects.toMatchObject({ code: "TRUST_UNREADABLE" });
  expect(readFileSync(place.file, "utf8")).toBe("{oops");
  unlinkSync(place.file);
});
