// Random runs of a session, and what its view was after each line of its ledger.
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { loadTail } from "../../src/session/load.ts";
import { repairMessages } from "../../src/session/repair.ts";
import { answer, open, result, user } from "./session.ts";

export type Step =
  | { readonly do: "turn"; readonly size: number }
  | { readonly do: "image" }
  | { readonly do: "calls"; readonly count: number; readonly size: number; readonly answered: number }
  | { readonly do: "clearResults" }
  | { readonly do: "summary"; readonly keep: number }
  | { readonly do: "clear" }
  | { readonly do: "prune" }
  | { readonly do: "task"; readonly size: number }
  | { readonly do: "record" }
  | { readonly do: "restart" };

const size = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 200, max: 30_000 }));
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("turn" as const), size }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("calls" as const),
        count: fc.integer({ min: 1, max: 4 }),
        size,
        answered: fc.integer({ min: 0, max: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("image" as const, "prune" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("clearResults" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("summary" as const), keep: fc.integer({ min: 0, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("task" as const), size }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("record" as const, "restart" as const) }) },
  ),
  { minLength: 3, maxLength: 25 },
);

/** What the model would see if the file ended at byte `from` or later, up to the next seen. */
interface Seen {
  readonly from: number;
  readonly view: readonly Message[];
}

export interface Run {
  readonly path: string;
  readonly id: string;
  readonly seen: readonly Seen[];
}

/** Runs the steps in a real session of `home` and closes it. */
export async function runSteps(home: string, list: readonly Step[]): Promise<Run> {
  let session = await open(home);
  let calls = 0;
  const seen: Seen[] = [];
  let written = 0;
  const note = () => {
    const bytes = readFileSync(session.path);
    // The first line of a change decides: a checkpoint after it only repeats the view. It counts without its line feed too.
    if (written === 0) written = bytes.indexOf(0x0a) + 1; // session_start comes with the first message
    const end = bytes.indexOf(0x0a, written);
    if (end < 0) return;
    seen.push({ from: end, view: session.conversation("main").messages });
    written = bytes.length;
  };
  const say = (message: Message, unit = "main") => {
    session.conversation(unit).append(message);
    note();
  };
  say(user("begin"));
  for (const step of list) {
    const main = session.conversation("main");
    switch (step.do) {
      case "turn":
        say(user(`问题${"x".repeat(step.size)}`));
        say(answer(`回答😀\n"${"y".repeat(step.size)}"`));
        break;
      case "image":
        say({
          role: "user",
          content: [
            { type: "text", text: "看" },
            { type: "image_url", image_url: { url: "data:image/png;base64,QUJDRA==" } },
          ],
        });
        break;
      case "calls": {
        const ids = Array.from({ length: step.count }, () => `call_${++calls}`);
        const toolCalls = ids.map((id) => ({
          id,
          type: "function" as const,
          function: { name: "read_file", arguments: '{ "a":  1}' },
        }));
        say({ role: "assistant", content: null, tool_calls: toolCalls });
        for (const [i, id] of ids.entries()) {
          session.record({ event: "tool_start", callId: id, name: "read_file", brief: "" });
          note();
          say(i < step.answered ? result(id, "z".repeat(step.size)) : { ...result(id, "cancelled"), ok: false });
        }
        break;
      }
      case "clearResults": {
        const old = main.messages.filter((m) => m.role === "tool" && !m.cleared).slice(0, 3);
        main.replaceContent(
          old.map((m) => ({ messageId: m.messageId ?? "", content: "[cleared]", cleared: { path: "p", chars: 9 } })),
        );
        if (old.length > 0) note();
        break;
      }
      case "summary": {
        const turns = main.messages.map((m, i) => (m.role === "user" ? i : -1)).filter((i) => i >= 0);
        const kept = step.keep === 0 ? [] : main.messages.slice(turns.at(-step.keep) ?? 0);
        main.rewrite(
          [{ role: "user", content: "[summary]", origin: "summary" }, { ...answer("ok"), origin: "summary" }, ...kept],
          "summary",
        );
        note();
        break;
      }
      case "clear":
        main.rewrite([], "clear");
        note();
        break;
      case "prune": {
        const pruned = main.messages.map((m) =>
          m.role === "user" && typeof m.content !== "string" ? { ...m, content: "看 [image]" } : m,
        );
        main.rewrite(pruned, "image_prune");
        note();
        break;
      }
      case "task":
        say(user("t".repeat(step.size)), "task-1");
        break;
      case "record":
        session.record({ event: "notice", level: "info", code: "N", message: "n" });
        note();
        break;
      case "restart":
        await session.close();
        session = await open(home, { resume: session.id });
        note();
        break;
    }
  }
  await session.close();
  return { path: session.path, id: session.id, seen };
}

export function viewAt(run: Run, bytes: number): readonly Message[] {
  return run.seen.findLast(({ from }) => from <= bytes)?.view ?? [];
}

/** Cuts the file of a run after byte `cut`, loads it, and compares with what the model last saw. */
export function checkCut(run: Run, whole: Buffer, cut: number): void {
  writeFileSync(run.path, whole.subarray(0, cut));
  expect(loadTail(run.path).state.units.get("main")?.messages ?? []).toEqual(viewAt(run, cut));
}

/** After the cut: two more turns, each in a session of its own, and the view is what it was, mended, and those turns. */
export async function checkGoesOn(home: string, run: Run, whole: Buffer, cut: number): Promise<void> {
  writeFileSync(run.path, whole.subarray(0, cut));
  const { session: texts } = textsFor("en");
  const interrupted = (tool: string) =>
    `<tool_result tool="${tool}" trust="untrusted-data">\n${texts.interrupted(tool)}\n</tool_result>`;
  const mended = repairMessages(viewAt(run, cut), { interrupted, emptyResult: texts.emptyResult }).messages;
  const plain = (messages: readonly Message[]) => messages.map(({ messageId: _, ...rest }) => rest);
  const expected = plain(mended);
  for (const n of [1, 2]) {
    const session = await open(home, { resume: run.id });
    const main = session.conversation("main");
    expect(plain(main.messages)).toEqual(expected);
    main.append(user(`again ${n}`), answer(`answer ${n}`));
    expected.push(...plain([user(`again ${n}`), answer(`answer ${n}`)]));
    expect(validateMessages(main.messages)).toBeUndefined();
    await session.close();
  }
  const session = await open(home, { resume: run.id });
  expect(plain(session.conversation("main").messages)).toEqual(expected);
  await session.close();
}
