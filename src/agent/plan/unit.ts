// A unit of a plan or a team: one conversation with its own prompt, tools, policy and budget, run by the same loop as every other.
import type { EventBody } from "../../protocol/event.ts";
import type { UnitEvent } from "../agent.ts";
import { type LoopOutcome, type LoopParts, runLoop } from "../loop.ts";
import type { Spending, UnitBudget } from "./spending.ts";
import type { WriteScope } from "./writes.ts";

export type Role = "planner" | "plan-task" | "team-worker" | "team-reviewer";

export interface UnitSpec {
  /** Names its conversation and its events. */
  readonly unit: string;
  /** Whose step it is, in the ledger. */
  readonly actor: string;
  readonly role: Role;
  readonly scope: WriteScope;
  readonly budget: UnitBudget;
}

export interface Unit {
  readonly loop: LoopParts;
  readonly budget: UnitBudget;
  /** Stops its background work. */
  close(): void;
}

/** Opens a unit with an empty conversation. */
export type OpenUnit = (spec: UnitSpec) => Promise<Unit>;

/** Runs the unit's loop on a conversation that ends with what it is to do. */
export async function* runUnit({ loop, budget }: Unit, signal: AbortSignal): AsyncGenerator<UnitEvent, LoopOutcome> {
  budget.begin();
  const outcome = yield* named(runLoop(loop, signal), loop.unit);
  budget.ended(outcome);
  return outcome;
}

/** Opens a unit, uses it, and closes it however that ends. */
export async function* withUnit<Result>(
  { openUnit, spending, steps }: { readonly openUnit: OpenUnit; readonly spending: Spending; readonly steps: number },
  spec: Omit<UnitSpec, "budget">,
  use: (unit: Unit) => AsyncGenerator<UnitEvent, Result>,
): AsyncGenerator<UnitEvent, Result> {
  const unit = await openUnit({ ...spec, budget: spending.forUnit(steps) });
  try {
    return yield* use(unit);
  } finally {
    unit.close();
  }
}

async function* named<Result>(events: AsyncGenerator<EventBody, Result>, unit: string): AsyncGenerator<UnitEvent, Result> {
  for (let next = await events.next(); ; next = await events.next()) {
    if (next.done) return next.value;
    yield { ...next.value, unit };
  }
}
