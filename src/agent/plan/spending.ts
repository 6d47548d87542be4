// What the units of one run spend: each has its own steps, all share the tokens.
import type { Usage } from "../../protocol/llm.ts";
import type { Limits } from "../limits.ts";
import type { LoopOutcome } from "../loop.ts";

export interface UnitBudget {
  /** For the unit's loop, read before each of its steps: the tokens are those that the others have left over. */
  readonly limits: Limits;
  /** The shared tokens are used up. */
  exhausted(): boolean;
  /** A run of the loop begins. */
  begin(): void;
  /** Told of each reply, so that units which run at the same time see what the others take. */
  spent(usage: Usage | undefined): void;
  ended(outcome: LoopOutcome): void;
}

export interface Spending {
  /** `steps`: where the person set no limit. */
  forUnit(steps: number): UnitBudget;
  /** Model steps of all units. */
  turns(): number;
}

/** `limits`: of the run, as the person set them. */
export function createSpending({ maxTurns, tokenBudget }: Limits): Spending {
  let tokens = 0;
  let turns = 0;
  return {
    turns: () => turns,
    forUnit(steps) {
      let ofThisRun = 0;
      const limits: Limits = {
        ...(maxTurns === undefined ? { unitSteps: steps } : { maxTurns }),
        get tokenBudget() {
          return tokenBudget === undefined ? Number.POSITIVE_INFINITY : tokenBudget - (tokens - ofThisRun);
        },
      };
      return {
        limits,
        exhausted: () => tokenBudget !== undefined && tokens >= tokenBudget,
        begin() {
          ofThisRun = 0;
        },
        spent(reported) {
          const taken = (reported?.inputTokens ?? 0) + (reported?.outputTokens ?? 0);
          ofThisRun += taken;
          tokens += taken;
        },
        ended(outcome) {
          turns += outcome.turns;
        },
      };
    },
  };
}
