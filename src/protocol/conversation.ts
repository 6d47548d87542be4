// The contract of a unit's message list. `session/conversation.ts` owns it; everyone else sees it through this.
import type { Message, StoredOutput } from "./message.ts";

export interface Replacement {
  readonly messageId: string;
  readonly content: string;
  /** Where the replaced text can be read back. */
  readonly cleared: StoredOutput;
}

/** Tokens before and after a change. */
export interface ViewSizes {
  readonly beforeTokens: number;
  readonly afterTokens: number;
}

/** Why a view was rewritten. `repair`: at a resume, to make a damaged list valid again. */
export type RewriteCause = "summary" | "clear" | "fork" | "repair" | "model" | "image_prune";

/**
 * The only short-term memory of an execution unit, and exactly what is sent to the model after the system prompt.
 * Every change is validated (`validateMessages`) and written to the ledger before anyone can see it;
 * a change that is refused throws `PaiError("CONVERSATION_INVALID")` and changes nothing.
 */
export interface Conversation {
  /** `main`, a plan task or a team worker. */
  readonly unit: string;
  /** Without the system prompt. A new array after each change, so a reference taken before it stays as it was. */
  readonly messages: readonly Message[];
  /** Counts the changes other than appending. While it stands, old messages are byte for byte what they were. */
  readonly revision: number;
  /** Appends in order, gives each its `messageId`, and returns them as stored. */
  append(...messages: readonly Message[]): readonly Message[];
  /** Clears tool results in place (level 2): all of them or none. `sizes`: of the whole request, for the ledger. */
  replaceContent(replacements: readonly Replacement[], sizes?: ViewSizes): void;
  /** Swaps the whole view in one step (level 3, `/clear`, fork, repair). Messages that stay keep their `messageId`. */
  rewrite(messages: readonly Message[], cause: RewriteCause): void;
}
