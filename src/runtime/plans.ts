// Wires plan and team mode into a session: the units with their prompts, tools and policies, and the plan that a resumed session left open.
import type { UnitEvent } from "../agent/agent.ts";
import type { Limits } from "../agent/limits.ts";
import { restorePlan } from "../agent/plan/checkpoint.ts";
import { createPlans, type Plans } from "../agent/plan/plan.ts";
import { planReport } from "../agent/plan/report.ts";
import { scopedPolicy } from "../agent/plan/scoped-policy.ts";
import { countDone, isAboutPlan, type PlanState } from "../agent/plan/state.ts";
import type { OpenUnit, Role, UnitSpec } from "../agent/plan/unit.ts";
import { modelName } from "../agent/step.ts";
import type { SystemMemory } from "../memory/inject.ts";
import type { Policy } from "../policy/policy.ts";
import { readPromptFile } from "../prompt/prompt-files.ts";
import { toolSpecs } from "../prompt/tool-specs.ts";
import type { ModelClient } from "../protocol/llm.ts";
import { typedText } from "../protocol/message.ts";
import type { Asker } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import { MAIN, type Mode } from "../session/entry.ts";
import type { PromptRecord } from "../session/session.ts";
import { metered } from "./metered.ts";
import { openPrompt, type PromptParts } from "./prompt.ts";
import { makeLoop, type SharedParts, type UnitPrompt } from "./units.ts";

export interface PlansParts {
  readonly shared: SharedParts;
  readonly model: ModelClient;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policy: Policy;
  /** Of one input of the person. */
  readonly limits: Limits;
  /** How prompts are assembled, whatever the role. */
  readonly prompt: Omit<PromptParts, "mode" | "approval" | "tools" | "recorded" | "record">;
  /** What the prompt says of the project, for the planner, which has a prompt of its own. */
  readonly projectMemory: () => string;
  readonly asker?: Asker;
  /** What is remembered about a text. */
  readonly recall: (text: string) => Promise<SystemMemory>;
  /** The mode that the person has chosen. */
  readonly mode: () => Mode;
}

export async function openPlans(parts: PlansParts): Promise<Plans> {
  const { shared, prompt, asker } = parts;
  const { session, environment, store } = shared;
  const { roots, texts } = prompt;
  const resumed = restored(parts);
  const [repair = "", replan = ""] = await Promise.all(
    ["repair", "replan"].map((name) => readPromptFile(roots, `plan/${name}.md`)),
  );
  return createPlans(
    {
      conversation: session.conversation(MAIN),
      model: modelName(parts.model),
      root: environment.root,
      texts,
      limits: parts.limits,
      prompts: { repair, replan },
      store,
      ...(asker === undefined ? {} : { asker }),
      openUnit: unitOpener(parts),
      recall: parts.recall,
      started: (unit) => session.startedCalls(unit),
      record: (change) => session.record({ event: "plan_checkpoint", ...change }),
      flush: () => session.flush(),
      setMode: (kind) => session.setMode(kind ?? parts.mode()),
    },
    resumed,
  );
}

function unitOpener(parts: PlansParts): OpenUnit {
  const { shared, policy } = parts;
  const { session, environment } = shared;
  return async (spec) => {
    const { unit, actor, role, scope, budget } = spec;
    const conversation = session.conversation(unit, actor);
    if (conversation.messages.length > 0) conversation.rewrite([], "clear");
    const tools = toolsOf(role, parts.tools);
    const { loop, context } = makeLoop(shared, {
      unit,
      actor,
      model: metered(parts.model, budget.spent),
      tools,
      policy: scopedPolicy(policy, scope, environment.root, environment.texts),
      limits: budget.limits,
      prompt: role === "planner" ? await plannerPrompt(parts) : await unitPrompt(parts, spec, tools),
    });
    return { loop, budget, close: () => context.close() };
  };
}

const NO_TOOLS: ReadonlyMap<string, Tool> = new Map();

function toolsOf(role: Role, tools: ReadonlyMap<string, Tool>): ReadonlyMap<string, Tool> {
  if (role === "planner") return NO_TOOLS;
  return role === "team-reviewer" ? new Map([...tools].filter(([, { readOnly }]) => readOnly)) : tools;
}

async function unitPrompt(
  { prompt, policy, shared }: PlansParts,
  { unit, role }: UnitSpec,
  tools: ReadonlyMap<string, Tool>,
): Promise<UnitPrompt> {
  const record = (state: PromptRecord) => shared.session.record({ event: "prompt_state", ...state }, unit);
  const { keeper } = await openPrompt({
    ...prompt,
    mode: role,
    approval: () => policy.mode,
    tools: toolSpecs([...tools.values()]),
    record,
  });
  return keeper;
}

async function plannerPrompt({ prompt, projectMemory }: PlansParts): Promise<UnitPrompt> {
  const assemble = async () => {
    const memory = projectMemory();
    const planner = await readPromptFile(prompt.roots, "plan/planner.md");
    return {
      system: memory === "" ? planner : `${planner}\n\n## Project Context\n\n${memory}`,
      tools: [],
      projectMemory: memory,
    };
  };
  let current = await assemble();
  return {
    request: () => current,
    async rebuild() {
      current = await assemble();
      return [];
    },
  };
}

/** The plan that the session left open. The conversation hears of it where the program ended before it could be told. */
function restored({ shared, model }: PlansParts): PlanState | undefined {
  const { session, environment, tell } = shared;
  const { texts, root } = environment;
  const { plan, planTasks } = session.resumed ?? {};
  const found = plan === undefined ? undefined : restorePlan(plan, planTasks ?? new Map(), root, texts.plan.stuck);
  if (found === undefined) return undefined;
  const { state, stuck, cycle } = found;
  if (stuck.length > 0) tell(warning("PLAN_DAMAGED", texts.plan.damaged(stuck, cycle?.join(" → "))));
  const counts = { done: countDone(state), of: state.tasks.size, goal: state.goal };
  tell(warning("PLAN_UNFINISHED", texts.plan.unfinished(counts)));
  const main = session.conversation(MAIN);
  const last = main.messages.at(-1);
  if (last?.role === "user" && isAboutPlan(typedText(last), state)) {
    main.append({ role: "assistant", content: planReport(state, texts), origin: "outcome", model: modelName(model) });
  }
  return state;
}

function warning(code: string, message: string): UnitEvent {
  return { type: "notice", level: "warning", code, message };
}
