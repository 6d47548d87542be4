// The model-facing texts of a session, read from their files when it starts and when the language changes.
import type { SummaryPrompts } from "../context/ask-summary.ts";
import { type PromptRoots, readPromptFile } from "../prompt/prompt-files.ts";
import type { Environment } from "./environment.ts";
import { PACKAGE_DIR } from "./package.ts";

export function promptRoots({ home, root, trusted, lang }: Environment): PromptRoots {
  return { packageDir: PACKAGE_DIR, home, lang, ...(trusted ? { projectDir: root } : {}) };
}

export async function loadSummaryPrompts(roots: PromptRoots): Promise<SummaryPrompts> {
  const [system, request, merge, repair] = await Promise.all(
    ["summary-system", "summary", "summary-merge", "summary-repair"].map((name) => readPromptFile(roots, `context/${name}.md`)),
  );
  return { system: system ?? "", request: request ?? "", merge: merge ?? "", repair: repair ?? "" };
}

/** Descriptions of tools by name. */
export async function loadToolDescriptions(roots: PromptRoots, names: readonly string[]): Promise<(name: string) => string> {
  const texts = await Promise.all(names.map((name) => readPromptFile(roots, `tools/${name}.md`)));
  const byName = new Map(names.map((name, index) => [name, texts[index] ?? ""]));
  return (name) => byName.get(name) ?? "";
}
