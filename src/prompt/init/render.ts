// Writes a survey as a short PAI.md. Pure. Nothing that the project says can become an import or another heading.
import type { Texts } from "../../locale/index.ts";
import { oneLine } from "../../util/text.ts";
import { showHidden } from "../../util/visible.ts";
import type { Command } from "./build-files.ts";
import type { Survey } from "./survey.ts";

/** `imports`: instruction files of other agents, which a PAI.md would otherwise hide. */
export function renderSurvey(name: string, survey: Survey, imports: readonly string[], texts: Texts): string {
  const words = texts.init;
  const folders = survey.layout.map(({ name: folder, files, build }) => {
    const contents = files === undefined ? "" : ` — ${words.files(files)}`;
    return `- ${code(`${folder}/`)}${contents}${build === undefined ? "" : words.ownBuild({ file: code(build) })}`;
  });
  const conventions = [
    survey.indent && words.indent(survey.indent),
    survey.strictTypes ? words.strictTypes : undefined,
    ...survey.tools.map(({ tool, file }) => words.tool({ tool, file: code(file) })),
    survey.contributing && words.readContributing({ file: code(survey.contributing) }),
  ].filter((line) => line !== undefined);
  const commands = survey.commands.map((command) => `- ${code(command.command)}${purpose(command, texts)}`);
  const sections = [
    `# ${plain(name)}`,
    survey.description === undefined ? "" : plain(survey.description),
    imports.map((file) => `@${file}`).join("\n"),
    section(words.stack, survey.stack.length > 0 ? [`- ${survey.stack.map(plain).join(", ")}`] : []),
    section(words.commands, commands),
    section(
      words.ci,
      survey.ci.map((command) => `- ${code(command)}`),
    ),
    section(words.layout, folders),
    section(
      words.conventions,
      conventions.map((line) => `- ${line}`),
    ),
    survey.commands.length === 0 && imports.length === 0 ? words.empty : "",
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${heading}\n\n${lines.join("\n")}`;
}

function purpose({ what }: Command, texts: Texts): string {
  if (typeof what === "string") return ` — ${texts.init[what]}`;
  return what.script === "" ? "" : ` — ${code(what.script)}`;
}

/** A code span around any text, on one line, in ticks that nothing in it can end. */
function code(text: string): string {
  const line = visibleLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${line}${ticks}` : `${ticks} ${line} ${ticks}`;
}

/** Names of scripts, folders and files may hold line feeds and what a terminal obeys: it is shown, never repeated. */
function visibleLine(text: string): string {
  return showHidden(oneLine(text, Number.POSITIVE_INFINITY));
}

/** One line of prose: a mark at its start that Markdown or the imports would obey loses its meaning. */
function plain(text: string): string {
  return visibleLine(text).replace(/^([@#>`~-])/, "\\$1");
}
