// Level 1 at work: the results of one answer's calls, bounded together, written to files where they are too large, and wrapped.
import type { Texts } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ToolMessage } from "../protocol/message.ts";
import { estimateTokens } from "../util/tokens.ts";
import type { Boundary } from "./boundary.ts";
import {
  type Kept,
  type OffloadLimits,
  offloadNotice,
  type Placement,
  placeResults,
  type RawResult,
  shortenRead,
} from "./offload.ts";
import type { ToolOutputStore } from "./tool-output-store.ts";

export interface AdmittedResult {
  readonly message: ToolMessage;
  /** For the person, where a large result could not be kept. */
  readonly notice?: EventBody;
}

export interface ResultBatch {
  /** Messages for some of the batch's results, in their order. What they take is no longer free for the rest of the batch. */
  admit(results: readonly RawResult[]): Promise<readonly AdmittedResult[]>;
}

export interface BatchParts {
  readonly store: ToolOutputStore;
  readonly boundary: Boundary;
  readonly texts: Texts;
  /** `result` and `batch` in estimated tokens. */
  readonly limits: OffloadLimits;
  /** Told how many estimated tokens stayed out of the conversation. */
  readonly saved: (tokens: number) => void;
}

export function openResultBatch({ store, boundary, texts, limits, saved }: BatchParts): ResultBatch {
  let free = limits.batch;

  async function keep(name: string, text: string): Promise<Kept> {
    try {
      return { stored: await store.write(name, text, "flushed") };
    } catch (error) {
      if (!isPaiError(error, "TOOL_OUTPUT_UNWRITABLE")) throw error;
      return { lost: error.values.cause };
    }
  }

  async function admitOne(result: RawResult, placement: Placement): Promise<AdmittedResult> {
    const { callId, name, ok, text } = result;
    const message = (content: string): ToolMessage => ({
      role: "tool",
      tool_call_id: callId,
      content: boundary.wrap(name, content),
      toolName: name,
      ok,
    });
    if (placement.kind === "whole") return { message: message(text) };
    if (placement.kind === "shorten") return { message: message(shortenRead(text, placement.tokens, texts)) };
    const kept = await keep(name, text);
    const content = offloadNotice(name, text, placement, kept, texts);
    saved(estimateTokens(text) - estimateTokens(content));
    if ("stored" in kept) return { message: { ...message(content), offloaded: kept.stored } };
    const notice: EventBody = {
      type: "notice",
      level: "warning",
      code: "TOOL_OUTPUT_LOST",
      message: texts.context.notices.outputLost(name, kept.lost),
    };
    return { message: message(content), notice };
  }

  return {
    async admit(results) {
      const admitted: AdmittedResult[] = [];
      const placements = placeResults(results, { ...limits, batch: free });
      for (const [index, result] of results.entries()) {
        const one = await admitOne(result, placements[index] ?? { kind: "whole" });
        free -= estimateTokens(one.message.content);
        admitted.push(one);
      }
      free = Math.max(0, free);
      return admitted;
    },
  };
}
