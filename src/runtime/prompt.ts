// Keeps a unit's system prompt: assembled once, the same bytes until the view is rewritten; what it was made of goes to the ledger.
import type { RequestParts } from "../context/coordinator.ts";
import { estimateFixed } from "../context/measure.ts";
import type { Texts } from "../locale/index.ts";
import { NO_MEMORY, type SystemMemory } from "../memory/inject.ts";
import { assembleSystemPrompt, changedParts, type PromptState } from "../prompt/assemble.ts";
import { changedFiles, type ProjectMemory, readProjectMemory } from "../prompt/project-memory.ts";
import { loadPromptFiles, type PromptRoots } from "../prompt/prompt-files.ts";
import { dateNote, type RuntimeContext } from "../prompt/runtime-context.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ToolSpec } from "../protocol/llm.ts";
import type { Message } from "../protocol/message.ts";
import type { Clock } from "../protocol/ports.ts";
import type { Mask } from "../session/masking.ts";
import type { PromptRecord } from "../session/session.ts";
import { localDay } from "./local-day.ts";

export interface PromptParts {
  readonly roots: PromptRoots;
  readonly root: string;
  readonly personality: string;
  /** A file in `modes/`. */
  readonly mode: string;
  /** The approval mode as it is now. */
  readonly approval: () => string;
  readonly tools: readonly ToolSpec[];
  /** The list of enabled skills, as it stands now. */
  readonly skills: () => string;
  readonly texts: Texts;
  readonly clock: Clock;
  /** The variable that overrides the machine's time zone. */
  readonly timeZone: string | undefined;
  /** Takes configured keys out of what is recorded; what is sent is what is recorded. */
  readonly mask: Mask;
  /** What a resumed session was last sent with. */
  readonly recorded?: PromptRecord;
  /** The recorded memories as far as they still hold; the very ones if all do. */
  readonly memory?: SystemMemory;
  readonly record: (state: PromptRecord) => void;
}

interface Assembled {
  readonly approval: string;
  readonly project: ProjectMemory;
  readonly memory: SystemMemory;
  readonly runtime: RuntimeContext;
  readonly text: string;
  readonly state: PromptState;
}

export interface PromptKeeper {
  /** The prompt as it stands. */
  request(): RequestParts;
  /** Reads every source afresh and assembles, with today's date: the view was rewritten, or the person asked for it. */
  rebuild(memory?: SystemMemory): Promise<readonly EventBody[]>;
  /** The memories that close the prompt. */
  memory(): SystemMemory;
  /** Puts other memories there; the rest stays byte for byte as it is. */
  remember(memory: SystemMemory): Promise<void>;
  /**
   * What must be told before a turn: to the model that another day has begun or the approval mode is another one, to the person that a
   * file has changed. `messages`: what the model has in view; where that is nothing, the prompt itself says it.
   */
  beforeTurn(
    messages: readonly Message[],
  ): Promise<{ readonly notes: readonly string[]; readonly notices: readonly EventBody[] }>;
  /** Files of project memory in the prompt, as the person knows them. */
  files(): readonly string[];
}

/** A resumed session reuses the date, the approval mode and the memories that were recorded; `notices` tell which other parts are not what they were. */
export async function openPrompt(
  parts: PromptParts,
): Promise<{ readonly keeper: PromptKeeper; readonly notices: readonly EventBody[] }> {
  const { recorded, texts, clock } = parts;
  const today = () => localDay(clock.now(), parts.timeZone);
  let current = await assemble(parts, recorded ?? today(), parts.memory ?? NO_MEMORY, recorded?.approval?.prompt);
  let told: RuntimeContext = current.runtime;
  let toldApproval = recorded?.approval?.told ?? current.approval;
  let toldChanged = "";
  const forgotten = recorded !== undefined && recorded.memoryBlock !== current.memory.block;
  const changed = recorded
    ? [...changedParts(recorded.hashes, current.state.hashes), ...(forgotten ? (["memory"] as const) : [])]
    : [];
  const record = () => parts.record(recordOf(current, parts.tools, toldApproval));
  if (!recorded || changed.length > 0) record();

  async function rebuild(runtime: RuntimeContext, memory: SystemMemory): Promise<void> {
    current = await assemble(parts, runtime, memory);
    told = current.runtime;
    toldApproval = current.approval;
    record();
  }

  /** The note about another approval mode, if there is one. */
  function approvalNote(): string | undefined {
    const now = parts.approval();
    if (now === toldApproval) return undefined;
    toldApproval = now;
    record();
    return texts.runtime.approvalChanged(now);
  }

  const keeper: PromptKeeper = {
    request: () => ({
      system: current.text,
      tools: parts.tools,
      projectMemory: current.project.text,
      memoryBlock: current.memory.block,
    }),
    async rebuild(memory = current.memory) {
      await rebuild(today(), memory);
      return projectNotes(current.project);
    },
    memory: () => current.memory,
    async remember(memory) {
      if (parts.mask(memory.block) !== current.memory.block) await rebuild(current.runtime, memory);
    },
    async beforeTurn(messages) {
      if (messages.length === 0 && parts.approval() !== toldApproval) await rebuild(current.runtime, current.memory);
      const now = today();
      const day = dateNote(told, now, texts);
      // A session that is resumed twice on one day has the note already.
      const known = messages.some((message) => message.role === "user" && message.origin === "note" && message.content === day);
      const notes = [known ? undefined : day, approvalNote()].filter((note) => note !== undefined);
      told = now;
      const files = changedFiles(
        current.project,
        await readProjectMemory({ home: parts.roots.home, root: parts.root, texts }),
      ).join(", ");
      const news =
        files !== toldChanged && files !== ""
          ? [notice("PROJECT_MEMORY_CHANGED", texts.runtime.projectMemoryChanged(files))]
          : [];
      toldChanged = files;
      return { notes, notices: news };
    },
    files: () => current.project.files.map((file) => file.path),
  };
  const lost =
    changed.length > 0
      ? [notice("PROMPT_CHANGED", texts.runtime.promptChanged(changed.map((part) => texts.runtime.promptSources[part])))]
      : [];
  return { keeper, notices: [...projectNotes(current.project), ...lost] };
}

async function assemble(
  parts: PromptParts,
  { date, timeZone }: RuntimeContext,
  { block, ids }: SystemMemory,
  approval = parts.approval(),
): Promise<Assembled> {
  const { roots, root, personality, mode, tools, texts, mask } = parts;
  const memory = { block: mask(block), ids };
  const [project, files] = await Promise.all([
    readProjectMemory({ home: roots.home, root, texts }),
    loadPromptFiles({ ...roots, personality, mode, approval }),
  ]);
  const runtime = { date, timeZone };
  const sources = {
    files,
    skills: parts.skills(),
    runtime,
    projectMemory: project.text,
    memoryBlock: memory.block,
    externalIndexes: "",
    tools,
  };
  return { approval, project, memory, runtime, ...assembleSystemPrompt(sources, texts) };
}

function recordOf(
  { approval, memory, text, state: { date, timeZone, hashes } }: Assembled,
  tools: readonly ToolSpec[],
  told: string,
): PromptRecord {
  const tokens = estimateFixed(text, tools);
  const memoryPart = { memoryBlock: memory.block, memoryIds: [...memory.ids] };
  return { date, timeZone, ...memoryPart, hashes, tokens, approval: { prompt: approval, told } };
}

function projectNotes({ notes }: ProjectMemory): readonly EventBody[] {
  return notes.map((message) => notice("PROJECT_MEMORY", message));
}

function notice(code: string, message: string): EventBody {
  return { type: "notice", level: "warning", code, message };
}
