// Commands about long-term memory.
import { isPaiError, PaiError } from "../../protocol/errors.ts";
import { EXIT_USAGE, MEMORY_VERBS, type MemoryVerbFlags, runMemoryVerb } from "../../runtime/memory-verbs.ts";
import { type Command, type CommandContext, type CommandOutcome, said } from "../command.ts";

const FLAGS: ReadonlyMap<string, keyof MemoryVerbFlags> = new Map([
  ["--json", "json"],
  ["--global", "global"],
  ["--force", "force"],
  ["--all-projects", "allProjects"],
  ["--skipped", "skipped"],
]);

/** Verbs that name an entry. */
const WITH_ID = new Set(["verify", "replace", "delete"]);

const SAVE_USAGE = "[--global] [--force] <fact>";

export const memoryCommands: readonly Command[] = [
  {
    name: "save",
    usage: SAVE_USAGE,
    description: (texts) => texts.commands.save,
    run: (words, context) => inSlashes(runVerb("save", words, context), () => `/save ${SAVE_USAGE}`),
  },
  {
    name: "memory",
    usage: "[status|list|search <q>|verify <id>|replace <id> <fact>|delete <id>|undo|clear]",
    description: (texts) => texts.commands.memory,
    complete: async (before, { memory }) => {
      const [verb, ...rest] = before.filter((word) => !word.startsWith("--"));
      if (verb === undefined) return Object.keys(MEMORY_VERBS).map((value) => ({ value }));
      if (!WITH_ID.has(verb) || rest.length > 0) return [];
      return (await memory.entries()).map(({ id, content }) => ({ value: id, description: content }));
    },
    run: (words, context) => {
      const [, flags = "", verb = "", rest = ""] = /^((?:--\S*\s*)*)(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
      return inSlashes(runVerb(verb === "" ? "status" : verb, `${flags} ${rest}`, context), (problem) => `/${problem}`);
    },
  },
];

/** The verbs are shared with the command line and say `memory …`; here the person typed a slash. */
async function inSlashes(running: Promise<CommandOutcome>, words: (problem: string) => string): Promise<CommandOutcome> {
  try {
    return await running;
  } catch (error) {
    if (!isPaiError(error, "USAGE")) throw error;
    throw new PaiError("USAGE", { problem: words(error.values.problem) }, { cause: error });
  }
}

async function runVerb(
  verb: string,
  words: string,
  { session, texts, width, confirm, asker, signal }: CommandContext,
): Promise<CommandOutcome> {
  const { flags, rest } = parseFlags(words);
  const externalSources = session.exposure();
  const { output, exitCode } = await runMemoryVerb(verb, rest, flags, {
    service: session.memory,
    recall: session.recall,
    texts,
    width,
    prefix: "/memory",
    budget: session.memoryBudget,
    ...(externalSources === undefined ? {} : { externalSources }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(asker === undefined ? {} : { choose: async (question) => (await asker.ask(question, signal)).id }),
  });
  return said(output, exitCode === EXIT_USAGE ? 1 : exitCode); // 2 is for the command line alone
}

/** Flags stand before the text or at its end; behind a `--` everything is the person's own text, dashes and all. */
function parseFlags(words: string): { readonly flags: MemoryVerbFlags; readonly rest: readonly string[] } {
  const flags = { json: false, global: false, force: false, allProjects: false, skipped: false };
  const rest = words.trim() === "" ? [] : words.trim().split(/[ \t\r\n\u3000]+/);
  while (rest[0]?.startsWith("--") && rest[0] !== "--") {
    const flag = rest.shift() ?? "";
    const name = FLAGS.get(flag);
    if (name === undefined) throw new PaiError("USAGE", { problem: `${flag}? ${[...FLAGS.keys()].join(" ")}` });
    flags[name] = true;
  }
  const end = rest.indexOf("--");
  if (end >= 0) return { flags, rest: rest.toSpliced(end, 1) };
  for (let name = FLAGS.get(rest.at(-1) ?? ""); name !== undefined; name = FLAGS.get(rest.at(-1) ?? "")) {
    flags[name] = true;
    rest.pop();
  }
  return { flags, rest };
}
