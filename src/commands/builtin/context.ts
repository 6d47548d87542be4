// Commands about what the model can see.
import { PaiError } from "../../protocol/errors.ts";
import { PLAIN_COLUMNS } from "../../util/columns.ts";
import { type Command, firstWord, said } from "../command.ts";

export const contextCommands: readonly Command[] = [
  {
    name: "compact",
    usage: "[focus]",
    description: (texts) => texts.commands.compact,
    run: async (words, { session, signal }) => {
      const done = await session.compact(words === "" ? undefined : words, signal);
      return { exitCode: done ? 0 : 1 };
    },
  },
  {
    name: "context",
    usage: "[--json|reload]",
    description: (texts) => texts.commands.context,
    complete: firstWord("--json", "reload"),
    run: async (words, { session, texts, width }) => {
      if (words === "reload") {
        await session.reload();
        return said(texts.commands.reloaded(session.loaded.projectMemory));
      }
      if (words !== "" && words !== "--json") throw new PaiError("USAGE", { problem: "/context [--json|reload]" });
      return said(
        words === "--json" ? JSON.stringify(session.contextStatus(), null, 2) : session.contextPicture(width ?? PLAIN_COLUMNS),
      );
    },
  },
];
