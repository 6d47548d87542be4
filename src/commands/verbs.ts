// `paicli config`, `doctor`, `trust` and the other verbs that need no running session: what they print and how they end.
import { textsFor } from "../locale/index.ts";
import { doctorReport, runDoctor } from "../runtime/doctor.ts";
import {
  type Environment,
  type EnvironmentInput,
  readEnvironment,
  trustProject,
  untrustProject,
} from "../runtime/environment.ts";
import { memoryNotice, openMemory } from "../runtime/memory.ts";
import { type MemoryVerbFlags, runMemoryVerb, type VerbOutcome } from "../runtime/memory-verbs.ts";
import { recallOf } from "../runtime/recall.ts";
import { runReplay } from "../runtime/replay-verb.ts";
import { configReport, trustValues } from "../runtime/report.ts";
import { runSessionVerb, type SessionVerbFlags } from "../runtime/session-verbs.ts";
import { configNotices } from "../runtime/start-notices.ts";
import { PLAIN_COLUMNS } from "../util/columns.ts";

export interface VerbIo {
  /** Says something beside the output. */
  readonly notify: (message: string) => void;
  /** Columns of the screen; undefined where there is none: then no line is broken, so that programs can read it. */
  readonly width: number | undefined;
  /** Absent where nobody can be asked. */
  readonly confirm?: (question: string) => Promise<boolean>;
}

export type Verb =
  | { readonly kind: "config" | "doctor" }
  | { readonly kind: "trust"; readonly revoke: boolean }
  | { readonly kind: "replay"; readonly file: string; readonly html?: string }
  | { readonly kind: "sessions"; readonly verb: string; readonly words: readonly string[]; readonly flags: SessionVerbFlags }
  | { readonly kind: "memory"; readonly verb: string; readonly words: readonly string[]; readonly flags: MemoryVerbFlags };

/** Throws PaiError for what the person did wrong. */
export async function runVerb(verb: Verb, input: EnvironmentInput, { notify, confirm, width }: VerbIo): Promise<VerbOutcome> {
  const environment = await readEnvironment(input);
  const texts = textsFor(environment.lang);
  // `config`, `doctor` and `trust` are about the configuration: what has no effect is part of what they print.
  if (verb.kind === "memory" || verb.kind === "sessions" || verb.kind === "replay")
    for (const { message } of configNotices(environment, texts)) notify(message);
  switch (verb.kind) {
    case "replay":
      return runReplay(verb.file, verb.html, environment, width ?? PLAIN_COLUMNS);
    case "sessions":
      return runSessionVerb(verb.verb, verb.words, verb.flags, {
        environment,
        texts,
        width,
        ...(confirm === undefined ? {} : { confirm }),
      });
    case "memory": {
      const service = openMemory(environment, (notice) => notify(memoryNotice(notice, texts)));
      const recall = recallOf(environment, service, (endpoint, cause) =>
        notify(texts.memory.recall.embeddingFailed(endpoint, cause)),
      );
      return runMemoryVerb(verb.verb, verb.words, verb.flags, {
        service,
        recall,
        texts,
        width,
        prefix: "paicli memory",
        ...(confirm === undefined ? {} : { confirm }),
      });
    }
    case "config":
      return { exitCode: 0, output: configReport(environment, texts, width) };
    case "doctor": {
      const checks = await runDoctor(environment);
      return { exitCode: checks.every(({ ok }) => ok) ? 0 : 1, output: doctorReport(checks, width) };
    }
    case "trust": {
      if (verb.revoke) return { exitCode: 0, output: texts.report.trustRevoked(await untrustProject(environment)) };
      if (environment.trust.files.length === 0) return { exitCode: 0, output: texts.report.trustNothing };
      return trust(environment, confirm);
    }
  }
}

/** In a terminal what would take effect is shown before the person says yes; elsewhere the command itself is the yes. */
async function trust(environment: Environment, confirm: VerbIo["confirm"]): Promise<VerbOutcome> {
  const { texts, root, trust } = environment;
  const values = trustValues(environment).map((value) => `  ${value}`);
  if (confirm !== undefined) {
    const would = values.length === 0 ? [] : [texts.report.trustWould, ...values];
    const question = [texts.report.trustBefore(root, trust.files), ...would, texts.report.trustQuestion].join("\n");
    if (!(await confirm(question))) return { exitCode: 1, output: texts.report.trustDeclined };
  }
  const { files } = await trustProject(environment);
  const told = confirm !== undefined || values.length === 0 ? [] : [texts.report.trustValues, ...values];
  return { exitCode: 0, output: [texts.report.trustGranted(files), ...told].join("\n") };
}
