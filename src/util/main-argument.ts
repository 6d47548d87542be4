// A tool call in one line: its name and the argument by which people recognise it.
import { z } from "zod";
import { oneLine } from "./text.ts";
import { showHidden } from "./visible.ts";

const Arguments = z.record(z.string(), z.unknown());

/** The argument that says most, by tool convention; the first string otherwise. */
const TELLING = ["command", "path", "pattern", "query", "fact", "url", "name", "task"];

/** Longest argument shown in UTF-16 units; the renderer cuts to the width besides. */
const MAX_ARGUMENT = 200;

/** The main argument of a call in one line, hidden characters shown; empty if it has none. */
export function mainArgument(argumentsJson: string): string {
  const args = parse(argumentsJson);
  if (args === undefined) return oneLine(showHidden(argumentsJson), MAX_ARGUMENT);
  const telling = TELLING.map((key) => args[key]).find(isText) ?? Object.values(args).find(isText);
  const text = telling ?? (Object.keys(args).length === 0 ? "" : JSON.stringify(args));
  return showHidden(oneLine(text, MAX_ARGUMENT));
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const parsed = Arguments.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // broken arguments are shown as the model wrote them
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
