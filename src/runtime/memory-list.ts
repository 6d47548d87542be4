// Memories as a person reads them: one row each, id and day first, what is to be known about an entry behind its text.
import type { Texts } from "../locale/index.ts";
import type { ListedMemory } from "../memory/contract.ts";
import { entryJson, localDayOf, shown } from "../memory/describe.ts";
import type { Match } from "../memory/recall.ts";
import type { Skipped } from "../memory/skipped.ts";
import { tableLines } from "../util/columns.ts";
import { oneLine } from "../util/text.ts";

/** More at once is no longer read on a screen; where there is none, a program reads, and gets all. */
const SHOWN_AT_ONCE = 50;
/** An entry is one line in the list of any screen that is wide enough for a sentence or two. UTF-16 units. */
const CONTENT_CHARS = 400;

export interface ListLook {
  readonly texts: Texts;
  /** Columns of the screen; undefined where there is none: then no line is broken. */
  readonly width: number | undefined;
}

/** Oldest first, so that the latest stand next to the prompt; on a screen only those, unless `all`. */
export function memoryList(
  listed: readonly ListedMemory[],
  { all, withProject, texts, width }: ListLook & { readonly all: boolean; readonly withProject: boolean },
): string {
  if (listed.length === 0) return texts.memory.verbs.none;
  const sorted = listed.toSorted((a, b) => a.entry.written.getTime() - b.entry.written.getTime());
  const seen = all || width === undefined ? sorted : sorted.slice(-SHOWN_AT_ONCE);
  const lines = tableLines(
    seen.map((memory) => listRow(memory, withProject, texts)),
    width,
  );
  const left = sorted.length - seen.length;
  return (left === 0 ? lines : [...lines, texts.memory.verbs.listLeft({ shown: seen.length, left })]).join("\n");
}

/** What extraction found and did not save, newest first. */
export function skippedList(skipped: readonly Skipped[], { texts, width }: ListLook): string {
  if (skipped.length === 0) return texts.memory.verbs.noneSkipped;
  const rows = skipped.map(({ at, content, conflicts }) => [
    localDayOf(new Date(at)),
    `${oneLine(shown(content), CONTENT_CHARS)}${conflicts.length === 0 ? "" : `  (${texts.memory.verbs.contradicts(conflicts.map(shown).join(", "))})`}`,
  ]);
  return tableLines(rows, width).join("\n");
}

/** Best first, with what an entry has of the query. */
export function matchList(matches: readonly Match[], { texts, width }: ListLook): string {
  if (matches.length === 0) return texts.memory.verbs.noMatch;
  const rows = matches.map((match) => [
    shown(match.entry.id),
    match.score.toFixed(2),
    `${oneLine(shown(match.entry.content), CONTENT_CHARS)}  (${shownWhy(match).join(", ") || texts.memory.verbs.alike})`,
  ]);
  return tableLines(rows, width).join("\n");
}

/** Why an entry matches, without words that only a masked credential has. */
export function shownWhy({ entry, why }: Pick<Match, "entry" | "why">): readonly string[] {
  const { content } = entryJson(entry);
  if (content === entry.content) return why.map(shown);
  return why.map(shown).filter((word) => content.includes(word.split(" ≈ ").at(-1) ?? word));
}

function listRow({ entry, stale, changedFile }: ListedMemory, withProject: boolean, texts: Texts): readonly string[] {
  const t = texts.memory.verbs.flags;
  const flags = [
    ...(entry.scope === "global" ? [t.global] : []),
    ...(entry.pending ? [t.pending] : []),
    ...(stale ? [changedFile === undefined ? t.stale : t.staleFile(shown(changedFile))] : []),
    ...(entry.external ? [t.external] : []),
  ];
  const marks = flags.length === 0 ? "" : `  (${flags.join(" · ")})`;
  const project = withProject && entry.project !== undefined ? `  [${shown(entry.project)}]` : "";
  return [shown(entry.id), localDayOf(entry.written), `${oneLine(shown(entry.content), CONTENT_CHARS)}${marks}${project}`];
}
