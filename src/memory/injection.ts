// Decides, turn by turn, which memories are put before the model and where: in the system prompt while nothing was said yet or the
// view was rewritten, beside the person's words afterwards, so that what was sent once stays as it is.
import type { Texts } from "../locale/index.ts";
import type { Message, UserMessage } from "../protocol/message.ts";
import type { ListedMemory } from "./contract.ts";
import type { MemoryEntry } from "./entry.ts";
import { blockOf, type Gone, goneFrom, memoryBlock, NO_MEMORY, type SystemMemory, viewOf, withinBudget } from "./inject.ts";
import type { Recall } from "./recall.ts";
import { MAX_MATCHES } from "./retrieve.ts";

export interface InjectionParts {
  readonly recall: Recall;
  readonly entries: () => Promise<readonly MemoryEntry[]>;
  readonly freshness: (entry: MemoryEntry) => Promise<ListedMemory>;
  /** Tokens that one block may take. */
  readonly budgetTokens: () => number;
  readonly texts: () => Texts;
}

/** What a user message carries beside the person's words. */
export interface TurnMemory {
  /** To be appended to the message. */
  readonly text: string;
  readonly memories: readonly string[];
  readonly withdrawn: readonly string[];
}

export interface Injection {
  /** What is relevant to a text by itself: for every input in the mode `system`, and for a task that has a view of its own. */
  about(text: string): Promise<SystemMemory>;
  /** For the first input of a session or after `/clear`. */
  opening(input: string): Promise<SystemMemory>;
  /** For every later input. Undefined if there is nothing to tell. */
  turn(input: string, system: SystemMemory, messages: readonly Message[]): Promise<TurnMemory | undefined>;
  /** After a summary: what the live request needs and what was in view before, without what the kept messages still carry. */
  rewritten(input: string, kept: readonly Message[]): Promise<SystemMemory>;
  /** At a resume: the recorded block as it is while all of it still holds; otherwise the same memories as they are now. */
  resumed(recorded: SystemMemory, messages: readonly Message[]): Promise<SystemMemory>;
}

export function createInjection({ recall, entries, freshness, budgetTokens, texts }: InjectionParts): Injection {
  /** Ids that are in view, or were until the view was rewritten just now. */
  let shown: ReadonlySet<string> = new Set();

  async function relevantTo(input: string): Promise<readonly MemoryEntry[]> {
    return (await recall.search(input)).filter(({ direct }) => direct).map(({ entry }) => entry);
  }

  async function chosen(candidates: readonly MemoryEntry[]): Promise<readonly ListedMemory[]> {
    return withinBudget(await Promise.all(candidates.slice(0, MAX_MATCHES).map(freshness)), budgetTokens(), texts());
  }

  async function systemMemory(candidates: readonly MemoryEntry[]): Promise<SystemMemory> {
    const memories = await chosen(candidates);
    return memories.length === 0 ? NO_MEMORY : { block: memoryBlock(memories, texts()), ids: idsOf(memories) };
  }

  const about = async (text: string) => systemMemory(await relevantTo(text));

  return {
    about,

    async opening(input) {
      const system = await about(input);
      shown = new Set(system.ids);
      return system;
    },

    async turn(input, system, messages) {
      const view = viewOf(system, messages);
      const [all, relevant] = [await entries(), await relevantTo(input)];
      const gone = goneFrom(view, all);
      const fresh = newlyRelevant(relevant, gone, view, all);
      const memories = await chosen(fresh);
      shown = new Set([...view.keys(), ...idsOf(memories)]);
      const text = blockOf(memories, gone, texts());
      return text === "" ? undefined : { text, memories: idsOf(memories), withdrawn: gone.map(({ id }) => id) };
    },

    async rewritten(input, kept) {
      const carried = viewOf(NO_MEMORY, kept);
      const all = await entries();
      const before = all.filter(({ id }) => shown.has(id));
      const candidates = unique([...(await relevantTo(input)), ...before]);
      const system = await systemMemory(candidates.filter(({ id }) => !carried.has(id)));
      shown = new Set([...system.ids, ...carried.keys()]);
      return system;
    },

    async resumed(recorded, messages) {
      shown = new Set(viewOf(recorded, messages).keys());
      const all = await entries();
      const gone = goneFrom(viewOf(recorded, []), all);
      if (gone.length === 0) return recorded;
      const now = new Map(gone.map(({ id, by }) => [id, by]));
      const carried = viewOf(NO_MEMORY, messages);
      const standing = recorded.ids.flatMap((id) => (now.has(id) ? now.get(id) : all.find((entry) => entry.id === id)) ?? []);
      return systemMemory(unique(standing).filter(({ id }) => !carried.has(id)));
    },
  };
}

/** The message with the memories after what it already holds. `typed` stays the person's words alone. */
export function withMemories(message: UserMessage, { text, memories, withdrawn }: TurnMemory, typed: string): UserMessage {
  const content =
    typeof message.content === "string"
      ? `${message.content}\n\n${text}`
      : [...message.content, { type: "text" as const, text: `\n\n${text}` }];
  return { ...message, content, typed, memories, ...(withdrawn.length === 0 ? {} : { withdrawn }) };
}

/** What stands in the place of gone memories first, then what is relevant; nothing that the view says already. */
function newlyRelevant(
  relevant: readonly MemoryEntry[],
  gone: readonly Gone[],
  view: ReadonlyMap<string, string>,
  all: readonly MemoryEntry[],
): readonly MemoryEntry[] {
  const stale = new Set(gone.map(({ id }) => id));
  const said = all.filter(({ id }) => view.has(id) && !stale.has(id));
  const saidIds = new Set(said.map(({ id }) => id));
  const saidTexts = new Set(said.map(({ comparable }) => comparable.canonical));
  return unique([...gone.flatMap(({ by }) => by ?? []), ...relevant]).filter(
    ({ id, comparable }) => !saidIds.has(id) && !saidTexts.has(comparable.canonical),
  );
}

function unique(entries: readonly MemoryEntry[]): readonly MemoryEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function idsOf(memories: readonly ListedMemory[]): readonly string[] {
  return memories.map(({ entry }) => entry.id);
}
