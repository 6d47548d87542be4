// The tools of a session: the built-in ones, those that need the session's own state, and what the SDK's caller brings.
import type { Texts } from "../locale/index.ts";
import type { MemoryService } from "../memory/contract.ts";
import { saveMemoryTool } from "../memory/save-tool.ts";
import { readPromptFile } from "../prompt/prompt-files.ts";
import { PaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { Message } from "../protocol/message.ts";
import type { Asker } from "../protocol/ports.ts";
import type { Tool } from "../protocol/tool.ts";
import type { SkillCatalog } from "../skills/catalog.ts";
import { createLoadSkillTool } from "../skills/load-tool.ts";
import { createTools, TOOL_NAMES } from "../tools/index.ts";
import type { ReadTracker } from "../tools/read-tracker.ts";
import type { Environment } from "./environment.ts";
import { loadToolDescriptions, promptRoots } from "./prompts.ts";
import { KEY_ENV_NAMES } from "./provider.ts";

export interface ToolboxParts {
  readonly environment: Environment;
  readonly texts: Texts;
  readonly tracker: ReadTracker;
  readonly catalog: () => SkillCatalog;
  readonly messages: (unit: string) => readonly Message[];
  readonly memory: {
    readonly service: MemoryService;
    /** What the person typed in the session, this turn's last. */
    readonly words: () => readonly string[];
    /** Sources of external content; undefined if none was used. */
    readonly exposure: () => readonly string[] | undefined;
    readonly report: (event: EventBody) => void;
    readonly asker?: Asker;
  };
  /** Tools that the caller adds; a name that is taken is an error. */
  readonly extra: readonly Tool[];
}

/** By name, sorted. Throws PaiError `TOOL_NAME_TAKEN`. */
export async function openToolbox({
  environment,
  texts,
  tracker,
  catalog,
  messages,
  memory,
  extra,
}: ToolboxParts): Promise<ReadonlyMap<string, Tool>> {
  const roots = promptRoots(environment);
  const descriptions = await loadToolDescriptions(roots, TOOL_NAMES);
  const tools = [
    ...createTools(descriptions, {
      root: environment.root,
      texts,
      tracker,
      commandTimeoutSeconds: environment.config.settings.commandTimeoutSeconds ?? 60,
      env: environment.env,
      stripEnv: KEY_ENV_NAMES,
    }),
    createLoadSkillTool({ description: await readPromptFile(roots, "tools/load_skill.md"), texts, catalog, messages }),
    saveMemoryTool({
      service: memory.service,
      texts,
      description: await readPromptFile(roots, "tools/save_memory.md"),
      userWords: () => ({ turn: memory.words().at(-1) ?? "", session: memory.words() }),
      turn: () => memory.words().length,
      exposed: () => ({ exposed: memory.exposure() !== undefined, sources: memory.exposure() ?? [] }),
      guardsExposed: environment.config.settings.memoryDisableOnExternalContext ?? true,
      browserPreference: true,
      report: memory.report,
      ...(memory.asker === undefined ? {} : { asker: memory.asker }),
    }),
    ...extra,
  ];
  const byName = new Map<string, Tool>();
  for (const tool of tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (byName.has(tool.name)) throw new PaiError("TOOL_NAME_TAKEN", { name: tool.name });
    byName.set(tool.name, tool);
  }
  return byName;
}
