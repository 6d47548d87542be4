// grep_code: lines that match a pattern, by file, bounded, with ready reads where there was more.
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { Texts } from "../locale/index.ts";
import { defineTool, type Tool } from "../protocol/tool.ts";
import { showHidden } from "../util/clean-output.ts";
import { isInside, shownPath } from "../util/paths.ts";
import { compileGlob } from "./glob.ts";
import type { ListParts } from "./list-dir.ts";
import { shownName } from "./listing.ts";
import { LISTING_CHARS, PREVIEW, SEARCH_MATCHES } from "./options.ts";
import { searchByWalking } from "./search-fallback.ts";
import { type Found, type Query, searchByRipgrep } from "./search-lines.ts";
import { type ExistingTarget, expectFile, findExisting } from "./target.ts";

const MAX_CONTEXT = 10;
const SUGGESTED_READS = 3;
/** Lines before and after the first match that a suggested read shows. */
const READ_BEFORE = 10;
const READ_LINES = 60;

const schema = z.object({
  pattern: z.string().min(1),
  path: z.string().min(1).optional(),
  glob: z.string().min(1).optional(),
  ignore_case: z.boolean().optional(),
  literal: z.boolean().optional(),
  context: z.number().int().min(0).max(MAX_CONTEXT).optional(),
});

export function createGrepCode(description: string, { root, texts }: ListParts): Tool {
  return defineTool({
    name: "grep_code",
    description,
    schema,
    readOnly: true,
    preview: PREVIEW,
    access: ({ path }) => [{ kind: "read", path: path ?? "." }],
    async run(args, context) {
      const target = await findExisting(root, args.path ?? ".", context.outsideAllowed);
      if (!target.stat.isDirectory()) expectFile(target); // a search in a pipe would wait for its writer
      const { folder, start } = placeOf(root, target);
      const query: Query = {
        pattern: args.pattern,
        literal: args.literal ?? false,
        ignoreCase: args.ignore_case ?? false,
        context: args.context ?? 0,
        ...nameOf(args.glob),
        accepts: acceptedBy(args.glob, start),
        start,
      };
      const found =
        (await searchByRipgrep(folder, query, context.signal)) ?? (await searchByWalking(folder, query, context.signal));
      const shown =
        folder === root
          ? found
          : { ...found, files: new Map([...found.files].map(([path, lines]) => [join(folder, path), lines])) };
      const display = { kind: "text" as const, text: texts.tools.matchesFound(found.matches, found.files.size) };
      return { ok: true, content: describe(shown, query, texts), display };
    },
  });
}

/** Within the project a search starts at its root, so that all rules of .gitignore hold. */
function placeOf(root: string, { real, stat }: ExistingTarget): { readonly folder: string; readonly start: string } {
  if (isInside(root, real)) return { folder: root, start: shownPath(root, real) };
  return stat.isDirectory() ? { folder: real, start: "." } : { folder: dirname(real), start: basename(real) };
}

/** A glob may be meant from the root or from the folder that is searched. */
function acceptedBy(glob: string | undefined, start: string): (path: string) => boolean {
  if (glob === undefined) return () => true;
  const matches = compileGlob(glob);
  return (path) => matches(path) || (path.startsWith(`${start}/`) && matches(path.slice(start.length + 1)));
}

/** The last part of a glob, by which ripgrep may leave out files; none where it says nothing about the name. */
function nameOf(glob: string | undefined): { readonly namePattern?: string } {
  const name = glob?.slice(glob.lastIndexOf("/") + 1);
  const simple =
    name !== undefined &&
    /^[\w.*?{},-]+$/.test(name) &&
    name !== "**" &&
    name !== "*" &&
    !glob?.slice(0, -name.length).includes("{");
  return simple ? { namePattern: name } : {};
}

/** Pure. */
function describe(found: Found, { pattern, context }: Query, texts: Texts): string {
  if (found.matches === 0 && found.partial === undefined) return texts.tools.noMatches(pattern);
  const blocks: string[] = [];
  let chars = 0;
  let shown = 0;
  let full: "matches" | "chars" | undefined;
  for (const [path, lines] of found.files) {
    const block = [shownName(path)];
    let last: number | undefined;
    for (const { number, text, matches } of lines) {
      if (full !== undefined) break;
      const line = `${number}${matches ? ":" : "-"} ${showHidden(text)}`;
      if (shown >= SEARCH_MATCHES) full = "matches";
      else if (chars + line.length > LISTING_CHARS) full = "chars";
      else {
        if (context > 0 && last !== undefined && number > last + 1) block.push("--");
        block.push(line);
        chars += line.length + 1;
        if (matches) shown++;
        last = number;
      }
    }
    if (block.length > 1) blocks.push(block.join("\n"));
    chars += path.length + 2;
    if (full !== undefined) break;
  }
  const why = full ?? found.partial;
  if (why === undefined) return blocks.join("\n\n");
  return [...blocks, `[${texts.tools.partialSearch(why, shown)}]`, texts.tools.suggestedReads(suggestedReads(found))].join(
    "\n\n",
  );
}

/** Reads around the first match of the files that hold the most. */
function suggestedReads({ files }: Found): readonly string[] {
  const most = [...files].map(([path, lines]) => ({ path, hits: lines.filter(({ matches }) => matches) }));
  most.sort((a, b) => b.hits.length - a.hits.length || (a.path < b.path ? -1 : 1));
  return most
    .slice(0, SUGGESTED_READS)
    .map(
      ({ path, hits }) =>
        `read_file ${JSON.stringify({ path, offset: Math.max(1, (hits[0]?.number ?? 1) - READ_BEFORE), limit: READ_LINES })}`,
    );
}
