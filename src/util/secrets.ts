// Finds credentials and personal data in text, and masks them so that the text keeps its meaning. One pass per rule,
// every quantifier bounded or anchored where a run begins: time grows linearly with the text.
import { credentialsIn } from "./credentials.ts";
import { type Found, personalDataIn } from "./personal-data.ts";

export type { Found } from "./personal-data.ts";

const MASK = "***";

/** Credentials: keys, tokens, private keys, passwords, connection strings with one. Sorted, not overlapping. */
export function findSecrets(text: string): readonly Found[] {
  return inPlainForm(text, credentialsIn);
}

/** Replaces the value of each credential by `***`. */
export function maskSecrets(text: string): string {
  return mask(text, findSecrets(text));
}

/** Telephone numbers, identity card and bank card numbers, mail addresses. */
export function findPersonalData(text: string): readonly Found[] {
  return inPlainForm(text, personalDataIn);
}

/** Both, for less than one after the other. */
export function findSensitive(text: string): readonly Found[] {
  return inPlainForm(text, (plain) => [...credentialsIn(plain), ...personalDataIn(plain)]);
}

/** Replaces each piece of personal data by `***`. */
export function maskPersonalData(text: string): string {
  return mask(text, findPersonalData(text));
}

function mask(text: string, found: readonly Found[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of found) {
    out += text.slice(from, start) + MASK;
    from = end;
  }
  return out + text.slice(from);
}

/** Full-width marks that end a sentence; in plain form they would belong to the word before. */
const SENTENCE_MARKS = /[！？，；]/;
/** Others than the one on the keyboard, as word processors put them. */
const HYPHENS = /[\u2010-\u2013\u2212]/;
/** Shown as nothing, wherever in a word it stands. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
/**
 * All but what has no other form: ASCII, ideographs, and the marks that stand between them; the rest is looked up one by one. A
 * Chinese colon or bracket is read as what it is wherever it belongs to Chinese, and else as part of `admin：hunter2`.
 */
const MAY_READ_OTHERWISE = /[^\p{ASCII}\u4e00-\u9fff、。“”‘’—！？，；：（）]|(?<=[!-~])[：（）](?=[!-~])/gu;

/**
 * What `find` finds in the text and in the text as it reads: full-width and styled characters (ＰＡＳＳ, 𝗽𝗮𝘀𝘀) are plain ones,
 * and invisible ones are not there. Sorted, not overlapping, at the places of the text itself.
 */
function inPlainForm(text: string, find: (text: string) => readonly Found[]): readonly Found[] {
  const found = [...find(text)];
  const known = new Map<string, string>();
  const changes: Change[] = [];
  let grown = 0;
  const plain = text.replace(MAY_READ_OTHERWISE, (character, index: number) => {
    const form = known.get(character) ?? plainForm(character);
    known.set(character, form);
    if (form !== character) {
      changes.push({ start: index, end: index + character.length, plain: index + grown, plainEnd: index + grown + form.length });
      grown += form.length - character.length;
    }
    return form;
  });
  if (changes.length === 0) return merged(found);
  for (const { kind, start, end } of find(plain)) {
    found.push({ kind, start: placeOf(start, changes).start, end: placeOf(end - 1, changes).end });
  }
  return merged(found);
}

/** A character that reads otherwise: where it stands in the text, and its form in the plain text. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly plain: number;
  readonly plainEnd: number;
}

/** What of the text a unit of its plain form comes from: a character that reads otherwise, or a unit. */
function placeOf(unit: number, changes: readonly Change[]): { readonly start: number; readonly end: number } {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle]?.plain ?? 0) <= unit) low = middle + 1;
    else high = middle;
  }
  const last = changes[low - 1]; // the last one that begins at the unit or before it
  if (last !== undefined && unit < last.plainEnd) return last;
  const start = last === undefined ? unit : last.end + unit - last.plainEnd;
  return { start, end: start + 1 };
}

function plainForm(character: string): string {
  if (SENTENCE_MARKS.test(character)) return character;
  if (HYPHENS.test(character)) return "-";
  return INVISIBLE.test(character) ? "" : character.normalize("NFKC");
}

function merged(found: Found[]): readonly Found[] {
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const out: Found[] = [];
  for (const item of sorted) {
    const last = out.at(-1);
    if (!last || item.start >= last.end) out.push(item);
    else if (item.end > last.end) out[out.length - 1] = { ...last, end: item.end };
  }
  return out;
}
