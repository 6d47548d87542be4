// A real session around a scripted model, for plans and teams: who asks is read from the request, as a person reading it would.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { AgentEvent, RunResult } from "../../src/protocol/event.ts";
import type { ModelRequest } from "../../src/protocol/llm.ts";
import { textOf } from "../../src/protocol/message.ts";
import type { Approver, Asker } from "../../src/protocol/ports.ts";
import type { Tool } from "../../src/protocol/tool.ts";
import { type AgentSession, openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { ledgerPath } from "../../src/session/catalog.ts";
import { putFiles, tempFolder } from "./folder.ts";
import { type ScriptedModel, type ScriptedReply, scriptedModel } from "./model.ts";

/** Who sends a request: the planner, a task, a reviewer, or the conversation with the person. */
export type Sender =
  | { readonly kind: "planner" }
  | { readonly kind: "main" }
  | { readonly kind: "task"; readonly id: string }
  | { readonly kind: "review"; readonly id: string };

function senderOf({ messages, tools }: ModelRequest): Sender {
  const said = messages.slice(1).map(textOf).join("\n");
  const step = /^Step to review: (\S+) /m.exec(said)?.[1];
  if (step !== undefined) return { kind: "review", id: step };
  const task = /^Current task: (\S+) /m.exec(said)?.[1];
  if (task !== undefined) return { kind: "task", id: task };
  return { kind: tools.length === 0 ? "planner" : "main" };
}

export interface PlannedTask {
  readonly id: string;
  readonly dependencies?: readonly string[];
  readonly type?: string;
  readonly writes?: readonly string[];
  readonly description?: string;
}

export function planJson(tasks: readonly PlannedTask[], summary = "how"): string {
  return JSON.stringify({
    summary,
    tasks: tasks.map(({ id, dependencies = [], type = "ANALYSIS", writes, description = `work of ${id}` }) => ({
      id,
      description,
      type,
      dependencies,
      ...(writes === undefined ? {} : { writes }),
    })),
  });
}

export type PlanScript = (from: Sender, request: ModelRequest, nth: number) => ScriptedReply | Promise<ScriptedReply>;

export interface PlanSessionOptions {
  readonly script: PlanScript;
  readonly files?: Readonly<Record<string, string>>;
  readonly asker?: Asker;
  readonly approver?: Approver;
  readonly settings?: Readonly<Record<string, string>>;
  readonly tools?: readonly Tool[];
  /** Of an earlier session in the same folders, which it goes on with. */
  readonly after?: PlanSession;
}

export interface PlanSession {
  readonly session: AgentSession;
  readonly model: ScriptedModel;
  readonly project: string;
  readonly home: string;
  readonly events: readonly AgentEvent[];
  /** Requests by sender, as `planner`, `task a`, `review a`, `main`, in order. */
  senders(): readonly string[];
  requestsOf(sender: string): readonly ModelRequest[];
  run(input: string, mode?: "plan" | "team" | "react", signal?: AbortSignal): Promise<RunResult>;
  ledger(): readonly Record<string, unknown>[];
}

const nameOf = (from: Sender) => ("id" in from ? `${from.kind} ${from.id}` : from.kind);

export async function openPlanSession(options: PlanSessionOptions): Promise<PlanSession> {
  const { script, after, approver, asker } = options;
  const project = after?.project ?? tempFolder({});
  const home = after?.home ?? tempFolder();
  if (after === undefined) {
    mkdirSync(join(project, ".git"));
    putFiles(project, options.files ?? {});
  }
  const counts = new Map<string, number>();
  const model = scriptedModel((request) => {
    const from = senderOf(request);
    const nth = counts.get(nameOf(from)) ?? 0;
    counts.set(nameOf(from), nth + 1);
    return script(from, request, nth);
  });
  const flags = { lang: "en", approval: approver === undefined ? "full" : "ask", ...options.settings };
  const environment = await readEnvironment({ flags, cwd: project, env: { PAICLI_HOME: home, HOME: home } });
  const session = await openAgent({
    environment,
    model,
    ...(approver === undefined ? {} : { approver }),
    ...(asker === undefined ? {} : { asker }),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(after === undefined ? {} : { resume: after.session.id }),
  });
  onTestFinished(() => session.close());
  const events: AgentEvent[] = [];
  const stream = session.events();
  void (async () => {
    for await (const event of stream) events.push(event);
  })();
  return {
    session,
    model,
    project,
    home,
    events,
    senders: () => model.requests.map((request) => nameOf(senderOf(request))),
    requestsOf: (sender) => model.requests.filter((request) => nameOf(senderOf(request)) === sender),
    async run(input, mode, signal = new AbortController().signal) {
      const result = await session.run({ typed: input }, signal, mode);
      await new Promise((resolve) => setImmediate(resolve)); // what was emitted is read by then
      return result;
    },
    ledger: () =>
      readFileSync(ledgerPath(home, session.id), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line): Record<string, unknown> => JSON.parse(line)),
  };
}
