// Extraction: after a task, the light model points at what the user stated for good, and the program decides what of it is true
// to the user's words. One extraction runs at a time, none holds anybody up.
import { setImmediate as afterWhatWaits } from "node:timers/promises";
import { isPaiError } from "../protocol/errors.ts";
import type { ModelClient } from "../protocol/llm.ts";
import type { MemoryService } from "./contract.ts";
import type { MemoryEntry } from "./entry.ts";
import { readAnswer } from "./extract-answer.ts";
import { extractable } from "./extract-filter.ts";
import { quoteCheck } from "./quote-check.ts";

/** Three quotes of 180 ideographs in JSON, with room for a fence; reasoning is off. Tokens. */
const ANSWER_TOKENS = 800;
/** A small request takes seconds; a model that needs longer is not there. */
const REQUEST_MS = 20_000;
/** Requests that fail one after the other before it is given up for the session. */
const MAX_FAILURES = 3;
/** How long the end of a session waits for what still runs. */
const CLOSE_MS = 2_000;

export interface ExtractorParts {
  readonly model: ModelClient;
  readonly service: MemoryService;
  /** From `prompts/<lang>/memory/extract.md`. */
  readonly prompt: string;
  /** Where an exposed session read, for what it still may extract; undefined if it used no external content. */
  sources(): readonly string[] | undefined;
  saved(entry: MemoryEntry): void;
  /** It does not work: `unknown_model` at once, `failing` after several requests. Nothing is extracted from then on. */
  gaveUp(why: "unknown_model" | "failing"): void;
}

export interface Extractor {
  /** Begins in the background, after what was begun before; never throws. `typed`: exactly what the user typed in a turn. */
  begin(typed: string): void;
  /** Waits for what runs, 2 s at most, then cancels it. */
  close(): Promise<void>;
}

export function createExtractor(parts: ExtractorParts): Extractor {
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let failures = 0;
  let off = false;

  async function extract(typed: string): Promise<void> {
    await afterWhatWaits(); // the prompt comes back first
    if (off || closing.signal.aborted) return;
    const text = extractable(typed);
    if (text === undefined) return;
    const answer = await ask(text);
    if (answer === undefined) return;
    const fault = quoteCheck(text);
    for (const quote of readAnswer(answer) ?? []) {
      if (fault(quote) === undefined) await save(quote);
    }
  }

  /** Undefined: no answer; the reason is counted. */
  async function ask(text: string): Promise<string | undefined> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(REQUEST_MS)]);
    const deltas = parts.model.stream(
      {
        messages: [
          { role: "system", content: parts.prompt },
          { role: "user", content: text },
        ],
        tools: [],
        maxTokens: ANSWER_TOKENS,
        effort: "off",
        tier: "light",
      },
      signal,
    );
    try {
      let next = await deltas.next();
      while (!next.done) next = await deltas.next();
      failures = 0;
      return next.value.finish === "stop" ? next.value.text : undefined;
    } catch (error) {
      if (!closing.signal.aborted) failed(isPaiError(error, "MODEL_NOT_FOUND"));
      return undefined; // a memory less is no failure of the session: told once it keeps failing
    }
  }

  function failed(unknownModel: boolean): void {
    failures++;
    if (off || (!unknownModel && failures < MAX_FAILURES)) return;
    off = true;
    parts.gaveUp(unknownModel ? "unknown_model" : "failing");
  }

  async function save(quote: string): Promise<void> {
    if (closing.signal.aborted) return;
    const sources = parts.sources();
    const { status, entry } = await parts.service.save(quote, {
      source: "extraction",
      ...(sources === undefined ? {} : { externalSources: sources }),
    });
    if (status === "stored" && entry !== undefined && !closing.signal.aborted) parts.saved(entry);
  }

  return {
    begin(typed) {
      // A store that cannot be written is told of where the person saves something themselves; here it counts as a failure.
      last = last.then(() => extract(typed)).catch(() => failed(false));
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([last, enough]);
      clearTimeout(timer);
      closing.abort();
    },
  };
}
