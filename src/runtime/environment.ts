// Where the program runs: its home, the folder and its project, the configuration with its origins, and the language.
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Config, languageOf, readLayers, resolveConfig } from "../config/load.ts";
import { isTrusted } from "../config/trust.ts";
import { KEY_VARIABLES } from "../llm/options.ts";
import { type Lang, type Texts, textsFor } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import { findProjectRoot } from "../util/paths.ts";

export type ProcessEnv = Readonly<Record<string, string | undefined>>;

export interface Environment {
  /** `$PAICLI_HOME`, absolute. */
  readonly home: string;
  readonly cwd: string;
  /** Real path of the project's root: its key. */
  readonly root: string;
  readonly config: Config;
  /** The person trusts the configuration that the project brings along. */
  readonly trusted: boolean;
  readonly lang: Lang;
  readonly texts: Texts;
  readonly env: ProcessEnv;
}

export interface EnvironmentInput {
  /** Raw texts of the flags by setting name. */
  readonly flags: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly env: ProcessEnv;
}

/** The words that can be used before the configuration is read, or when it cannot be. */
export function earlyTexts(env: ProcessEnv, flag?: string): Texts {
  const setting = [flag, env.PAICLI_LANG].find((lang) => lang === "zh" || lang === "en");
  return textsFor(languageOf(setting, env));
}

/** `$PAICLI_HOME` is never taken from a project. */
export function homeOf(env: ProcessEnv): string {
  return resolve(env.PAICLI_HOME || join(env.HOME || homedir(), ".paicli"));
}

/** Throws PaiError `FOLDER_GONE`, `CONFIG_INVALID` or `CONFIG_UNREADABLE`. */
export async function readEnvironment({ flags, cwd, env }: EnvironmentInput): Promise<Environment> {
  const folder = folderOf(cwd ?? env.PAICLI_CWD);
  const home = homeOf(env);
  const root = findProjectRoot(folder, home, env.HOME || homedir());
  const layers = readLayers({ flags, env, keyVariables: KEY_VARIABLES, home, root });
  const forced = resolveConfig(layers, false).settings.trustProject === true;
  const trusted = forced || (await isTrusted(home, root));
  const config = resolveConfig(layers, trusted);
  const lang = languageOf(config.settings.lang, env);
  return { home, cwd: folder, root, config, trusted, lang, texts: textsFor(lang), env };
}

function folderOf(wanted: string | undefined): string {
  let folder = wanted ?? ".";
  try {
    folder = resolve(wanted ?? process.cwd()); // the current folder itself may be gone
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    throw new PaiError("FOLDER_GONE", { path: folder }, { cause: error });
  }
  throw new PaiError("FOLDER_GONE", { path: folder });
}
