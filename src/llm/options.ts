// What a model client needs to know, as values: which endpoint, which key, which model, how large, how patient.
import { PaiError } from "../protocol/errors.ts";
import { modelFacts, PROVIDERS, type ProviderName } from "./profiles.ts";

export interface ClientOptions {
  readonly provider: ProviderName;
  /** Without the final slash, e.g. `https://api.deepseek.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly model: string;
  readonly lightModel: string;
  /** Context window in tokens. */
  readonly window: number;
  /** Most tokens of an answer. */
  readonly maxOutput: number;
  /** Every request carries an answer limit, not only one that asks for it. */
  readonly alwaysLimits: boolean;
  readonly images: boolean;
  readonly proxy: ProxySettings;
  readonly patience: Patience;
}

/** Values of the proxy variables, by lower-case name; loopback never goes through a proxy. */
export interface ProxySettings {
  readonly http?: string;
  readonly https?: string;
  /** Comma-separated hosts, as in NO_PROXY. */
  readonly no?: string;
}

export interface Patience {
  /** Until the first real delta, ms. Models that think before they speak have been seen to take over two minutes. */
  readonly firstDeltaMs: number;
  /** Between two real deltas, ms. Keep-alive comments are none. */
  readonly idleMs: number;
  /** Wait before the second try without a Retry-After, ms; it doubles. */
  readonly backoffMs: number;
  /** A provider that asks for more is not waited for: the person is told instead, ms. */
  readonly longestWaitMs: number;
}

export const DEFAULT_PATIENCE: Patience = { firstDeltaMs: 300_000, idleMs: 120_000, backoffMs: 800, longestWaitMs: 60_000 };

/** What configuration knows; each may be absent. */
export interface ModelSettings {
  readonly model?: string | undefined;
  readonly lightModel?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly proxy?: ProxySettings | undefined;
}

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

/** Every variable that may hold a provider's key. */
export const KEY_VARIABLES: readonly string[] = PROVIDER_NAMES.flatMap((name) => PROVIDERS[name].keyVariables);

/** Throws PaiError `PROVIDER_UNKNOWN`. */
export function providerNamed(name: string): ProviderName {
  const found = PROVIDER_NAMES.find((known) => known === name.toLowerCase());
  if (found === undefined) throw new PaiError("PROVIDER_UNKNOWN", { provider: name, known: PROVIDER_NAMES.join(", ") });
  return found;
}

/** Variables of a provider's key, first one first. */
export function keyVariablesOf(provider: ProviderName): readonly string[] {
  return PROVIDERS[provider].keyVariables;
}

/** Fills settings up with what the provider's profile knows. Pure. Throws PaiError `PROVIDER_INCOMPLETE`. */
export function clientOptions(provider: ProviderName, settings: ModelSettings): ClientOptions {
  const profile = PROVIDERS[provider];
  const incomplete = (missing: "model" | "baseUrl" | "apiKey", variables: string) =>
    new PaiError("PROVIDER_INCOMPLETE", { provider, missing, variables });
  const model = settings.model ?? profile.model;
  if (model === undefined) throw incomplete("model", "PAICLI_MODEL");
  const baseUrl = settings.baseUrl ?? profile.baseUrl;
  if (baseUrl === undefined && provider !== "offline") throw incomplete("baseUrl", "PAICLI_BASE_URL");
  const { apiKey, contextWindow, maxOutputTokens } = settings;
  if (apiKey === undefined && profile.keyVariables.length > 0 && settings.baseUrl === undefined) {
    throw incomplete("apiKey", profile.keyVariables.join(" / "));
  }
  const facts = modelFacts(provider, model);
  const window = contextWindow ?? facts.window;
  // An endpoint of one's own may not have the provider's small model; the chosen one it has.
  const ownLight = settings.baseUrl === undefined || settings.model === undefined ? profile.lightModel : undefined;
  return {
    provider,
    baseUrl: (baseUrl ?? "").replace(/\/+$/, ""),
    ...(apiKey === undefined ? {} : { apiKey }),
    model,
    lightModel: settings.lightModel ?? ownLight ?? model,
    window,
    maxOutput: Math.min(maxOutputTokens ?? facts.maxOutput, window),
    alwaysLimits: maxOutputTokens !== undefined || profile.alwaysLimits === true,
    images: facts.images === true,
    proxy: settings.proxy ?? {},
    patience: DEFAULT_PATIENCE,
  };
}
