// The one owner of a unit's message list. Each change is checked against the rules of a strict provider and written to the
// ledger before anyone can see it.
import type { Conversation, Replacement, RewriteCause, ViewSizes } from "../protocol/conversation.ts";
import { PaiError } from "../protocol/errors.ts";
import type { Message, UserMessage } from "../protocol/message.ts";
import { admit, type Invalid, newPairing, type PairingState, validateMessages } from "../protocol/validate.ts";
import type { CheckpointCause, LedgerBody, LedgerEventOf } from "./entry.ts";
import type { UnitState } from "./replay.ts";
import { wellFormedMessage } from "./well-formed.ts";

/** The session, as its conversations see it. Both write to the ledger and then advance the state of the unit. */
export interface ConversationSink {
  /** Unique in the session and in its forks; the same until the next event is written. */
  nextMessageId(): string;
  commit(body: LedgerBody): void;
  checkpoint(cause: CheckpointCause, messages: readonly Message[]): void;
  /** Whether the ledger has grown enough since the last checkpoint for another one. */
  checkpointDue(): boolean;
}

export function openConversation(state: UnitState, sink: ConversationSink): Conversation {
  return new LedgerConversation(state, sink);
}

class LedgerConversation implements Conversation {
  readonly #state: UnitState;
  readonly #sink: ConversationSink;
  #pairing: PairingState;
  #shown: readonly Message[] = [];
  #shownVersion = -1;

  constructor(state: UnitState, sink: ConversationSink) {
    this.#state = state;
    this.#sink = sink;
    this.#pairing = pairingOf(state.messages);
  }

  get unit(): string {
    return this.#state.unit;
  }

  get revision(): number {
    return this.#state.revision;
  }

  get messages(): readonly Message[] {
    if (this.#shownVersion !== this.#state.version) {
      this.#shown = [...this.#state.messages];
      this.#shownVersion = this.#state.version;
    }
    return this.#shown;
  }

  append(...messages: readonly Message[]): readonly Message[] {
    const clean = messages.map(wellFormedMessage);
    const before = this.#state.messages.length;
    for (const [i, message] of clean.entries()) {
      const invalid = admit(this.#pairing, message, before + i);
      if (!invalid) continue;
      this.#pairing = pairingOf(this.#state.messages); // takes back what the messages before it have opened
      throw this.#refusal(invalid);
    }
    for (const message of clean) {
      const messageId = this.#sink.nextMessageId();
      this.#sink.commit({ event: "message", messageId, message });
    }
    this.#checkpointIfDue();
    return this.#state.messages.slice(before);
  }

  replaceContent(replacements: readonly Replacement[], sizes?: ViewSizes): void {
    if (replacements.length === 0) return;
    const results = new Set(this.#state.messages.flatMap((m) => (m.role === "tool" && m.messageId ? [m.messageId] : [])));
    for (const [index, { messageId, content }] of replacements.entries()) {
      if (!results.has(messageId)) throw this.#refusal({ reason: "orphan_result", index, id: messageId });
      if (content === "") throw this.#refusal({ reason: "empty_message", index, id: messageId });
    }
    const written = replacements.map(({ messageId, content, cleared }) => ({
      messageId,
      content: content.toWellFormed(),
      cleared,
    }));
    this.#sink.commit({ event: "compaction", level: 2, ...sizes, replacements: written });
    this.#checkpointIfDue();
  }

  rewrite(messages: readonly Message[], cause: RewriteCause): void {
    const invalid = messages.length === 0 ? undefined : validateMessages(messages);
    if (invalid) throw this.#refusal(invalid);
    const pruned = cause === "image_prune" ? contentChanges(this.#state.messages, messages) : undefined;
    if (pruned) {
      this.#sink.commit({ event: "image_prune", replacements: pruned });
    } else {
      const id = this.#sink.nextMessageId();
      const known = new Set(this.#state.messages.map((message) => message.messageId));
      const stored = messages.map((message, i) => {
        const clean = wellFormedMessage(message);
        return clean.messageId !== undefined && known.has(clean.messageId) ? clean : { ...clean, messageId: `${id}-${i}` };
      });
      if (cause === "clear") this.#sink.commit({ event: "history_clear" });
      this.#sink.checkpoint(cause, stored);
    }
    this.#pairing = pairingOf(this.#state.messages);
  }

  /** Not between a call and its results: a checkpoint is always a complete list. */
  #checkpointIfDue(): void {
    if (this.#pairing.open.size === 0 && this.#sink.checkpointDue()) this.#sink.checkpoint("bytes", this.#state.messages);
  }

  #refusal({ reason, index }: Invalid): PaiError {
    return new PaiError("CONVERSATION_INVALID", { unit: this.unit, reason, index });
  }
}

function pairingOf(messages: readonly Message[]): PairingState {
  const state = newPairing();
  for (const [index, message] of messages.entries()) admit(state, message, index);
  return state;
}

type Prune = LedgerEventOf<"image_prune">["replacements"][number];

/** What differs, if the lists differ in the content of user messages alone; else undefined. */
function contentChanges(before: readonly Message[], after: readonly Message[]): Prune[] | undefined {
  if (before.length !== after.length) return undefined;
  const changes: Prune[] = [];
  for (const [i, old] of before.entries()) {
    const now = after[i];
    if (now === old) continue;
    if (!isSameBut(old, now)) return undefined;
    changes.push({ messageId: now.messageId, content: now.content });
  }
  return changes;
}

function isSameBut(old: Message, now: Message | undefined): now is UserMessage & { messageId: string } {
  if (old.role !== "user" || now?.role !== "user" || old.messageId === undefined) return false;
  return JSON.stringify({ ...now, content: "" }) === JSON.stringify({ ...old, content: "" });
}
