import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AuditEntry, openAudit } from "../../src/policy/audit.ts";
import { tempFolder } from "../support/folder.ts";
import { testClock } from "../support/memory.ts";

const entry = (command: string): AuditEntry => ({
  sessionId: "s",
  unit: "main",
  callId: "c1",
  tool: "execute_command",
  mode: "auto",
  verdict: "run",
  reason: "works",
  access: [{ kind: "command", command }],
});

test("M27: no secret of a command reaches the audit, whatever its value looks like", async () => {
  const folder = tempFolder();
  const audit = openAudit(folder, testClock(), (error) => expect.unreachable(String(error)));
  const secrets = [
    "abcdefgh12345678.ijklmnop",
    "hunter2",
    "sk-abcdefghijklmnopqrstuvwx",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "s3cr3t!x",
  ];
  const commands = [
    `GLM_API_KEY=${secrets[0]} npm test`,
    `mysql --password=${secrets[1]} -e x`,
    `curl -H "Authorization: Bearer ${secrets[2]}" x`,
    `export GITHUB_TOKEN='${secrets[3]}'`,
    `psql postgres://ann:${secrets[4]}@db/x`,
  ];
  for (const command of commands) await audit.record(entry(command));
  const text = readFileSync(join(folder, "audit-2026-03-01.jsonl"), "utf8");
  for (const secret of secrets) expect(text).not.toContain(secret);
  for (const kept of ["npm test", "mysql --password=", "export GITHUB_TOKEN=", "@db/x"]) expect(text).toContain(kept);
});

test("M27: a secret that its program takes by a short option or in a header is masked, and the rest of the command stays", async () => {
  const folder = tempFolder();
  const audit = openAudit(folder, testClock(), (error) => expect.unreachable(String(error)));
  const hidden = "S3CRET";
  const commands = [
    `openssl enc -k ${hidden}one -in a.bin`,
    `openssl rsa -passin 'pass:${hidden} two' -in key.pem`,
    `curl --cookie "session=${hidden}" http://a.test/x`,
    `curl -b 'a=${hidden}; b=${hidden}' http://a.test/x`,
    `curl -s -H "Cookie: sid=${hidden}; other=${hidden}" http://a.test/x`,
    `curl -H 'X-Auth-Session: ${hidden}' http://a.test/x`,
    `curl -u ann:${hidden} http://a.test/x`,
    `sshpass -p ${hidden} ls`,
    `mysql -p${hidden} -e x`,
    `redis-cli -a ${hidden} ping`,
    `cd a && docker login -u ann -p ${hidden} a.test`,
  ];
  for (const command of commands) await audit.record(entry(command));
  const text = readFileSync(join(folder, "audit-2026-03-01.jsonl"), "utf8");
  expect(text).not.toContain(hidden);
  for (const kept of ["-in a.bin", "http://a.test/x", "-in key.pem", "redis-cli -a *** ping", "docker login -u ann"])
    expect(text).toContain(kept);
  await audit.record(entry("docker run -p 8080:80 img && curl -s http://a.test/y"));
  expect(readFileSync(join(folder, "audit-2026-03-01.jsonl"), "utf8")).toContain(
    "docker run -p 8080:80 img && curl -s http://a.test/y",
  );
});

test("lines of parallel calls stay whole, one per decision, in a file that only the person can read", async () => {
  const folder = join(tempFolder(), "audit");
  const audit = openAudit(folder, testClock(), (error) => expect.unreachable(String(error)));
  await Promise.all(Array.from({ length: 50 }, (_, index) => audit.record(entry(`echo ${index} ${"x".repeat(10_000)}`))));
  const path = join(folder, "audit-2026-03-01.jsonl");
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).access[0].command.split(" ")[1])).toEqual(
    Array.from({ length: 50 }, (_, index) => String(index)),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(path, 0o644);
  await audit.record(entry("ls"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("an audit that cannot be written is told once and stops nothing", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "audit"), "a file in the folder's place");
  const errors: unknown[] = [];
  const audit = openAudit(join(folder, "audit"), testClock(), (error) => errors.push(error));
  await audit.record(entry("ls"));
  await audit.record(entry("ls"));
  expect(errors).toHaveLength(1);
});
