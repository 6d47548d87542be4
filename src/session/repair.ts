// Makes any list of messages one that a strict provider takes, changing no more than it must. Pure and deterministic, and doing it
// twice changes nothing more, so what a resume repaired is repaired once and sent as the same bytes from then on.
import { type AssistantMessage, type Message, type ToolCall, type ToolMessage, textOf } from "../protocol/message.ts";
import { CALL_ID, isJson } from "../protocol/validate.ts";
import { wellFormedMessage } from "./well-formed.ts";

export interface RepairTexts {
  /** The result of a call whose own was lost: it may have run, so it must not simply be repeated. */
  readonly interrupted: (tool: string) => string;
  /** Stands for an empty result. */
  readonly emptyResult: string;
}

/** How many of each were mended. */
export interface RepairReport {
  readonly answered: number;
  readonly orphans: number;
  readonly duplicates: number;
  readonly moved: number;
  readonly empty: number;
  /** Ids or arguments that servers refuse. */
  readonly rewritten: number;
}

export interface Repaired {
  /** The very list that was given if nothing was wrong with it. */
  readonly messages: readonly Message[];
  /** Absent if nothing was wrong. */
  readonly report?: RepairReport;
}

interface Slot {
  readonly call: ToolCall;
  readonly name: string;
  result?: ToolMessage;
}

interface Group {
  readonly slots: readonly Slot[];
  /** In the order in which they came. */
  readonly answered: Slot[];
}

export function repairMessages(messages: readonly Message[], texts: RepairTexts): Repaired {
  const count = { answered: 0, orphans: 0, duplicates: 0, moved: 0, empty: 0, rewritten: 0 };
  const groups = pairUp(messages, count);
  const ids = new UniqueIds();
  const out: Message[] = [];
  for (const message of messages) {
    if (message.role === "tool") continue; // stands behind its call
    const group = groups.get(message);
    if (group) out.push(...mendGroup(message as AssistantMessage, group, ids, texts, count));
    else if (isBlank(textOf(message))) count.empty++;
    else out.push(mendText(message, count));
  }
  return Object.values(count).every((n) => n === 0) ? { messages } : { messages: out, report: count };
}

type Count = { -readonly [Key in keyof RepairReport]: number };

/** Finds each result's call: the nearest one before it that has its id and no result yet. */
function pairUp(messages: readonly Message[], count: Count): Map<Message, Group> {
  const groups = new Map<Message, Group>();
  const nearest = new Map<string, Group>();
  let current: Group | undefined;
  for (const message of messages) {
    if (message.role !== "tool") {
      const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
      current =
        calls.length === 0 ? undefined : { slots: calls.map((call) => ({ call, name: call.function.name })), answered: [] };
      if (!current) continue;
      groups.set(message, current);
      for (const call of calls) nearest.set(call.id, current);
      continue;
    }
    const group = nearest.get(message.tool_call_id);
    const slot = group?.slots.find(({ call, result }) => call.id === message.tool_call_id && !result);
    if (!group) count.orphans++;
    else if (!slot) count.duplicates++;
    else {
      slot.result = message;
      group.answered.push(slot);
      if (group !== current) count.moved++;
    }
  }
  return groups;
}

function mendGroup(message: AssistantMessage, group: Group, ids: UniqueIds, texts: RepairTexts, count: Count): Message[] {
  const mended = new Map(group.slots.map((slot) => [slot, mendCall(slot.call, ids, count)]));
  const changed = group.slots.some((slot) => mended.get(slot) !== slot.call);
  const missing = group.slots.filter((slot) => !slot.result);
  count.answered += missing.length;
  return [
    mendText(changed ? { ...message, tool_calls: [...mended.values()] } : message, count),
    ...group.answered.flatMap((slot) => (slot.result ? [mendResult(slot.result, idOf(slot), texts, count)] : [])),
    ...missing.map((slot): ToolMessage => {
      const content = texts.interrupted(slot.name);
      return { role: "tool", tool_call_id: idOf(slot), content, toolName: slot.name, ok: false };
    }),
  ];

  function idOf(slot: Slot): string {
    return mended.get(slot)?.id ?? slot.call.id;
  }
}

function mendCall(call: ToolCall, ids: UniqueIds, count: Count): ToolCall {
  const id = ids.take(call.id);
  const parses = isJson(call.function.arguments);
  if (id === call.id && parses) return call;
  count.rewritten++;
  const text = parses ? call.function.arguments : JSON.stringify({ _unparsed: call.function.arguments });
  return { ...call, id, function: { ...call.function, arguments: text } };
}

function mendResult(result: ToolMessage, id: string, texts: RepairTexts, count: Count): ToolMessage {
  const empty = isBlank(result.content);
  const content = empty ? texts.emptyResult : result.content;
  if (empty) count.empty++;
  const same = id === result.tool_call_id && content === result.content;
  return mendText(same ? result : { ...result, tool_call_id: id, content }, count);
}

/** White space alone is empty to strict servers; a running session never takes it for an input, an answer or a result. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

function mendText<M extends Message>(message: M, count: Count): M {
  const clean = wellFormedMessage(message);
  const listless = clean.role === "assistant" && clean.tool_calls?.length === 0;
  if (clean === message && !listless) return message;
  count.rewritten++;
  if (!listless) return clean as M;
  const { tool_calls: _, ...rest } = clean;
  return rest as M;
}

/** Ids as every provider takes them, each only once. */
class UniqueIds {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    const base = wanted.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 40) || "call";
    let id = CALL_ID.test(wanted) ? wanted : base;
    for (let n = 2; this.#taken.has(id); n++) id = `${base.slice(0, 39 - String(n).length)}_${n}`;
    this.#taken.add(id);
    return id;
  }
}
