// The commands that a project's CI runs: what must pass before a change is done.
import { z } from "zod";
import { oneLine } from "../../util/text.ts";

const MAX_COMMANDS = 8;
const MAX_COMMAND_CHARS = 100;

const workflowSchema = z.looseObject({
  jobs: z.record(
    z.string(),
    z
      .looseObject({ steps: z.array(z.looseObject({ run: z.string().optional().catch(undefined) })).catch([]) })
      .catch({ steps: [] }),
  ),
});
const lines = z.union([
  z.string().transform((line) => [line]),
  z.array(z.unknown()).transform((all) => all.filter((line) => typeof line === "string")),
]);
const gitlabSchema = z.record(z.string(), z.looseObject({ script: lines.optional().catch(undefined) }).catch({}));

/** The shell lines of GitHub workflows (`jobs.*.steps[].run`) or of a `.gitlab-ci.yml`, each once, in their order. */
export async function ciCommands(kind: "github" | "gitlab", texts: readonly string[]): Promise<readonly string[]> {
  const { parse } = await import("yaml");
  const commands = new Set<string>();
  for (const text of texts) {
    for (const script of kind === "github" ? githubScripts(quietly(parse, text)) : gitlabScripts(quietly(parse, text))) {
      for (const line of script.split("\n")) if (isCheck(line)) commands.add(oneLine(line, MAX_COMMAND_CHARS));
    }
  }
  return [...commands].slice(0, MAX_COMMANDS);
}

function githubScripts(yaml: unknown): readonly string[] {
  const workflow = workflowSchema.safeParse(yaml);
  if (!workflow.success) return [];
  return Object.values(workflow.data.jobs).flatMap((job) => job.steps.flatMap((step) => step.run ?? []));
}

function gitlabScripts(yaml: unknown): readonly string[] {
  const pipeline = gitlabSchema.safeParse(yaml);
  return pipeline.success ? Object.values(pipeline.data).flatMap((job) => job.script ?? []) : [];
}

/** Not comments, variables, control flow or what only a runner needs. */
function isCheck(line: string): boolean {
  const words = line.trim();
  return (
    words !== "" &&
    !/^(#|echo\b|export\b|cd\b|if\b|then\b|else\b|fi\b|for\b|done\b|set\b|sudo\b|[A-Z_]+=|[({})\\])/.test(words) &&
    !words.includes("${{")
  );
}

function quietly(
  parse: (text: string, options: { logLevel: "silent"; maxAliasCount: number }) => unknown,
  text: string,
): unknown {
  try {
    return parse(text, { logLevel: "silent", maxAliasCount: 100 });
  } catch {
    return undefined; // a workflow that does not parse says nothing
  }
}
