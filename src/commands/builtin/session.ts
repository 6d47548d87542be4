// Commands about the session itself.
import { exportHere } from "../../runtime/project-verbs.ts";
import { projectSessions, runSessionVerb, sessionLabel } from "../../runtime/session-verbs.ts";
import { hangingLines, tableLines } from "../../util/columns.ts";
import { type Command, type CommandContext, firstWord, said } from "../command.ts";

export const sessionCommands: readonly Command[] = [
  {
    name: "help",
    usage: "",
    description: (texts) => texts.commands.help,
    run: async (_, { commands, texts, width }) => {
      const rows = commands.map(({ name, usage, description }) => [`/${name} ${usage}`.trimEnd(), description(texts)]);
      const intro = hangingLines(texts.commands.helpIntro, "", width);
      const keys = [texts.commands.helpKeysTitle, ...tableLines(texts.commands.helpKeys, width)];
      return said([...intro, "", ...tableLines(rows, width), "", ...keys].join("\n"));
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
  {
    name: "sessions",
    usage: "",
    description: (texts) => texts.commands.sessions,
    run: async (_, { session: { environment }, texts, width }) =>
      runSessionVerb("list", [], { json: false, force: false, allProjects: false }, { environment, texts, width }),
  },
  {
    name: "resume",
    usage: "[id]",
    description: (texts) => texts.commands.resume,
    complete: (before, { environment: { home, root, texts }, id: open }) =>
      before.length > 0
        ? []
        : projectSessions(home, root)
            .filter(({ id }) => id !== open)
            .map((session) => ({ value: session.id, description: sessionLabel(session, texts) })),
    run: async (words, context) => {
      const id = words === "" ? await pickSession(context) : words;
      return id === undefined ? said(context.texts.commands.resumeHow) : { exitCode: 0, reopen: { resume: id } };
    },
  },
  {
    name: "export",
    usage: "[md|html|json]",
    description: (texts) => texts.commands.export,
    complete: firstWord("md", "html", "json"),
    run: async (words, { session, texts }) => {
      if (!session.stored) return said(texts.commands.nothingToExport, 1);
      return said(texts.commands.exported(exportHere(session.environment, session.id, words === "" ? "md" : words)));
    },
  },
];

/** Undefined: nobody can be asked, there is nothing to choose from, or the person left. */
async function pickSession({ session, asker, texts, signal }: CommandContext): Promise<string | undefined> {
  const { home, root } = session.environment;
  const others = projectSessions(home, root).filter(({ id }) => id !== session.id);
  if (asker === undefined || others.length === 0) return undefined;
  const choices = others.map((session) => ({ id: session.id, label: sessionLabel(session, texts) }));
  const { id } = await asker.ask(
    { title: texts.ui.pickSession, text: "", choices: [...choices, { id: "", label: texts.ui.leave }] },
    signal,
  );
  return id === "" ? undefined : id;
}
