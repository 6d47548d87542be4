// The one way in which a tool changes a file: what it holds is compared with what was read, shown, and compared again at the last moment.
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PaiError, systemCode } from "../protocol/errors.ts";
import type { Display, ToolContext } from "../protocol/tool.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { detectEncoding, type TextEncoding } from "../util/encoding.ts";
import { diffDisplay } from "./diff.ts";
import { fileType } from "./file-type.ts";
import type { Excerpt } from "./locate.ts";
import type { ReadParts } from "./read-file.ts";
import { currentContent, type FileContent, hashOf, sameContent, sameStat, stateOf } from "./read-tracker.ts";
import { expectFile, fileError, findComposed, findExisting, type Target } from "./target.ts";

export interface Draft {
  readonly target: Target;
  /** Absent for a file that is created. */
  readonly before?: FileContent;
  readonly bytes: Buffer;
  /** What differs, for the diff. */
  readonly excerpt: Excerpt;
}

type Call = Pick<ToolContext, "unit" | "callId">;

/** Shows a draft to the person and remembers on what it was built. */
export async function planChange(parts: ReadParts, call: Call, draft: Draft): Promise<Display> {
  parts.tracker.notePlanned(call.callId, draft.before?.state);
  return displayOf(parts, draft);
}

/** Makes the draft on the file as it is then and writes it, one call on a file at a time. */
export async function runChange<Made extends Draft>(
  parts: ReadParts,
  path: string,
  context: ToolContext,
  make: () => Promise<Made>,
): Promise<{ readonly draft: Made; readonly display: Display }> {
  const { real } = await findComposed(parts.root, path);
  return parts.tracker.exclusive(real, async () => {
    context.signal.throwIfAborted();
    const draft = await make();
    const display = await displayOf(parts, draft);
    try {
      await writeDraft(parts, context, draft);
    } catch (error) {
      throw fileError(error, draft.target.shown);
    }
    return { draft, display };
  });
}

/** The file to change as it is now; undefined where it will be created. Throws if it is not as it was read. */
export async function contentToChange(
  parts: ReadParts,
  target: Target,
  call: Call,
  mustBeRead: boolean,
): Promise<FileContent | undefined> {
  const content = await currentContent(target);
  parts.tracker.check(call, target, typeof content === "object" ? content.state : content, mustBeRead);
  if (content !== "no_file") return content;
  expectFile(await findExisting(parts.root, target.real));
  return undefined; // what stood in the way is gone
}

/** The encoding of a file to change. Throws PaiError `FILE_BINARY`. */
export function encodingOfText(bytes: Buffer, path: string): TextEncoding {
  const encoding = detectEncoding(bytes);
  const kind = fileType(bytes, encoding === "binary");
  if (encoding === "binary" || kind) throw new PaiError("FILE_BINARY", { path, type: kind?.type ?? "?", bytes: bytes.length });
  return encoding;
}

function displayOf({ texts }: ReadParts, { target, excerpt, bytes }: Draft): Promise<Display> {
  return diffDisplay(target.shown, excerpt, texts.tools.rewritten(target.shown, bytes.length));
}

async function writeDraft({ tracker }: ReadParts, { unit }: Call, { target, before, bytes }: Draft): Promise<void> {
  await mkdir(dirname(target.real), { recursive: true });
  await writeFileAtomic(target.real, bytes, { beforeRename: () => expectUnchanged(target, before) });
  tracker.noteWritten(unit, target.real, stateOf(await stat(target.real, { bigint: true }), hashOf(bytes)));
}

/** The last look before the new text takes the place of the old one. */
async function expectUnchanged(target: Target, before: FileContent | undefined): Promise<void> {
  const now = await stat(target.real, { bigint: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (before === undefined ? now === undefined : now !== undefined && sameStat(before.state, stateOf(now))) return;
  const content = now && (await currentContent(target));
  if (before && typeof content === "object" && sameContent(before.state, content.state)) return;
  throw new PaiError("FILE_CHANGED", { path: target.shown, how: now === undefined ? "deleted" : "changed" });
}
