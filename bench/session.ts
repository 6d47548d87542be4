// What sessions cost: a step's append and flush, the size of the ledger, a resume of 200 MB, a list of 1,000, the prefix after a resume.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { textsFor } from "../src/locale/index.ts";
import { type Message, toWire } from "../src/protocol/message.ts";
import type { Random } from "../src/protocol/ports.ts";
import { ledgerPath, listSessions, sessionsFolder } from "../src/session/catalog.ts";
import { openSession } from "../src/session/open.ts";
import type { Session } from "../src/session/session.ts";
import { atLeast, median, row, title } from "./support/report.ts";

const random: Random = {
  base36: (length) =>
    Math.random()
      .toString(36)
      .slice(2, 2 + length)
      .padEnd(length, "0"),
  next: Math.random,
};

function open(home: string, resume?: string): Promise<Session> {
  return openSession({
    home,
    projectKey: "/work/project",
    cwd: "/work/project",
    version: "0.0.0",
    model: "test/model",
    reasoning: "never",
    mode: "react",
    texts: textsFor("en"),
    wrapResult: (_tool, text) => text,
    clock: { now: () => new Date() },
    random,
    mask: (text) => text,
    onWarning: (error) => {
      throw error;
    },
    ...(resume !== undefined && { resume }),
  });
}

/** A call and its result of 1.5 KB, as a loop over files makes them; the time of each step with its flushes. */
async function steps(session: Session, count: number): Promise<number[]> {
  const main = session.conversation("main");
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const id = `call_${main.messages.length}`;
    const call = { id, type: "function" as const, function: { name: "read_file", arguments: `{"path":"src/file-${i}.ts"}` } };
    const began = performance.now();
    main.append({ role: "assistant", content: null, tool_calls: [call], model: "test/model" });
    session.record({ event: "tool_start", callId: id, name: "read_file", brief: call.function.arguments });
    main.append({
      role: "tool",
      tool_call_id: id,
      content: `line ${i}\n${"code and more code\n".repeat(80)}`,
      toolName: "read_file",
    });
    await session.flush();
    times.push(performance.now() - began);
  }
  return times;
}

const bytesOf = (messages: readonly Message[]) => Buffer.byteLength(JSON.stringify(messages.map(toWire)));

async function appendAndSize(home: string): Promise<void> {
  for (const count of [10, 100, 1000]) {
    const session = await open(home);
    const main = session.conversation("main");
    main.append({ role: "user", content: "go" });
    const times = await steps(session, count);
    if (count === 1000) row("append + flush of a step, median", median(times), "ms", 5);
    const ratio = statSync(session.path).size / bytesOf(main.messages);
    row(`ledger / messages, ${count} steps`, ratio, "x", 3);
    await session.close();
  }
}

async function manyRuns(home: string): Promise<void> {
  let said = 0;
  let path = "";
  for (let run = 0; run < 100; run++) {
    const session = await open(home, run === 0 ? undefined : "latest");
    const main = session.conversation("main");
    main.append({ role: "user", content: `question ${run} ${"about the code ".repeat(20)}` });
    await steps(session, 1);
    main.append({ role: "assistant", content: `answer ${run} ${"with reasons ".repeat(40)}` });
    await session.close();
    said = bytesOf(main.messages);
    path = session.path;
  }
  row("ledger / messages, 100 runs of -c -p", statSync(path).size / said, "x", 3);
}

/** A session of 200 MB: its lines repeated with new numbers, then a checkpoint and a tail, as after months of work. */
async function hugeLedger(home: string): Promise<void> {
  const id = "session-20250101-000000-huge00";
  mkdirSync(sessionsFolder(home), { recursive: true });
  const path = ledgerPath(home, id);
  const fd = openSync(path, "w");
  let sequence = 0;
  const line = (event: string, fields: object) =>
    `${JSON.stringify({ schemaVersion: 1, sessionId: id, sequence: ++sequence, timestamp: "2025-01-01T00:00:00.000Z", event, unit: "main", mode: "react", actor: "agent", source: "user", ...fields })}\n`;
  const message = (n: number) =>
    line("message", { messageId: `m${n}`, message: { role: "user", content: `${n} ${"文字 and code\n".repeat(2000)}` } });
  let written = writeSync(fd, line("session_start", { version: "0", cwd: "/", project: "/work/project", model: "test/model" }));
  while (written < 200e6) written += writeSync(fd, message(sequence));
  const messages = Array.from({ length: 60 }, (_, i) => ({
    role: "user",
    content: `${i} ${"文字 and code\n".repeat(2000)}`,
    messageId: `k${i}`,
  }));
  const facts = { title: "huge", turns: 5000, project: "/work/project", words: [], started: {} };
  writeSync(fd, line("view_checkpoint", { cause: "summary", messages, totals: { lines: written, said: written }, facts }));
  for (let i = 0; i < 40; i++) writeSync(fd, message(sequence));
  const program = fileURLToPath(new URL("session-resume.mjs", import.meta.url));
  const run = spawnSync(process.execPath, [program, path], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  const figures: { ms: number; peakMb: number; startMb: number; messages: number } = JSON.parse(run.stdout);
  row(`resume of ${Math.round(statSync(path).size / 1e6)} MB (${figures.messages} messages)`, figures.ms, "ms", 1000);
  row("its memory, peak over the process's start", figures.peakMb - figures.startMb, "MB", 150);
}

async function manySessions(home: string): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    const session = await open(home);
    session
      .conversation("main")
      .append({ role: "user", content: `question ${i}` }, { role: "assistant", content: "answer ".repeat(200) });
    await session.close();
  }
  let began = performance.now();
  if (listSessions(home, "/work/project").length !== 1000) throw new Error("sessions are missing in the list");
  row("list of 1,000 sessions", performance.now() - began, "ms", 300);
  rmSync(join(sessionsFolder(home), "index"));
  began = performance.now();
  listSessions(home, "/work/project");
  row("the same without an index", performance.now() - began, "ms", "none");
}

async function prefix(home: string): Promise<void> {
  const session = await open(home);
  session.conversation("main").append({ role: "user", content: "go" });
  await steps(session, 200);
  const before = JSON.stringify(session.conversation("main").messages.map(toWire));
  await session.close();
  const resumed = await open(home, session.id);
  const after = JSON.stringify(resumed.conversation("main").messages.map(toWire));
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  row("prefix repeated by the first request", (100 * same) / before.length, "%", atLeast(100));
  await resumed.close();
}

export default async function run(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "paicli-bench-"));
  try {
    title("sessions");
    for (const [i, measure] of [appendAndSize, manyRuns, hugeLedger, manySessions, prefix].entries())
      await measure(join(root, `${i}`));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
