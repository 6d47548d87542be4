import { expect, test } from "vitest";
import { pastTurns } from "../../src/runtime/past-turns.ts";
import { project, tempDir } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";

test("the last turns are what the person typed, what was called, and the last answer", async () => {
  const home = tempDir();
  const cwd = project({ "a.txt": "hello" });
  const host = await offlineHost({ home, cwd });
  for (const line of ["list", "read a.txt then read nosuch.txt", "read a.txt"]) await host.submit(line, unaborted);
  await host.close();
  const resumed = await offlineHost({ home, cwd, resume: "latest" });
  const turns = resumed.pastTurns(2);
  expect(turns.map(({ typed }) => typed)).toEqual(["read a.txt then read nosuch.txt", "read a.txt"]);
  expect(turns[0]?.calls.map(({ name, ok }) => [name, ok])).toEqual([
    ["read_file", true],
    ["read_file", false],
  ]);
  expect(turns[1]?.answer).toContain("hello");
});

test("a summary is no turn of the person, nor is its acknowledgement an answer", () => {
  const turns = pastTurns(
    [
      { role: "user", content: "[summary] …", origin: "summary" },
      { role: "assistant", content: "Understood.", origin: "summary" },
      { role: "user", content: "go on\n<file>…</file>", typed: "go on" },
      { role: "assistant", content: null, tool_calls: [] },
    ],
    3,
  );
  expect(turns).toEqual([{ typed: "go on", calls: [], answer: "" }]);
});
