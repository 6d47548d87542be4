import { expect, test } from "vitest";
import { projectSessions } from "../../src/runtime/session-verbs.ts";
import { project, tempDir } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";

test("commands offer verbs, and behind a verb the ids that it takes, with what they stand for", async () => {
  const home = tempDir();
  const cwd = project();
  const before = await offlineHost({ home, cwd });
  await before.submit("list the files", unaborted);
  await before.close();
  const host = await offlineHost({ home, cwd });
  const offered = async (name: string, ...words: readonly string[]) =>
    (await host
      .commands()
      .find((command) => command.name === name)
      ?.complete?.(words)) ?? [];
  await host.submit("/save this project uses pnpm", unaborted);

  expect((await offered("memory")).map(({ value }) => value)).toContain("delete");
  const [entry] = await offered("memory", "--global", "delete");
  expect(entry?.value).toMatch(/^fact-/);
  expect(entry?.description).toBe("this project uses pnpm");
  expect(await offered("memory", "delete", entry?.value ?? "")).toEqual([]);
  expect(await offered("memory", "search")).toEqual([]);

  const sessions = await offered("resume");
  expect(projectSessions(home, cwd).map(({ id }) => id)).toContain(sessions[0]?.value);
  expect(sessions.map(({ description }) => description)).toEqual([expect.stringContaining("list the files")]);
  expect(await offered("mode", "plan")).toEqual([]);
  expect(await offered("model")).toEqual([]);
});

test("skills are offered to be switched as they can be, rules by their number", async () => {
  const host = await offlineHost();
  const offered = async (name: string, ...words: readonly string[]) =>
    (await host
      .commands()
      .find((command) => command.name === name)
      ?.complete?.(words)) ?? [];
  const on = await offered("skill", "off");
  expect(on.length).toBeGreaterThan(0);
  expect(await offered("skill", "on")).toEqual([]);
  const [first] = on;
  expect(first?.description).not.toBe("");
  expect((await offered("permissions")).map(({ value }) => value)).toEqual(["list", "remove"]);
  expect(await offered("permissions", "remove")).toEqual([]);
});
