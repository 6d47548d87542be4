// Expands the words of a command as bash does: tilde, braces, variables, splitting. Where several values are possible, all
// of them become fields, so that the gravest one decides.
import type { Part, Word } from "../util/shell-syntax.ts";
import { listingOf } from "./listing.ts";
import { type Field, type Listing, type SimpleCommand, UNKNOWN, type Value } from "./simple-command.ts";

/** What the words of a command can refer to. */
export interface Names {
  readonly home: string;
  /** All values that a variable may have here; `UNKNOWN` among them if it may have others. */
  values(name: string): readonly Value[];
  /** The commands whose output a variable may hold. */
  fed(name: string): readonly SimpleCommand[];
  /** The output of a substitution, `UNKNOWN` if it cannot be told, and the commands that run in it. */
  output(part: Part): { readonly text: string; readonly commands: readonly SimpleCommand[] };
}

/** More alternatives of one word are not told apart: the word counts as unknown. */
const MAX_ALTERNATIVES = 32;

interface Draft {
  text: string;
  glob: boolean;
  fed: readonly SimpleCommand[];
  listing?: Listing;
  /** Quotes make a field even of an empty text. */
  exists: boolean;
}

export interface Expansion {
  readonly fields: readonly Field[];
  /** The fields are alternatives of each other and not all of one command. */
  readonly several: boolean;
}

/** The fields of a word, with splitting and brace expansion. */
export function expandWord(word: Word, names: Names): Expansion {
  const [only] = word.parts;
  if (word.parts.length === 1 && only?.kind === "text" && (only.quoted || !/[{~*?[]/.test(only.text)))
    return { fields: [{ text: only.text, glob: false, fed: [] }], several: false };
  const braced = expandBraces(word.parts);
  if (!braced) return { fields: [unknownField], several: false };
  // Bash expands braces first: `$x{a,b}` means `$xa $xb`.
  const glued =
    braced.length > 1 &&
    word.parts.some((part, index) => part.kind === "variable" && !part.quoted && opensName(word.parts[index + 1]));
  let several = glued;
  const fields = braced.flatMap((parts) => {
    const alternatives = draftsOf(parts, names, "split");
    several ||= alternatives.length > 1;
    return alternatives.flat().filter((draft) => draft.exists);
  });
  const known = fields.map(({ exists: _, ...field }) => field);
  return { fields: glued ? [...known, unknownField] : known, several };
}

function opensName(next: Part | undefined): boolean {
  return next?.kind === "text" && !next.quoted && /^[{},]/.test(next.text);
}

/** The texts that a word may have where nothing is split: values, here-documents. */
export function expandText(word: Word, names: Names): readonly Field[] {
  return joined(draftsOf(word.parts, names, "whole"));
}

/** The targets that a redirection may have: a pattern is expanded, also one from a variable; several words are an error of bash. */
export function expandTarget(word: Word, names: Names): readonly Field[] {
  return joined(draftsOf(word.parts, names, "target"));
}

function joined(alternatives: readonly (readonly Draft[])[]): readonly Field[] {
  return alternatives.map((drafts) => ({
    text: drafts.map((draft) => draft.text).join(" "),
    glob: drafts.some((draft) => draft.glob),
    fed: drafts.flatMap((draft) => draft.fed),
    ...(drafts.length === 1 && drafts[0]?.listing ? { listing: drafts[0].listing } : {}),
  }));
}

const unknownField: Field = { text: UNKNOWN, glob: false, fed: [] };

function draftsOf(parts: readonly Part[], names: Names, mode: "split" | "whole" | "target"): Draft[][] {
  let alternatives: Draft[][] = [[{ text: "", glob: false, fed: [], exists: false }]];
  for (const [index, part] of parts.entries()) {
    const quoted = mode === "whole" || part.kind === "process" || part.quoted;
    const { values, fed } = valuesOf(part, index === 0 && (parts.length === 1 || isTildePrefix(part)), names);
    if (alternatives.length * values.length > MAX_ALTERNATIVES) return [[{ ...unknownField, exists: true }]];
    alternatives = alternatives.flatMap((drafts) =>
      values.map((value) => {
        const copy = drafts.map((draft) => ({ ...draft }));
        const splits = mode === "split" && part.kind !== "text" && !quoted;
        appendText(copy, value, quoted, splits, fed);
        const [only] = copy;
        if (parts.length === 1 && copy.length === 1 && only && value.listing)
          only.listing = { ...value.listing, split: value.listing.split || splits };
        return copy;
      }),
    );
  }
  return alternatives;
}

function appendText(
  drafts: Draft[],
  { text, glob }: Value,
  quoted: boolean,
  splits: boolean,
  fed: readonly SimpleCommand[],
): void {
  const pieces = splits ? text.split(/[ \t\n]+/) : [text];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) drafts.push({ text: "", glob: false, fed: [], exists: false });
    const last = drafts.at(-1);
    if (!last) continue;
    last.text += piece;
    last.fed = [...last.fed, ...fed];
    last.exists ||= piece !== "" || (quoted && !splits);
    last.glob ||= (glob || !quoted) && /[*?[]/.test(piece);
  }
}

interface Values {
  readonly values: readonly Value[];
  readonly fed: readonly SimpleCommand[];
}

function valuesOf(part: Part, tilde: boolean, names: Names): Values {
  switch (part.kind) {
    case "text":
      return { values: [{ text: tilde && !part.quoted ? expandTilde(part.text, names) : part.text, glob: false }], fed: [] };
    case "variable": {
      const values = names.values(part.name);
      const fed = names.fed(part.name);
      if (!part.fallback) return { values, fed };
      const fallback = expandText(part.fallback, names);
      return {
        values: [...values, ...fallback.filter(({ text }) => !values.some((value) => value.text === text && !value.listing))],
        fed: [...fed, ...fallback.flatMap((field) => field.fed)],
      };
    }
    default: {
      const { text, commands } = names.output(part);
      const listing = part.kind === "substitution" && text === UNKNOWN ? listingOf(commands, true) : undefined;
      return { values: [{ text, glob: false, ...(listing ? { listing } : {}) }], fed: commands };
    }
  }
}

/** A tilde counts only if all up to the first slash is one unquoted piece: not in `~"/x"`. */
function isTildePrefix(part: Part): boolean {
  return part.kind === "text" && part.text.includes("/");
}

function expandTilde(text: string, names: Names): string {
  const [, user, rest] = /^~([^/:]*)([\s\S]*)$/.exec(text) ?? [];
  if (user === undefined || rest === undefined) return text;
  if (user === "") return names.home + rest;
  if (user === "+") return `${names.values("PWD")[0]?.text ?? UNKNOWN}${rest}`;
  return text; // another user's home stays `~user`, which lies outside of every project
}

/** Pieces between braces and commas that one word may have; the search for pairs is quadratic. */
const MAX_ATOMS = 400;

type Atom = { readonly open: boolean; readonly part: Part };

/** `a{b,c}d` → `abd acd`, nested; undefined if there are too many. Sequences like `{1..9}` keep their place as unknown. */
function expandBraces(parts: readonly Part[]): readonly (readonly Part[])[] | undefined {
  if (!parts.some((part) => part.kind === "text" && !part.quoted && part.text.includes("{"))) return [parts];
  const atoms = parts.flatMap((part): Atom[] =>
    part.kind === "text" && !part.quoted
      ? part.text.split(/([{},])/).flatMap((text) => (text === "" ? [] : [{ open: true, part: { ...part, text } }]))
      : [{ open: false, part }],
  );
  if (atoms.length > MAX_ATOMS) return undefined;
  const results = braceAlternatives(atoms);
  return results?.map((alternative) => mergeText(alternative.map((atom) => atom.part)));
}

function braceAlternatives(atoms: readonly Atom[]): readonly (readonly Atom[])[] | undefined {
  const start = atoms.findIndex((atom, index) => isMark(atom, "{") && closing(atoms, index) !== undefined);
  const end = start < 0 ? undefined : closing(atoms, start);
  if (end === undefined) return [atoms];
  const rest = braceAlternatives(atoms.slice(end + 1));
  const items = splitItems(atoms.slice(start + 1, end)).map(braceAlternatives);
  if (!rest || items.some((item) => !item)) return undefined;
  const middle = items.flatMap((item) => item ?? []);
  if (middle.length * rest.length > MAX_ALTERNATIVES * 2) return undefined;
  return middle.flatMap((item) => rest.map((tail) => [...atoms.slice(0, start), ...item, ...tail]));
}

function isMark(atom: Atom | undefined, mark: string): boolean {
  return atom?.open === true && atom.part.kind === "text" && atom.part.text === mark;
}

/** Where the brace at `start` closes, if it is one that expands: with a comma, or a sequence. */
function closing(atoms: readonly Atom[], start: number): number | undefined {
  let depth = 0;
  let expands = false;
  for (let at = start; at < atoms.length; at++) {
    const part = atoms[at]?.part;
    if (isMark(atoms[at], "{")) depth++;
    else if (isMark(atoms[at], "}") && --depth === 0) return expands ? at : undefined;
    else if (depth === 1 && (isMark(atoms[at], ",") || (part?.kind === "text" && !part.quoted && part.text.includes(".."))))
      expands = true;
  }
  return undefined;
}

function splitItems(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  const items: Atom[][] = [[]];
  let depth = 0;
  for (const atom of atoms) {
    if (isMark(atom, "{")) depth++;
    if (isMark(atom, "}")) depth--;
    if (depth === 0 && isMark(atom, ",")) items.push([]);
    else items.at(-1)?.push(atom);
  }
  const [only] = items;
  // A sequence: its members are not listed.
  return items.length === 1 && only ? [[{ open: false, part: { kind: "unknown", quoted: false, inner: [] } }]] : items;
}

/** Pieces of one unquoted text are one text again, so that a tilde is seen. */
function mergeText(parts: readonly Part[]): readonly Part[] {
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === "text" && last?.kind === "text" && !part.quoted && !last.quoted)
      merged[merged.length - 1] = { ...last, text: last.text + part.text };
    else merged.push(part);
  }
  return merged;
}
