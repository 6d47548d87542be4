// Commands about long-term memory.
import { PaiError } from "../../protocol/errors.ts";
import { MEMORY_VERBS, type MemoryVerbFlags, runMemoryVerb } from "../../runtime/memory-verbs.ts";
import type { Command, CommandContext, CommandOutcome } from "../command.ts";

const FLAGS: Readonly<Record<string, keyof MemoryVerbFlags>> = {
  "--json": "json",
  "--global": "global",
  "--force": "force",
  "--all-projects": "allProjects",
  "--skipped": "skipped",
};

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
      const [, verb = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
      return runVerb(verb === "" ? "status" : verb, rest, context);
    },
  },
];

async function runVerb(verb: string, words: string, { session, texts, width, confirm }: CommandContext): Promise<CommandOutcome> {
  const { flags, rest } = parseFlags(words);
  return runMemoryVerb(verb, rest, flags, {
    service: session.memory,
    recall: session.recall,
    texts,
    width,
    budget: session.memoryBudget,
    ...(confirm === undefined ? {} : { confirm }),
  });
}

/** Flags stand before the text: what follows the first other word is the person's own, dashes and all. */
function parseFlags(words: string): { readonly flags: MemoryVerbFlags; readonly rest: readonly string[] } {
  const flags = { json: false, global: false, force: false, allProjects: false, skipped: false };
  let left = words.trim();
  for (let flag = /^--[\w-]*/.exec(left)?.[0]; flag !== undefined; flag = /^--[\w-]*/.exec(left)?.[0]) {
    const name = FLAGS[flag];
    if (name === undefined) throw new PaiError("USAGE", { problem: `${flag}? ${Object.keys(FLAGS).join(" ")}` });
    flags[name] = true;
    left = left.slice(flag.length).trimStart();
  }
  return { flags, rest: left === "" ? [] : left.split(/[ \t\u3000]+/) };
}
