// Completion in the editor: `/` commands with their arguments, `@` and Tab for paths of the project.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AutocompleteItem, AutocompleteProvider, AutocompleteSuggestions } from "@mariozechner/pi-tui";
import { oneLine } from "../util/text.ts";
import { showHidden } from "../util/visible.ts";
import type { CommandInfo } from "./host.ts";

/** Suggestions shown at most. */
const MAX_ITEMS = 20;

/** Entries of the project looked at for one completion: some ten milliseconds on a usual disk. */
const MAX_ENTRIES = 5000;

/** Of what an id stands for; the list cuts it to the width of the screen. */
const DESCRIPTION_CHARS = 200;

/** Never completed: not the person's files, and by far the most entries. */
const SKIPPED = new Set([".git", "node_modules"]);

export interface Completion extends AutocompleteProvider {
  /** The command that was just completed and cannot run without an argument. Asked once. */
  takeIncomplete(): string | undefined;
}

export function createCompletion(commands: () => readonly CommandInfo[], root: string): Completion {
  let incomplete: string | undefined;
  return {
    async getSuggestions(lines, cursorLine, cursorCol, { signal, force }) {
      const before = (lines[cursorLine] ?? "").slice(0, cursorCol);
      const word = wordAtEnd(before);
      if (cursorLine === 0 && before.startsWith("/") && !word.startsWith("@")) {
        if (!before.includes(" ")) {
          const found = suggestCommands(commands(), before);
          if (found !== null) return found;
        } else {
          // A command takes its own words: a file of the project is none of them unless it is named with @.
          const command = commands().find(({ name }) => bare(name) === before.slice(1, before.indexOf(" ")));
          if (command !== undefined) return suggestArguments(command, before);
        }
      }
      if (!word.startsWith("@") && force !== true) return null;
      return suggestPaths(root, word, signal);
    },
    applyCompletion(lines, cursorLine, cursorCol, item, prefix) {
      const line = lines[cursorLine] ?? "";
      // The list may be older than the last key: what it completes is the word at the cursor as it is now.
      const before = line.slice(0, cursorCol);
      const start = cursorCol - (before.endsWith(prefix) ? prefix.length : wordAtEnd(before).length);
      const isCommand = prefix.startsWith("/") && start === 0 && cursorLine === 0;
      const command = isCommand ? commands().find(({ name }) => `/${bare(name)}` === item.value) : undefined;
      incomplete = command !== undefined && needsArgument(command) ? item.value : undefined;
      const text = item.value.endsWith("/") ? item.value : `${item.value} `;
      const changed = `${line.slice(0, start)}${text}${line.slice(cursorCol).replace(/^ /, "")}`;
      return {
        lines: lines.map((other, index) => (index === cursorLine ? changed : other)),
        cursorLine,
        cursorCol: start + text.length,
      };
    },
    takeIncomplete() {
      const taken = incomplete;
      incomplete = undefined;
      return taken;
    },
  };
}

/** `@` and a path; in Chinese no blank stands before it. Not in mail addresses and versions, as where prompts are expanded. */
const MENTION = /(?<![A-Za-z0-9_.%+\-/@\\])@[^\s@]*$/;

/** The word that ends a text, which is what completion is about. */
function wordAtEnd(before: string): string {
  return (MENTION.exec(before) ?? /\S*$/.exec(before))?.[0] ?? "";
}

/** Whether a text ends in an `@path`. */
export function endsInMention(before: string): boolean {
  return MENTION.test(before);
}

function needsArgument({ usage }: CommandInfo): boolean {
  return usage.replace(/\[[^\]]*\]/g, "").includes("<");
}

function bare(name: string): string {
  return name.replace(/^\//, "");
}

function suggestCommands(commands: readonly CommandInfo[], before: string): AutocompleteSuggestions | null {
  const typed = before.slice(1).toLowerCase();
  const items = rank(commands, typed, ({ name }) => bare(name)).map((command) => {
    const hint = command.usage;
    return {
      value: `/${bare(command.name)}`,
      label: `/${bare(command.name)}`,
      description: hint === "" ? command.description : `${command.description}  ${hint}`,
    };
  });
  return items.length === 0 ? null : { items, prefix: before };
}

async function suggestArguments(command: CommandInfo, before: string): Promise<AutocompleteSuggestions | null> {
  if (command.complete === undefined) return null;
  const words = before.split(/\s+/).slice(1);
  const prefix = words.pop() ?? "";
  const offered = (await command.complete(words)).filter(({ value }) => value.startsWith(prefix));
  // What is typed in full is left alone, so that Enter runs it.
  if (offered.some(({ value }) => value === prefix)) return null;
  const items = offered.slice(0, MAX_ITEMS).map(({ value, description }) => ({
    value,
    label: showHidden(value),
    ...(description === undefined ? {} : { description: oneLine(showHidden(description), DESCRIPTION_CHARS) }),
  }));
  return items.length === 0 ? null : { items, prefix };
}

async function suggestPaths(root: string, word: string, signal: AbortSignal): Promise<AutocompleteSuggestions | null> {
  const mark = word.startsWith("@") ? "@" : "";
  const typed = word.slice(mark.length);
  const slash = typed.lastIndexOf("/") + 1;
  const base = typed.slice(0, slash);
  const wanted = typed.slice(slash).toLowerCase();
  const paths = await listPaths(join(root, base), wanted === "" ? 1 : MAX_ENTRIES, signal);
  const items: AutocompleteItem[] = rank(paths, wanted, (path) => path)
    .slice(0, MAX_ITEMS)
    .map((path) => ({ value: `${mark}${base}${path}`, label: showHidden(`${base}${path}`) }));
  return items.length === 0 ? null : { items, prefix: word };
}

/** Paths below a folder, folders with a slash at the end, nearest first. `maxEntries` 1: its own entries alone. */
async function listPaths(folder: string, maxEntries: number, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let next = folders.shift(); next !== undefined && !signal.aborted; next = folders.shift()) {
    for (const entry of await entriesOf(join(folder, next))) {
      if (SKIPPED.has(entry.name) || /\s/.test(entry.name)) continue;
      const path = `${next}${entry.name}${entry.isDirectory() ? "/" : ""}`;
      found.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
    if (found.length >= maxEntries) break;
  }
  return found;
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return []; // what cannot be read is not suggested
  }
}

/** Those that contain the typed text, best first: at the beginning, at the beginning of a name, inside, as a subsequence. */
function rank<T>(candidates: readonly T[], typed: string, text: (candidate: T) => string): readonly T[] {
  const graded = candidates.map((candidate) => ({ candidate, grade: gradeOf(text(candidate).toLowerCase(), typed) }));
  return graded
    .filter(({ grade }) => grade < 4)
    .sort((a, b) => a.grade - b.grade)
    .map(({ candidate }) => candidate);
}

function gradeOf(text: string, typed: string): number {
  if (text.startsWith(typed)) return 0;
  if (text.includes(`/${typed}`)) return 1;
  if (text.includes(typed)) return 2;
  let at = 0;
  for (const character of typed) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return 4;
  }
  return 3;
}
