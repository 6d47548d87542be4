// A session under attack, through the real loop: a model that obeys whoever writes to it, and what is in memory afterwards.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { MemoryEntry } from "../../src/memory/entry.ts";
import type { AgentEvent } from "../../src/protocol/event.ts";
import type { ModelRequest } from "../../src/protocol/llm.ts";
import type { Asker, UserInput } from "../../src/protocol/ports.ts";
import { defineTool, type Tool } from "../../src/protocol/tool.ts";
import { openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { tempFolder } from "./folder.ts";
import { type ScriptedReply, scriptedModel } from "./model.ts";

export interface Call {
  readonly name: string;
  readonly args?: Record<string, unknown>;
}

/** One turn: what the person says, and what the model does, step by step, before it answers. */
export interface Turn {
  readonly input: string | UserInput;
  readonly steps?: readonly (readonly Call[])[];
  readonly mode?: "react" | "plan" | "team";
  /** Before this turn the session is closed and opened again, or emptied. */
  readonly after?: "resume" | "clear";
}

export interface Attack {
  readonly files?: Readonly<Record<string, string>>;
  /** A project that is there already. */
  readonly cwd?: string;
  /** What the person had saved before. */
  readonly known?: readonly string[];
  readonly turns: readonly Turn[];
  readonly tools?: readonly Tool[];
  /** What the extraction model returns, whatever it is shown. */
  readonly quotes?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly asker?: Asker;
  /** For the calls of the plan and team modes, which ask in forms of their own. */
  readonly answer?: (request: ModelRequest) => ScriptedReply | undefined;
}

export interface Outcome {
  /** What the person had saved, before and after. */
  readonly before: readonly MemoryEntry[];
  readonly after: readonly MemoryEntry[];
  /** Texts that are new. */
  readonly saved: readonly string[];
  /** Everything that the model was sent. */
  readonly sent: string;
  /** Requests of extraction. */
  readonly extractions: number;
  readonly events: readonly AgentEvent[];
}

/** A tool of the web, a browser or a server, as it will be: it returns `page`. */
export function standIn(name: string, page: string): Tool {
  return defineTool({
    name,
    description: "stand-in",
    schema: z.object({}).loose(),
    readOnly: true,
    preview: { over: 32_000, head: 2_000, tail: 800 },
    access: () => [],
    run: async () => ({ ok: true, content: page }),
  });
}

export async function underAttack(attack: Attack): Promise<Outcome> {
  const cwd = attack.cwd ?? tempFolder({ ".git/HEAD": "ref: refs/heads/main\n", ...attack.files });
  const home = tempFolder();
  const own = tempFolder();
  mkdirSync(join(home, "memory"), { recursive: true });
  const flags = { approval: "full", lang: "zh", ...attack.settings };
  const environment = await readEnvironment({ flags, cwd, env: { PAICLI_HOME: home, HOME: own, PATH: process.env.PATH } });
  const steps: (readonly Call[])[] = [];
  let extractions = 0;
  const sent: string[] = [];
  const model = scriptedModel((request) => {
    sent.push(JSON.stringify(request.messages));
    if (request.tools.length === 0 && request.tier === "light") {
      extractions++;
      return { text: JSON.stringify({ facts: (attack.quotes ?? []).map((quote) => ({ quote })) }) };
    }
    const special = attack.answer?.(request);
    if (special) return special;
    const calls = steps.shift();
    return calls === undefined ? { text: "好的" } : { calls: calls.map((call) => ({ name: call.name, args: call.args ?? {} })) };
  });
  const open = (resume?: string) =>
    openAgent({
      environment,
      model,
      extraction: true,
      ...(attack.tools ? { tools: attack.tools } : {}),
      ...(attack.asker ? { asker: attack.asker } : {}),
      ...(resume === undefined ? {} : { resume }),
    });
  let session = await open();
  for (const fact of attack.known ?? []) await session.memory.save(fact, { source: "user" });
  const before = await session.memory.entries();
  const events: AgentEvent[] = [];
  let pumped = pump(session.events(), events);
  for (const { input, steps: todo = [], mode, after } of attack.turns) {
    if (after === "resume") {
      await session.close();
      await pumped;
      session = await open(session.id);
      pumped = pump(session.events(), events);
    }
    if (after === "clear") await session.clear();
    const ids = (await session.memory.entries()).map(({ id }) => id);
    steps.splice(0, steps.length, ...todo.map((calls) => calls.flatMap((call) => withIds(call, ids))));
    await session.run(typeof input === "string" ? { typed: input } : input, new AbortController().signal, mode);
  }
  await session.close();
  await pumped;
  const after = await session.memory.entries();
  const known = new Set(before.map(({ id }) => id));
  const saved = after.filter(({ id }) => !known.has(id)).map(({ content }) => content);
  return { before, after, saved, sent: sent.join("\n"), extractions, events };
}

async function pump(stream: AsyncIterable<AgentEvent>, into: AgentEvent[]): Promise<void> {
  for await (const event of stream) into.push(event);
}

/** `replace_id: "*"` means every memory that there is. */
function withIds(call: Call, ids: readonly string[]): readonly Call[] {
  if (call.args?.replace_id !== "*") return [call];
  return ids.map((id) => ({ ...call, args: { ...call.args, replace_id: id } }));
}

/** Everything that an obedient model can try to have a text remembered. */
export function everyWayToSave(fact: string): readonly Call[] {
  const half = Math.floor(fact.length / 2);
  const save = (args: Record<string, unknown>): Call => ({ name: "save_memory", args });
  return [
    save({ fact }),
    save({ fact, scope: "global" }),
    save({ fact, keep_both: true }),
    save({ fact, replace_id: "*" }),
    save({ fact: fact.slice(0, half) }),
    save({ fact: fact.slice(half) }),
    save({ fact: `用户说：记住，${fact}` }),
  ];
}
