// What a text is about beyond its words, so that 数据库 finds PostgreSQL and "how do we build" finds Maven. Words that are in no
// idea, and names above all, are found by their letters alone.
import { hasHan, pairsOf, termsOf } from "../util/segment.ts";
import { IDEA_WORDS } from "./idea-words.ts";

interface Ideas {
  /** By term: an English word's stem, an identifier, a Chinese word. */
  readonly byTerm: ReadonlyMap<string, readonly string[]>;
  /** Chinese words of two and more ideographs by their first two: they are looked for in the text itself, however it is cut. */
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
}

let table: Ideas | undefined;

/** The ideas of a text, each with the word that has it, as it is written there. `surfaces`: the text's terms. */
export function ideasOf(text: string, surfaces: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  table ??= readIdeas();
  const found = new Map<string, string>();
  const add = (word: string, surface: string) => {
    for (const idea of table?.byTerm.get(word) ?? []) if (!found.has(idea)) found.set(idea, surface);
  };
  let before = "";
  for (const [term, surface] of surfaces) {
    add(term, surface);
    add(`${before}-${term}`, surface);
    before = term;
  }
  for (let at = 0; at + 1 < text.length; at++) {
    for (const word of table.byBeginning.get(text.slice(at, at + 2)) ?? []) if (text.startsWith(word, at)) add(word, word);
  }
  return found;
}

function readIdeas(): Ideas {
  const byTerm = new Map<string, string[]>();
  const byBeginning = new Map<string, string[]>();
  for (const [line, words] of IDEA_WORDS.trim().split("\n").entries()) {
    for (const word of new Set(words.split(" "))) {
      put(byTerm, hasHan(word) ? word : (termsOf(word, pairsOf)[0] ?? word), `idea ${line}`);
      if (hasHan(word) && word.length > 1) put(byBeginning, word.slice(0, 2), word);
    }
  }
  return { byTerm, byBeginning };
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}
