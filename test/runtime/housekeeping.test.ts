// What retention removes, and what it leaves because a living session still names it.
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { removeExpired } from "../../src/runtime/housekeeping.ts";
import { tempFolder } from "../support/folder.ts";
import { calls, open, result, user } from "../support/session.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function place() {
  const home = tempFolder();
  const root = tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" });
  const env = (days: number) =>
    readEnvironment({
      flags: {},
      cwd: root,
      env: { PAICLI_HOME: home, HOME: home, PAICLI_SESSION_RETENTION_DAYS: String(days) },
    });
  const old = async () => {
    const session = await open(home, { projectKey: root, clock: { now: () => daysAgo(40) } });
    const path = `.paicli/tool-outputs/${session.id}/001-read_file.txt`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "long");
    utimesSync(dirname(join(root, path)), daysAgo(40), daysAgo(40));
    session.conversation("main").append(user("go"), calls("a"), { ...result("a", path), offloaded: { path, chars: 9 } });
    await session.close();
    return { session, there: () => existsSync(join(root, path)) };
  };
  return { home, root, env, old };
}

test("outputs of an old session go, but not while a fork of it is in use, also when the old session itself goes", async () => {
  const { home, root, env, old } = await place();
  const [forked, lonely] = [await old(), await old()];
  const now = { now: () => new Date() };
  const fork = await open(home, { projectKey: root, resume: forked.session.id, fork: true, clock: now });
  fork.conversation("main").append(user("alive"));
  await removeExpired(await env(0)); // while the fork runs
  expect([forked.there(), lonely.there()]).toEqual([true, false]);
  await fork.close();
  await removeExpired(await env(30));
  expect([existsSync(forked.session.path), forked.there(), existsSync(fork.path)]).toEqual([false, true, true]);
});

test("a call that must end begins with nothing more, and the next one goes on", async () => {
  const { env, old } = await place();
  const { session, there } = await old();
  await removeExpired(await env(30), AbortSignal.abort());
  expect([existsSync(session.path), there()]).toEqual([true, true]);
  await removeExpired(await env(30));
  expect([existsSync(session.path), there()]).toEqual([false, false]);
});
