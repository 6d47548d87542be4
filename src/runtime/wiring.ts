// The parts of one session, each opened once: ledger, model, policy, memory, tools, prompt, context, modes.
import { homedir } from "node:os";
import { join } from "node:path";
import type { ModeRunner, UnitEvent } from "../agent/agent.ts";
import { addUsage, type Limits, noUsage } from "../agent/limits.ts";
import { runLoop } from "../agent/loop.ts";
import type { Plans } from "../agent/plan/plan.ts";
import { expireOutputs } from "../context/expire.ts";
import { createSessionWindow } from "../context/session-window.ts";
import { contextThresholds } from "../context/thresholds.ts";
import { lastOutputNumber, openToolOutputStore } from "../context/tool-output-store.ts";
import { describeError } from "../locale/index.ts";
import { wrapToolResult } from "../policy/boundary.ts";
import type { ApprovalMode } from "../policy/options.ts";
import { createPolicy, type KeptRules, type Policy } from "../policy/policy.ts";
import { toolSpecs } from "../prompt/tool-specs.ts";
import { causeOf, type PaiError } from "../protocol/errors.ts";
import type { EventBody, UsageTotals } from "../protocol/event.ts";
import type { ModelClient } from "../protocol/llm.ts";
import type { Approver, Asker } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import { MAIN, type Mode } from "../session/entry.ts";
import { keyMask, type Mask } from "../session/masking.ts";
import { openSession } from "../session/open.ts";
import type { Session } from "../session/session.ts";
import { createReadTracker } from "../tools/read-tracker.ts";
import { loadShellParser } from "../util/shell.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { openExtraction } from "./extraction.ts";
import { memoryFile, memoryNotice, openMemory } from "./memory.ts";
import { metered } from "./metered.ts";
import { openModel } from "./model.ts";
import { SHELL_GRAMMAR, VERSION } from "./package.ts";
import { openPlans } from "./plans.ts";
import { openSkills } from "./project-verbs.ts";
import { openPrompt } from "./prompt.ts";
import { loadSummaryPrompts, promptRoots } from "./prompts.ts";
import { configuredKeys } from "./provider.ts";
import { openRecall } from "./recall.ts";
import { notice } from "./start-notices.ts";
import { openToolbox } from "./toolbox.ts";
import { BOUNDARY, makeLoop, type SharedParts } from "./units.ts";

export interface AgentOptions {
  readonly environment: Environment;
  /** Absent: nobody can be asked. */
  readonly approver?: Approver;
  readonly asker?: Asker;
  /** An id or the beginning of one, or `latest`. */
  readonly resume?: string;
  readonly fork?: boolean;
  /** A session was open in this place just now and goes on with other settings: what its start told is no news. */
  readonly reopened?: boolean;
  /** Tools of the caller's own. */
  readonly tools?: readonly Tool[];
  /** Instead of the configured one. */
  readonly model?: ModelClient;
  /** Whether memories are extracted where nothing is configured about it; absent: no. */
  readonly extraction?: boolean;
  /** The session ends with its first result, which waits for what else would run in the background; absent: no. */
  readonly singleTask?: boolean;
}

/**
 * Opens them in the order in which each needs those before. `tell` takes what a part has to say, from the first on.
 * Throws PaiError `NOT_CONFIGURED` and the like for the model, `SESSION_…` for a session that cannot be resumed.
 */
export async function wire(options: AgentOptions, tell: (event: UnitEvent) => void) {
  const { environment } = options;
  const { settings } = environment.config;
  const { texts } = environment;
  const warn = (error: unknown) => tell(notice("warning", "WARNING", describeError(error, texts)));

  let used = noUsage;
  const takeUsage = (): UsageTotals => {
    const usage = used;
    used = noUsage;
    return usage;
  };
  const model = metered(options.model ?? (await openModel(environment)), (usage) => {
    used = addUsage(used, usage);
  });
  const mask = keyMask(configuredKeys(environment.config));
  const session = await openLedger(options, model, mask, warn);
  const conversation = session.conversation(MAIN);
  const store = openToolOutputStore({
    root: environment.root,
    sessionId: session.id,
    after: lastOutputNumber(conversation.messages, session.id),
  });
  const expired = expireOutputs(conversation.messages, { exists: (path) => store.exists(path), boundary: BOUNDARY, texts });
  if (expired !== undefined) conversation.rewrite(expired, "repair");
  const approval = settings.approval ?? (options.approver === undefined ? "auto" : "ask");
  const policy = openPolicy(environment, session, approval, (cause) =>
    tell(notice("warning", "AUDIT", texts.runtime.auditFailed(cause))),
  );

  const memory = openMemory(environment, (about) => tell(notice("warning", "MEMORY_FILE", memoryNotice(about, texts))));
  const roots = promptRoots(environment);
  const { catalog, notes } = await openSkills(environment);
  for (const note of notes) tell(notice("warning", "SKILLS", note));
  const tracker = createReadTracker();
  const report = (event: EventBody): void => {
    if (event.type === "memory_saved") {
      session.record({
        event: "memory_write",
        memoryId: event.id,
        content: event.content,
        scope: event.scope,
        origin: event.source,
      });
    }
    tell(event);
  };
  const tools = await openToolbox({
    environment,
    texts,
    tracker,
    catalog: () => catalog,
    messages: (unit) => session.conversation(unit).messages,
    memory: {
      service: memory,
      words: () => session.words(),
      exposure: () => session.exposure(),
      report,
      ...(options.asker === undefined ? {} : { asker: options.asker }),
    },
    extra: options.tools ?? [],
  });
  const window = createSessionWindow(model.info.window);
  const recall = openRecall({
    environment,
    memory,
    budgetTokens: () => contextThresholds(window.tokens()).memory,
    tell,
  });
  const recorded = session.resumed?.promptState;
  const promptParts = {
    roots,
    root: environment.root,
    personality: settings.personality ?? "default",
    approval: () => policy.mode,
    skills: () => catalog.promptText,
    texts,
    clock: systemClock,
    timeZone: environment.env.TZ,
    mask,
  };
  const { keeper, notices } = await openPrompt({
    ...promptParts,
    mode: "react",
    tools: toolSpecs([...tools.values()]),
    ...(recorded === undefined
      ? {}
      : {
          recorded,
          memory: await recall.resumed({ block: recorded.memoryBlock, ids: recorded.memoryIds }, conversation.messages),
        }),
    record: (state) => session.record({ event: "prompt_state", ...state }),
  });
  for (const event of notices) tell(event);

  const mode: { now: Mode } = { now: settings.mode ?? "react" };
  const limits = limitsOf(settings);
  const shared: SharedParts = {
    environment,
    session,
    window,
    store,
    summaryPrompts: await loadSummaryPrompts(roots),
    ...(options.approver === undefined ? {} : { approver: options.approver }),
    facts: () => ({ tasks: plans.tasks() }),
    tell,
  };
  const extraction = await openExtraction({
    enabled: settings.memoryAutoExtractEnabled ?? options.extraction ?? false,
    singleTask: options.singleTask ?? false,
    stopsWhenExposed: settings.memoryDisableOnExternalContext ?? true,
    model,
    service: memory,
    roots,
    texts,
    exposure: () => session.exposure(),
    report,
  });
  const prompt = {
    request: keeper.request,
    rebuild: async () => keeper.rebuild(await recall.rewritten(conversation.messages)),
  };
  const { loop, context } = makeLoop(shared, { unit: MAIN, model, tools, policy, limits, prompt });
  const plans: Plans = await openPlans({
    shared,
    model,
    tools,
    policy,
    limits,
    prompt: promptParts,
    projectMemory: () => keeper.request().projectMemory ?? "",
    ...(options.asker === undefined ? {} : { asker: options.asker }),
    recall: recall.injection.about,
    mode: () => mode.now,
  });
  const runners: Record<Mode, ModeRunner> = {
    react: plans.unlessContinued((_, signal) => runLoop(loop, signal)),
    plan: plans.runner("plan"),
    team: plans.runner("team"),
  };

  const parts = {
    session,
    conversation,
    store,
    model,
    policy,
    memory,
    recall,
    tools,
    tracker,
    window,
    keeper,
    context,
    plans,
    extraction,
  };
  return { ...parts, texts, loop, runners, mode, takeUsage, skills: catalog.skills };
}

function openLedger(
  { environment, resume, fork }: AgentOptions,
  model: ModelClient,
  mask: Mask,
  onWarning: (error: PaiError) => void,
): Promise<Session> {
  const { home, root, cwd, config, texts } = environment;
  return openSession({
    home,
    projectKey: root,
    cwd,
    version: VERSION,
    model: `${model.info.provider}/${model.info.id}`,
    reasoning: model.info.reasoning,
    mode: config.settings.mode ?? "react",
    texts,
    wrapResult: wrapToolResult,
    clock: systemClock,
    random: systemRandom,
    mask,
    onWarning,
    ...(resume === undefined ? {} : { resume }),
    ...(fork === undefined ? {} : { fork }),
  });
}

function openPolicy(
  environment: Environment,
  session: Session,
  mode: ApprovalMode,
  onAuditError: (cause: string) => void,
): Policy & KeptRules {
  const { home, root, texts, env } = environment;
  return createPolicy({
    mode,
    sessionId: session.id,
    project: root,
    home: env.HOME || homedir(),
    paicliHome: home,
    memoryDir: join(memoryFile(environment), ".."),
    shell: () => loadShellParser(SHELL_GRAMMAR),
    texts,
    clock: systemClock,
    random: systemRandom,
    onAuditError: (error) => onAuditError(causeOf(error)),
  });
}

function limitsOf({ maxTurns, tokenBudget }: Environment["config"]["settings"]): Limits {
  return { ...(maxTurns === undefined ? {} : { maxTurns }), ...(tokenBudget === undefined ? {} : { tokenBudget }) };
}
