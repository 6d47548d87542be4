// `paicli sessions delete`: what it ends with, and what it leaves.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runVerb } from "../../src/commands/verbs.ts";
import { ledgerPath } from "../../src/session/catalog.ts";
import { tempFolder } from "../support/folder.ts";
import { answer, calls, open, result, user } from "../support/session.ts";

async function place() {
  const home = tempFolder();
  const root = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" });
  const session = await open(home, { projectKey: root });
  session.conversation("main").append(user("mend the build"));
  const outputs = join(root, ".paicli/tool-outputs", session.id);
  mkdirSync(outputs, { recursive: true });
  writeFileSync(join(outputs, "001-read_file.txt"), "long");
  const remove = (id: string, force: boolean, answer?: boolean) =>
    runVerb(
      { kind: "sessions", verb: "delete", words: [id], flags: { json: false, force, allProjects: false } },
      { flags: { lang: "en" }, cwd: root, env: { PAICLI_HOME: home, HOME: home } },
      { notify: () => {}, width: undefined, ...(answer === undefined ? {} : { confirm: async () => answer }) },
    );
  const there = () => [existsSync(ledgerPath(home, session.id)), existsSync(outputs)];
  return { session, remove, there, root, home };
}

test("a session is deleted with its tool outputs after a yes or with --force, and its id is unknown from then on", async () => {
  for (const [force, answer] of [
    [true, undefined],
    [false, true],
  ] as const) {
    const { session, remove, there } = await place();
    await session.close();
    expect(await remove(session.id.slice(0, -2), force, answer)).toMatchObject({ exitCode: 0 });
    expect(there()).toEqual([false, false]);
    await expect(remove(session.id, true)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  }
});

test("outputs that a fork names stay when its parent is deleted, and go with the last session that names them", async () => {
  const { session, remove, root, home } = await place();
  const main = session.conversation("main");
  const path = `.paicli/tool-outputs/${session.id}/001-read_file.txt`;
  main.append(calls("a"), { ...result("a", `the full text is in ${path}`), offloaded: { path, chars: 90_000 } });
  await session.close();
  const from = async (parent: string) => {
    const fork = await open(home, { projectKey: root, resume: parent, fork: true });
    fork.conversation("main").append(user("go on"));
    fork.conversation("main").rewrite([{ role: "user", content: "[summary]", origin: "summary" }, answer("ok")], "summary");
    fork.conversation("main").append(user("later"));
    await fork.close();
    return fork.id;
  };
  const fork = await from(session.id);
  const second = await from(fork);
  const there = () => existsSync(join(root, path));
  expect((await remove(session.id, true)).output).toContain(fork);
  expect(there()).toBe(true);
  rmSync(join(home, "history/raw/index")); // what a fork names is in its ledger, not in the index alone
  await remove(fork, true);
  expect(there()).toBe(true);
  expect((await remove(second, true)).output.split("\n")).toHaveLength(1);
  expect(there()).toBe(false);
});

test("without --force and with nobody to ask it is a wrong use, after a no it is cancelled; both delete nothing", async () => {
  const { session, remove, there } = await place();
  await session.close();
  expect(await remove(session.id, false)).toMatchObject({ exitCode: 2, output: expect.stringContaining("--force") });
  expect(await remove(session.id, false, false)).toMatchObject({ exitCode: 130 });
  expect(there()).toEqual([true, true]);
});

test("sessions list takes no word: who names a session wants another verb", async () => {
  const root = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" });
  const listed = runVerb(
    { kind: "sessions", verb: "list", words: ["session-1"], flags: { json: false, force: false, allProjects: false } },
    { flags: { lang: "en" }, cwd: root, env: { PAICLI_HOME: tempFolder(), HOME: root } },
    { notify: () => {}, width: undefined },
  );
  await expect(listed).rejects.toMatchObject({ code: "USAGE" });
});

test("a session that is in use is not deleted, and the process that has it is named", async () => {
  const { session, remove, there } = await place();
  await session.flush();
  await expect(remove(session.id, true)).rejects.toMatchObject({ code: "SESSION_IN_USE", values: { pid: process.pid } });
  expect(there()).toEqual([true, true]);
  await session.close();
});
