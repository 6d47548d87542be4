// glob_files: files whose path matches a pattern.
import { isAbsolute, relative, sep } from "node:path";
import { z } from "zod";
import { defineTool, type Tool } from "../protocol/tool.ts";
import { shownPath } from "../util/paths.ts";
import { findFiles } from "./files.ts";
import { compileGlob } from "./glob.ts";
import type { ListParts } from "./list-dir.ts";
import { bounded, shownName } from "./listing.ts";
import { PREVIEW } from "./options.ts";
import { expectFolder, findExisting } from "./target.ts";

const schema = z.object({ pattern: z.string().min(1), path: z.string().min(1).optional() });

export function createGlobFiles(description: string, { root, texts }: ListParts): Tool {
  return defineTool({
    name: "glob_files",
    description,
    schema,
    readOnly: true,
    preview: PREVIEW,
    access: ({ path }) => [{ kind: "read", path: path ?? "." }],
    async run({ pattern, path }, context) {
      const target = await findExisting(root, path ?? ".", context.outsideAllowed);
      expectFolder(target);
      const found = await findFiles(target.real, compileGlob(relativePattern(target.real, pattern)), context.signal);
      const prefix = target.real === root ? "" : `${shownPath(root, target.real)}/`;
      const shown = bounded(found.paths.map((name) => shownName(prefix + name)));
      const display = { kind: "text" as const, text: texts.tools.filesFound(found.paths.length) };
      if (found.paths.length === 0 && !found.partial) return { ok: true, content: texts.tools.noFiles(pattern), display };
      const listing = shown.lines.join("\n");
      if (!shown.partial && !found.partial) return { ok: true, content: listing, display };
      return {
        ok: true,
        content: `${listing}\n\n[${texts.tools.partialListing(shown.lines.length, narrower(pattern, found.paths))}]`,
        display,
      };
    },
  });
}

/** An absolute pattern, as models like to give, means the same below the folder. */
function relativePattern(folder: string, pattern: string): string {
  return isAbsolute(pattern) && pattern.startsWith(folder + sep) ? relative(folder, pattern) : pattern;
}

/** The same pattern in the folder that holds the most. */
function narrower(pattern: string, paths: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const slash = path.indexOf("/");
    if (slash > 0) counts.set(path.slice(0, slash), (counts.get(path.slice(0, slash)) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && `glob_files ${JSON.stringify({ pattern, path: most[0] })}`;
}
