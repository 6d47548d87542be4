import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  deleteSession,
  findSession,
  ledgerPath,
  listSessions,
  removeExpiredSessions,
  sessionsFolder,
} from "../../src/session/catalog.ts";
import { tempFolder } from "../support/folder.ts";
import { answer, clock, open, random, user } from "../support/session.ts";

async function make(home: string, title: string, projectKey = "/work/project"): Promise<string> {
  const session = await open(home, { projectKey });
  session.conversation("main").append(user(title), answer("ok"));
  await session.close();
  return session.id;
}

describe("the catalogue", () => {
  test("lists this project's sessions, newest first, with what the list shows", async () => {
    const home = tempFolder();
    const first = await make(home, "first  question\nwith lines");
    const second = await make(home, "second");
    await make(home, "elsewhere", "/work/other");
    const list = listSessions(home, "/work/project");
    expect(list.map(({ id }) => id)).toEqual([second, first]);
    expect(list[1]).toEqual({
      id: first,
      title: "first question with lines",
      updatedAt: expect.stringMatching(/^2025-01-01T/),
      project: "/work/project",
      model: "test/model-a",
      turns: 1,
      bytes: readFileSync(ledgerPath(home, first)).length,
      mode: "react",
    });
    expect(listSessions(home)).toHaveLength(3);
    expect(listSessions(tempFolder())).toEqual([]);
  });

  test("E6: projects whose paths differ in Chinese, dashes, case or normal form never share a session", async () => {
    const home = tempFolder();
    const paths = [
      "/w/订单",
      "/w/账本",
      "/w/a-b",
      "/w/a/b",
      "/w/a_b",
      `/w/${"长".repeat(300)}`,
      "/w/\u00e9",
      "/w/e\u0301",
      "C:\\X",
      "c:\\x",
    ];
    for (const path of paths) await make(home, path, path);
    for (const path of paths) {
      expect(listSessions(home, path).map(({ title, project }) => [title, project])).toEqual([[expect.any(String), path]]);
      const session = await open(home, { projectKey: path, resume: "latest" });
      expect(session.words()).toEqual([path]);
      await session.close();
    }
  });

  test("E8: one bad session never hides the others", async () => {
    const home = tempFolder();
    const good = await make(home, "good");
    writeFileSync(ledgerPath(home, "session-20250101-000000-broken"), "\0\0\0 no ledger");
    writeFileSync(ledgerPath(home, "session-20250101-000000-empty0"), "");
    mkdirSync(ledgerPath(home, "session-20250101-000000-folder"));
    appendFileSync(join(sessionsFolder(home), "index"), '{"id":"torn');
    expect(
      listSessions(home)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["session-20250101-000000-broken", "session-20250101-000000-empty0", good].sort());
    expect(listSessions(home, "/work/project").map(({ id }) => id)).toEqual([good]);
    await expect(open(home, { resume: "session-20250101-000000-broken" })).rejects.toMatchObject({ code: "SESSION_UNREADABLE" });
  });

  test("the index is only believed while the ledger has the size that it names", async () => {
    const home = tempFolder();
    const id = await make(home, "title");
    const line = JSON.stringify({
      sequence: 4,
      timestamp: "2025-06-01T00:00:00.000Z",
      event: "message",
      message: { role: "user", content: "more" },
    });
    appendFileSync(ledgerPath(home, id), `${line}\n`);
    expect(listSessions(home)[0]).toMatchObject({ turns: 2, updatedAt: "2025-06-01T00:00:00.000Z" });
  });

  test("a session is found by the unique beginning of its id, with or without the common part", async () => {
    const home = tempFolder();
    for (const id of ["session-20250101-120000-aaaaaa", "session-20250102-120000-bbbbbb"]) writeLedger(home, id);
    expect(findSession(home, "session-20250101")).toBe("session-20250101-120000-aaaaaa");
    expect(findSession(home, "20250102")).toBe("session-20250102-120000-bbbbbb");
    expect(() => findSession(home, "session-2025")).toThrow(expect.objectContaining({ code: "SESSION_AMBIGUOUS" }));
    expect(() => findSession(home, "x")).toThrow(expect.objectContaining({ code: "SESSION_NOT_FOUND" }));
    expect(() => findSession(home, "")).toThrow(expect.objectContaining({ code: "SESSION_NOT_FOUND" }));
  });

  test("a session in use is neither deleted nor expired; old ones go after the days that were set, none at 0", async () => {
    const home = tempFolder();
    const id = await make(home, "old");
    const session = await open(home);
    session.conversation("main").append(user("in use"));
    await expect(deleteSession(home, session.id, { clock, random })).rejects.toMatchObject({ code: "SESSION_IN_USE" });
    const later = { now: () => new Date(Date.UTC(2026, 0, 1)) };
    expect(await removeExpiredSessions(home, 0, { clock: later, random })).toEqual([]);
    expect((await removeExpiredSessions(home, 400, { clock: later, random })).length).toBe(0);
    expect((await removeExpiredSessions(home, 30, { clock: later, random })).map((s) => s.id)).toEqual([id]);
    expect(listSessions(home).map((s) => s.id)).toEqual([session.id]);
    await session.close();
    await deleteSession(home, session.id, { clock, random });
    expect(listSessions(home)).toEqual([]);
  });

  test("what killed sessions left is swept: locks without a ledger, void lines of the index", async () => {
    const home = tempFolder();
    const id = await make(home, "kept");
    const lock = join(sessionsFolder(home), "session-20250101-000000-gone00.jsonl.lock");
    writeFileSync(lock, "");
    utimesSync(lock, new Date(2020, 0, 1), new Date(2020, 0, 1));
    const index = join(sessionsFolder(home), "index");
    appendFileSync(index, `${readFileSync(index, "utf8").repeat(150)}`);
    await removeExpiredSessions(home, 0, { clock, random });
    expect(readFileSync(index, "utf8").trimEnd().split("\n")).toHaveLength(1);
    expect(() => readFileSync(lock)).toThrow();
    expect(listSessions(home)[0]?.id).toBe(id);
  });
});

function writeLedger(home: string, id: string): void {
  mkdirSync(sessionsFolder(home), { recursive: true });
  writeFileSync(ledgerPath(home, id), '{"sequence":1,"event":"message","message":{"role":"user","content":"x"}}\n');
}
