// Finds and runs slash commands. A command that fails says so and ends itself, never the program.
import { describeError, type Texts } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import { nearestWord } from "../util/nearest.ts";
import { contextCommands } from "./builtin/context.ts";
import { memoryCommands } from "./builtin/memory.ts";
import { modeCommands } from "./builtin/mode.ts";
import { permissionCommands } from "./builtin/permissions.ts";
import { planCommands } from "./builtin/plan.ts";
import { projectCommands } from "./builtin/project.ts";
import { sessionCommands } from "./builtin/session.ts";
import { type Command, type CommandContext, type CommandOutcome, said } from "./command.ts";

export const COMMANDS: readonly Command[] = [
  ...sessionCommands,
  ...contextCommands,
  ...memoryCommands,
  ...modeCommands,
  ...permissionCommands,
  ...planCommands,
  ...projectCommands,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Whether a line is a command: `/` and a letter. A path such as `/etc/hosts` is none, nor is a comment. */
export function isCommandLine(line: string): boolean {
  return /^\s*\/[a-zA-Z?][\w-]*(\s|$)/.test(line);
}

/** Runs a command line. Words are split by any white space, full-width too. Never throws. */
export async function runCommandLine(line: string, context: Omit<CommandContext, "commands">): Promise<CommandOutcome> {
  const [, name = "", words = ""] = /^\s*\/(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
  const { texts, signal } = context;
  try {
    const command = COMMANDS.find((candidate) => candidate.name === name.toLowerCase());
    if (command === undefined) throw unknownCommand(name, texts);
    // What is passed over may have been meant: `/clear <id>` names one thing and would end another.
    if (command.usage === "" && words.trim() !== "") throw new PaiError("USAGE", { problem: `/${command.name}` });
    return await command.run(words.trim(), { ...context, commands: COMMANDS });
  } catch (error) {
    if (signal.aborted) return { exitCode: 130 };
    return said(describeError(error, texts), 1);
  }
}

function unknownCommand(name: string, texts: Texts): PaiError {
  const nearest = nearestWord(
    name,
    COMMANDS.map((command) => command.name),
  );
  return new PaiError("UNKNOWN_COMMAND", {
    name,
    hint: nearest === undefined ? texts.commands.tryHelp : texts.commands.didYouMean(nearest),
  });
}
