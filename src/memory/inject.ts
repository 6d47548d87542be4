// How memories stand in the prompt and in messages, and which of them the model can see. Pure.
import type { Texts } from "../locale/index.ts";
import { type Message, textOf } from "../protocol/message.ts";
import { maskPersonalData, maskSecrets } from "../util/secrets.ts";
import { estimateTokens } from "../util/tokens.ts";
import type { ListedMemory } from "./contract.ts";
import { dayOf } from "./describe.ts";
import type { MemoryEntry } from "./entry.ts";

/** The memories in the system prompt, as the session records them. */
export interface SystemMemory {
  readonly block: string;
  readonly ids: readonly string[];
}

export const NO_MEMORY: SystemMemory = { block: "", ids: [] };

/** What the model can see of memories: id → the text that shows it. */
export type View = ReadonlyMap<string, string>;

/** A memory in view that is no longer so in the store. */
export interface Gone {
  readonly id: string;
  /** What stands in its place, the same id if its text was changed; undefined if it was deleted. */
  readonly by: MemoryEntry | undefined;
}

/** Line breaks of any kind, and what steers a terminal or the direction of text. */
const BREAKS_AND_CONTROLS = /[\s\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** A `<` that is not plainly "less than" a number could begin a tag, in whatever spelling. */
const COULD_OPEN_TAG = /<(?!\s*[\d=.$<])/g;
/** Ids are short; those that another program wrote may be anything. */
const MAX_ID_CHARS = 40;

/** One line that can not begin or end a tag, a heading or a list, whatever it came from; credentials masked. */
export function escaped(text: string): string {
  return maskSecrets(text).replace(BREAKS_AND_CONTROLS, " ").trim().replace(COULD_OPEN_TAG, "&lt;").toWellFormed();
}

/** The line of one memory: id, type, flags, content, dates. */
export function memoryLine({ entry, stale, changedFile }: ListedMemory, texts: Texts): string {
  const { flags, line } = texts.memory.recall;
  const known = [
    ...(entry.autoExtracted ? [flags.auto] : []),
    ...(entry.pending ? [flags.unverified] : []),
    ...(stale ? [changedFile === undefined ? flags.stale : flags.staleFile(escaped(changedFile))] : []),
    ...(entry.external ? [flags.external] : []),
  ];
  return line({
    id: idOf(entry.id),
    marks: [escaped(entry.type), ...known].join(", "),
    content: contentOf(entry),
    written: dayOf(entry.written),
    verified: dayOf(entry.verified),
  });
}

/** The block that closes the system prompt; empty without memories. */
export function memoryBlock(memories: readonly ListedMemory[], texts: Texts): string {
  return blockOf(memories, [], texts);
}

/** The block that follows the person's words in a message: what is newly relevant, and what no longer holds; empty if neither. */
export function blockOf(memories: readonly ListedMemory[], gone: readonly Gone[], texts: Texts): string {
  const { intro, goneIntro, deleted, replacedBy } = texts.memory.recall;
  const lines = [
    ...(memories.length === 0 ? [] : [intro, ...memories.map((memory) => memoryLine(memory, texts))]),
    ...(gone.length === 0
      ? []
      : [goneIntro, ...gone.map(({ id, by }) => (by === undefined ? deleted(idOf(id)) : replacedBy(idOf(id), idOf(by.id))))]),
  ];
  return lines.length === 0 ? "" : `<memory>\n${lines.join("\n")}\n</memory>`;
}

/** The first of the memories whose lines fit into `budget` tokens together, each whole or not at all. */
export function withinBudget(memories: readonly ListedMemory[], budget: number, texts: Texts): readonly ListedMemory[] {
  let free = budget - estimateTokens(blockOf([], [], texts) || texts.memory.recall.intro);
  return memories.filter((memory) => {
    const tokens = estimateTokens(`${memoryLine(memory, texts)}\n`);
    if (tokens > free) return false;
    free -= tokens;
    return true;
  });
}

export function viewOf(system: SystemMemory, messages: readonly Message[]): View {
  const view = new Map<string, string>(system.ids.map((id) => [id, system.block]));
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const id of message.withdrawn ?? []) view.delete(id);
    for (const id of message.memories ?? []) view.set(id, textOf(message));
  }
  return view;
}

/** What the model still believes and the store no longer says. */
export function goneFrom(view: View, entries: readonly MemoryEntry[]): readonly Gone[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const successors = new Map(entries.map((entry) => [entry.stored.metadata?.replaces, entry]));
  return [...view].flatMap(([id, text]) => {
    const entry = byId.get(id);
    if (entry === undefined) return [{ id, by: successors.get(id) }];
    return text.includes(contentOf(entry)) ? [] : [{ id, by: entry }];
  });
}

function contentOf(entry: MemoryEntry): string {
  // What extraction took by itself nobody chose to show; what the person saved with their own data in it, they did.
  return escaped(entry.autoExtracted ? maskPersonalData(entry.content) : entry.content);
}

function idOf(id: string): string {
  return escaped(id).slice(0, MAX_ID_CHARS).toWellFormed();
}
