import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PaiError } from "../../src/protocol/errors.ts";
import type { LedgerEvent } from "../../src/session/entry.ts";
import { openLedger } from "../../src/session/ledger.ts";
import { tempFolder } from "../support/folder.ts";
import { user } from "../support/session.ts";

const event = (sequence: number): LedgerEvent => ({
  schemaVersion: 1,
  sessionId: "s",
  sequence,
  timestamp: "2025-01-01T00:00:00.000Z",
  event: "message",
  unit: "main",
  mode: "react",
  actor: "agent",
  source: "user",
  messageId: `${sequence}`,
  message: user(`message ${sequence}`),
});

test("E9: what a disk did not take is written once it takes it, in order and without gaps; one warning per outage", async () => {
  const folder = tempFolder({ blocked: "a file where the folder should be" });
  const path = join(folder, "blocked", "s.jsonl");
  const warned: PaiError[] = [];
  const ledger = openLedger({ path, onWarning: (error) => warned.push(error) });
  ledger.append(event(1));
  const second = ledger.append(event(2));
  await ledger.flush();
  expect(warned.map(({ code, values }) => [code, values])).toEqual([
    ["LEDGER_UNWRITABLE", { path, cause: expect.stringMatching(/EEXIST|ENOTDIR/) }],
  ]);
  rmSync(join(folder, "blocked"));
  ledger.append(event(3));
  await ledger.close();
  const text = readFileSync(path, "utf8");
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).sequence),
  ).toEqual([1, 2, 3]);
  expect(text.slice(second.offset, second.offset + second.bytes)).toBe(`${JSON.stringify(event(2))}\n`);
  expect(warned).toHaveLength(1);
});

test("a new ledger never takes over a file that is already there", async () => {
  const folder = tempFolder({ "s.jsonl": "someone else's\n" });
  const path = join(folder, "s.jsonl");
  const warned: PaiError[] = [];
  const ledger = openLedger({ path, onWarning: (error) => warned.push(error) });
  ledger.append(event(1));
  await ledger.close();
  expect(readFileSync(path, "utf8")).toBe("someone else's\n");
  expect(warned).toHaveLength(1);
});

test("where a line stands is known before it is written, behind a torn line too", async () => {
  const folder = tempFolder({ "s.jsonl": '{"sequence":1}\n{"torn' });
  const path = join(folder, "s.jsonl");
  const existing = { bytes: readFileSync(path).length, sequence: 1, ended: false };
  const ledger = openLedger({ path, onWarning: () => {}, existing });
  expect(ledger.nextSequence).toBe(2);
  const span = ledger.append(event(2));
  await ledger.close();
  const text = readFileSync(path, "utf8");
  expect(text.slice(span.offset, span.offset + span.bytes)).toBe(`${JSON.stringify(event(2))}\n`);
  expect(text.split("\n")[1]).toBe('{"torn');
});
