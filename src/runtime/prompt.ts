// Keeps a unit's system prompt: assembled once, the same bytes until the view is rewritten; what it was made of goes to the ledger.
import type { RequestParts } from "../context/coordinator.ts";
import type { Texts } from "../locale/index.ts";
import { assembleSystemPrompt, changedParts, type PromptState } from "../prompt/assemble.ts";
import { changedFiles, type ProjectMemory, readProjectMemory } from "../prompt/project-memory.ts";
import { loadPromptFiles, type PromptRoots } from "../prompt/prompt-files.ts";
import { dateNote, type RuntimeContext, runtimeContext } from "../prompt/runtime-context.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ToolSpec } from "../protocol/llm.ts";
import type { Clock } from "../protocol/ports.ts";
import type { PromptRecord } from "../session/session.ts";

export interface PromptParts {
  readonly roots: PromptRoots;
  readonly root: string;
  readonly personality: string;
  /** A file in `modes/`. */
  readonly mode: string;
  /** The approval mode in which the session starts. */
  readonly approval: string;
  readonly tools: readonly ToolSpec[];
  /** The list of enabled skills, as it stands now. */
  readonly skills: () => string;
  readonly texts: Texts;
  readonly clock: Clock;
  /** What a resumed session was last sent with. */
  readonly recorded?: PromptRecord;
  readonly record: (state: PromptRecord) => void;
}

interface Assembled {
  readonly memory: ProjectMemory;
  readonly runtime: RuntimeContext;
  readonly text: string;
  readonly state: PromptState;
}

export interface PromptKeeper {
  /** The prompt as it stands. */
  request(): RequestParts;
  /** Reads every source afresh and assembles, with today's date: the view was rewritten, or the person asked for it. */
  rebuild(): Promise<readonly EventBody[]>;
  /** What must be told before a turn: to the model that another day has begun, to the person that a file has changed. */
  beforeTurn(): Promise<{ readonly note?: string; readonly notices: readonly EventBody[] }>;
  /** Files of project memory in the prompt, as the person knows them. */
  files(): readonly string[];
}

/** A resumed session reuses the date and the memories that were recorded; `notices` tell which other parts are not what they were. */
export async function openPrompt(parts: PromptParts): Promise<{ readonly keeper: PromptKeeper; readonly notices: readonly EventBody[] }> {
  const { recorded, texts, clock } = parts;
  const today = () => runtimeContext(clock.now());
  let current = await assemble(parts, recorded ?? today(), recorded?.memoryBlock ?? "");
  let told: RuntimeContext = current.runtime;
  let toldChanged = "";
  const changed = recorded ? changedParts(recorded.hashes, current.state.hashes) : [];
  if (!recorded || changed.length > 0) parts.record(recordOf(current));

  const keeper: PromptKeeper = {
    request: () => ({
      system: current.text,
      tools: parts.tools,
      projectMemory: current.memory.text,
      memoryBlock: current.state.memoryBlock,
    }),
    async rebuild() {
      current = await assemble(parts, today(), current.state.memoryBlock);
      told = current.runtime;
      parts.record(recordOf(current));
      return memoryNotes(current.memory);
    },
    async beforeTurn() {
      const now = today();
      const note = dateNote(told, now, texts);
      told = now;
      const files = changedFiles(current.memory, await readProjectMemory({ home: parts.roots.home, root: parts.root, texts })).join(", ");
      const news = files !== toldChanged && files !== "" ? [notice("PROJECT_MEMORY_CHANGED", texts.runtime.projectMemoryChanged(files))] : [];
      toldChanged = files;
      return { ...(note === undefined ? {} : { note }), notices: news };
    },
    files: () => current.memory.files.map((file) => file.path),
  };
  const lost = changed.length > 0 ? [notice("PROMPT_CHANGED", texts.runtime.promptChanged(changed))] : [];
  return { keeper, notices: [...memoryNotes(current.memory), ...lost] };
}

async function assemble(parts: PromptParts, runtime: RuntimeContext, memoryBlock: string): Promise<Assembled> {
  const { roots, root, personality, mode, approval, tools, texts } = parts;
  const [memory, files] = await Promise.all([
    readProjectMemory({ home: roots.home, root, texts }),
    loadPromptFiles({ ...roots, personality, mode, approval }),
  ]);
  const { date, timeZone } = runtime;
  const sources = { files, skills: parts.skills(), runtime: { date, timeZone }, projectMemory: memory.text, memoryBlock, externalIndexes: "", tools };
  return { memory, runtime: { date, timeZone }, ...assembleSystemPrompt(sources, texts) };
}

function recordOf({ state: { date, timeZone, memoryBlock, hashes } }: Assembled): PromptRecord {
  return { date, timeZone, memoryBlock, memoryIds: [], hashes };
}

function memoryNotes({ notes }: ProjectMemory): readonly EventBody[] {
  return notes.map((message) => notice("PROJECT_MEMORY", message));
}

function notice(code: string, message: string): EventBody {
  return { type: "notice", level: "warning", code, message };
}
