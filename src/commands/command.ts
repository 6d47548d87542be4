// The contract of a slash command: the words after its name in, what to say and how it ended out.
import type { Texts } from "../locale/index.ts";
import type { AgentSession } from "../runtime/agent.ts";

export interface CommandOutcome {
  /** 0 done, 1 failed, 3 a conflict of memories, 130 cancelled. */
  readonly exitCode: number;
  readonly output?: string;
  readonly markdown?: true;
  readonly exit?: true;
}

export interface CommandContext {
  readonly session: AgentSession;
  readonly texts: Texts;
  readonly signal: AbortSignal;
  /** Columns of the screen; 80 where there is none. */
  readonly width: number;
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
  /** Values that the argument may have. */
  complete?(session: AgentSession): readonly string[];
}

export function said(output: string, exitCode = 0): CommandOutcome {
  return { exitCode, output };
}
