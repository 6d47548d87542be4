import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/protocol/event.ts";
import type { SessionHost } from "../../src/ui/session-host.ts";
import { project, tempDir } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";

/** Runs lines, and for each says what the last event about the window's filling was. */
async function fillings(host: SessionHost, lines: readonly string[]): Promise<readonly number[]> {
  const seen: Extract<AgentEvent, { type: "context" }>[] = [];
  const events = host.events();
  void (async () => {
    for await (const event of events) if (event.type === "context" && event.unit === undefined) seen.push(event);
  })();
  const told: number[] = [];
  for (const line of ["", ...lines]) {
    if (line !== "") await host.submit(line, unaborted);
    await new Promise((resolve) => setImmediate(resolve));
    told.push(seen.at(-1)?.tokens ?? Number.NaN);
  }
  return told;
}

test("how full the window is, is told at the start, after a turn, /compact, /clear, a resume and a change of model", async () => {
  const home = tempDir();
  const cwd = project({ "a.txt": "line of words\n".repeat(800) });
  const asks = ["read a.txt", "read a.txt then list", "read a.txt"];
  const host = await offlineHost({ home, cwd, listening: false });
  const [start = 0, , , full = 0, compacted = 0, cleared = 0] = await fillings(host, [...asks, "/compact", "/clear"]);
  expect(start).toBeGreaterThan(500);
  expect(full).toBeGreaterThan(start + 1000);
  expect(compacted).toBeLessThan(full);
  expect(Math.abs(cleared - start)).toBeLessThan(50);
  await host.submit("read a.txt", unaborted);
  await host.close();

  const resumed = await offlineHost({ home, cwd, resume: "latest", listening: false });
  const [again = 0] = await fillings(resumed, []);
  expect(again).toBeGreaterThan(start + 1000);
});
