// The contract of a slash command: the words after its name in, what to say and how it ended out.
import type { Texts } from "../locale/index.ts";
import type { RunStatus } from "../protocol/event.ts";
import type { Asker } from "../protocol/ports.ts";
import type { AgentSession } from "../runtime/agent.ts";

export interface CommandOutcome {
  /** 0 done, 1 failed, 3 a conflict of memories, 130 cancelled. */
  readonly exitCode: number;
  readonly output?: string;
  readonly markdown?: true;
  readonly exit?: true;
  /** The session ends here and another one, or the same with other settings, goes on in its place. */
  readonly reopen?: Reopen;
}

export interface Reopen {
  /** A session to go on with; absent: the one that was open. */
  readonly resume?: string;
  /** Settings by name that win over all others from now on. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface CommandContext {
  readonly session: AgentSession;
  readonly texts: Texts;
  readonly signal: AbortSignal;
  /** Columns of the screen; undefined where there is none: then no line is broken, so that programs can read it. */
  readonly width: number | undefined;
  /** Absent where nobody can be asked. */
  readonly asker?: Asker;
  /** A yes or no of the person; absent where nobody can be asked. */
  readonly confirm?: (question: string) => Promise<boolean>;
  readonly commands: readonly Command[];
}

export interface Command {
  /** Without the slash. */
  readonly name: string;
  readonly usage: string;
  readonly description: (texts: Texts) => string;
  /** Throws PaiError for what the person did wrong. */
  run(words: string, context: CommandContext): Promise<CommandOutcome>;
  /** What the next word of the argument may be, after the words `before`. */
  complete?(before: readonly string[], session: AgentSession): readonly OfferedWord[] | Promise<readonly OfferedWord[]>;
}

/** A word that completion offers. */
export interface OfferedWord {
  readonly value: string;
  /** What an id stands for. */
  readonly description?: string;
}

/** Offers these as the first word, and nothing after it. */
export function firstWord(...values: readonly string[]): (before: readonly string[]) => readonly OfferedWord[] {
  return (before) => (before.length === 0 ? values.map((value) => ({ value })) : []);
}

/** How a turn of the agent ended, as a process says it. */
export function exitCodeOf(status: RunStatus): number {
  return { completed: 0, error: 1, partial: 3, cancelled: 130 }[status];
}

export function said(output: string, exitCode = 0): CommandOutcome {
  return { exitCode, output };
}
