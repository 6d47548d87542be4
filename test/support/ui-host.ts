// A session for the tests of the screen: it plays the events that a script emits for each line.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Lang, textsFor } from "../../src/locale/index.ts";
import type { AgentEvent, EventBody, RunResult } from "../../src/protocol/event.ts";
import type { PastTurn } from "../../src/runtime/agent.ts";
import type { CommandInfo, LineOutcome, UiHost } from "../../src/ui/host.ts";
import { Broadcast } from "../../src/util/channel.ts";

export type Emit = (event: EventBody, unit?: string, sessionId?: string) => void;

export type Script = (line: string, emit: Emit, signal: AbortSignal) => Promise<LineOutcome> | LineOutcome;

export interface ScriptedHost extends UiHost {
  readonly emit: Emit;
  readonly lines: readonly string[];
  closed: boolean;
  mode: string;
}

export interface HostOptions {
  readonly lang?: Lang;
  readonly root?: string;
  readonly historyFile?: string;
  readonly commands?: readonly CommandInfo[];
  readonly past?: readonly PastTurn[];
}

export const NO_RESULT: RunResult = {
  status: "completed",
  text: "",
  turns: 1,
  usage: { calls: 1, inputTokens: 1200, outputTokens: 34, cachedTokens: 1000 },
  compaction: { offloaded: 0, cleared: 0, summarized: 0 },
  memory: { saved: [] },
  durationMs: 1500,
};

export function scriptedHost(script: Script, options: HostOptions = {}): ScriptedHost {
  const lang = options.lang ?? "en";
  const stream = new Broadcast<AgentEvent>();
  const lines: string[] = [];
  const emit: Emit = (event, unit, sessionId = "session-20250102-030405-abcdef") => {
    stream.push({ ...event, sessionId, ...(unit === undefined ? {} : { unit }) });
  };
  const host = {
    mode: "react",
    closed: false,
    emit,
    lines,
    events: () => stream.subscribe(),
    async submit(line: string, signal: AbortSignal) {
      lines.push(line);
      return script(line, emit, signal);
    },
    commands: () => options.commands ?? [],
    banner: () => ({
      version: "0.1.0",
      provider: "offline",
      model: "offline-1",
      mode: host.mode,
      approval: "ask",
      project: "/work/示例",
      loaded: lang === "zh" ? ["PAI.md", "3 条记忆"] : ["PAI.md", "3 memories"],
      tip: lang === "zh" ? "输入 /help 查看命令" : "Type /help for the commands",
    }),
    status: () => ({ mode: host.mode, approval: "ask", model: "offline-1", project: "示例" }),
    pastTurns: (most: number) => (options.past ?? []).slice(-most),
    cycleMode() {
      host.mode = host.mode === "react" ? "plan" : "react";
    },
    async close() {
      host.closed = true;
      stream.close();
    },
    root: options.root ?? tmpdir(),
    historyFile: options.historyFile ?? join(tmpdir(), `paicli-ui-history-${process.pid}-${Math.random()}`),
    texts: textsFor(lang),
  };
  return host;
}
