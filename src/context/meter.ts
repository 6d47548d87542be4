// The size of a unit's next request: what the provider measured last plus the estimate of what came since.
import type { Conversation } from "../protocol/conversation.ts";
import type { Usage } from "../protocol/llm.ts";
import { estimateMessage } from "./measure.ts";

/** How far measured and estimated tokens may lie apart before the ratio is no longer believed. */
const MIN_RATIO = 0.7;
const MAX_RATIO = 1.5;
/** A reported number outside these multiples of the estimate is a provider's slip (zero, another unit), unless both are small. */
const IMPLAUSIBLY_LOW = 0.25;
const IMPLAUSIBLY_HIGH = 5;
/** Providers wrap a request in templates of their own, which dominate a tiny one. */
const SMALL_DIFFERENCE = 2000;

export interface Size {
  readonly tokens: number;
  /** Anchored on what the provider reported, not only estimated. */
  readonly measured: boolean;
}

export interface Meter {
  /** The whole request: `fixed` (estimate of system prompt and tools) and the conversation as it stands. */
  size(fixed: number): Size;
  /** The provider has reported a usage of this model, though perhaps of the conversation before a rewrite. */
  reported(): boolean;
  /** Estimate of the conversation alone. */
  estimate(): number;
  /** Measured tokens per estimated token, as last seen. */
  ratio(): number;
  /** The usage of the request that the conversation, as it stands, was just sent with. A number that cannot be true is ignored. */
  measured(usage: Usage, fixed: number): void;
  /** A request that was taken for `sent` tokens proved larger than `real`: the next estimates are no shorter, until the next measure. */
  underestimated(sent: number, real: number): void;
  /** What was measured counts for another model; the ratio stays as the best guess. */
  modelChanged(): void;
}

interface Anchor {
  readonly revision: number;
  readonly estimate: number;
  readonly fixed: number;
  readonly tokens: number;
}

export function createMeter(conversation: Conversation): Meter {
  let counted = { revision: -1, messages: 0, sum: 0 };
  let anchor: Anchor | undefined;
  let ratio = 1;

  /** Only what was appended since the last look is counted; a rewrite counts anew. */
  function estimate(): number {
    const { messages, revision } = conversation;
    const goesOn = counted.revision === revision && counted.messages <= messages.length;
    let sum = goesOn ? counted.sum : 0;
    for (let i = goesOn ? counted.messages : 0; i < messages.length; i++) {
      const message = messages[i];
      if (message) sum += estimateMessage(message);
    }
    counted = { revision, messages: messages.length, sum };
    return sum;
  }

  return {
    estimate,
    reported: () => anchor !== undefined,
    ratio: () => ratio,
    size(fixed) {
      const now = estimate();
      if (anchor === undefined || anchor.revision !== conversation.revision) {
        return { tokens: Math.ceil((fixed + now) * ratio), measured: false };
      }
      return { tokens: anchor.tokens + (now - anchor.estimate) + (fixed - anchor.fixed), measured: true };
    },
    measured({ inputTokens }, fixed) {
      const now = estimate();
      if (!isPlausible(inputTokens, now + fixed)) return;
      anchor = { revision: conversation.revision, estimate: now, fixed, tokens: inputTokens };
      ratio = clampRatio(inputTokens / (now + fixed));
    },
    underestimated(sent, real) {
      if (sent > 0 && real > sent) ratio = clampRatio((ratio * real) / sent);
    },
    modelChanged() {
      anchor = undefined;
    },
  };
}

export function isPlausible(reported: number, estimated: number): boolean {
  if (reported <= 0 || estimated <= 0) return false;
  if (Math.abs(reported - estimated) <= SMALL_DIFFERENCE) return true;
  const ratio = reported / estimated;
  return ratio >= IMPLAUSIBLY_LOW && ratio <= IMPLAUSIBLY_HIGH;
}

function clampRatio(ratio: number): number {
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));
}
