// Wires extraction into a session: after a task that ended well it looks at what was typed, and what it saved is told on the stream.

import type { Texts } from "../locale/index.ts";
import type { MemoryService } from "../memory/contract.ts";
import { createExtractor } from "../memory/extract.ts";
import { type PromptRoots, readPromptFile } from "../prompt/prompt-files.ts";
import type { EventBody, RunStatus } from "../protocol/event.ts";
import type { ModelClient } from "../protocol/llm.ts";
import type { UserInput } from "../protocol/ports.ts";

export interface ExtractionParts {
  readonly enabled: boolean;
  /** An exposed session extracts nothing. */
  readonly stopsWhenExposed: boolean;
  /** The session ends with its first result. */
  readonly singleTask: boolean;
  readonly model: ModelClient;
  readonly service: MemoryService;
  readonly roots: PromptRoots;
  readonly texts: Texts;
  readonly exposure: () => readonly string[] | undefined;
  readonly report: (event: EventBody) => void;
}

export interface Extraction {
  /** Where the session ends with its first result: extracts before it, 2 s at most, so that the result tells of it. */
  beforeResult(status: RunStatus, input: UserInput): Promise<void>;
  /** Everywhere else: begins in the background. */
  afterResult(status: RunStatus, input: UserInput): void;
  /** Waits for what still runs, 2 s at most. */
  close(): Promise<void>;
}

const NONE: Extraction = { beforeResult: async () => {}, afterResult: () => {}, close: async () => {} };

export async function openExtraction(parts: ExtractionParts): Promise<Extraction> {
  if (!parts.enabled) return NONE;
  const { model, service, texts, exposure, report } = parts;
  const extractor = createExtractor({
    model,
    service,
    prompt: await readPromptFile(parts.roots, "memory/extract.md"),
    sources: exposure,
    saved: ({ id, content, scope }) => report({ type: "memory_saved", id, content, scope, source: "auto_extracted" }),
    gaveUp: (why) => {
      const message =
        why === "unknown_model" ? texts.memory.lightModelUnknown(model.info.lightId) : texts.memory.extractionFailing;
      report({ type: "notice", level: "warning", code: "EXTRACTION_OFF", message });
    },
  });
  const begin = (status: RunStatus, { typed }: UserInput): void => {
    if (status !== "completed" || (parts.stopsWhenExposed && exposure() !== undefined)) return;
    extractor.begin(typed);
  };
  return {
    async beforeResult(status, input) {
      if (!parts.singleTask) return;
      begin(status, input);
      await extractor.close();
    },
    afterResult(status, input) {
      if (!parts.singleTask) begin(status, input);
    },
    close: () => extractor.close(),
  };
}
