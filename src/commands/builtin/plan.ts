// Commands that have a task planned or done by a team, and the mode of what is typed next.
import { PaiError } from "../../protocol/errors.ts";
import { type Command, exitCodeOf, firstWord, said } from "../command.ts";

const MODES = ["react", "plan", "team"] as const;

export const planCommands: readonly Command[] = [
  taskCommand("plan"),
  taskCommand("team"),
  {
    name: "mode",
    usage: "[react|plan|team]",
    description: (texts) => texts.commands.mode,
    complete: firstWord(...MODES),
    run: async (words, { session, texts }) => {
      if (words === "") return said(texts.commands.modeIs(session.mode));
      const mode = MODES.find((name) => name === words);
      if (mode === undefined) throw new PaiError("USAGE", { problem: `/mode [${MODES.join("|")}]` });
      session.setMode(mode);
      return said(texts.commands.modeIs(session.mode));
    },
  },
];

/** With a task: runs it. Without: goes on with the unfinished plan, or else switches to the mode. */
function taskCommand(mode: "plan" | "team"): Command {
  return {
    name: mode,
    usage: "[task]",
    description: (texts) => texts.commands[mode],
    run: async (words, { session, texts, signal }) => {
      if (words === "" && !session.hasOpenPlan) {
        session.setMode(mode);
        return said(texts.plan.nothingOpen(mode));
      }
      const { status } = await session.run({ typed: words === "" ? `/${mode}` : words }, signal, mode);
      return { exitCode: exitCodeOf(status) };
    },
  };
}
