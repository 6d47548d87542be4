// Makes the parts that a unit's loop runs on: its conversation, prompt, context, tools and policy. The same for the conversation with
// the person, for the tasks of a plan and for a team.
import type { UnitEvent } from "../agent/agent.ts";
import type { Limits } from "../agent/limits.ts";
import type { LoopParts } from "../agent/loop.ts";
import type { SummaryFacts } from "../context/appendix.ts";
import type { SummaryPrompts } from "../context/ask-summary.ts";
import type { Boundary } from "../context/boundary.ts";
import { type ContextCoordinator, createContextCoordinator, type RequestParts } from "../context/coordinator.ts";
import { CONTEXT_DEFAULTS, type ContextOptions } from "../context/options.ts";
import type { SessionWindow } from "../context/session-window.ts";
import { resultLimits } from "../context/thresholds.ts";
import type { ToolOutputStore } from "../context/tool-output-store.ts";
import { bringsExternalContent } from "../memory/exposure.ts";
import { unwrapToolResult, wrapToolResult } from "../policy/boundary.ts";
import type { Policy } from "../policy/policy.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ModelClient } from "../protocol/llm.ts";
import type { Approver } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import type { Session } from "../session/session.ts";
import { oneLine } from "../util/text.ts";
import type { Environment } from "./environment.ts";

/** How a tool's text is marked as data, and read back. */
export const BOUNDARY: Boundary = { wrap: wrapToolResult, unwrap: unwrapToolResult };

/** Where the arguments of a web tool are cut in the list of sources, in UTF-16 units. */
const SOURCE_CHARS = 200;

/** What all units of a session share. */
export interface SharedParts {
  readonly environment: Environment;
  readonly session: Session;
  readonly window: SessionWindow;
  readonly store: ToolOutputStore;
  readonly summaryPrompts: SummaryPrompts;
  readonly approver?: Approver;
  /** Tasks of the plan that runs, for summaries. */
  readonly facts: () => SummaryFacts;
  readonly tell: (event: UnitEvent) => void;
}

/** The system prompt and the tools of a unit. */
export interface UnitPrompt {
  /** The same bytes until it is rebuilt. */
  request(): RequestParts;
  /** Assembles it afresh; what the person must be told. */
  rebuild(): Promise<readonly EventBody[]>;
}

export interface UnitParts {
  readonly unit: string;
  /** The role whose conversation it is, where it is not the agent's own. */
  readonly actor?: string;
  readonly model: ModelClient;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policy: Policy;
  readonly limits: Limits;
  readonly prompt: UnitPrompt;
}

export function makeLoop(
  shared: SharedParts,
  parts: UnitParts,
): { readonly loop: LoopParts; readonly context: ContextCoordinator } {
  const { environment, session, window, approver, tell } = shared;
  const { texts } = environment;
  const { unit, model, policy } = parts;
  const conversation = session.conversation(unit, parts.actor);
  const context = createContextCoordinator({
    conversation,
    model,
    window,
    options: contextOptions(environment),
    store: shared.store,
    boundary: BOUNDARY,
    prompts: shared.summaryPrompts,
    texts,
    facts: shared.facts,
    record: (summary) => session.record({ event: "compaction", ...summary }, unit),
  });
  const loop: LoopParts = {
    unit,
    conversation,
    model,
    context,
    tools: parts.tools,
    policy,
    ...(approver === undefined ? {} : { approver }),
    texts,
    limits: parts.limits,
    get maxResultTokens() {
      return resultLimits(window.tokens()).result;
    },
    request: () => parts.prompt.request(),
    async viewRewritten() {
      for (const event of await parts.prompt.rebuild()) tell(event);
    },
    flush: () => session.flush(),
    async beforeRun({ callId, tool, arguments: json, access }) {
      session.record({ event: "tool_start", callId, name: tool.name, brief: json }, unit);
      const sources = await policy.exposure({ access });
      const named = sources.length === 0 && bringsExternalContent(tool.name) ? [oneLine(json, SOURCE_CHARS)] : [];
      for (const target of [...sources, ...named]) session.record({ event: "external_context", tool: tool.name, target }, unit);
      if (!tool.readOnly) await session.flush();
    },
  };
  return { loop, context };
}

function contextOptions({ config: { settings } }: Environment): ContextOptions {
  return {
    offload: settings.toolOffloadEnabled ?? CONTEXT_DEFAULTS.offload,
    offloadThresholdChars: settings.toolOffloadThresholdChars ?? CONTEXT_DEFAULTS.offloadThresholdChars,
    clearing: settings.toolResultClearingEnabled ?? CONTEXT_DEFAULTS.clearing,
    ...(settings.toolResultClearingTriggerTokens === undefined
      ? {}
      : { clearTriggerTokens: settings.toolResultClearingTriggerTokens }),
    clearKeep: settings.toolResultClearingKeep ?? CONTEXT_DEFAULTS.clearKeep,
    clearExcludeTools: settings.toolResultClearingExcludeTools ?? CONTEXT_DEFAULTS.clearExcludeTools,
    request: settings.compactionRequest ?? CONTEXT_DEFAULTS.request,
    background: settings.sessionMemoryCompactionEnabled ?? CONTEXT_DEFAULTS.background,
  };
}
