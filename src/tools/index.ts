// The tools of a session that work on files and commands, by name.
import type { Tool } from "../protocol/tool.ts";
import { createEditFile } from "./edit-file.ts";
import { type CommandParts, createExecuteCommand } from "./execute-command.ts";
import { createGlobFiles } from "./glob-files.ts";
import { createGrepCode } from "./grep-code.ts";
import { createListDir } from "./list-dir.ts";
import { createReadFile, type ReadParts } from "./read-file.ts";
import { createWriteFile } from "./write-file.ts";

export type ToolsParts = ReadParts & CommandParts;

const FACTORIES: Readonly<Record<string, (description: string, parts: ToolsParts) => Tool>> = {
  edit_file: createEditFile,
  execute_command: createExecuteCommand,
  glob_files: createGlobFiles,
  grep_code: createGrepCode,
  list_dir: createListDir,
  read_file: createReadFile,
  write_file: createWriteFile,
};

export const TOOL_NAMES: readonly string[] = Object.keys(FACTORIES);

/** `descriptions`: what each tool says of itself to the model. */
export function createTools(descriptions: (name: string) => string, parts: ToolsParts): readonly Tool[] {
  return Object.entries(FACTORIES).map(([name, create]) => create(descriptions(name), parts));
}
