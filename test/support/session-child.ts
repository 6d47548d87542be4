// A process that has a session: it says on its output what a person would have been shown, and may be killed at any moment.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../src/session/session.ts";
import { answer, open, user, warnings } from "./session.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const mask = (text: string) => text;

/** Has a session and does nothing more. */
async function hold(home: string): Promise<void> {
  const session = await open(home, { mask });
  session.conversation("main").append(user("held"));
  await session.flush();
  say(session.id);
  await sleep(60_000);
}

/** Goes on with a session, turn after turn, each with a call whose effect is a line in the file `ran`. */
async function work(home: string, ran: string): Promise<void> {
  const session = await open(home, { mask, resume: "latest" });
  const main = session.conversation("main");
  say(`open ${session.id} ${main.messages.length}`);
  // Bounded, so that a slow machine does not make a file that takes long to read.
  for (let turn = 0; turn < 60; turn++) {
    const tag = `${process.pid}-${turn}`;
    main.append(user(`question ${tag} ${"x".repeat((turn * 997) % 2000)}`));
    await session.flush();
    say(`shown question ${tag}`);
    const ids = [`${tag}-a`, `${tag}-b`];
    const tool_calls = ids.map((id) => ({ id, type: "function" as const, function: { name: "write_file", arguments: "{}" } }));
    main.append({ role: "assistant", content: null, tool_calls });
    await session.flush();
    for (const id of ids) await runCall(session, id, ran);
    main.append(answer(`answer ${tag}`));
    await session.flush();
    say(`shown answer ${tag}`);
    if (turn % 7 === 6) main.rewrite(main.messages.slice(-1), "summary");
  }
  await sleep(60_000);
}

async function runCall(session: Session, id: string, ran: string): Promise<void> {
  session.record({ event: "tool_start", callId: id, name: "write_file", brief: "{}" });
  await session.flush();
  appendFileSync(ran, `${id}\n`);
  session.conversation("main").append({ role: "tool", tool_call_id: id, content: `wrote ${id}` });
}

/** Says a lot on a disk that takes little or nothing, and reports what came of it. */
async function fill(home: string): Promise<void> {
  const session = await open(home, { mask });
  const main = session.conversation("main");
  for (let i = 0; i < 40; i++) {
    main.append(user(`question ${i} ${"x".repeat(2000)}`), answer(`answer ${i}`));
    await session.flush();
  }
  await session.close();
  say(
    JSON.stringify({
      id: session.id,
      view: main.messages.length,
      warnings: warnings.map(({ code, values }) => ({ code, values })),
    }),
  );
}

const [program, home = "", ran = ""] = process.argv.slice(2);
if (program === "hold") await hold(home);
else if (program === "work") await work(home, ran);
else if (program === "fill") await fill(home);
