// Level 2 at work: writes old results to files first, then replaces them in the conversation, all in one step.
import type { Texts } from "../locale/index.ts";
import type { Replacement } from "../protocol/conversation.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { StoredOutput, ToolMessage } from "../protocol/message.ts";
import type { Boundary } from "./boundary.ts";
import { clearedPlaceholder } from "./clear.ts";
import type { ToolOutputStore } from "./tool-output-store.ts";

export interface ClearingParts {
  readonly store: ToolOutputStore;
  readonly boundary: Boundary;
  readonly texts: Texts;
}

export interface Cleared {
  readonly replacements: readonly Replacement[];
  /** Why results had to stay: their text could not be written, and clearing loses nothing. */
  readonly kept?: string;
}

/** The replacements of these results, each with a file that holds its whole text. */
export async function writeCleared(results: readonly ToolMessage[], { store, boundary, texts }: ClearingParts): Promise<Cleared> {
  const replacements: Replacement[] = [];
  for (const result of results) {
    if (result.messageId === undefined) continue;
    const name = result.toolName ?? "tool";
    let stored: StoredOutput;
    try {
      const text = boundary.unwrap(result.content);
      const { offloaded } = result;
      stored = offloaded !== undefined && store.exists(offloaded.path) ? offloaded : await store.write(name, text, "written");
    } catch (error) {
      if (!isPaiError(error, "TOOL_OUTPUT_UNWRITABLE")) throw error;
      return { replacements, kept: error.values.cause };
    }
    const content = boundary.wrap(name, clearedPlaceholder(name, stored.chars, stored.path, texts));
    replacements.push({ messageId: result.messageId, content, cleared: stored });
  }
  return { replacements };
}
