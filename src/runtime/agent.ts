// Wires one session: ledger, model, policy, tools, prompt and context around the one agent, and what a front end may ask of it.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Agent, createAgent, type ModeRunner, type UnitEvent } from "../agent/agent.ts";
import { addUsage, type Limits, noUsage } from "../agent/limits.ts";
import { runLoop } from "../agent/loop.ts";
import type { Plans } from "../agent/plan/plan.ts";
import { refreshing } from "../agent/step.ts";
import { contextPicture } from "../context/context-picture.ts";
import { expireOutputs } from "../context/expire.ts";
import { createSessionWindow } from "../context/session-window.ts";
import type { ContextStatus } from "../context/status.ts";
import { contextThresholds, resultLimits } from "../context/thresholds.ts";
import { lastOutputNumber, openToolOutputStore } from "../context/tool-output-store.ts";
import { describeError, type Texts } from "../locale/index.ts";
import { NO_MEMORY } from "../memory/inject.ts";
import type { Recall } from "../memory/recall.ts";
import { wrapToolResult } from "../policy/boundary.ts";
import type { ApprovalMode } from "../policy/options.ts";
import { createPolicy, type KeptRules, type Policy } from "../policy/policy.ts";
import { toolSpecs } from "../prompt/tool-specs.ts";
import { causeOf, type PaiError } from "../protocol/errors.ts";
import type { AgentEvent, EventBody, RunResult, UsageTotals } from "../protocol/event.ts";
import type { ModelClient, ModelInfo } from "../protocol/llm.ts";
import type { UserMessage } from "../protocol/message.ts";
import type { Approver, Asker, UserInput } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import { MAIN, type Mode } from "../session/entry.ts";
import { openSession } from "../session/open.ts";
import type { Session } from "../session/session.ts";
import { expandPaths, type PathOptions } from "../tools/at-path.ts";
import { createReadTracker } from "../tools/read-tracker.ts";
import { loadShellParser } from "../util/shell.ts";
import { oneLine } from "../util/text.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { openExtraction } from "./extraction.ts";
import { type MemoryService, memoryFile, memoryNotice, openMemory } from "./memory.ts";
import { metered } from "./metered.ts";
import { openModel } from "./model.ts";
import { SHELL_GRAMMAR, VERSION } from "./package.ts";
import { type PastTurn, pastTurns } from "./past-turns.ts";
import { openPlans } from "./plans.ts";
import { openSkills } from "./project-verbs.ts";
import { openPrompt } from "./prompt.ts";
import { loadSummaryPrompts, promptRoots } from "./prompts.ts";
import { configuredKeys } from "./provider.ts";
import { openRecall } from "./recall.ts";
import { openToolbox } from "./toolbox.ts";
import { BOUNDARY, makeLoop, type SharedParts } from "./units.ts";

export type { KeptRules, PastTurn };

export interface AgentOptions {
  readonly environment: Environment;
  /** Absent: nobody can be asked. */
  readonly approver?: Approver;
  readonly asker?: Asker;
  /** An id or the beginning of one, or `latest`. */
  readonly resume?: string;
  readonly fork?: boolean;
  /** Tools of the caller's own. */
  readonly tools?: readonly Tool[];
  /** Instead of the configured one. */
  readonly model?: ModelClient;
  /** Whether memories are extracted where nothing is configured about it; absent: no. */
  readonly extraction?: boolean;
  /** The session ends with its first result, which waits for what else would run in the background; absent: no. */
  readonly singleTask?: boolean;
}

/** What a front end and the commands see of a running session. */
export interface AgentSession {
  readonly id: string;
  readonly environment: Environment;
  readonly texts: Texts;
  readonly mode: Mode;
  readonly approval: ApprovalMode;
  readonly model: ModelInfo;
  /** Somebody can be asked. */
  readonly canAsk: boolean;
  /** Something was said, so that it can be resumed. */
  readonly stored: boolean;
  readonly memory: MemoryService;
  readonly recall: Pick<Recall, "search">;
  /** What the person allowed or forbade for good in this project. */
  readonly permissions: KeptRules;
  /** A plan is unfinished: `/plan` goes on with it. */
  readonly hasOpenPlan: boolean;
  /** Tokens that memories may take of the window. */
  readonly memoryBudget: number;
  /** By name, sorted. */
  readonly tools: readonly Tool[];
  /** What was loaded at the start. */
  readonly loaded: { readonly projectMemory: readonly string[]; readonly skills: number };
  /** The last turns of the conversation, as far as they are in view. */
  pastTurns(most: number): readonly PastTurn[];
  /** From the call on; the first reader also gets what starting told. */
  events(): AsyncIterable<AgentEvent>;
  run(input: UserInput, signal: AbortSignal, mode?: Mode): Promise<RunResult>;
  setMode(mode: Mode): void;
  setApproval(mode: ApprovalMode): void;
  /** Empties the conversation; memory and ledger stay. */
  clear(): Promise<void>;
  /** False: nothing was changed, and why was told. */
  compact(focus: string | undefined, signal: AbortSignal): Promise<boolean>;
  contextStatus(): ContextStatus;
  /** The same as a picture, `width` columns wide. */
  contextPicture(width: number): string;
  /** Reads PAI.md and the other sources of the prompt afresh. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Throws PaiError `NOT_CONFIGURED` and the like for the model, `SESSION_…` for a session that cannot be resumed. */
export async function openAgent(options: AgentOptions): Promise<AgentSession> {
  const { environment } = options;
  const { settings } = environment.config;
  const { texts } = environment;
  const told: UnitEvent[] = [];
  let tell = (event: UnitEvent): void => void told.push(event);
  const warn = (error: unknown) => tell(notice("warning", "WARNING", describeError(error, texts)));

  let used = noUsage;
  const model = metered(options.model ?? (await openModel(environment)), (usage) => {
    used = addUsage(used, usage);
  });
  const session = await openLedger(options, model, warn);
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
    tell: (event) => tell(event),
  });
  const recorded = session.resumed?.promptState;
  const promptParts = {
    roots,
    root: environment.root,
    personality: settings.personality ?? "default",
    approval,
    skills: () => catalog.promptText,
    texts,
    clock: systemClock,
    timeZone: environment.env.TZ,
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

  let mode: Mode = settings.mode ?? "react";
  const limits = limitsOf(settings);
  const shared: SharedParts = {
    environment,
    session,
    window,
    store,
    summaryPrompts: await loadSummaryPrompts(roots),
    ...(options.approver === undefined ? {} : { approver: options.approver }),
    facts: () => ({ tasks: plans.tasks() }),
    tell: (event) => tell(event),
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
    mode: () => mode,
  });
  const runners: Record<Mode, ModeRunner> = {
    react: plans.unlessContinued((_, signal) => runLoop(loop, signal)),
    plan: plans.runner("plan"),
    team: plans.runner("team"),
  };

  const agent: Agent = createAgent({
    sessionId: session.id,
    conversation,
    clock: systemClock,
    texts: () => texts,
    async prepare(input, signal) {
      context.userTurn();
      const { note, notices: news } = await keeper.beforeTurn();
      const known = conversation.messages.some(
        (message) => message.role === "user" && message.origin === "note" && message.content === note,
      );
      if (note !== undefined && !known) conversation.append({ role: "user", content: note, origin: "note" });
      const { message, notes: about } = await inputMessage(input, {
        unit: MAIN,
        root: environment.root,
        texts,
        tracker,
        signal,
        maxTokens: resultLimits(window.tokens()).result,
        images: model.info.images,
      });
      context.assertInputFits(message, keeper.request());
      const attended = await recall.attend(message, input.typed, conversation.messages, keeper);
      return { message: attended, notices: [...news, ...about.map((text) => notice("warning", "INPUT", text))] };
    },
    takeUsage(): UsageTotals {
      const usage = used;
      used = noUsage;
      return usage;
    },
    recordTurnEnd: (status, usage) => session.record({ event: "turn_end", status, usage }),
    beforeResult(status, input) {
      agent.emit(gauge());
      return extraction.beforeResult(status, input);
    },
    afterResult: extraction.afterResult,
    flush: () => session.flush(),
  });

  /** How full the window is now: told whenever the view has changed. */
  const gauge = (): EventBody => ({ type: "context", ...context.gauge(keeper.request()) });
  const start: UnitEvent[] = [
    sessionStart(session, environment, model.info, mode),
    gauge(),
    ...startNotices(session, options, texts),
  ];
  let begun = false;

  return {
    id: session.id,
    environment,
    texts,
    get mode() {
      return mode;
    },
    get approval() {
      return policy.mode;
    },
    model: model.info,
    canAsk: options.approver !== undefined,
    get stored() {
      return existsSync(session.path);
    },
    memory,
    recall: recall.recall,
    permissions: policy,
    get hasOpenPlan() {
      return plans.open() !== undefined;
    },
    memoryBudget: contextThresholds(model.info.window).memory,
    tools: [...tools.values()],
    loaded: { projectMemory: keeper.files(), skills: catalog.skills.filter((skill) => skill.on).length },
    pastTurns: (most) => pastTurns(conversation.messages, most),
    events() {
      const events = agent.events();
      if (!begun) {
        begun = true;
        tell = (event) => agent.emit(event);
        for (const event of [...start, ...told.splice(0)]) agent.emit(event);
      }
      return events;
    },
    run: (input, signal, once) => agent.run(input, runners[once ?? mode], signal),
    setMode(next) {
      mode = next;
      session.setMode(next);
    },
    setApproval(next) {
      if (next === policy.mode) return;
      policy.setMode(next);
      if (conversation.messages.length > 0)
        conversation.append({ role: "user", content: texts.runtime.approvalChanged(next), origin: "note" });
    },
    async clear() {
      conversation.rewrite([], "clear");
      for (const event of await keeper.rebuild(NO_MEMORY)) agent.emit(event);
      agent.emit(gauge());
      await session.flush();
    },
    async compact(focus, signal) {
      const events = refreshing(loop, context.compactNow(focus, keeper.request(), signal));
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done) {
          agent.emit(gauge());
          await session.flush();
          return next.value;
        }
        agent.emit(next.value);
      }
    },
    contextStatus: () => context.status(keeper.request()),
    contextPicture: (width) => contextPicture(context.status(keeper.request()), texts, { width }),
    async reload() {
      for (const event of await keeper.rebuild()) agent.emit(event);
      agent.emit(gauge());
    },
    async close() {
      await extraction.close();
      context.close();
      agent.close();
      await session.close();
    },
  };
}

function openLedger(
  { environment, resume, fork }: AgentOptions,
  model: ModelClient,
  onWarning: (error: PaiError) => void,
): Promise<Session> {
  const { home, root, cwd, config, texts } = environment;
  const keys = configuredKeys(config);
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
    redact: (text) => keys.reduce((masked, key) => masked.replaceAll(key, "***"), text),
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

/** What was typed, then the files it names and what was piped in, as data. */
async function inputMessage(
  { typed, piped }: UserInput,
  options: PathOptions,
): Promise<{ message: UserMessage; notes: readonly string[] }> {
  const { parts: attached, notes } = await expandPaths(typed, options);
  const intro = options.texts.runtime.pipedIntro;
  const stdin = piped === undefined ? [] : [{ type: "text" as const, text: `\n\n${intro}\n<stdin>\n${piped}\n</stdin>` }];
  const data = [...attached, ...stdin];
  if (data.length === 0) return { message: { role: "user", content: typed }, notes };
  const content = data.every((part) => part.type === "text")
    ? `${typed}${data.map((part) => part.text).join("")}`
    : [{ type: "text" as const, text: typed }, ...data];
  return { message: { role: "user", content, typed }, notes };
}

function sessionStart(session: Session, { root }: Environment, { provider, id }: ModelInfo, mode: Mode): EventBody {
  return {
    type: "session_start",
    version: VERSION,
    provider,
    model: id,
    project: root,
    mode,
    resumed: session.resumed !== undefined,
  };
}

/** What the person must know before the first input: what was ignored, moved, repaired. */
function startNotices(session: Session, { environment: { config, root }, resume }: AgentOptions, texts: Texts): EventBody[] {
  const { resumed } = session;
  const words = session.words();
  const told: EventBody[] = [];
  const names = [...new Set(config.ignored.map(({ name }) => name))];
  if (names.length > 0) told.push(notice("warning", "PROJECT_NOT_TRUSTED", texts.runtime.trustIgnored(names)));
  if (config.unknown.length > 0)
    told.push(notice("warning", "UNKNOWN_VARIABLES", texts.runtime.unknownVariables(config.unknown)));
  if (resumed === undefined)
    return resume === undefined ? told : [...told, notice("info", "NOTHING_TO_RESUME", texts.runtime.resumedNothing)];
  const [first = ""] = words;
  told.push(
    notice("info", "SESSION_RESUMED", texts.runtime.resumed({ id: resumed.id, title: oneLine(first, 60), turns: words.length })),
  );
  if (resumed.project !== root) told.push(notice("warning", "PROJECT_MOVED", texts.runtime.projectMoved(resumed.project, root)));
  if (resumed.repaired) {
    const { orphans, duplicates, empty, ...same } = resumed.repaired;
    told.push(notice("warning", "SESSION_REPAIRED", texts.session.repaired({ ...same, dropped: orphans + duplicates + empty })));
  }
  if (resumed.damage.torn) told.push(notice("warning", "SESSION_TORN", texts.session.tornEnd));
  if (resumed.damage.newer) told.push(notice("warning", "SESSION_NEWER", texts.session.newerFormat));
  if (resumed.damage.missing > 0)
    told.push(notice("warning", "SESSION_INCOMPLETE", texts.session.eventsMissing(resumed.damage.missing)));
  return told;
}

function notice(level: "info" | "warning" | "error", code: string, message: string): EventBody {
  return { type: "notice", level, code, message };
}
