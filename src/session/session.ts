// A session: one ledger, the conversations of its units, and the facts that outlive them.
import type { Texts } from "../locale/index.ts";
import type { Conversation } from "../protocol/conversation.ts";
import type { PaiError } from "../protocol/errors.ts";
import type { ReasoningPolicy } from "../protocol/llm.ts";
import { type Message, textOf } from "../protocol/message.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import type { FileLock } from "../util/file-lock.ts";
import { oneLine } from "../util/text.ts";
import { adaptToModel } from "./adapt.ts";
import { addToIndex, indexEntryOf, ledgerPath } from "./catalog.ts";
import { checkpointDue, markImages } from "./checkpoint.ts";
import { openConversation } from "./conversation.ts";
import {
  type CheckpointCause,
  type Envelope,
  type LedgerBody,
  type LedgerEventOf,
  MAIN,
  type Mode,
  SCHEMA_VERSION,
  type StartedCall,
} from "./entry.ts";
import { detachedLedger, type Ledger, openLedger } from "./ledger.ts";
import type { Damage, LoadedSession } from "./load.ts";
import { type Mask, maskBody, maskFacts, maskView } from "./masking.ts";
import { MAX_BRIEF_CHARS } from "./options.ts";
import { type RepairReport, repairMessages } from "./repair.ts";
import { applyEvent, applyFacts, factsOf, newState, type SessionState, type UnitState, unitState } from "./replay.ts";

/** What a session needs to know and to use, whichever way it begins. */
export interface SessionTools {
  readonly home: string;
  /** Real path of the project's root. */
  readonly projectKey: string;
  readonly cwd: string;
  /** Of the program. */
  readonly version: string;
  readonly gitHead?: string;
  /** `provider/model`, and what its provider wants of earlier reasoning. */
  readonly model: string;
  readonly reasoning: ReasoningPolicy;
  readonly mode: Mode;
  /** For the results that a repair adds. */
  readonly texts: Texts;
  /** Marks a result as a tool's, like every other result. */
  readonly wrapResult: (tool: string, text: string) => string;
  readonly clock: Clock;
  readonly random: Random;
  /** Takes configured keys out of what comes in, before it is written and seen. */
  readonly mask: Mask;
  /** The ledger cannot be written; the session goes on. */
  readonly onWarning: (error: PaiError) => void;
}

/** What a resume found. */
export interface Resumed {
  /** The session that was read: this one, or the one that it was forked from. */
  readonly id: string;
  readonly project: string;
  readonly cwd: string;
  readonly model: string;
  /** Of its last event, ISO: a provider's cache has long forgotten an old one. */
  readonly updatedAt: string;
  readonly promptState?: PromptRecord;
  /** A plan that is not finished, as its last checkpoint has it. */
  readonly plan?: unknown;
  /** By task of that plan: its last recorded state. */
  readonly planTasks: ReadonlyMap<string, unknown>;
  readonly damage: Damage;
  /** Absent if the view was valid. */
  readonly repaired?: RepairReport;
}

export type PromptRecord = Pick<
  LedgerEventOf<"prompt_state">,
  "date" | "timeZone" | "memoryBlock" | "memoryIds" | "hashes" | "tokens" | "approval"
>;

type RecordedName =
  | "prompt_state"
  | "tool_start"
  | "compaction"
  | "plan_checkpoint"
  | "memory_write"
  | "external_context"
  | "turn_end"
  | "notice";
export type RecordedBody = Extract<LedgerBody, { event: RecordedName }>;

export interface Session {
  readonly id: string;
  /** Of the ledger, which exists once something was said. */
  readonly path: string;
  /** Absent in a new session. */
  readonly resumed?: Resumed;
  /** The same object for the same unit. `actor`: the role whose conversation it is, where it is not the agent's own. */
  conversation(unit: string, actor?: string): Conversation;
  /** Of a `tool_start` it keeps the beginning of `brief`, which may be the whole arguments. */
  record(body: RecordedBody, unit?: string): void;
  setMode(mode: Mode): void;
  /** Calls of a plan task or a worker that have started since its plan began, whichever process ran them. */
  startedCalls(unit: string): readonly StartedCall[];
  /** What the person typed in this session, in order. */
  words(): readonly string[];
  /** The external content used since the last clear; undefined if none was. */
  exposure(): readonly string[] | undefined;
  /** Resolves when all that was said so far is on the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export class LedgerSession implements Session {
  readonly id: string;
  readonly path: string;
  resumed?: Resumed;
  readonly #tools: SessionTools;
  readonly #lock: FileLock | undefined;
  readonly #state: SessionState;
  readonly #ledger: Ledger;
  readonly #conversations = new Map<string, Conversation>();
  readonly #actors = new Map<string, string>();
  #mode: Mode;

  /** `loaded`: the ledger as it stands, of a session that goes on. Without a lock nothing is written: another process might. */
  constructor(tools: SessionTools, id: string, lock: FileLock | undefined, loaded?: LoadedSession) {
    this.id = id;
    this.path = ledgerPath(tools.home, id);
    this.#tools = tools;
    this.#lock = lock;
    this.#state = loaded?.state ?? newState();
    this.#mode = tools.mode;
    const { onWarning } = tools;
    const existing = loaded && { ...loaded.file, sequence: loaded.sequence };
    this.#ledger = lock
      ? openLedger({ path: this.path, onWarning, ...(existing && { existing }) })
      : detachedLedger(loaded?.sequence ?? 0);
  }

  start(fork?: Pick<LedgerEventOf<"session_start">, "parent" | "outputsOf">): void {
    const { gitHead } = this.#tools;
    const more = { ...(gitHead !== undefined && { gitHead }), ...fork };
    this.#commit({ event: "session_start", ...this.#origin(), ...more });
  }

  resume(loaded: LoadedSession): void {
    const before = resumedFrom(this.id, loaded);
    this.#commit({ event: "resume", ...this.#origin() });
    const main = this.conversation(MAIN);
    const { messages, repaired } = this.#mend(main.messages, before.model);
    // What is missing is told once: the view as it is now becomes the ground to stand on.
    if (repaired || loaded.damage.missing > 0) main.rewrite(messages, "repair");
    else if (messages !== main.messages) main.rewrite(messages, "model");
    this.resumed = { ...before, ...(repaired && { repaired }) };
  }

  /** Begins with the view and the facts of another session. */
  fork(parent: string, loaded: LoadedSession): void {
    const before = resumedFrom(parent, loaded);
    const view = unitState(loaded.state, MAIN).messages;
    const { promptStateAt: _at, planAt: _planAt, ...facts } = factsOf(loaded.state, view);
    applyFacts(this.#state, facts, []);
    const outputsOf = [...new Set([...facts.outputsOf, ...outputOwners(view)])];
    this.start({ parent: { sessionId: parent, sequence: loaded.sequence }, outputsOf });
    if (before.promptState) this.record({ event: "prompt_state", ...before.promptState });
    if (before.plan !== undefined) {
      const tasks = Object.fromEntries(before.planTasks);
      this.record({ event: "plan_checkpoint", plan: before.plan, tasks, finished: false });
    }
    const { messages, repaired } = this.#mend(view, before.model);
    this.conversation(MAIN).rewrite(messages, "fork");
    this.resumed = { ...before, ...(repaired && { repaired }) };
  }

  conversation(unit: string, actor?: string): Conversation {
    if (actor !== undefined) this.#actors.set(unit, actor);
    const known = this.#conversations.get(unit);
    if (known) return known;
    const state = unitState(this.#state, unit);
    const opened = openConversation(state, {
      nextMessageId: () => `${this.id.slice(-6)}-${this.#ledger.nextSequence}`,
      commit: (body) => this.#commit(body, unit),
      checkpoint: (cause, messages) => this.#checkpoint(state, cause, messages),
      checkpointDue: () => checkpointDue(state.bytes),
    });
    this.#conversations.set(unit, opened);
    return opened;
  }

  record(body: RecordedBody, unit = MAIN): void {
    // Masked before it is cut: half a key would pass.
    const brief = (text: string) => oneLine(this.#tools.mask(text), MAX_BRIEF_CHARS);
    if (body.event === "tool_start") this.#commit({ ...body, brief: brief(body.brief) }, unit);
    else if (body.event === "prompt_state") this.#commit({ ...body, ...this.#place() }, unit);
    else this.#commit(body, unit);
  }

  setMode(mode: Mode): void {
    this.#mode = mode;
  }

  startedCalls(unit: string): readonly StartedCall[] {
    return this.#state.started.get(unit) ?? [];
  }

  words(): readonly string[] {
    return this.#state.words.map(({ text }) => text);
  }

  exposure(): readonly string[] | undefined {
    return this.#state.exposure;
  }

  flush(): Promise<void> {
    return this.#ledger.flush();
  }

  async close(): Promise<void> {
    const { mask, home } = this.#tools;
    await this.#ledger.close();
    const { bytes } = this.#ledger;
    if (bytes > 0) {
      const entry = indexEntryOf(this.id, this.#state, bytes);
      addToIndex(home, [{ ...entry, title: mask(entry.title) }]);
    }
    await this.#lock?.release();
  }

  #origin() {
    return { version: this.#tools.version, ...this.#place() };
  }

  #place() {
    const { cwd, projectKey: project, model } = this.#tools;
    return { cwd, project, model };
  }

  /** The view as the model takes it; the very list if it was that already. */
  #mend(
    view: readonly Message[],
    writtenBy: string,
  ): { readonly messages: readonly Message[]; readonly repaired?: RepairReport } {
    const { texts, wrapResult, reasoning, model } = this.#tools;
    const { messages, report } = repairMessages(view, {
      interrupted: (tool) => wrapResult(tool, texts.session.interrupted(tool)),
      emptyResult: texts.session.emptyResult,
    });
    const adapted = model === writtenBy ? messages : adaptToModel(messages, reasoning);
    return { messages: adapted, ...(report && { repaired: report }) };
  }

  #checkpoint({ unit, bytes }: UnitState, cause: CheckpointCause, messages: readonly Message[]): void {
    const totals = { lines: bytes.lines, said: bytes.said };
    // One that is due for its bytes says again what the file says already: the view that is sent stays as it is.
    const mask: Mask = cause === "bytes" ? (text) => text : this.#tools.mask;
    const view = maskView(messages, mask);
    const facts = unit === MAIN ? { facts: maskFacts(factsOf(this.#state, messages), mask) } : {};
    const body = { event: "view_checkpoint" as const, cause, messages: [...view], totals, ...facts };
    this.#append({ ...body, messages: markImages(view, this.#state.images) }, unit, body);
  }

  #commit(body: LedgerBody, unit = MAIN): void {
    const masked = maskBody(body, this.#tools.mask);
    this.#append(masked, unit, masked);
  }

  /** Writes `body`, then lets the state see it; `seen` where that is more than what is written. */
  #append(body: LedgerBody, unit: string, seen: LedgerBody): void {
    const envelope = this.#envelope(body, unit);
    const span = this.#ledger.append({ ...envelope, ...body });
    applyEvent(this.#state, { ...envelope, ...seen }, span);
  }

  #envelope(body: LedgerBody, unit: string): Envelope {
    return {
      schemaVersion: SCHEMA_VERSION,
      sessionId: this.id,
      sequence: this.#ledger.nextSequence,
      timestamp: this.#tools.clock.now().toISOString(),
      event: body.event,
      unit,
      mode: this.#mode,
      actor: this.#actors.get(unit) ?? "agent",
      source: sourceOf(body),
    };
  }
}

function resumedFrom(id: string, { state, damage }: LoadedSession): Resumed {
  const { project, cwd, model, updatedAt, promptState, plan } = state;
  return {
    id,
    project,
    cwd,
    model,
    updatedAt,
    ...(promptState?.event && { promptState: promptRecord(promptState.event) }),
    ...(plan?.event && { plan: plan.event.plan }),
    planTasks: new Map(state.planTasks),
    damage,
  };
}

/** As the names of files in the texts of messages tell: results that were offloaded or cleared, and what a summary says of them. */
function outputOwners(view: readonly Message[]): readonly string[] {
  const path = /\.paicli\/tool-outputs\/(session-[\w-]+)\//g;
  return view.flatMap((message) => [...textOf(message).matchAll(path)].flatMap(([, owner]) => owner ?? []));
}

function promptRecord({ date, timeZone, memoryBlock, memoryIds, hashes, tokens, approval }: PromptRecord): PromptRecord {
  return {
    ...{ date, timeZone, memoryBlock, memoryIds, hashes },
    ...(tokens === undefined ? {} : { tokens }),
    ...(approval === undefined ? {} : { approval }),
  };
}

function sourceOf(body: LedgerBody): Envelope["source"] {
  if (body.event === "tool_start") return "model";
  if (body.event !== "message") return "program";
  const { message } = body;
  if (message.role === "tool") return "tool";
  if (message.origin !== undefined) return "program";
  return message.role === "user" ? "user" : "model";
}
