// What `paicli memory …`, `/memory …` and `/save` do: one table of verbs over the one service.
import type { Texts } from "../locale/index.ts";
import type { ListOptions, MemoryService, SaveResult } from "../memory/contract.ts";
import { conflictText, entryJson, listedJson, localDayOf, resultJson, shown } from "../memory/describe.ts";
import type { MemoryEntry } from "../memory/entry.ts";
import type { Match, Recall } from "../memory/recall.ts";
import { PaiError } from "../protocol/errors.ts";
import type { Question } from "../protocol/ports.ts";
import { matchList, memoryList, shownWhy, skippedList } from "./memory-list.ts";
import { type PersonalWrite, writeForPerson } from "./memory-write.ts";

export interface MemoryVerbFlags {
  readonly json: boolean;
  readonly global: boolean;
  readonly force: boolean;
  readonly allProjects: boolean;
  readonly skipped: boolean;
}

export interface MemoryVerbContext {
  readonly service: MemoryService;
  readonly recall: Pick<Recall, "search">;
  readonly texts: Texts;
  /** Columns of the screen; undefined where there is none: then no line is broken. */
  readonly width: number | undefined;
  /** How the person types a verb here, so that what they are told to type works as it stands. */
  readonly prefix: "paicli memory" | "/memory";
  /** Where the session read external content; absent if it used none, or there is no session. */
  readonly externalSources?: readonly string[];
  /** Tokens that memories may take of the window; absent where there is no session. */
  readonly budget?: number;
  /** A yes or no of the person; absent where nobody can be asked: then only `--force` counts. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The id of the choice that the person takes; absent where there is no screen: then it is said what to type. */
  readonly choose?: (question: Question) => Promise<string>;
}

export interface VerbOutcome {
  readonly exitCode: number;
  readonly output: string;
}

type Verb = (words: readonly string[], flags: MemoryVerbFlags, context: MemoryVerbContext) => Promise<VerbOutcome>;

const EXIT: Record<SaveResult["status"], number> = {
  stored: 0,
  duplicate: 0,
  replaced: 0,
  conflict: 3,
  refused: 1,
  target_not_found: 1,
};
/** The person was asked and said no. */
export const EXIT_DECLINED = 130;
/** Nobody can be asked, and the command does not say that it is meant. */
export const EXIT_USAGE = 2;

export const MEMORY_VERBS: Readonly<Record<string, Verb>> = {
  async status(words, flags, { service, texts, budget }) {
    noMore(words, "status");
    const status = await service.status();
    return done(flags.json ? json({ ...status, budget }) : texts.memory.verbs.status({ ...status, budget }));
  },
  async list(words, flags, { service, texts, width }) {
    const [which, ...rest] = words;
    noMore(which === "all" ? rest : words, "list [all]");
    const look = { texts, width };
    if (flags.skipped) {
      const skipped = await service.skipped();
      return done(
        flags.json ? json(skipped.map((item) => ({ ...item, content: shown(item.content) }))) : skippedList(skipped, look),
      );
    }
    const listed = await service.list(scopeOf(flags));
    const output = flags.json
      ? json(listed.map(listedJson))
      : memoryList(listed, { ...look, all: which === "all", withProject: flags.allProjects });
    return done(output);
  },
  async search(words, flags, { recall, texts, width }) {
    const matches = await recall.search(textOf(words, "search <q>"));
    const asJson = (match: Match) => ({ ...entryJson(match.entry), score: match.score, why: shownWhy(match) });
    return done(flags.json ? json(matches.map(asJson)) : matchList(matches, { texts, width }));
  },
  async save(words, flags, context) {
    const fact = textOf(words, "save <fact>");
    return write({ fact, to: { scope: flags.global ? "global" : "project" }, force: flags.force }, flags, context);
  },
  async replace([id, ...words], flags, context) {
    if (id === undefined) throw new PaiError("USAGE", { problem: "memory replace <id> <fact>" });
    const fact = textOf(words, "replace <id> <fact>");
    return write({ fact, to: { replace: id }, force: flags.force }, flags, context);
  },
  async verify(words, flags, { service, texts }) {
    const entry = await service.verify(idOf(words, "verify <id>"), scopeOf(flags));
    return done(flags.json ? json(entryJson(entry)) : texts.memory.verbs.verified(idAndContent(entry)));
  },
  async delete(words, flags, { service, texts }) {
    const entry = await service.delete(idOf(words, "delete <id>"), scopeOf(flags));
    return done(flags.json ? json(entryJson(entry)) : texts.memory.verbs.deleted(idAndContent(entry)));
  },
  async undo(words, flags, { service, texts }) {
    noMore(words, "undo");
    const { what, at, restored, taken } = await service.undo();
    if (flags.json) return done(json({ what, at, restored: restored.map(entryJson), taken: taken.map(entryJson) }));
    const lines = [
      ...restored.map((entry) => `+ ${shown(entry.id)} ${shown(entry.content)}`),
      ...taken.map((entry) => `- ${shown(entry.id)} ${shown(entry.content)}`),
    ];
    const { changes } = texts.memory.verbs;
    const name = isChange(what, changes) ? changes[what] : what;
    return done([texts.memory.verbs.undone({ what: name, day: localDayOf(at) }), ...lines].join("\n"));
  },
  async clear(words, flags, { service, texts, confirm }) {
    noMore(words, "clear");
    const scope = flags.global ? "global" : "project";
    const { length } = await service.entries({ scope });
    if (length === 0) return done(flags.json ? JSON.stringify({ deleted: 0 }) : texts.memory.verbs.none);
    if (!flags.force) {
      if (confirm === undefined) return { exitCode: EXIT_USAGE, output: texts.memory.verbs.clearNeedsForce(length) };
      if (!(await confirm(texts.memory.verbs.confirmClear({ count: length, scope }))))
        return { exitCode: EXIT_DECLINED, output: texts.memory.verbs.leftAlone };
    }
    const deleted = await service.clear(scope);
    return done(flags.json ? JSON.stringify({ deleted }) : texts.memory.verbs.clearedAll(deleted));
  },
};

/** Throws PaiError `USAGE` for a verb that is not in the table. */
export async function runMemoryVerb(
  verb: string,
  words: readonly string[],
  flags: MemoryVerbFlags,
  context: MemoryVerbContext,
): Promise<VerbOutcome> {
  const name = verb === "status" && flags.skipped ? "list" : verb; // `memory --skipped` asks for them
  const run = Object.hasOwn(MEMORY_VERBS, name) ? MEMORY_VERBS[name] : undefined;
  if (run === undefined) throw new PaiError("USAGE", { problem: `memory [${Object.keys(MEMORY_VERBS).join("|")}]` });
  return run(words, flags, context);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function done(output: string): VerbOutcome {
  return { exitCode: 0, output };
}

async function write(wanted: PersonalWrite, flags: MemoryVerbFlags, context: MemoryVerbContext): Promise<VerbOutcome> {
  const { choose, ...others } = context;
  // Who wants JSON has a program that reads it: the conflict is its result.
  const written = await writeForPerson(wanted, flags.json || choose === undefined ? others : { ...others, choose });
  if (written.left) return { exitCode: EXIT.conflict, output: context.texts.memory.verbs.leftAlone };
  return saved(wanted.fact, written.result, written.target, flags, context);
}

function saved(
  fact: string,
  result: SaveResult,
  target: string | undefined,
  flags: MemoryVerbFlags,
  { texts, prefix }: MemoryVerbContext,
): VerbOutcome {
  const exitCode = EXIT[result.status];
  if (flags.json) return { exitCode, output: json(resultJson(result)) };
  const t = texts.memory.verbs;
  const { entry, conflicts, reason } = result;
  switch (result.status) {
    case "conflict": {
      const how = t.conflictHow({
        prefix,
        id: shown(conflicts[0]?.id ?? ""),
        ...(target === undefined ? {} : { target: shown(target) }),
      });
      return { exitCode, output: `${t.conflict}\n${conflictText(fact, conflicts, texts)}\n${how}` };
    }
    case "refused":
      return { exitCode, output: t.refused[reason ?? "empty"] };
    case "target_not_found":
      return { exitCode, output: t.targetNotFound };
    case "duplicate":
      if (entry === undefined) return { exitCode, output: "" };
      return {
        exitCode,
        output:
          target === undefined ? t.duplicate(idAndContent(entry)) : t.oldStays({ ...idAndContent(entry), old: shown(target) }),
      };
    default:
      return {
        exitCode,
        output:
          entry === undefined ? "" : t[result.status]({ ...idAndContent(entry), scope: entry.scope, old: shown(target ?? "") }),
      };
  }
}

function isChange<Names extends object>(what: string, changes: Names): what is Extract<keyof Names, string> {
  return Object.hasOwn(changes, what);
}

function idAndContent({ id, content }: MemoryEntry) {
  return { id: shown(id), content: shown(content) };
}

function scopeOf({ global, allProjects }: MemoryVerbFlags): ListOptions {
  return { ...(global ? { scope: "global" } : {}), ...(allProjects ? { allProjects } : {}) };
}

function textOf(words: readonly string[], usage: string): string {
  const text = words.join(" ").trim();
  if (text === "") throw new PaiError("USAGE", { problem: `memory ${usage}` });
  return text;
}

function idOf([id, ...rest]: readonly string[], usage: string): string {
  if (id === undefined) throw new PaiError("USAGE", { problem: `memory ${usage}` });
  noMore(rest, usage);
  return id;
}

/** Who names an id means that entry alone: a verb that would pass over it changes others. */
function noMore(words: readonly string[], usage: string): void {
  if (words.length > 0) throw new PaiError("USAGE", { problem: `memory ${usage}` });
}
