// What the events of a session add up to: the view of each unit, and the facts that outlive a view. One reducer for both ways:
// a running session applies each event after it was written, a resume applies those that it read.
import { isUserTurn, type Message, type ToolMessage, typedText, type UserMessage } from "../protocol/message.ts";
import { oneLine } from "../util/text.ts";
import { type Facts, type LedgerEvent, type LedgerEventOf, MAIN, type Mode, type StartedCall } from "./entry.ts";
import { MAX_EXPOSURE_TARGETS, MAX_TITLE_CHARS } from "./options.ts";

/** Where a line stands in its file, and its bytes with the line feed. */
export interface LineSpan {
  readonly offset: number;
  readonly bytes: number;
}

export interface UnitState {
  readonly unit: string;
  /** Grows in place. Whoever hands it out makes a copy per `version`. */
  messages: Message[];
  version: number;
  /** Changes other than appending. */
  revision: number;
  /** Bytes of this unit's lines, of what was said in it, of its view, of its last checkpoint and of the lines since then. */
  readonly bytes: { lines: number; said: number; view: number; checkpoint: number; since: number };
}

export interface SessionState {
  readonly units: Map<string, UnitState>;
  /** What the person typed in `main`, in order; `id` of the message while it may still be in the view. */
  words: { readonly id?: string | undefined; readonly text: string }[];
  title: string;
  turns: number;
  project: string;
  cwd: string;
  model: string;
  mode: Mode;
  updatedAt: string;
  /** What external content was used since the last clear; undefined if none was. */
  exposure: readonly string[] | undefined;
  readonly started: Map<string, readonly StartedCall[]>;
  promptState: Located<"prompt_state"> | undefined;
  plan: Located<"plan_checkpoint"> | undefined;
  /** By task: its last state in that plan. */
  readonly planTasks: Map<string, unknown>;
  /** Other sessions whose tool outputs this one names: their files have to stay as long as it does. */
  outputsOf: readonly string[];
  /** By message: where its images stand in the file, for checkpoints that only name them. */
  readonly images: Map<string, { readonly at: number; readonly content: UserMessage["content"] }>;
}

/** The last event of a kind; without `event` it lies before what was read. */
interface Located<Name extends "prompt_state" | "plan_checkpoint"> {
  readonly at: number;
  readonly event?: LedgerEventOf<Name>;
}

export function newState(): SessionState {
  return {
    units: new Map(),
    words: [],
    title: "",
    turns: 0,
    project: "",
    cwd: "",
    model: "",
    mode: "react",
    updatedAt: "",
    exposure: undefined,
    started: new Map(),
    promptState: undefined,
    plan: undefined,
    planTasks: new Map(),
    outputsOf: [],
    images: new Map(),
  };
}

export function unitState(state: SessionState, unit: string): UnitState {
  let found = state.units.get(unit);
  if (!found) {
    const bytes = { lines: 0, said: 0, view: 0, checkpoint: 0, since: 0 };
    found = { unit, messages: [], version: 0, revision: 0, bytes };
    state.units.set(unit, found);
  }
  return found;
}

/** Advances `state` by one event that stands at `span` in the file. */
export function applyEvent(state: SessionState, event: LedgerEvent, span: LineSpan): void {
  const unit = unitState(state, event.unit);
  unit.bytes.lines += span.bytes;
  unit.bytes.since += span.bytes;
  state.mode = event.mode;
  state.updatedAt = event.timestamp;
  switch (event.event) {
    case "session_start":
      state.outputsOf = event.outputsOf ?? [];
      applyPlace(state, event);
      return;
    case "resume":
      applyPlace(state, event);
      return;
    case "message":
      applyMessage(state, unit, event, span);
      return;
    case "view_checkpoint":
      applyCheckpoint(state, unit, event, span);
      return;
    case "compaction":
      if (event.replacements) replaceMessages(unit, event.replacements);
      return;
    case "image_prune":
      replaceMessages(unit, event.replacements);
      return;
    case "history_clear":
      setView(unit, []);
      if (unit.unit === MAIN) state.exposure = undefined;
      return;
    case "tool_start":
      if (event.unit === MAIN) return;
      state.started.set(event.unit, [
        ...(state.started.get(event.unit) ?? []),
        { callId: event.callId, name: event.name, brief: event.brief },
      ]);
      return;
    case "plan_checkpoint":
      applyPlan(state, event, span);
      return;
    case "prompt_state":
      state.project ||= event.project ?? "";
      state.cwd ||= event.cwd ?? "";
      state.model ||= event.model ?? "";
      if (unit.unit === MAIN) state.promptState = { at: span.offset, event };
      return;
    case "external_context":
      state.exposure = [...new Set([...(state.exposure ?? []), `${event.tool} ${event.target}`.trim()])].slice(
        -MAX_EXPOSURE_TARGETS,
      );
      return;
    case "notice":
    case "memory_write":
    case "turn_end":
      return;
  }
}

function applyPlace(state: SessionState, { project, cwd, model }: LedgerEventOf<"session_start" | "resume">): void {
  state.project = project;
  state.cwd = cwd;
  state.model = model;
  // A resumed plan or team starts its tasks with fresh conversations.
  for (const name of state.units.keys()) if (name !== MAIN) state.units.delete(name);
}

function applyPlan(state: SessionState, event: LedgerEventOf<"plan_checkpoint">, span: LineSpan): void {
  if (event.finished || event.plan !== undefined) state.planTasks.clear();
  if (event.finished) {
    state.plan = undefined;
    state.started.clear();
    return;
  }
  if (event.plan !== undefined) state.plan = { at: span.offset, event };
  for (const [task, now] of Object.entries(event.tasks ?? {})) state.planTasks.set(task, now);
}

function applyMessage(state: SessionState, unit: UnitState, event: LedgerEventOf<"message">, span: LineSpan): void {
  const message: Message = { ...event.message, messageId: event.messageId ?? `line-${event.sequence}` };
  unit.messages.push(message);
  unit.version++;
  const weight = weigh(message);
  unit.bytes.said += weight;
  unit.bytes.view += weight;
  if (message.role === "assistant" && unit.unit === MAIN) state.model ||= message.model ?? "";
  if (message.role !== "user") return;
  if (hasImages(message) && message.messageId) state.images.set(message.messageId, { at: span.offset, content: message.content });
  if (unit.unit !== MAIN || !isUserTurn(message)) return;
  state.turns++;
  const text = typedText(message);
  state.words.push({ id: message.messageId, text });
  state.title ||= oneLine(text, MAX_TITLE_CHARS);
}

function applyCheckpoint(state: SessionState, unit: UnitState, event: LedgerEventOf<"view_checkpoint">, span: LineSpan): void {
  if (event.cause === "bytes") unit.messages = [...event.messages];
  else setView(unit, event.messages);
  unit.bytes.lines = event.totals.lines + span.bytes;
  unit.bytes.said = event.totals.said;
  unit.bytes.view = weighAll(unit.messages);
  unit.bytes.checkpoint = span.bytes;
  unit.bytes.since = 0;
  if (event.facts) applyFacts(state, event.facts, unit.messages);
}

export function applyFacts(state: SessionState, facts: Facts, view: readonly Message[]): void {
  state.title = facts.title;
  state.turns = facts.turns;
  state.project = facts.project;
  state.cwd = facts.cwd;
  state.model = facts.model;
  state.words = [
    ...facts.words.map((text) => ({ text })),
    ...view.filter(isUserTurn).map((message) => ({ id: message.messageId, text: typedText(message) })),
  ];
  state.exposure = facts.exposure;
  state.outputsOf = facts.outputsOf;
  state.started.clear();
  for (const [unit, calls] of Object.entries(facts.started)) state.started.set(unit, calls);
  if (facts.promptStateAt !== state.promptState?.at) state.promptState = located(facts.promptStateAt);
  if (facts.planAt !== state.plan?.at) state.plan = located(facts.planAt);
  state.planTasks.clear();
  for (const [task, now] of Object.entries(facts.planTasks)) state.planTasks.set(task, now);
}

const located = (at: number | undefined) => (at === undefined ? undefined : { at });

/** What a checkpoint of `main` that holds `view` must carry so that nothing before it has to be read again. */
export function factsOf(state: SessionState, view: readonly Message[]): Facts {
  const inView = new Set(view.map((message) => message.messageId));
  return {
    title: state.title,
    turns: state.turns,
    project: state.project,
    cwd: state.cwd,
    model: state.model,
    words: state.words.filter(({ id }) => id === undefined || !inView.has(id)).map(({ text }) => text),
    ...(state.exposure && { exposure: [...state.exposure] }),
    started: Object.fromEntries([...state.started].map(([unit, calls]) => [unit, [...calls]])),
    ...(state.promptState && { promptStateAt: state.promptState.at }),
    ...(state.plan && { planAt: state.plan.at }),
    planTasks: Object.fromEntries(state.planTasks),
    outputsOf: [...state.outputsOf],
  };
}

function setView(unit: UnitState, messages: readonly Message[]): void {
  unit.messages = [...messages];
  unit.bytes.view = weighAll(messages);
  unit.version++;
  unit.revision++;
}

type ContentChange = Pick<ToolMessage, "cleared"> & { readonly messageId: string; readonly content: UserMessage["content"] };

function replaceMessages(unit: UnitState, changes: readonly ContentChange[]): void {
  const byId = new Map(changes.map((change) => [change.messageId, change]));
  setView(
    unit,
    unit.messages.map((message) => replaced(message, message.messageId ? byId.get(message.messageId) : undefined)),
  );
}

function replaced(message: Message, change: ContentChange | undefined): Message {
  if (!change) return message;
  if (message.role === "user") return { ...message, content: change.content };
  if (message.role !== "tool" || typeof change.content !== "string") return message;
  return { ...message, content: change.content, ...(change.cleared && { cleared: change.cleared }) };
}

export function hasImages(message: Message): boolean {
  return Array.isArray(message.content) && message.content.some((part) => part.type === "image_url");
}

/** A message's bytes without its punctuation: cheap, the same from memory and from disk, and never more than it takes in the file. */
function weigh(message: Message): number {
  switch (message.role) {
    case "tool":
      return Buffer.byteLength(message.content);
    case "assistant": {
      const texts = [message.content ?? "", message.reasoning_content ?? "", message.reasoning ?? ""];
      const calls = (message.tool_calls ?? []).flatMap((call) => [call.id, call.function.name, call.function.arguments]);
      return [...texts, ...calls].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    }
    case "user": {
      if (typeof message.content === "string") return Buffer.byteLength(message.content);
      const texts = message.content.map((part) => (part.type === "text" ? part.text : part.image_url.url));
      return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    }
  }
}

function weighAll(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + weigh(message), 0);
}
