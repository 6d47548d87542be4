// What the screen and the plain renderers need of a session. The wiring provides it; nothing here reaches into the agent.
import type { OfferedWord } from "../commands/command.ts";
import type { Texts } from "../locale/index.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { PastTurn } from "../runtime/agent.ts";
import type { Price } from "../util/price.ts";

/** What came of one line. */
export interface LineOutcome {
  /** Absent: 0. */
  readonly exitCode?: number;
  /** The line asked to leave. */
  readonly exit?: true;
  /** What a command says to the person; an answer of the model comes as events. */
  readonly output?: string;
  /** `output` is Markdown; otherwise it is shown as it stands. */
  readonly markdown?: true;
}

export interface CommandInfo {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** The arguments, as in `/help`: `<…>` is needed, `[…]` may be left out; empty without any. */
  readonly usage: string;
  /** What the next word may be after the words `before`, those of the argument alone. */
  complete?(before: readonly string[]): Promise<readonly OfferedWord[]>;
}

export interface Banner {
  readonly version: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  readonly approval: string;
  /** Its root, with `~` for the person's home. */
  readonly project: string;
  /** What was loaded: files of project memory, number of memories, skills. One short phrase each. */
  readonly loaded: readonly string[];
  readonly tip: string;
}

export interface HostStatus {
  readonly mode: string;
  readonly approval: string;
  readonly model: string;
  /** Its root, with `~` for the person's home. */
  readonly project: string;
  /** Absent where the person has stated none. */
  readonly price?: Price;
}

export interface UiHost {
  /** Events from the moment of the call on. What is emitted before `submit` resolves is readable at once. */
  events(): AsyncIterable<AgentEvent>;
  /** Runs a line exactly as typed: a prompt or a slash command. Resolves when it is done. */
  submit(line: string, signal: AbortSignal): Promise<LineOutcome>;
  commands(): readonly CommandInfo[];
  banner(): Banner;
  status(): HostStatus;
  /** The last `most` turns of the session, for who comes back to it. */
  pastTurns(most: number): readonly PastTurn[];
  /** Shift+Tab: the next of approval ask, auto, and plan mode. */
  cycleMode(): void;
  /** Waits for background work, 2 s at most, then ends the event stream. */
  close(): Promise<void>;
  readonly root: string;
  readonly historyFile: string;
  /** Read at each use: the language can change while it runs. */
  readonly texts: Texts;
}
