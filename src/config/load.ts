// Layers of configuration, highest first, merged into typed settings that each know where they came from.
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { causeOf, type FileFault, isPaiError, PaiError } from "../protocol/errors.ts";
import { shapeIssues } from "../protocol/shape.ts";
import { nearestWord } from "../util/nearest.ts";
import { readSteeringFile, type SteeringFile } from "../util/project-file.ts";
import { SETTINGS, type SettingName, type Settings } from "./schema.ts";

/** Where a value came from. `project` layers are files that a cloned repository brings along. */
export interface Layer {
  readonly kind: "flag" | "env" | "project-env" | "project" | "user";
  /** For messages: `--model`, `environment`, or the file's path. */
  readonly source: string;
  /** Raw texts by setting name. */
  readonly values: Readonly<Partial<Record<SettingName, string>>>;
  /** Provider keys by variable name, such as `DEEPSEEK_API_KEY`. */
  readonly keys: Readonly<Record<string, string>>;
  /** Variables that begin like ours and that nothing reads. */
  readonly unknown?: readonly UnknownName[];
  /** Why a project's file could not be read. */
  readonly unreadable?: PaiError;
  /** Why a project's file was not read at all. */
  readonly fault?: FileFault;
}

export interface UnknownName {
  readonly name: string;
  /** The known one that may be meant. */
  readonly nearest?: string;
}

export interface Origin {
  readonly kind: Layer["kind"] | "built-in";
  readonly source: string;
}

export interface Config {
  readonly settings: Settings;
  /** Only for settings that some layer gives. */
  readonly origins: { readonly [Name in SettingName]?: Origin };
  readonly keys: Readonly<Record<string, { readonly value: string; readonly origin: Origin }>>;
  /** What an untrusted project's files tried to set, for the one notice and for who is asked to trust it. */
  readonly ignored: readonly Ignored[];
  /** Files of the project that no trust makes readable: links out of it, pipes, devices, huge files. */
  readonly refused: readonly { readonly path: string; readonly fault: FileFault }[];
  /** Variables that were given and have no effect. */
  readonly unknown: readonly UnknownName[];
}

export interface Ignored {
  readonly name: string;
  readonly source: string;
  /** Raw; absent for a file that could not be read. */
  readonly value?: string;
  /** The value is a key. */
  readonly secret?: true;
  /** Absent for a provider's key and for a file that could not be read. */
  readonly setting?: SettingName;
  /** With trust it would have effect: a project may set it, and nothing of a higher layer does. */
  readonly counts: boolean;
}

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Variables of ours that are no settings: two places, and the mark that commands carry which we run. */
const OTHER_VARIABLES = ["PAICLI_HOME", "PAICLI_CWD", "PAICLI_PROCESS"];
const VARIABLES = [...Object.values(SETTINGS).map(({ env }) => env), ...OTHER_VARIABLES];

/**
 * Merges layers, the first that gives a value wins. Pure.
 * Throws PaiError `CONFIG_INVALID` that names the setting, its source and what is accepted.
 */
export function resolveConfig(layers: readonly Layer[], trusted: boolean): Config {
  const settings: Record<string, unknown> = {};
  const origins: { [Name in SettingName]?: Origin } = {};
  const keys: Record<string, { value: string; origin: Origin }> = {};
  const ignored: Ignored[] = [];
  const refused: { path: string; fault: FileFault }[] = [];
  const unknown: UnknownName[] = [];
  for (const { kind, source, values, keys: layerKeys, unknown: names = [], unreadable, fault } of layers) {
    if (fault !== undefined) refused.push({ path: source, fault });
    const fromProject = kind === "project" || kind === "project-env";
    if (!fromProject || trusted) unknown.push(...names);
    for (const name of NAMES) {
      const raw = values[name];
      if (raw === undefined || raw === "") continue;
      const { scope, env } = SETTINGS[name];
      const mayNot = fromProject && (scope === "user" || (scope === "trusted" && !trusted));
      // A repository that nobody trusts cannot stop the program either.
      if (mayNot || (fromProject && !trusted && !accepts(name, raw))) {
        const secret = "secret" in SETTINGS[name] ? { secret: true as const } : {};
        const given = origins[name] !== undefined || ignored.some(({ setting, counts }) => setting === name && counts);
        const counts = scope !== "user" && !given;
        ignored.push({ name: kind === "project-env" ? env : name, source, value: raw, setting: name, counts, ...secret });
        continue;
      }
      if (origins[name]) continue;
      settings[name] = parse(name, raw, kind, source);
      origins[name] = { kind, source };
    }
    if (unreadable !== undefined) {
      if (trusted) throw unreadable;
      ignored.push({ name: basename(source), source, counts: true });
    }
    for (const [variable, value] of Object.entries(layerKeys)) {
      if (value === "") continue;
      if (fromProject && !trusted)
        ignored.push({ name: variable, source, value, secret: true, counts: keys[variable] === undefined });
      else keys[variable] ??= { value, origin: { kind, source } };
    }
  }
  return { settings: settings as Settings, origins, keys, ignored, refused, unknown };
}

function accepts(name: SettingName, raw: string): boolean {
  return SETTINGS[name].schema.safeParse(raw.trim()).success;
}

function parse(name: SettingName, raw: string, kind: Layer["kind"], source: string): unknown {
  const { env, accepts, schema } = SETTINGS[name];
  const secret = "secret" in SETTINGS[name];
  const parsed = schema.safeParse(raw.trim());
  if (parsed.success) return parsed.data;
  const shown = kind === "flag" ? source : kind === "env" || kind === "project-env" ? env : name;
  throw new PaiError("CONFIG_INVALID", { name: shown, source, value: secret ? "***" : raw, accepted: accepts });
}

export interface ConfigSources {
  /** Raw texts of the flags that were given, by setting name. */
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables that hold a provider's key. */
  readonly keyVariables: readonly string[];
  readonly home: string;
  /** Absent where no project is concerned. */
  readonly root?: string;
}

/** Reads every layer from where it lives. Throws PaiError `CONFIG_UNREADABLE` or `CONFIG_UNKNOWN`. */
export function readLayers({ flags, env, keyVariables, home, root }: ConfigSources): Layer[] {
  return [
    ...Object.entries(flags).map(
      ([name, value]): Layer => ({ kind: "flag", source: `--${kebab(name)}`, values: { [name]: value }, keys: {} }),
    ),
    fromVariables("env", "environment", env, keyVariables),
    ...(root === undefined
      ? []
      : [
          ...projectFile("project-env", join(root, ".env"), root, (text, path) =>
            fromVariables("project-env", path, parseEnv(text), keyVariables),
          ),
          ...projectFile("project", join(root, ".paicli", "config.json"), root, (text, path) =>
            parsedFile("project", text, path),
          ),
        ]),
    ...userFile(join(home, "config.json")),
  ];
}

function fromVariables(
  kind: "env" | "project-env",
  source: string,
  env: Readonly<Record<string, string | undefined>>,
  keyVariables: readonly string[],
): Layer {
  const values: Partial<Record<SettingName, string>> = {};
  for (const name of NAMES) {
    const value = env[SETTINGS[name].env];
    if (value !== undefined) values[name] = value;
  }
  const keys: Record<string, string> = {};
  for (const variable of keyVariables) {
    const value = env[variable];
    if (value !== undefined) keys[variable] = value.trim();
  }
  const unknown = Object.keys(env)
    .filter((name) => /^PAICLI_/i.test(name) && env[name] !== undefined && !VARIABLES.includes(name))
    .map((name) => withNearest(name, VARIABLES));
  return { kind, source, values, keys, unknown };
}

function withNearest(name: string, known: readonly string[]): UnknownName {
  const nearest = nearestWord(name, known);
  return nearest === undefined ? { name } : { name, nearest };
}

/** What is wrong with a project's file is for `resolveConfig` to judge, which knows whether the project is trusted. */
function projectFile(
  kind: "project-env" | "project",
  path: string,
  root: string,
  parse: (text: string, path: string) => Layer,
): Layer[] {
  const none = { kind, source: path, values: {}, keys: {} };
  try {
    const file = readFile(path, root);
    if (file === undefined) return [];
    return ["fault" in file ? { ...none, fault: file.fault } : parse(file.text, path)];
  } catch (error) {
    if (!isPaiError(error)) throw error;
    return [{ ...none, unreadable: error }];
  }
}

function userFile(path: string): Layer[] {
  const file = readFile(path);
  if (file === undefined) return [];
  if ("fault" in file) throw new PaiError("CONFIG_UNREADABLE", { path, cause: file });
  return [parsedFile("user", file.text, path)];
}

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const fileSchema = z.record(z.string(), z.union([scalar, z.array(scalar).transform((items) => items.join(","))]));

function parsedFile(kind: "project" | "user", text: string, path: string): Layer {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new PaiError("CONFIG_UNREADABLE", { path, cause: causeOf(error) }, { cause: error });
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) throw new PaiError("CONFIG_UNREADABLE", { path, cause: shapeIssues(parsed.error, { data: json }) });
  const unknown = Object.keys(parsed.data).find((name) => !NAMES.includes(name as SettingName));
  if (unknown !== undefined) throw new PaiError("CONFIG_UNKNOWN", { ...withNearest(unknown, NAMES), source: path });
  return { kind, source: path, values: parsed.data, keys: {} };
}

function readFile(path: string, root?: string): SteeringFile | undefined {
  try {
    return readSteeringFile(path, root);
  } catch (error) {
    throw new PaiError("CONFIG_UNREADABLE", { path, cause: causeOf(error) }, { cause: error });
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
