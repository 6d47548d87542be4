import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerPath, sessionsFolder } from "../../src/session/catalog.ts";
import { loadTail } from "../../src/session/load.ts";
import { bundle } from "../support/bundle.ts";
import { tempFolder } from "../support/folder.ts";
import { open } from "../support/session.ts";
import { killSessions } from "../support/session-kill.ts";

let child: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  child = await bundle("session-child");
});
afterAll(() => child.remove());

test("E3: a session that another process has is refused, a killed one's lock is taken over, a reused pid does not keep it", async () => {
  const home = tempFolder();
  const holder = spawn(process.execPath, [child.path, "hold", home], { stdio: ["ignore", "pipe", "inherit"] });
  const [first] = await once(holder.stdout, "data");
  const id = String(first).trim();
  await expect(open(home, { resume: id })).rejects.toMatchObject({ code: "SESSION_IN_USE", values: { id, pid: holder.pid } });
  const lock = `${ledgerPath(home, id)}.lock`;
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const held: { pid: number } = JSON.parse(readFileSync(lock, "utf8"));
  const session = await open(home, { resume: id });
  expect(session.conversation("main").messages.map((m) => m.content)).toEqual(["held"]);
  await session.close();
  writeFileSync(lock, JSON.stringify({ ...held, pid: process.pid }), { mode: 0o600 }); // the dead holder's pid was given to us
  const again = await open(home, { resume: id });
  await again.close();
  expect(existsSync(lock)).toBe(false);
});

test("B15: killed at ten random moments, a session loses nothing that was shown, runs no tool twice and resumes as a valid list", async () => {
  expect(await killSessions(child.path, 1, 10)).toBeGreaterThan(20);
});

test("E9: on a full disk the session goes on with one warning, and what is in the file is whole lines and one torn at most", () => {
  const home = tempFolder();
  const run = spawnSync("bash", ["-c", 'ulimit -f 32; exec "$0" "$@"', process.execPath, child.path, "fill", home], {
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  const report = JSON.parse(run.stdout);
  expect(report.view).toBe(80);
  const path = ledgerPath(home, report.id);
  expect(report.warnings).toEqual([
    { code: "LEDGER_UNWRITABLE", values: { path, cause: expect.stringMatching(/EFBIG|too large/i) } },
  ]);
  const { state, damage } = loadTail(path);
  expect(statSync(path).size).toBe(32 * 1024);
  expect(damage.torn).toBe(true);
  const view = state.units.get("main")?.messages ?? [];
  expect(view.length).toBeGreaterThan(10);
  expect(view.map((m) => String(m.content).split(" ")[1])).toEqual(view.map((_, i) => String(Math.floor(i / 2))));
});

test("E9: in a home that cannot be written the session goes on with one warning and leaves no file", () => {
  const home = tempFolder();
  chmodSync(home, 0o755);
  mkdirSync(join(home, "empty"));
  chmodSync(join(home, "empty"), 0o555);
  const readOnly = join(home, "empty");
  const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const run = spawnSync(process.execPath, [child.path, "fill", readOnly], { encoding: "utf8", cwd: "/", ...asNobody });
  expect(run.stderr).toBe("");
  const report = JSON.parse(run.stdout);
  expect(report.view).toBe(80);
  expect(report.warnings).toEqual([
    { code: "SESSION_NOT_SAVED", values: { path: ledgerPath(readOnly, report.id), cause: expect.stringContaining("EACCES") } },
  ]);
  expect(existsSync(sessionsFolder(readOnly))).toBe(false);
});
