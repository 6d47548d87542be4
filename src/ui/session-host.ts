// What the screen and the plain renderers drive: a session, with the lines that are typed going to a command or to the agent.
import { join } from "node:path";
import { COMMANDS, isCommandLine, runCommandLine } from "../commands/registry.ts";
import type { RunStatus } from "../protocol/event.ts";
import type { UserInput } from "../protocol/ports.ts";
import type { AgentSession } from "../runtime/agent.ts";
import { VERSION } from "../runtime/package.ts";
import type { LineOutcome, UiHost } from "./host.ts";

const EXIT_CODES: Record<RunStatus, number> = { completed: 0, error: 1, partial: 3, cancelled: 130 };

/** The order of Shift+Tab. */
const CYCLE = [
  { mode: "react", approval: "ask" },
  { mode: "react", approval: "auto" },
  { mode: "plan", approval: "ask" },
] as const;

/** Runs one input of the agent and says how it ended. */
export async function runInput(session: AgentSession, input: UserInput, signal: AbortSignal): Promise<LineOutcome> {
  const { status, error } = await session.run(input, signal);
  return { exitCode: error?.code === "NOT_CONFIGURED" ? 2 : EXIT_CODES[status] };
}

/** `width`: columns of the screen. */
export function createHost(session: AgentSession, width: () => number): UiHost {
  const { texts, environment, model } = session;
  return {
    texts,
    root: environment.root,
    historyFile: join(environment.home, "input-history"),
    events: () => session.events(),
    async submit(line, signal) {
      if (isCommandLine(line)) return runCommandLine(line, { session, texts, signal, width: width() });
      return runInput(session, { typed: line }, signal);
    },
    commands: () =>
      COMMANDS.map(({ name, usage, description, complete }) => ({
        name,
        usage,
        description: description(texts),
        ...(complete === undefined
          ? {}
          : { complete: async (prefix: string) => complete(session).filter((value) => value.startsWith(prefix)) }),
      })),
    banner: () => ({
      version: VERSION,
      provider: model.provider,
      model: model.id,
      mode: session.mode,
      approval: session.approval,
      project: environment.root,
      loaded: [
        ...session.loaded.projectMemory,
        ...(session.loaded.skills > 0 ? [texts.ui.skillCount(session.loaded.skills)] : []),
      ],
      tip: texts.ui.tip,
    }),
    status: () => ({ mode: session.mode, approval: session.approval, model: model.id, project: environment.root }),
    cycleMode() {
      const at = CYCLE.findIndex(({ mode, approval }) => mode === session.mode && approval === session.approval);
      const next = CYCLE[(at + 1) % CYCLE.length] ?? CYCLE[0];
      session.setMode(next.mode);
      session.setApproval(next.approval);
    },
    close: () => session.close(),
  };
}
