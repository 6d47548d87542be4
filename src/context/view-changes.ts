// The two changes that compaction makes to a conversation, each in one step, with what they saved.
import type { Texts } from "../locale/index.ts";
import type { Conversation } from "../protocol/conversation.ts";
import type { EventBody } from "../protocol/event.ts";
import type { Message, ToolMessage } from "../protocol/message.ts";
import type { Boundary } from "./boundary.ts";
import { writeCleared } from "./clearing.ts";
import { estimateMessage } from "./measure.ts";
import { noSavings, type Savings } from "./status.ts";
import type { ToolOutputStore } from "./tool-output-store.ts";

/** What a summary changed, for the ledger. */
export interface SummaryRecord {
  readonly level: 3;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly summary: string;
}

export interface ViewChanges {
  readonly savings: Savings;
  /** Counts a result that never entered whole. */
  offloaded(tokens: number): void;
  /** Clears these results as far as their text can be written to files. Returns why some had to stay, if any had to. */
  clear(results: readonly ToolMessage[], size: () => number, ratio: number): AsyncGenerator<EventBody, string | undefined>;
  swap(view: readonly Message[], summary: string, size: () => number): Generator<EventBody>;
}

interface Parts {
  readonly conversation: Conversation;
  readonly store: ToolOutputStore;
  readonly boundary: Boundary;
  readonly texts: Texts;
  /** Called after the new view was written. */
  readonly record: (summary: SummaryRecord) => void;
}

export function createViewChanges(parts: Parts): ViewChanges {
  const { conversation, record } = parts;
  let savings = noSavings;

  function count(level: keyof Savings, results: number, tokens: number): void {
    const sum = savings[level];
    savings = { ...savings, [level]: { count: sum.count + results, tokens: sum.tokens + Math.max(0, Math.ceil(tokens)) } };
  }

  return {
    get savings() {
      return savings;
    },
    offloaded: (tokens) => count("offloaded", 1, tokens),

    async *clear(results, size, ratio) {
      const { replacements, kept } = await writeCleared(results, parts);
      if (replacements.length === 0) return kept;
      const byId = new Map(results.map((result) => [result.messageId, result]));
      const freed = replacements.reduce((sum, { messageId, content }) => {
        const old = byId.get(messageId);
        return old === undefined ? sum : sum + estimateMessage(old) - estimateMessage({ ...old, content });
      }, 0);
      const beforeTokens = size();
      const afterTokens = Math.max(0, beforeTokens - Math.ceil(freed * ratio));
      conversation.replaceContent(replacements, { beforeTokens, afterTokens });
      count("cleared", replacements.length, freed * ratio);
      yield { type: "compaction", level: 2, beforeTokens, afterTokens: size(), cleared: replacements.length };
      return kept;
    },

    *swap(view, summary, size) {
      const beforeTokens = size();
      conversation.rewrite(view, "summary");
      const afterTokens = size();
      record({ level: 3, beforeTokens, afterTokens, summary });
      count("summarised", 1, beforeTokens - afterTokens);
      yield { type: "compaction", level: 3, beforeTokens, afterTokens };
    },
  };
}
