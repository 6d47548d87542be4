// A save or a replacement by the person's own hand: what stands against it is put to them, where there is a screen to do so,
// until it is written or they leave it.
import type { Texts } from "../locale/index.ts";
import type { MemoryService, SaveResult } from "../memory/contract.ts";
import { conflictText, shown } from "../memory/describe.ts";
import type { MemoryEntry, Scope } from "../memory/entry.ts";
import type { Question } from "../protocol/ports.ts";

export interface PersonalWrite {
  readonly fact: string;
  /** A new entry of this scope, or one in the place of another. */
  readonly to: { readonly scope: Scope } | { readonly replace: string };
  readonly force: boolean;
}

export interface WriteContext {
  readonly service: MemoryService;
  readonly texts: Texts;
  /** Where the session read external content, which may stand behind what is saved; absent: it used none, or there is no session. */
  readonly externalSources?: readonly string[];
  /** A yes or no of the person; absent where nobody can be asked. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The id of the choice that the person takes; absent where there is no screen. */
  readonly choose?: (question: Question) => Promise<string>;
}

/** `left`: the person was shown the conflict and chose to write nothing. */
export type Written =
  /** `target`: the entry that it was to replace, as the command named it or as the person chose. */
  { readonly left: false; readonly result: SaveResult; readonly target?: string } | { readonly left: true };

const KEEP_BOTH = "keep_both";
const LEAVE = "leave";

/** Writes it, asking about personal data and about each contradiction that comes up. Errors of the store pass through. */
export async function writeForPerson({ fact, to, force }: PersonalWrite, context: WriteContext): Promise<Written> {
  const { service, texts, externalSources, confirm, choose } = context;
  const external = externalSources === undefined ? {} : { externalSources };
  let target = "replace" in to ? to.replace : undefined;
  let personal = false;
  let keepBeside: readonly string[] = [];
  for (;;) {
    const options = { source: "user", force, personal, keepBeside, ...external } as const;
    const result: SaveResult =
      target === undefined
        ? await service.save(fact, { ...options, ...("scope" in to ? { scope: to.scope } : {}) })
        : await service.replace(target, fact, options);
    if (result.reason === "personal_data" && confirm !== undefined && !personal) {
      if (!(await confirm(texts.memory.verbs.confirmPersonal))) return written(result, target);
      personal = true;
    } else if (result.status === "conflict" && choose !== undefined) {
      const chosen = await choose(conflictQuestion(fact, result.conflicts, texts));
      const ids = result.conflicts.map(({ id }) => id);
      if (chosen === KEEP_BOTH) keepBeside = [...keepBeside, ...ids];
      else if (ids.includes(chosen)) target = chosen;
      else return { left: true };
    } else return written(result, target);
  }
}

function written(result: SaveResult, target: string | undefined): Written {
  return { left: false, result, ...(target === undefined ? {} : { target }) };
}

/** Leaving it is the last choice: it is what ESC means. */
function conflictQuestion(fact: string, conflicts: readonly MemoryEntry[], texts: Texts): Question {
  return {
    title: texts.memory.askConflictTitle,
    text: conflictText(fact, conflicts, texts),
    choices: [
      ...conflicts.map(({ id }) => ({ id, label: texts.memory.askReplace(shown(id)) })),
      { id: KEEP_BOTH, label: texts.memory.askKeepBoth },
      { id: LEAVE, label: texts.memory.askLeave },
    ],
  };
}
