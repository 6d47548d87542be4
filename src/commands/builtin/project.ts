// Commands about the tools, the configuration and the project.
import { configReport } from "../../runtime/report.ts";
import { type Command, said } from "../command.ts";

export const projectCommands: readonly Command[] = [
  {
    name: "tools",
    usage: "",
    description: (texts) => texts.commands.tools,
    run: async (_, { session, texts }) => {
      const width = Math.max(...session.tools.map(({ name }) => name.length));
      const lines = session.tools.map(({ name, readOnly, description }) => {
        const first = description.split("\n").find((line) => line.trim() !== "") ?? "";
        return `${name.padEnd(width)}  ${readOnly ? texts.commands.readOnly : texts.commands.changes}  ${first}`;
      });
      return said(lines.join("\n"));
    },
  },
  {
    name: "config",
    usage: "",
    description: (texts) => texts.commands.config,
    run: async (_, { session, texts }) => said(configReport(session.environment, texts)),
  },
];
