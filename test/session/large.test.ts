import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";
import { ledgerPath, listSessions, sessionsFolder } from "../../src/session/catalog.ts";
import { loadTail } from "../../src/session/load.ts";
import { tempFolder } from "../support/folder.ts";

const id = "session-20250101-000000-large0";

/** A ledger of 3 MB of old messages, a checkpoint, 3 MB of a task's messages and one result of 12 MB. */
function writeLarge(home: string): string {
  mkdirSync(sessionsFolder(home), { recursive: true });
  const path = ledgerPath(home, id);
  const fd = openSync(path, "w");
  let sequence = 0;
  const put = (event: string, unit: string, fields: object) =>
    writeSync(
      fd,
      `${JSON.stringify({ schemaVersion: 1, sessionId: id, sequence: ++sequence, timestamp: "2025-01-01T00:00:00.000Z", event, unit, mode: "react", actor: "agent", source: "user", ...fields })}\n`,
    );
  const filler = "x".repeat(100_000);
  for (let i = 0; i < 30; i++) put("message", "main", { message: { role: "user", content: `old ${filler}` } });
  const facts = { title: "large", turns: 120, project: "/work/project" };
  const messages = [{ role: "user", content: "[summary]", origin: "summary" }];
  put("view_checkpoint", "main", { cause: "summary", messages, totals: { lines: 12e6, said: 12e6 }, facts });
  put("message", "main", { message: { role: "user", content: "new" } });
  for (let i = 0; i < 30; i++) put("message", "task-1", { message: { role: "user", content: `progress ${filler}` } });
  const call = { id: "a", type: "function", function: { name: "n", arguments: "{}" } };
  put("message", "main", { message: { role: "assistant", content: null, tool_calls: [call] } });
  put("message", "main", { message: { role: "tool", tool_call_id: "a", content: "y".repeat(12e6) } });
  closeSync(fd);
  return path;
}

/** The processor's time, which other programs of the machine do not lengthen. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

test("E5: a resume reads from the end to the last checkpoint and does not parse what tasks said; the list does the same", () => {
  const home = tempFolder();
  const path = writeLarge(home);
  let began = process.cpuUsage();
  const { state, damage } = loadTail(path);
  expect(cpuMs(began)).toBeLessThan(1000);
  expect(damage).toEqual({ missing: 0, torn: false, newer: false });
  expect(state.units.get("main")?.messages.map((m) => m.content?.length)).toEqual([9, 3, undefined, 12e6]);
  expect(state.units.has("task-1")).toBe(false);
  expect(listSessions(home)).toMatchObject([{ id, title: "large", turns: 121 }]);
  began = process.cpuUsage();
  expect(listSessions(home)).toHaveLength(1);
  expect(cpuMs(began)).toBeLessThan(50);
});
