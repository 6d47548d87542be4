// One session's agent: takes the person's inputs one after the other, runs each in its mode, and tells what happens on one stream.
import { describeError, type Texts } from "../locale/index.ts";
import type { Conversation } from "../protocol/conversation.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { AgentEvent, CompactionCounts, EventBody, RunResult, RunStatus, UsageTotals } from "../protocol/event.ts";
import { isUserTurn, type UserMessage } from "../protocol/message.ts";
import type { Clock, UserInput } from "../protocol/ports.ts";
import { Broadcast } from "../util/channel.ts";
import type { LoopOutcome } from "./loop.ts";

/** An event of a unit; `unit` is absent for the conversation with the person. */
export type UnitEvent = EventBody & { readonly unit?: string };

/** Runs one task on the main conversation, whose last message is the input. */
export type ModeRunner = (input: UserInput, signal: AbortSignal) => AsyncGenerator<UnitEvent, LoopOutcome>;

/** The message that an input becomes, and what the person must be told about how it became one. */
export interface PreparedInput {
  readonly message: UserMessage;
  readonly notices: readonly EventBody[];
}

export interface AgentParts {
  readonly sessionId: string;
  readonly conversation: Conversation;
  readonly clock: Clock;
  readonly texts: () => Texts;
  /** Reads the files that the input names, recalls memories. Throws PaiError where the input cannot be sent at all. */
  prepare(input: UserInput, signal: AbortSignal): Promise<PreparedInput>;
  /** All requests since the last call, whoever made them: steps, plans and reviews, summaries, extraction. */
  takeUsage(): UsageTotals;
  recordTurnEnd(status: RunStatus, usage: UsageTotals): void;
  /** Ends what the result must still tell of. */
  beforeResult(status: RunStatus, input: UserInput): Promise<void>;
  /** Begins what is done in the background once the result is out. */
  afterResult(status: RunStatus, input: UserInput): void;
  flush(): Promise<void>;
}

export interface Agent {
  /** Events from the call on. */
  events(): AsyncIterable<AgentEvent>;
  emit(event: UnitEvent): void;
  /** Runs one input; inputs that come while another runs wait for it. Never throws for an expected failure: the result says so. */
  run(input: UserInput, mode: ModeRunner, signal: AbortSignal): Promise<RunResult>;
  /** Ends the stream. */
  close(): void;
}

export function createAgent(parts: AgentParts): Agent {
  const stream = new Broadcast<AgentEvent>();
  let last: Promise<unknown> = Promise.resolve();
  /** What no result has told of yet: what happens between two turns, an extraction or `/compact`, belongs to the second one. */
  let tally: Tally = emptyTally;

  function emit(event: UnitEvent): void {
    tally = count(tally, event);
    stream.push({ ...event, sessionId: parts.sessionId });
  }

  async function turn(input: UserInput, mode: ModeRunner, signal: AbortSignal): Promise<RunResult> {
    const started = parts.clock.now().getTime();
    emit({ type: "turn_start", input: input.typed });
    const outcome = await attempt(input, mode, signal);
    await parts.beforeResult(outcome.status, input);
    const usage = parts.takeUsage();
    parts.recordTurnEnd(outcome.status, usage);
    await parts.flush();
    emit({ type: "turn_end", status: outcome.status, usage });
    const result: RunResult = {
      status: outcome.status,
      text: outcome.text,
      turns: outcome.turns,
      usage,
      compaction: tally.compaction,
      memory: { saved: tally.saved },
      durationMs: Math.max(1, parts.clock.now().getTime() - started),
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
    };
    tally = emptyTally;
    emit({ type: "result", ...result });
    parts.afterResult(outcome.status, input);
    return result;
  }

  async function attempt(input: UserInput, mode: ModeRunner, signal: AbortSignal): Promise<LoopOutcome> {
    try {
      const { message, notices } = await parts.prepare(input, signal);
      enter(message);
      await parts.flush();
      for (const notice of notices) emit(notice);
      const events = mode(input, signal);
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done) return next.value;
        emit(next.value);
      }
    } catch (error) {
      const failed = { text: "", turns: 0 };
      if (signal.aborted) return { ...failed, status: "cancelled" };
      const code = isPaiError(error) ? error.code : "INTERNAL";
      return { ...failed, status: "error", error: { code, message: describeError(error, parts.texts()) } };
    }
  }

  /** After a failed request the same words sent again are the same message, not a second one. */
  function enter(message: UserMessage): void {
    const unanswered = parts.conversation.messages.at(-1);
    const again =
      unanswered !== undefined &&
      isUserTurn(unanswered) &&
      JSON.stringify(unanswered.content) === JSON.stringify(message.content);
    if (!again) parts.conversation.append(message);
  }

  return {
    events: () => stream.subscribe(),
    emit,
    run(input, mode, signal) {
      const result = last.then(() => turn(input, mode, signal));
      last = result.catch(() => {}); // whoever awaits the result hears of its failure; the next input only waits for its end
      return result;
    },
    close: () => stream.close(),
  };
}

interface Tally {
  readonly compaction: CompactionCounts;
  readonly saved: readonly string[];
}

const emptyTally: Tally = { compaction: { offloaded: 0, cleared: 0, summarized: 0 }, saved: [] };

function count({ compaction, saved }: Tally, event: UnitEvent): Tally {
  const { offloaded, cleared, summarized } = compaction;
  if (event.type === "tool_result" && event.offloadedTo !== undefined)
    return { compaction: { ...compaction, offloaded: offloaded + 1 }, saved };
  if (event.type === "compaction" && event.level === 2)
    return { compaction: { ...compaction, cleared: cleared + (event.cleared ?? 0) }, saved };
  if (event.type === "compaction" && event.level === 3)
    return { compaction: { ...compaction, summarized: summarized + 1 }, saved };
  if (event.type === "memory_saved") return { compaction, saved: [...saved, event.id] };
  return { compaction, saved };
}
