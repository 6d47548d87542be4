// Commands about long-term memory.
import { PaiError } from "../../protocol/errors.ts";
import { EXIT_USAGE, MEMORY_VERBS, type MemoryVerbFlags, runMemoryVerb } from "../../runtime/memory-verbs.ts";
import { type Command, type CommandContext, type CommandOutcome, said } from "../command.ts";

const FLAGS: ReadonlyMap<string, keyof MemoryVerbFlags> = new Map([
  ["--json", "json"],
  ["--global", "global"],
  ["--force", "force"],
  ["--all-projects", "allProjects"],
  ["--skipped", "skipped"],
]);

export const memoryCommands: readonly Command[] = [
  {
    name: "save",
    usage: "[--global] [--force] <fact>",
    description: (texts) => texts.commands.save,
    run: (words, context) => runVerb("save", words, context),
  },
  {
    name: "memory",
    usage: "[status|list|search <q>|verify <id>|replace <id> <fact>|delete <id>|undo|clear]",
    description: (texts) => texts.commands.memory,
    complete: () => Object.keys(MEMORY_VERBS),
    run: (words, context) => {
      const [, flags = "", verb = "", rest = ""] = /^((?:--\S*\s*)*)(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
      return runVerb(verb === "" ? "status" : verb, `${flags} ${rest}`, context);
    },
  },
];

async function runVerb(
  verb: string,
  words: string,
  { session, texts, width, confirm, asker, signal }: CommandContext,
): Promise<CommandOutcome> {
  const { flags, rest } = parseFlags(words);
  const { output, exitCode } = await runMemoryVerb(verb, rest, flags, {
    service: session.memory,
    recall: session.recall,
    texts,
    width,
    budget: session.memoryBudget,
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
