// Commands about the session itself.
import { type Command, said } from "../command.ts";

export const sessionCommands: readonly Command[] = [
  {
    name: "help",
    usage: "",
    description: (texts) => texts.commands.help,
    run: async (_, { commands, texts }) => {
      const width = Math.max(...commands.map(({ name, usage }) => name.length + usage.length)) + 3;
      const lines = commands.map(({ name, usage, description }) => `${`/${name} ${usage}`.padEnd(width)} ${description(texts)}`);
      return said([texts.commands.helpIntro, "", ...lines].join("\n"));
    },
  },
  {
    name: "exit",
    usage: "",
    description: (texts) => texts.commands.exit,
    run: async () => ({ exitCode: 0, exit: true }),
  },
  {
    name: "clear",
    usage: "",
    description: (texts) => texts.commands.clear,
    run: async (_, { session, texts }) => {
      await session.clear();
      return said(texts.commands.cleared);
    },
  },
];
