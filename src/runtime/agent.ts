// One session as a front end and the commands use it.
import { existsSync } from "node:fs";
import { type Agent, createAgent, type UnitEvent } from "../agent/agent.ts";
import { refreshing } from "../agent/step.ts";
import { contextPicture } from "../context/context-picture.ts";
import type { ContextStatus } from "../context/status.ts";
import { contextThresholds, resultLimits } from "../context/thresholds.ts";
import type { Texts } from "../locale/index.ts";
import { NO_MEMORY } from "../memory/inject.ts";
import type { Recall } from "../memory/recall.ts";
import type { ApprovalMode } from "../policy/options.ts";
import type { KeptRules } from "../policy/policy.ts";
import type { AgentEvent, EventBody, RunResult } from "../protocol/event.ts";
import type { ModelInfo } from "../protocol/llm.ts";
import type { UserInput } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import { MAIN, type Mode } from "../session/entry.ts";
import { systemClock } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { inputMessage } from "./input.ts";
import type { MemoryService } from "./memory.ts";
import { type PastTurn, pastTurns } from "./past-turns.ts";
import { notice, sessionStart, startNotices } from "./start-notices.ts";
import { type AgentOptions, wire } from "./wiring.ts";

export type { KeptRules, PastTurn };

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
  /** Where external content came from since the last `/clear`; undefined if none was used. */
  exposure(): readonly string[] | undefined;
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

/** Throws what `wire` throws. */
export async function openAgent(options: AgentOptions): Promise<AgentSession> {
  const { environment } = options;
  const told: UnitEvent[] = [];
  let tell = (event: UnitEvent): void => void told.push(event);
  const parts = await wire(options, (event) => tell(event));
  const { session, conversation, model, policy, memory, recall, tools, tracker, window, keeper, context, plans, extraction } =
    parts;
  const { texts, loop, runners, mode, takeUsage, skills, store } = parts;

  const agent: Agent = createAgent({
    sessionId: session.id,
    conversation,
    clock: systemClock,
    texts: () => texts,
    async prepare(input, signal) {
      context.userTurn();
      const { notes, notices: news } = await keeper.beforeTurn(conversation.messages);
      for (const note of notes) conversation.append({ role: "user", content: note, origin: "note" });
      const {
        message,
        notes: about,
        told: attached,
      } = await inputMessage(
        input,
        {
          unit: MAIN,
          root: environment.root,
          texts,
          tracker,
          signal,
          maxTokens: resultLimits(window.tokens()).result,
          images: model.info.images,
        },
        store,
      );
      context.assertInputFits(message, keeper.request());
      const attended = await recall.attend(message, input.typed, conversation.messages, keeper);
      const ofFiles = [
        ...attached.map((text) => notice("info", "INPUT", text)),
        ...about.map((text) => notice("warning", "INPUT", text)),
      ];
      return { message: attended, notices: [...news, ...ofFiles] };
    },
    takeUsage,
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
    sessionStart(session, environment, model.info, mode.now),
    gauge(),
    ...(options.reopened === true ? [] : startNotices(session, environment, options.resume, texts)),
  ];
  let begun = false;

  return {
    id: session.id,
    environment,
    texts,
    get mode() {
      return mode.now;
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
    exposure: () => session.exposure(),
    memoryBudget: contextThresholds(model.info.window).memory,
    tools: [...tools.values()],
    loaded: { projectMemory: keeper.files(), skills: skills.filter((skill) => skill.on).length },
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
    run: (input, signal, once) => agent.run(input, runners[once ?? mode.now], signal),
    setMode(next) {
      mode.now = next;
      session.setMode(next);
    },
    setApproval: (next) => policy.setMode(next),
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
