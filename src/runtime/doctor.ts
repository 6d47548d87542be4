// `paicli doctor`: what has to be right for a session, each checked for real, and how to mend what is not.
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { promisify } from "node:util";
import { listModels } from "../llm/models.ts";
import { describeError, type Texts } from "../locale/index.ts";
import { causeOf, isPaiError } from "../protocol/errors.ts";
import { hangingLines } from "../util/columns.ts";
import { loadShellParser } from "../util/shell.ts";
import type { Environment } from "./environment.ts";
import { openMemory } from "./memory.ts";
import { SHELL_GRAMMAR, VERSION } from "./package.ts";
import { resolveProvider } from "./provider.ts";

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** How to mend it; absent where it is right. */
  readonly mend?: string;
}

/** Runs every check; none throws. Asking the endpoint for its models is the only request that is sent. */
export async function runDoctor(environment: Environment): Promise<readonly Check[]> {
  const { texts, config, trust, trusted } = environment;
  const t = texts.report.doctor;
  const tryTo = async (name: string, mend: (error: unknown) => string, check: () => Promise<string>): Promise<Check> => {
    try {
      return { name, ok: true, detail: await check() };
    } catch (error) {
      return { name, ok: false, detail: isPaiError(error) ? describeError(error, texts) : causeOf(error), mend: mend(error) };
    }
  };
  const checks = await Promise.all([
    tryTo(
      "PaiCLI",
      () => "",
      async () => `${VERSION}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ),
    tryTo(
      t.home,
      () => t.mendHome(environment.home),
      async () => writableFolder(environment.home),
    ),
    tryTo(
      t.project,
      () => t.mendProject,
      async () => writableFolder(environment.root),
    ),
    tryTo(
      t.shell,
      () => t.mendShell,
      async () => (await promisify(execFile)("bash", ["--version"])).stdout.split("\n")[0] ?? "",
    ),
    tryTo(
      "git",
      () => t.mendGit,
      async () => (await promisify(execFile)("git", ["--version"])).stdout.trim(),
    ),
    tryTo(
      t.grammar,
      () => t.mendInstall,
      async () => {
        await loadShellParser(SHELL_GRAMMAR);
        return SHELL_GRAMMAR;
      },
    ),
    tryTo(
      t.memory,
      () => t.mendMemory,
      async () => {
        let broken = "";
        const service = openMemory(environment, ({ path }) => {
          broken = path;
        });
        const { file, project, global } = await service.status();
        if (broken !== "") throw new Error(t.memoryBroken(broken));
        return t.memoryCounts(file, project, global);
      },
    ),
    tryTo(
      t.model,
      (error) => mendModel(error, t),
      async () => modelCheck(environment, texts),
    ),
  ]);
  if (config.unknown.length > 0)
    checks.push({ name: t.variables, ok: false, detail: texts.runtime.unknownVariables(config.unknown), mend: t.mendVariables });
  // Not wrong: a project that one does not know is better not trusted.
  if (!trusted && trust.files.length > 0)
    checks.push({ name: t.trust, ok: true, detail: t.trustIgnored(trust.files, trust.status === "changed"), mend: t.mendTrust });
  return checks;
}

/** What is wrong with the settings is told by the error itself, and no network has to do with it. */
function mendModel(error: unknown, t: Texts["report"]["doctor"]): string {
  if (isPaiError(error, "NOT_CONFIGURED")) return t.mendModel;
  const settings = ["PROVIDER_INCOMPLETE", "PROVIDER_UNKNOWN", "KEY_NOT_FOR_ENDPOINT"] as const;
  return settings.some((code) => isPaiError(error, code)) ? t.mendSettings : t.mendEndpoint;
}

function writableFolder(path: string): string {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
  accessSync(path, constants.R_OK | constants.W_OK);
  return path;
}

async function modelCheck({ config, env }: Environment, texts: Texts): Promise<string> {
  const options = resolveProvider(config, env);
  if (options.provider === "offline") return texts.runtime.offlineNote;
  const models = await listModels(options, AbortSignal.timeout(10_000));
  const known = models.length === 0 || models.includes(options.model);
  return texts.report.doctor.endpointAnswers(new URL(options.baseUrl).host, models.length, known ? undefined : options.model);
}

/** `width`: columns of the screen; undefined where there is none: then no line is broken. */
export function doctorReport(checks: readonly Check[], width: number | undefined): string {
  return checks
    .flatMap(({ name, ok, detail, mend }) => [
      ...hangingLines(`${name}: ${detail}`, ok ? "✓ " : "✗ ", width),
      ...(mend ? hangingLines(mend, "  → ", width) : []),
    ])
    .join("\n");
}
