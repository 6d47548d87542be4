// Commands about the tools, the configuration and the project.
import { PaiError } from "../../protocol/errors.ts";
import { offeredModels } from "../../runtime/model.ts";
import { initHere, openSkills, setSkill } from "../../runtime/project-verbs.ts";
import { configReport } from "../../runtime/report.ts";
import { tableLines } from "../../util/columns.ts";
import { nearestWord } from "../../util/nearest.ts";
import { type Command, firstWord, said } from "../command.ts";

/** A tool's description goes on to tell the model how to use it: the person needs what it does. */
function firstSentence(description: string): string {
  const line = description.split("\n").find((one) => one.trim() !== "") ?? "";
  return /^.*?(?:。|\.(?=\s|$))/.exec(line)?.[0] ?? line;
}

export const projectCommands: readonly Command[] = [
  {
    name: "tools",
    usage: "",
    description: (texts) => texts.commands.tools,
    run: async (_, { session, texts, width }) => {
      const rows = session.tools.map(({ name, readOnly, description }) => [
        name,
        readOnly ? texts.commands.readOnly : texts.commands.changes,
        firstSentence(description),
      ]);
      return said(tableLines(rows, width).join("\n"));
    },
  },
  {
    name: "config",
    usage: "",
    description: (texts) => texts.commands.config,
    run: async (_, { session, texts, width }) => said(configReport(session.environment, texts, width)),
  },
  {
    name: "model",
    usage: "[id]",
    description: (texts) => texts.commands.model,
    run: async (words, { session, texts, signal }) => {
      if (words === "") return said(texts.commands.modelIs(session.model));
      if (session.model.provider === "offline") return said(texts.commands.modelOffline, 1);
      const offered = await offeredModels(session.environment, signal);
      const unlisted = offered.length > 0 && !offered.includes(words);
      // Told, not refused: gateways serve models that they do not list.
      const note = unlisted ? `\n${texts.commands.modelUnlisted(nearestWord(words, offered))}` : "";
      return { exitCode: 0, output: `${texts.commands.modelSet(words)}${note}`, reopen: { settings: { model: words } } };
    },
  },
  {
    name: "lang",
    usage: "zh|en",
    description: (texts) => texts.commands.lang,
    complete: firstWord("zh", "en"),
    run: async (words) => {
      if (words !== "zh" && words !== "en") throw new PaiError("USAGE", { problem: "/lang zh|en" });
      return {
        exitCode: 0,
        output: words === "zh" ? "界面语言：中文" : "Language: English",
        reopen: { settings: { lang: words } },
      };
    },
  },
  {
    name: "init",
    usage: "[--force]",
    description: (texts) => texts.commands.init,
    complete: firstWord("--force"),
    run: async (words, { session }) => {
      if (words !== "" && words !== "--force") throw new PaiError("USAGE", { problem: "/init [--force]" });
      const output = await initHere(session.environment, words === "--force");
      await session.reload();
      return said(output);
    },
  },
  {
    name: "skill",
    usage: "[list|on <name>|off <name>|reload]",
    description: (texts) => texts.commands.skill,
    complete: async (before, { environment }) => {
      const [verb] = before;
      if (verb !== "on" && verb !== "off") return firstWord("list", "on", "off", "reload")(before);
      if (before.length > 1) return [];
      const { catalog } = await openSkills(environment);
      return catalog.skills
        .filter(({ on }) => on !== (verb === "on"))
        .map(({ name, description }) => ({ value: name, description: firstSentence(description) }));
    },
    run: async (words, { session: { environment }, texts, width }) => {
      const [verb = "list", name, ...rest] = words === "" ? [] : words.split(/\s+/);
      if (verb === "list" && name === undefined) {
        const { catalog } = await openSkills(environment);
        const rows = catalog.skills.map(({ on, name: skill, description, path }) => [
          `${on ? "●" : "○"} ${skill}`,
          `${description}  (${path})`,
        ]);
        return said(rows.length === 0 ? texts.commands.noSkills : tableLines(rows, width).join("\n"));
      }
      if (verb === "reload" && name === undefined) return { exitCode: 0, output: texts.commands.skillsReloaded, reopen: {} };
      if ((verb !== "on" && verb !== "off") || name === undefined || rest.length > 0) {
        throw new PaiError("USAGE", { problem: "/skill [list|on <name>|off <name>|reload]" });
      }
      await setSkill(environment, name, verb === "on");
      return { exitCode: 0, output: texts.commands.skillSwitched(name, verb === "on"), reopen: {} };
    },
  },
];
