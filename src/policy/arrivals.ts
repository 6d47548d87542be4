// Files that a command writes though no word of it names them: what a copied folder or pattern holds, the name at an address's end.
import { basename, dirname, join, resolve } from "node:path";
import { globMatcher } from "./path-guard.ts";
import { type Lookup, operands } from "./path-words.ts";
import { type Field, isKnown, type SimpleCommand } from "./simple-command.ts";

/** Paths as the command would say them. */
export function arrivals(command: SimpleCommand, lookup: Lookup): readonly string[] {
  if (/^(?:cp|gcp|mv|gmv|rsync|install|ln)$/.test(command.name)) return copied(command, lookup);
  return /^(?:wget2?|curl)$/.test(command.name) ? fetched(command) : [];
}

function copied({ name, args, cwds }: SimpleCommand, lookup: Lookup): readonly string[] {
  const files = operands(args);
  const folder = optionValue(args, /^(?:-t|--target-directory)$/, "--target-directory=");
  const target = folder ?? (files.length > 1 ? files.at(-1) : undefined);
  if (target === undefined || !isKnown(target)) return [];
  const excluded = new Set(args.flatMap(({ text }, at) => exclusion(text, args[at + 1]?.text)));
  const sources = files.filter((file) => file !== target && isKnown(file));
  return sources.flatMap((source) =>
    cwds
      .flatMap((cwd) => (cwd === undefined ? [] : namesOf(source, name, cwd, lookup)))
      .flatMap((each) => (excluded.has(each) ? [] : [join(target.text, each)])),
  );
}

/** The names that come out of a source whose words do not say them. */
function namesOf({ text, glob }: Field, program: string, cwd: string, lookup: Lookup): readonly string[] {
  if (glob) {
    const matches = globMatcher(basename(text));
    return lookup.names(resolve(cwd, dirname(text))).filter(matches);
  }
  const merges = program === "rsync" ? /(?:^|\/)\.?\/?$/ : /(?:^|\/)\.\/?$/;
  return merges.test(text) ? lookup.names(resolve(cwd, text)) : [];
}

function exclusion(text: string, next: string | undefined): readonly string[] {
  const value = text === "--exclude" ? next : text.startsWith("--exclude=") ? text.slice("--exclude=".length) : undefined;
  return value === undefined ? [] : [value.replace(/^\/|\/$/g, "")];
}

function fetched({ name, args }: SimpleCommand): readonly string[] {
  const texts = args.map((arg) => arg.text);
  const named = name === "curl" ? texts.some((text) => /^(?:-[A-Za-z#]*[OJ]|--remote-(?:name|header-name))/.test(text)) : true;
  if (!named) return [];
  const folder = optionValue(args, /^(?:-P|--directory-prefix|--output-dir)$/, "--directory-prefix=")?.text ?? ".";
  return texts.flatMap((text) => {
    const [, path] = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/]+(\/[^?#]*)/i.exec(text.startsWith("-") ? "" : text) ?? [];
    return path === undefined || path.endsWith("/") ? [] : [join(folder, basename(path))];
  });
}

function optionValue(args: readonly Field[], apart: RegExp, glued: string): Field | undefined {
  const joined = args.find(({ text }) => text.startsWith(glued));
  if (joined) return { ...joined, text: joined.text.slice(glued.length) };
  const at = args.findIndex(({ text }) => apart.test(text));
  return at < 0 ? undefined : args[at + 1];
}
