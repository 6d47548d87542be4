// `paicli config`: every setting that has a value, and where the value comes from. Keys are masked.
import { SETTINGS, type SettingName } from "../config/schema.ts";
import type { Texts } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { Environment } from "./environment.ts";
import { resolveProvider } from "./provider.ts";

interface Row {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
}

export function configReport(environment: Environment, texts: Texts): string {
  const { config, home, root, trusted } = environment;
  const builtIn = texts.report.builtIn;
  const rows: Row[] = [
    { name: "home", value: home, origin: environment.env.PAICLI_HOME ? "PAICLI_HOME" : builtIn },
    { name: "project", value: `${root} (${trusted ? texts.report.trusted : texts.report.notTrusted})`, origin: "" },
    ...effectiveModel(environment, texts),
  ];
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const origin = config.origins[name];
    if (origin === undefined) continue;
    const value = "secret" in SETTINGS[name] ? masked(String(config.settings[name])) : String(config.settings[name]);
    rows.push({ name, value, origin: origin.kind === "env" ? SETTINGS[name].env : origin.source });
  }
  for (const [variable, { value, origin }] of Object.entries(config.keys))
    rows.push({ name: variable, value: masked(value), origin: origin.source });
  const ignored = config.ignored.map(({ name, source }) => `${name}  ${texts.report.ignored(source)}`);
  return [table(rows), ...ignored, "", texts.report.defaults].join("\n");
}

/** What the settings come to: a model that is not configured is said as such. */
function effectiveModel({ config, env, texts: own }: Environment, texts: Texts): Row[] {
  try {
    const { provider, model, baseUrl, lightModel, window, maxOutput } = resolveProvider(config, env);
    const from = (name: SettingName) => config.origins[name]?.source ?? texts.report.builtIn;
    return [
      { name: "→ provider", value: provider, origin: config.origins.provider?.source ?? texts.report.implied },
      { name: "→ endpoint", value: shownUrl(baseUrl), origin: from("baseUrl") },
      { name: "→ model", value: `${model} (${texts.report.light}: ${lightModel})`, origin: from("model") },
      { name: "→ window", value: `${window} / ${maxOutput}`, origin: from("contextWindow") },
    ];
  } catch (error) {
    if (!isPaiError(error)) throw error;
    return [{ name: "→ model", value: own.report.notConfigured, origin: "" }];
  }
}

/** Without user, password and query, where keys may stand. */
function shownUrl(baseUrl: string): string {
  if (baseUrl === "") return "-";
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`;
}

/** Enough to tell two keys apart, too little to use one. */
function masked(key: string): string {
  return key.length < 12 ? "***" : `${key.slice(0, 3)}…${key.slice(-2)}`;
}

function table(rows: readonly Row[]): string {
  const names = Math.max(...rows.map(({ name }) => name.length));
  const values = Math.min(60, Math.max(...rows.map(({ value }) => value.length)));
  return rows.map(({ name, value, origin }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${origin}`.trimEnd()).join("\n");
}
