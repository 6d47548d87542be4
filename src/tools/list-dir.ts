// list_dir: what is in a folder, as a tree of some levels; what Git ignores is named, not opened.
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Texts } from "../locale/index.ts";
import { defineTool, type Tool } from "../protocol/tool.ts";
import { isInside, shownPath } from "../util/paths.ts";
import { bounded, shownName } from "./listing.ts";
import { LISTING_ENTRIES, PREVIEW, SEARCH_BUDGET_MS } from "./options.ts";
import { expectFolder, fileError, findExisting } from "./target.ts";
import { type WalkEntry, walk } from "./walk.ts";

const MAX_DEPTH = 5;
const schema = z.object({ path: z.string().min(1).optional(), depth: z.number().int().min(1).max(MAX_DEPTH).optional() });

/** Ignored names that are told; there may be thousands. */
const NAMED_IGNORED = 10;

export interface ListParts {
  readonly root: string;
  readonly texts: Texts;
}

export function createListDir(description: string, parts: ListParts): Tool {
  return defineTool({
    name: "list_dir",
    description,
    schema,
    readOnly: true,
    preview: PREVIEW,
    access: ({ path }) => [{ kind: "read", path: path ?? "." }],
    async run({ path, depth }, context) {
      const content = await listFolder(parts, path ?? ".", depth ?? 1, context);
      return { ok: true, content, display: { kind: "text", text: parts.texts.tools.linesRead(content.split("\n").length) } };
    },
  });
}

/** Folders end in a slash, links show where they lead, files have their size in bytes. */
export async function listFolder(
  { root, texts }: ListParts,
  path: string,
  depth: number,
  context: { readonly signal: AbortSignal; readonly outsideAllowed: boolean },
): Promise<string> {
  const target = await findExisting(root, path, context.outsideAllowed);
  expectFolder(target);
  const lines: string[] = [];
  const ignored: string[] = [];
  let closed = 0;
  const inside = isInside(root, target.real);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SEARCH_BUDGET_MS)]);
  let outOfTime = false;
  try {
    const start = inside && target.real !== root ? shownPath(root, target.real) : "";
    const entries = walk(inside ? root : target.real, start, { signal, maxDepth: depth - 1, closed: () => void closed++ });
    for await (const entry of entries) {
      if (entry.ignored) ignored.push(entry.path + (entry.kind === "folder" ? "/" : ""));
      else lines.push(await lineOf(target.real, entry));
      if (lines.length > LISTING_ENTRIES) break;
    }
  } catch (error) {
    context.signal.throwIfAborted();
    if (!signal.aborted) throw fileError(error, target.shown);
    outOfTime = true;
  }
  const shown = bounded(lines);
  const notes: string[] = [];
  const folder = lines.find((line) => line.endsWith("/"))?.trim();
  const narrower = folder && `list_dir ${JSON.stringify({ path: shownPath(root, join(target.real, folder)) })}`;
  if (shown.partial || outOfTime) notes.push(texts.tools.partialListing(shown.lines.length, narrower));
  const named = ignored.filter((name) => name !== ".git/");
  if (named.length > 0) {
    notes.push(texts.tools.ignored(named.slice(0, NAMED_IGNORED).map(shownName), Math.max(0, named.length - NAMED_IGNORED)));
  }
  if (closed > 0) notes.push(texts.tools.unreadable(closed));
  const listing = lines.length === 0 ? texts.tools.emptyFolder(target.shown) : shown.lines.join("\n");
  return notes.length === 0 ? listing : `${listing}\n\n${notes.map((note) => `[${note}]`).join("\n")}`;
}

async function lineOf(folder: string, { path, kind, depth }: WalkEntry): Promise<string> {
  const name = "  ".repeat(depth) + shownName(path.slice(path.lastIndexOf("/") + 1));
  if (kind === "folder") return `${name}/`;
  const file = join(folder, path);
  try {
    if (kind === "link") return `${name} -> ${shownName(await readlink(file))}`;
    return kind === "file" ? `${name}  ${(await lstat(file)).size}` : name;
  } catch {
    return name; // it is gone, or its folder was closed, since it was listed
  }
}
