// What the screen and the plain renderers drive: a session, with the lines that are typed going to a command or to the agent.
// A command may put another session in its place; whoever reads the events does not notice.
import { homedir } from "node:os";
import { join } from "node:path";
import { exitCodeOf, type Reopen } from "../commands/command.ts";
import { COMMANDS, isCommandLine, runCommandLine } from "../commands/registry.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Asker, UserInput } from "../protocol/ports.ts";
import type { AgentSession } from "../runtime/agent.ts";
import { VERSION } from "../runtime/package.ts";
import { Broadcast } from "../util/channel.ts";
import { homePath, realTarget } from "../util/paths.ts";
import { type Price, parsePrice } from "../util/price.ts";
import type { LineOutcome, UiHost } from "./host.ts";

/** The order of Shift+Tab. */
const CYCLE = [
  { mode: "react", approval: "ask" },
  { mode: "react", approval: "auto" },
  { mode: "plan", approval: "ask" },
] as const;

export interface Wanted extends Reopen {
  /** The same session goes on with other settings. */
  readonly reopened: boolean;
}

export interface HostParts {
  /** Opens a session: with its id to go on with one, and settings that win over all others. */
  readonly open: (wanted: Wanted) => Promise<AgentSession>;
  /** Columns of the screen; undefined where there is none. */
  readonly width: () => number | undefined;
  /** Absent where nobody can be asked. */
  readonly asker?: Asker;
}

export interface SessionHost extends UiHost {
  /** Runs one input of the agent as it is, slash or not. */
  runInput(input: UserInput, signal: AbortSignal): Promise<LineOutcome>;
  /** The session that is open now or was at last, if anything of it was kept. */
  storedId(): string | undefined;
}

function priceOf({ environment: { config } }: AgentSession): { readonly price?: Price } {
  const price = config.settings.price === undefined ? undefined : parsePrice(config.settings.price);
  return price === undefined ? {} : { price };
}

export function createHost(first: AgentSession, { open, width, asker }: HostParts): SessionHost {
  const stream = new Broadcast<AgentEvent>();
  let session = first;
  let settings: Readonly<Record<string, string>> = {};
  let pumped: Promise<void> | undefined;

  function pump(): Promise<void> {
    const events = session.events();
    return (async () => {
      for await (const event of events) stream.push(event);
    })();
  }

  /** The old session is closed first, because it may be the same one; it comes back if the new one cannot be opened. */
  async function reopen(wanted: Reopen): Promise<void> {
    const old = { ...(session.stored ? { resume: session.id } : {}), settings };
    await session.close();
    await pumped;
    try {
      settings = { ...settings, ...wanted.settings };
      session = await open({ ...old, ...wanted, settings, reopened: wanted.resume === undefined });
    } catch (error) {
      settings = old.settings;
      session = await open({ ...old, reopened: true });
      throw error;
    } finally {
      pumped = pump();
    }
  }

  async function command(line: string, signal: AbortSignal): Promise<LineOutcome> {
    const { texts } = session;
    const asking = asker && {
      asker,
      confirm: async (question: string) => {
        const choices = [
          { id: "yes", label: texts.ui.yes },
          { id: "no", label: texts.ui.no },
        ];
        return (await asker.ask({ title: question, text: "", choices, careful: true }, signal)).id === "yes";
      },
    };
    const {
      reopen: wanted,
      output,
      ...outcome
    } = await runCommandLine(line, { session, texts, signal, width: width(), ...asking });
    if (wanted === undefined) return { ...outcome, ...(output === undefined ? {} : { output }) };
    await reopen(wanted);
    return { ...outcome, output: output ?? session.texts.commands.resumed(session.id) };
  }

  const shownProject = () => {
    const { root, env } = session.environment;
    return homePath(root, realTarget(env.HOME || homedir()));
  };

  const runInput = async (input: UserInput, signal: AbortSignal): Promise<LineOutcome> => {
    const { status } = await session.run(input, signal);
    return { exitCode: exitCodeOf(status) };
  };

  return {
    get texts() {
      return session.texts;
    },
    root: first.environment.root,
    historyFile: join(first.environment.home, "input-history"),
    events() {
      const events = stream.subscribe();
      pumped ??= pump();
      return events;
    },
    submit: (line, signal) => (isCommandLine(line) ? command(line, signal) : runInput({ typed: line }, signal)),
    runInput,
    storedId: () => (session.stored ? session.id : undefined),
    commands: () =>
      COMMANDS.map(({ name, usage, description, complete }) => ({
        name,
        usage,
        description: description(session.texts),
        ...(complete === undefined ? {} : { complete: async (before: readonly string[]) => complete(before, session) }),
      })),
    banner: () => ({
      version: VERSION,
      provider: session.model.provider,
      model: session.model.id,
      mode: session.mode,
      approval: session.approval,
      project: shownProject(),
      loaded: [
        ...session.loaded.projectMemory,
        ...(session.loaded.skills > 0 ? [session.texts.ui.skillCount(session.loaded.skills)] : []),
      ],
      tip: session.texts.ui.tip,
    }),
    status: () => ({
      mode: session.mode,
      approval: session.approval,
      model: session.model.id,
      project: shownProject(),
      ...priceOf(session),
    }),
    pastTurns: (most) => session.pastTurns(most),
    cycleMode() {
      const at = CYCLE.findIndex(({ mode, approval }) => mode === session.mode && approval === session.approval);
      const next = CYCLE[(at + 1) % CYCLE.length] ?? CYCLE[0];
      session.setMode(next.mode);
      session.setApproval(next.approval);
    },
    async close() {
      await session.close();
      await pumped;
      stream.close();
    },
  };
}
