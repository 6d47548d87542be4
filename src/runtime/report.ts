// `paicli config`: every setting that has a value, and where the value comes from. Keys are masked.
import type { Ignored } from "../config/load.ts";
import { SETTINGS, type SettingName } from "../config/schema.ts";
import { effectiveWindow } from "../context/thresholds.ts";
import type { Texts } from "../locale/index.ts";
import { APPROVAL_MODES } from "../policy/options.ts";
import { isPaiError } from "../protocol/errors.ts";
import { showHidden } from "../util/clean-output.ts";
import { columnsOf, hangingLines, tableLines } from "../util/columns.ts";
import { shownPath } from "../util/paths.ts";
import { maskSecrets } from "../util/secrets.ts";
import { oneLine } from "../util/text.ts";
import type { Environment } from "./environment.ts";
import { resolveProvider } from "./provider.ts";

interface Row {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
}

/** Longest value that a question about trust shows, in UTF-16 units. */
const SHOWN_VALUE = 200;

/** `width`: columns of the screen; undefined where there is none: then no line is broken. */
export function configReport(environment: Environment, texts: Texts, width: number | undefined): string {
  const { config, home, root, trusted } = environment;
  const builtIn = texts.report.builtIn;
  const rows: Row[] = [
    { name: "home", value: home, origin: environment.env.PAICLI_HOME ? "PAICLI_HOME" : builtIn },
    { name: "project", value: `${root} (${trusted ? texts.report.trusted : texts.report.notTrusted})`, origin: "" },
    ...effectiveModel(environment, texts),
  ];
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    if (config.origins[name] === undefined) continue;
    const value = "secret" in SETTINGS[name] ? masked(String(config.settings[name])) : String(config.settings[name]);
    rows.push({ name, value, origin: originOf(name, config, builtIn) });
  }
  for (const [variable, { value, origin }] of Object.entries(config.keys))
    rows.push({ name: variable, value: masked(value), origin: origin.kind === "env" ? texts.report.environment : origin.source });
  const ignored = config.ignored.map(({ name, source }) => `${name}  ${texts.report.ignored(source)}`);
  const refused = config.refused.length === 0 ? [] : [refusedFiles(environment, texts)];
  const unknown = config.unknown.length === 0 ? [] : [texts.runtime.unknownVariables(config.unknown)];
  const small = smallWindow(config, texts);
  const notes = [...ignored, ...refused, ...unknown, ...(small === undefined ? [] : [small]), "", texts.report.defaults].flatMap(
    (note) => hangingLines(note, "", width),
  );
  return [...table(rows, width), ...notes].join("\n");
}

/** The project's files that are not read, and why. */
export function refusedFiles({ config, root }: Pick<Environment, "config" | "root">, texts: Texts): string {
  return texts.runtime.filesRefused(config.refused.map(({ path, fault }) => ({ path: shownPath(root, path), fault })));
}

/** In words, where the context window that was set is smaller than any that is worked with; undefined where it is taken as it is. */
export function smallWindow({ settings }: Environment["config"], texts: Texts): string | undefined {
  const { contextWindow } = settings;
  if (contextWindow === undefined || effectiveWindow(contextWindow) === contextWindow) return undefined;
  return texts.runtime.smallWindow(contextWindow, effectiveWindow(contextWindow));
}

/**
 * What a project's own configuration would set if it were trusted, one line each, for who is asked to trust it: first, and marked,
 * what takes protection away. Keys are masked; what a project may never set, or what a higher layer sets, is left out.
 */
export function trustValues({ config, root, texts }: Environment): readonly string[] {
  const lines = config.ignored
    .filter(({ counts }) => counts)
    .map((ignored) => {
      const { name, source, value, secret } = ignored;
      const shown = value === undefined ? "?" : secret ? masked(value) : oneLine(showHidden(maskSecrets(value)), SHOWN_VALUE);
      const line = `${name} = ${shown}  (${shownPath(root, source)})`;
      const loss = lossOf(ignored);
      return loss === undefined ? { line, loss: false } : { line: `⚠ ${line}: ${texts.report.loosens[loss]}`, loss: true };
    });
  return [...lines.filter(({ loss }) => loss), ...lines.filter(({ loss }) => !loss)].map(({ line }) => line);
}

/** What the person loses by a setting; undefined: nothing that protects them. Pure. */
function lossOf({ setting, value }: Ignored): keyof Texts["report"]["loosens"] | undefined {
  switch (setting) {
    case "approval": {
      const mode = APPROVAL_MODES.find((known) => known === value?.trim());
      return mode === "full" || mode === "auto" ? mode : undefined;
    }
    case "memoryDisableOnExternalContext":
      return SETTINGS[setting].schema.safeParse(value?.trim()).data === false ? "memoryGuard" : undefined;
    case "provider":
    case "baseUrl":
    case "embeddingBaseUrl":
      return "endpoint";
    case "memoryDir":
      return "memoryDir";
    default:
      return undefined;
  }
}

/** What the settings come to: a model that is not configured is said as such. */
function effectiveModel({ config, env, texts: own }: Environment, texts: Texts): Row[] {
  try {
    const { provider, model, baseUrl, lightModel, window, maxOutput } = resolveProvider(config, env);
    const from = (name: SettingName) => originOf(name, config, texts.report.builtIn);
    const chosen = { name: "→ provider", value: provider, origin: originOf("provider", config, texts.report.implied) };
    if (provider === "offline") return [chosen]; // it has one model and no endpoint, whatever else is set
    return [
      chosen,
      { name: "→ endpoint", value: shownUrl(baseUrl), origin: from("baseUrl") },
      { name: "→ model", value: `${model} (${texts.report.light}: ${lightModel})`, origin: from("model") },
      { name: "→ window", value: `${effectiveWindow(window)} / ${maxOutput}`, origin: from("contextWindow") },
    ];
  } catch (error) {
    if (!isPaiError(error)) throw error;
    return [{ name: "→ model", value: own.report.notConfigured, origin: "" }];
  }
}

/** The variable, flag or file that a setting comes from. */
function originOf(name: SettingName, { origins }: Environment["config"], otherwise: string): string {
  const origin = origins[name];
  return origin === undefined ? otherwise : origin.kind === "env" ? SETTINGS[name].env : origin.source;
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

/** The origins in a column of their own if there is room for it. */
function table(rows: readonly Row[], width: number | undefined): readonly string[] {
  const cells = rows.map(({ name, value, origin }) => [name, value, origin]);
  const wide = tableLines(cells, undefined);
  if (width === undefined || wide.every((line) => columnsOf(line) <= width)) return wide;
  return tableLines(
    rows.map(({ name, value, origin }) => [name, origin === "" ? value : `${value}  (${origin})`]),
    width,
  );
}
