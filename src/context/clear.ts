// Level 2: which old tool results are cleared in place, and what stands there afterwards. Pure.
import type { Texts } from "../locale/index.ts";
import type { Message, ToolMessage } from "../protocol/message.ts";
import { estimateTokens } from "../util/tokens.ts";
import { estimateMessage, estimateMessagesTokens } from "./measure.ts";
import { readBackCall } from "./offload.ts";
import { unseenResults } from "./turns.ts";

/** Below this many UTF-16 units a placeholder would be no shorter. */
const MIN_CHARS = 400;

export interface ClearingPolicy {
  /** The newest results that stay whole. */
  readonly keep: number;
  /** The last resort after a refusal: results that no request has carried yet may go too. Otherwise they stay, whatever `keep` says. */
  readonly unseenToo?: boolean;
  readonly exclude: readonly string[];
  /** Estimated tokens that a batch must free. */
  readonly minFreed: number;
  /** There is room to wait: a batch must also free as much as it makes the provider read anew, all that stands after its first result. */
  readonly patient: boolean;
  /** Estimated tokens of a placeholder. */
  readonly placeholder: number;
}

/** What a batch must free at least, in tokens: a twentieth of S, but 4,000 (or a fifth of a small S). */
export function minFreedTokens(summaryThreshold: number): number {
  return Math.max(Math.floor(summaryThreshold / 20), Math.min(4000, Math.floor(summaryThreshold / 5)));
}

/**
 * The results to clear together, oldest first; none if the batch would free too little. Without patience a conversation whose
 * newest results alone reach the clear threshold would be rewritten, and paid for in full, at every call.
 */
export function chooseCleared(messages: readonly Message[], policy: ClearingPolicy): readonly ToolMessage[] {
  const results = messages.filter((message): message is ToolMessage => message.role === "tool");
  const kept = policy.unseenToo === true ? policy.keep : Math.max(policy.keep, unseenResults(messages).length);
  const old = kept === 0 ? results : results.slice(0, -kept);
  const chosen = old.filter((result) => isClearable(result, policy));
  const [first] = chosen;
  if (first === undefined) return [];
  const freed = chosen.reduce((sum, result) => sum + estimateMessage(result) - policy.placeholder, 0);
  if (freed < policy.minFreed) return [];
  const readAnew = estimateMessagesTokens(messages.slice(messages.indexOf(first))) - freed;
  return policy.patient && freed < readAnew ? [] : chosen;
}

function isClearable(result: ToolMessage, { exclude }: ClearingPolicy): boolean {
  if (result.cleared !== undefined || result.content.length < MIN_CHARS) return false;
  return result.toolName === undefined || !exclude.includes(result.toolName);
}

/** What the model reads where a result was. */
export function clearedPlaceholder(toolName: string, chars: number, path: string, texts: Texts): string {
  const t = texts.context.clear;
  return `${t.title}\n${t.body(toolName, chars, readBackCall(path))}`;
}

/** What a placeholder takes, by a path of usual length. */
export function placeholderTokens(texts: Texts): number {
  const path = ".paicli/tool-outputs/session-20250101-000000-abcdef/001-execute_command.txt";
  return estimateTokens(clearedPlaceholder("execute_command", 32_000, path, texts)) + 20;
}
