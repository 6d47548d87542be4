// Wires extraction into a session: after a task that ended well it looks at what was typed, and what it saved is told on the stream.

import type { Texts } from "../locale/index.ts";
import type { MemoryService } from "../memory/contract.ts";
import { createExtractor } from "../memory/extract.ts";
import { type PromptRoots, readPromptFile } from "../prompt/prompt-files.ts";
import type { EventBody, RunStatus } from "../protocol/event.ts";
import type { ModelClient, ModelReply } from "../protocol/llm.ts";
import type { UserInput } from "../protocol/ports.ts";

export interface ExtractionParts {
  readonly enabled: boolean;
  /** An exposed session extracts nothing. */
  readonly stopsWhenExposed: boolean;
  readonly model: ModelClient;
  readonly service: MemoryService;
  readonly roots: PromptRoots;
  readonly texts: Texts;
  readonly exposure: () => readonly string[] | undefined;
  readonly spent: (reply: ModelReply) => void;
  readonly report: (event: EventBody) => void;
}

export interface Extraction {
  afterTurn(status: RunStatus, input: UserInput): void;
  /** Waits for what still runs, 2 s at most. */
  close(): Promise<void>;
}

const NONE: Extraction = { afterTurn: () => {}, close: async () => {} };

export async function openExtraction(parts: ExtractionParts): Promise<Extraction> {
  if (!parts.enabled) return NONE;
  const { model, service, texts, exposure, spent, report } = parts;
  const extractor = createExtractor({
    model,
    service,
    prompt: await readPromptFile(parts.roots, "memory/extract.md"),
    sources: exposure,
    spent,
    saved: ({ id, content, scope }) => report({ type: "memory_saved", id, content, scope, source: "auto_extracted" }),
    gaveUp: (why) => {
      const message =
        why === "unknown_model" ? texts.memory.lightModelUnknown(model.info.lightId) : texts.memory.extractionFailing;
      report({ type: "notice", level: "warning", code: "EXTRACTION_OFF", message });
    },
  });
  return {
    afterTurn(status, { typed }) {
      if (status !== "completed" || (parts.stopsWhenExposed && exposure() !== undefined)) return;
      extractor.begin(typed);
    },
    close: () => extractor.close(),
  };
}
