// Where the program runs: its home, the folder and its project, the configuration with its origins, and the language.
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { languageOf } from "../config/language.ts";
import { type Config, readLayers, resolveConfig } from "../config/load.ts";
import { grantTrust, readTrust, revokeTrust, type Trust } from "../config/trust.ts";
import { KEY_VARIABLES } from "../llm/options.ts";
import { type Lang, type Texts, textsFor } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import { findProjectRoot } from "../util/paths.ts";
import { systemClock, systemRandom } from "./clock.ts";

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
  /** What is known of the project's own files. */
  readonly trust: Trust;
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

/** `$PAICLI_HOME` is never taken from a project. */
export function homeOf(env: ProcessEnv): string {
  return resolve(env.PAICLI_HOME || join(env.HOME || homedir(), ".paicli"));
}

function trustFile(home: string): string {
  return join(home, "trust.json");
}

/** Trusts the project as its files are now; the next reading of the environment uses them. */
export async function trustProject({ home, root }: Pick<Environment, "home" | "root">): Promise<Trust> {
  return grantTrust({ file: trustFile(home), project: root }, { clock: systemClock, random: systemRandom });
}

/** Returns whether it had been trusted. */
export async function untrustProject({ home, root }: Pick<Environment, "home" | "root">): Promise<boolean> {
  return revokeTrust({ file: trustFile(home), project: root }, { clock: systemClock, random: systemRandom });
}

/** Throws PaiError `FOLDER_GONE`, `CONFIG_INVALID` or `CONFIG_UNREADABLE`. */
export async function readEnvironment({ flags, cwd, env }: EnvironmentInput): Promise<Environment> {
  const folder = folderOf(cwd ?? env.PAICLI_CWD);
  const home = homeOf(env);
  const root = findProjectRoot(folder, home, env.HOME || homedir());
  const place = { file: trustFile(home), project: root };
  const trust = await readTrust(place);
  const layers = readLayers({ flags, env, keyVariables: KEY_VARIABLES, home, root });
  // Looked at once more, so that what was read is what is trusted, also if a file changed in between.
  const stands = trust.status === "trusted" && (await readTrust(place)).status === "trusted";
  const trusted = stands || resolveConfig(layers, false).settings.trustProject === true;
  const config = resolveConfig(layers, trusted);
  const lang = languageOf(config.settings.lang, env);
  return { home, cwd: folder, root, config, trusted, trust, lang, texts: textsFor(lang), env };
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
