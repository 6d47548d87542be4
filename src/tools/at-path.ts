// Attaches the files that a prompt names as `@path`: data beside the person's words, read within the same caps as by the tool.
import { readFile } from "node:fs/promises";
import { describeError } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { ContentPart } from "../protocol/message.ts";
import { sizeWord } from "../util/bytes.ts";
import { dataBlock } from "../util/data-block.ts";
import { estimateTokens } from "../util/tokens.ts";
import { findMentions } from "./at-mentions.ts";
import { fileType } from "./file-type.ts";
import { listFolder } from "./list-dir.ts";
import { shownName } from "./listing.ts";
import { IMAGE_BYTES } from "./options.ts";
import { type ReadParts, readNumbered } from "./read-file.ts";
import { type ExistingTarget, findExisting, findTarget } from "./target.ts";

export interface PathOptions extends ReadParts {
  readonly unit: string;
  readonly signal: AbortSignal;
  /** Tokens that one file may take; all together twice as many. */
  readonly maxTokens: number;
  /** The model takes images. */
  readonly images: boolean;
}

export interface Attached {
  /** Data blocks and images, to follow the person's text. */
  readonly parts: readonly ContentPart[];
  /** For the person: what was not attached, and why. */
  readonly notes: readonly string[];
  /** For the person: what was attached, a line each. */
  readonly told: readonly string[];
}

const MAX_FILES = 20;
/** With less room than this a file is not begun. */
const MIN_TOKENS = 200;

export async function expandPaths(typed: string, options: PathOptions): Promise<Attached> {
  const words = options.texts.tools.attached;
  const parts: ContentPart[] = [];
  const notes: string[] = [];
  const told: string[] = [];
  const seen = new Set<string>();
  let room = 2 * options.maxTokens;
  for (const mention of findMentions(typed)) {
    const [name = ""] = mention.candidates;
    const found = await firstThatExists(mention.candidates, options.root);
    if (found === "outside") notes.push(words.outside(shownName(name)));
    else if (found === undefined) {
      if (mention.meant === undefined) continue;
      const similar = await similarTo(mention.meant, options.root);
      notes.push(words.missing(shownName(mention.meant), similar.map(shownName)));
    } else if (!seen.has(found.real)) {
      seen.add(found.real);
      if (seen.size > MAX_FILES || room < MIN_TOKENS) {
        notes.push(seen.size > MAX_FILES ? words.tooMany(MAX_FILES) : words.noRoom(shownName(found.shown)));
        break;
      }
      const part = await attach(found, room, options);
      if (typeof part === "string") notes.push(part);
      else {
        parts.push(part);
        const size = found.stat.isDirectory() ? undefined : sizeWord(Number(found.stat.size));
        told.push(words.attached(shownName(found.shown), size));
        if (part.type === "text") room -= estimateTokens(part.text);
      }
    }
  }
  return { parts, notes, told };
}

/** Names in the same folder that may be meant. */
async function similarTo(path: string, root: string): Promise<readonly string[]> {
  try {
    await findExisting(root, path);
    return [];
  } catch (error) {
    if (!isPaiError(error)) throw error; // what the disk says of a wrong name is an answer
    return isPaiError(error, "FILE_MISSING") ? error.values.similar : [];
  }
}

/** `outside` if the longest reading leads out of the project. */
async function firstThatExists(candidates: readonly string[], root: string): Promise<ExistingTarget | "outside" | undefined> {
  for (const [index, candidate] of candidates.entries()) {
    try {
      findTarget(root, candidate);
      return await findExisting(root, candidate);
    } catch (error) {
      if (!isPaiError(error)) throw error; // what the disk says of a wrong name is an answer
      if (index === 0 && error.code === "PATH_OUTSIDE") return "outside";
    }
  }
  return undefined;
}

/** The part, or a note why there is none. */
async function attach(target: ExistingTarget, room: number, options: PathOptions): Promise<ContentPart | string> {
  const { root, texts, unit, signal, images } = options;
  const words = texts.tools.attached;
  const context = { unit, signal, maxTokens: Math.min(options.maxTokens, room), outsideAllowed: false };
  try {
    if (target.stat.isDirectory()) return block(target.shown, await listFolder({ root, texts }, target.real, 1, context));
    const image = target.stat.isFile() && target.stat.size <= BigInt(IMAGE_BYTES) ? await imageOf(target.real) : undefined;
    if (image && !images) return words.noImages(shownName(target.shown));
    if (image) return { type: "image_url", image_url: { url: image } };
    return block(target.shown, (await readNumbered(options, target.real, {}, context)).content);
  } catch (error) {
    signal.throwIfAborted();
    return words.failed(shownName(target.shown), describeError(error, texts));
  }
}

/** As a data URL; undefined if it is none that models take. */
async function imageOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file);
  const media = fileType(bytes, bytes.includes(0))?.image;
  return media && `data:${media};base64,${bytes.toString("base64")}`;
}

/** It follows other text, at a distance. */
function block(path: string, content: string): ContentPart {
  return { type: "text", text: `\n\n${dataBlock("file", content, { path: shownName(path) })}` };
}
