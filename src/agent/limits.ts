// Budgets of one task: model steps and tokens. None by default.
import type { UsageTotals } from "../protocol/event.ts";
import type { Usage } from "../protocol/llm.ts";

export interface Limits {
  /** Model steps. */
  readonly maxTurns?: number;
  /** Model steps of a unit where the person set no limit, so that it ends. */
  readonly unitSteps?: number;
  /** Input and output tokens of all requests together, as the provider counts them. */
  readonly tokenBudget?: number;
}

export type LimitHit = "max_turns" | "unit_steps" | "token_budget";

export const noUsage: UsageTotals = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** Adds one request, or the sum of several. */
export function addUsage(total: UsageTotals, usage: Usage | UsageTotals | undefined): UsageTotals {
  return {
    calls: total.calls + (usage !== undefined && "calls" in usage ? usage.calls : 1),
    inputTokens: total.inputTokens + (usage?.inputTokens ?? 0),
    outputTokens: total.outputTokens + (usage?.outputTokens ?? 0),
    cachedTokens: total.cachedTokens + (usage?.cachedTokens ?? 0),
  };
}

/** Which budget does not allow another step, looked at before the step. */
export function limitHit(limits: Limits, steps: number, usage: UsageTotals): LimitHit | undefined {
  if (limits.maxTurns !== undefined && steps >= limits.maxTurns) return "max_turns";
  if (limits.unitSteps !== undefined && steps >= limits.unitSteps) return "unit_steps";
  if (limits.tokenBudget !== undefined && usage.inputTokens + usage.outputTokens >= limits.tokenBudget) return "token_budget";
  return undefined;
}
