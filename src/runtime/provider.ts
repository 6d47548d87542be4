// From configuration to one provider, endpoint and key: a key only goes to an endpoint of its own source, or to one that the user set.
import type { Config, Origin } from "../config/load.ts";
import {
  type ClientOptions,
  clientOptions,
  KEY_VARIABLES,
  keyVariablesOf,
  PROVIDER_NAMES,
  type ProxySettings,
  providerNamed,
} from "../llm/options.ts";
import type { ProviderName } from "../llm/profiles.ts";
import { PaiError } from "../protocol/errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** From the variables that every tool reads, in small or capital letters. */
export function proxySettings(env: Env): ProxySettings {
  const named = (name: string) => env[name] || env[name.toUpperCase()];
  const http = named("http_proxy");
  const https = named("https_proxy") ?? named("all_proxy");
  const no = named("no_proxy");
  return { ...(http ? { http } : {}), ...(https ? { https } : {}), ...(no ? { no } : {}) };
}

/** Everything that a child process must not inherit. */
export const KEY_ENV_NAMES: readonly string[] = [...KEY_VARIABLES, "PAICLI_API_KEY", "PAICLI_EMBEDDING_API_KEY"];

/** Every configured key, to be masked wherever text is kept or shown. */
export function configuredKeys(config: Config): readonly string[] {
  const { apiKey, embeddingApiKey } = config.settings;
  return [apiKey, embeddingApiKey, ...Object.values(config.keys).map(({ value }) => value)].filter((key) => key !== undefined);
}

/** The provider that is asked for, or else the one that a base URL or a key implies; undefined if nothing is configured. Pure. */
export function chosenProvider(config: Config): ProviderName | undefined {
  const { provider, baseUrl } = config.settings;
  if (provider !== undefined) return providerNamed(provider);
  if (baseUrl !== undefined) return "generic";
  return PROVIDER_NAMES.find((name) => keyVariablesOf(name).some((variable) => config.keys[variable] !== undefined));
}

/** Throws PaiError `NOT_CONFIGURED`, `PROVIDER_UNKNOWN`, `PROVIDER_INCOMPLETE` or `KEY_NOT_FOR_ENDPOINT`. Pure. */
export function resolveProvider(config: Config, env: Env): ClientOptions {
  const provider = chosenProvider(config);
  if (provider === undefined) throw new PaiError("NOT_CONFIGURED", {});
  const { settings, origins } = config;
  const key = keyFor(provider, config);
  const endpoint = origins.baseUrl ?? (key?.own ? undefined : origins.provider);
  if (key !== undefined && endpoint !== undefined && isProject(endpoint) && !isProject(key.origin)) {
    throw new PaiError("KEY_NOT_FOR_ENDPOINT", { key: key.name, keySource: key.origin.source, endpointSource: endpoint.source });
  }
  return clientOptions(provider, { ...settings, apiKey: key?.value, proxy: proxySettings(env) });
}

interface Key {
  readonly name: string;
  readonly value: string;
  readonly origin: Origin;
  /** A variable of this very provider, so that the provider's own endpoint may have it whoever chose the provider. */
  readonly own: boolean;
}

function keyFor(provider: ProviderName, config: Config): Key | undefined {
  const { apiKey } = config.settings;
  const origin = config.origins.apiKey;
  if (apiKey !== undefined && origin !== undefined) return { name: "PAICLI_API_KEY", value: apiKey, origin, own: false };
  const name = keyVariablesOf(provider).find((variable) => config.keys[variable] !== undefined);
  const found = name === undefined ? undefined : config.keys[name];
  return name === undefined || found === undefined ? undefined : { name, ...found, own: true };
}

function isProject(origin: Origin): boolean {
  return origin.kind === "project" || origin.kind === "project-env";
}
