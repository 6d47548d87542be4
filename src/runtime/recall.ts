// Wires recall into a session: which memories stand in the system prompt and which come along with an input.

import { dirname } from "node:path";
import { send } from "../llm/http.ts";
import { describeError } from "../locale/index.ts";
import { createEndpointEmbedder, type EmbeddingOptions } from "../memory/embedding-endpoint.ts";
import { NO_MEMORY, type SystemMemory } from "../memory/inject.ts";
import { createInjection, type Injection, withMemories } from "../memory/injection.ts";
import { createRecall, type Recall } from "../memory/recall.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { Message, UserMessage } from "../protocol/message.ts";
import { systemClock } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { type MemoryService, memoryFile } from "./memory.ts";
import { proxySettings } from "./provider.ts";

/** The system prompt's part of it: what stands there now, and how to put something else there. */
export interface MemorySlot {
  memory(): SystemMemory;
  remember(memory: SystemMemory): Promise<void>;
}

export interface SessionRecall {
  readonly injection: Injection;
  readonly recall: Recall;
  /** Puts what an input needs into the slot or beside the message; the message as it is to be sent. */
  attend(message: UserMessage, typed: string, messages: readonly Message[], slot: MemorySlot): Promise<UserMessage>;
  /** After a summary: what the slot holds from now on. */
  rewritten(messages: readonly Message[]): Promise<SystemMemory>;
  /** At a resume: what was recorded, as far as it still holds. */
  resumed(recorded: SystemMemory, messages: readonly Message[]): Promise<SystemMemory>;
}

export interface RecallParts {
  readonly environment: Environment;
  readonly memory: MemoryService;
  /** Tokens that one block of memories may take. */
  readonly budgetTokens: () => number;
  readonly tell: (event: EventBody) => void;
}

export function openRecall({ environment, memory, budgetTokens, tell }: RecallParts): SessionRecall {
  const { config, texts } = environment;
  const recall = recallOf(environment, memory, (endpoint, cause) =>
    tell(warning(texts.memory.recall.embeddingFailed(endpoint, cause))),
  );
  const injection = createInjection({
    recall,
    entries: () => memory.entries(),
    freshness: (entry) => memory.freshness(entry),
    budgetTokens,
    texts: () => texts,
  });
  let lastTyped = "";
  let told = false;

  /** A memory that cannot be read is told once; the session goes on without. */
  async function orNone<T>(work: Promise<T>, none: T): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!isPaiError(error)) throw error;
      if (!told) tell(warning(describeError(error, texts)));
      told = true;
      return none;
    }
  }

  return {
    recall,
    injection: { ...injection, about: (text) => orNone(injection.about(text), NO_MEMORY) },
    async attend(message, typed, messages, slot) {
      lastTyped = typed;
      if (config.settings.memoryInjection === "system") {
        await slot.remember(await orNone(injection.about(typed), NO_MEMORY));
        return message;
      }
      if (messages.length === 0) {
        await slot.remember(await orNone(injection.opening(typed), NO_MEMORY));
        return message;
      }
      const turn = await orNone(injection.turn(typed, slot.memory(), messages), undefined);
      return turn === undefined ? message : withMemories(message, turn, typed);
    },
    rewritten: (messages) => orNone(injection.rewritten(lastTyped, messages), NO_MEMORY),
    resumed: (recorded, messages) => orNone(injection.resumed(recorded, messages), recorded),
  };
}

/** The search alone, for `memory search`. */
export function recallOf(environment: Environment, memory: MemoryService, onFailure: EmbeddingOptions["onFailure"]): Recall {
  const { embeddingBaseUrl: baseUrl, embeddingModel: model, embeddingApiKey: apiKey } = environment.config.settings;
  const entries = () => memory.entries();
  if (baseUrl === undefined || model === undefined) return createRecall({ entries, clock: systemClock });
  const embedder = createEndpointEmbedder({
    baseUrl,
    model,
    ...(apiKey === undefined || !keyMayGo(environment) ? {} : { apiKey }),
    folder: dirname(memoryFile(environment)),
    post: (url, request) => send(url, request, proxySettings(environment.env)),
    clock: systemClock,
    onFailure,
  });
  return createRecall({ entries, clock: systemClock, embedder });
}

/** A key of the person's own does not go to an endpoint that a project names. */
function keyMayGo({ config: { origins } }: Environment): boolean {
  const isProject = (kind: string | undefined) => kind === "project" || kind === "project-env";
  return !isProject(origins.embeddingBaseUrl?.kind) || isProject(origins.embeddingApiKey?.kind);
}

function warning(message: string): EventBody {
  return { type: "notice", level: "warning", code: "MEMORY", message };
}
