// The agent as a library: no terminal, configuration from values first, then from the same files and variables as the command.
import type { AgentEvent, RunResult } from "../protocol/event.ts";
import type { ModelClient } from "../protocol/llm.ts";
import type { Approver } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import { openAgent } from "./agent.ts";
import { type ProcessEnv, readEnvironment } from "./environment.ts";

export interface SdkAgentOptions {
  /** Folder to work in; default: the current one. */
  readonly cwd?: string;
  /** Settings by their name in config.json, such as `{ provider: "deepseek", approval: "auto" }`; they win over files and variables. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Variables that are read; none by default, so that a program is not steered by its surroundings. */
  readonly env?: ProcessEnv;
  /** Tools of the caller's own, beside the built-in ones. */
  readonly tools?: readonly Tool[];
  /** A model client of the caller's own. */
  readonly model?: ModelClient;
  /** Asked before calls that need approval; without it they are denied. */
  readonly approver?: Approver;
  /** An id of a session to go on with, or `latest`. */
  readonly resume?: string;
}

export interface SdkAgent {
  readonly sessionId: string;
  /** Runs one input; later ones wait for it. Expected failures are in the result, not thrown. */
  run(input: string, options?: { readonly signal?: AbortSignal }): Promise<RunResult>;
  /** From the call on, until `close`. */
  events(): AsyncIterable<AgentEvent>;
  close(): Promise<void>;
}

/** Throws PaiError `NOT_CONFIGURED`, `CONFIG_INVALID`, `SESSION_…` and the like. */
export async function createAgent(options: SdkAgentOptions = {}): Promise<SdkAgent> {
  const { cwd, settings = {}, env = {}, tools, model, approver, resume } = options;
  const flags = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
  const environment = await readEnvironment({ flags, env, ...(cwd === undefined ? {} : { cwd }) });
  const session = await openAgent({
    environment,
    ...(tools === undefined ? {} : { tools }),
    ...(model === undefined ? {} : { model }),
    ...(approver === undefined ? {} : { approver }),
    ...(resume === undefined ? {} : { resume }),
  });
  return {
    sessionId: session.id,
    run: (input, { signal = new AbortController().signal } = {}) => session.run({ typed: input }, signal),
    events: () => session.events(),
    close: () => session.close(),
  };
}
