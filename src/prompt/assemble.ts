// The system prompt, the most stable part first: what a provider has cached of it stays valid as long as possible.
import { createHash } from "node:crypto";
import type { Texts } from "../locale/index.ts";
import type { ToolSpec } from "../protocol/llm.ts";
import { wellFormed } from "../util/text.ts";
import type { PromptFiles } from "./prompt-files.ts";
import type { RuntimeContext } from "./runtime-context.ts";

export interface PromptParts {
  readonly files: PromptFiles;
  /** The list of enabled skills; empty without any. */
  readonly skills: string;
  /** Within a session the first one, until the view is rewritten. */
  readonly runtime: RuntimeContext;
  /** The text of `readProjectMemory`. */
  readonly projectMemory: string;
  /** The memories that open the session; empty without any. */
  readonly memoryBlock: string;
  /** Lists of what other systems offer; empty without any. */
  readonly externalIndexes: string;
  /** Not in the text, but before it in what the provider caches. */
  readonly tools: readonly ToolSpec[];
}

/** Enough to assemble the same prompt again, and to see which of its sources changed. */
export interface PromptState extends RuntimeContext {
  readonly memoryBlock: string;
  readonly hashes: { readonly [Part in PromptPart]: string };
}

export type PromptPart = "files" | "skills" | "projectMemory" | "externalIndexes" | "tools";

/** Pure: the same parts are the same bytes. */
export function assembleSystemPrompt(parts: PromptParts, texts: Texts): { readonly text: string; readonly state: PromptState } {
  const { files, skills, runtime, projectMemory, memoryBlock, externalIndexes, tools } = parts;
  const sections = [
    ...files,
    section("## Skills", skills),
    section("## Runtime Context", texts.prompt.runtime(runtime)),
    section("## Project Context", joined([projectMemory, memoryBlock, externalIndexes])),
  ];
  const hashes = {
    files: hashOf(files),
    skills: hashOf(skills),
    projectMemory: hashOf(projectMemory),
    externalIndexes: hashOf(externalIndexes),
    tools: hashOf(tools),
  };
  return { text: wellFormed(joined(sections)), state: { ...runtime, memoryBlock, hashes } };
}

/** The parts whose source is not what it was: the provider's cache of them is lost. */
export function changedParts(before: Readonly<Record<string, string>>, after: PromptState["hashes"]): readonly PromptPart[] {
  const parts: readonly PromptPart[] = ["tools", "files", "skills", "projectMemory", "externalIndexes"];
  return parts.filter((part) => before[part] !== after[part]);
}

function section(heading: string, body: string): string {
  return body.trim() === "" ? "" : `${heading}\n\n${body.trim()}`;
}

function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
