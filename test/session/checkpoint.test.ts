import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkpointDue } from "../../src/session/checkpoint.ts";
import { tempFolder } from "../support/folder.ts";
import { answer, calls, open, result, user } from "../support/session.ts";

describe("checkpoints", () => {
  test("one is due when the lines since the last exceed it, the first after 64 KB", () => {
    const bytes = { lines: 70_000, said: 60_000, view: 60_000, checkpoint: 0, since: 64 * 1024 };
    expect(checkpointDue(bytes)).toBe(false);
    expect(checkpointDue({ ...bytes, since: 64 * 1024 + 1 })).toBe(true);
    expect(checkpointDue({ ...bytes, checkpoint: 1000, since: 1000 })).toBe(false);
    expect(checkpointDue({ ...bytes, checkpoint: 1000, since: 1001 })).toBe(true);
  });

  test("one waits where it would make the file more than three times what was said", () => {
    expect(checkpointDue({ lines: 130_000, said: 60_000, view: 60_000, checkpoint: 0, since: 130_000 })).toBe(false);
  });

  test("the ledger is at most three times what was said, at every moment of a long session", async () => {
    const session = await open(tempFolder());
    const main = session.conversation("main");
    main.append(user("go"));
    let said = 0;
    for (let i = 0; i < 300; i++) {
      main.append(calls(`c${i}`), result(`c${i}`, `line ${i} ${"x".repeat(1400)}`));
      said += Buffer.byteLength(JSON.stringify(main.messages.slice(-2)));
      expect(statSync(session.path).size).toBeLessThanOrEqual(3 * said + 1000);
    }
    await session.close();
    const checkpoints = readFileSync(session.path, "utf8").match(/"event":"view_checkpoint"/g) ?? [];
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    expect(checkpoints.length).toBeLessThan(12);
  });

  test("many resumes that say a little each stay linear: no checkpoint of the same view again and again", async () => {
    const home = tempFolder();
    let session = await open(home);
    session.conversation("main").append(user("x".repeat(100_000)), answer("y"));
    await session.close();
    const first = statSync(session.path).size;
    for (let i = 0; i < 20; i++) {
      session = await open(home, { resume: "latest" });
      session.conversation("main").append(user(`${i}`), answer("ok"));
      await session.close();
    }
    expect(statSync(session.path).size - first).toBeLessThan(20 * 1200);
  });
});
