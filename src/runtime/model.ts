// The model of a session: the embedded offline one, or a client of the configured endpoint. Each loaded only when it is the one.
import type { Config } from "../config/load.ts";
import type { ModelClient } from "../protocol/llm.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { chosenProvider, resolveProvider } from "./provider.ts";

/** Throws PaiError `NOT_CONFIGURED` and what else `resolveProvider` throws. */
export async function openModel(environment: Environment, modelId?: string): Promise<ModelClient> {
  const config = withModel(environment.config, modelId);
  const options = resolveProvider(config, environment.env);
  if (chosenProvider(config) === "offline") {
    const { createOfflineModel } = await import("../llm/offline/model.ts");
    return createOfflineModel({ lang: environment.lang, window: options.window });
  }
  const { createModelClient } = await import("../llm/client.ts");
  return createModelClient(options, { clock: systemClock, random: systemRandom });
}

/** How long the person waits for an endpoint's list, in ms. */
const LIST_MS = 3000;

/** Ids that the endpoint lists; empty where it has no such list or does not answer in time. `offline`: the one it has. */
export async function offeredModels({ config, env }: Environment, signal: AbortSignal): Promise<readonly string[]> {
  const options = resolveProvider(config, env);
  if (chosenProvider(config) === "offline") return [options.model];
  const { listModels } = await import("../llm/models.ts");
  try {
    return await listModels(options, AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]));
  } catch {
    signal.throwIfAborted();
    return []; // that the endpoint cannot be reached is told by the next request, with what to do
  }
}

function withModel(config: Config, model: string | undefined): Config {
  return model === undefined ? config : { ...config, settings: { ...config.settings, model } };
}
