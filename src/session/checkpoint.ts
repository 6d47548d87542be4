// When a view is written down whole, and how its images are left out of it: they stand in the file already.
import type { ContentPart, Message } from "../protocol/message.ts";
import { FIRST_CHECKPOINT_BYTES, MAX_LEDGER_RATIO } from "./options.ts";
import { hasImages, type SessionState, type UnitState } from "./replay.ts";

/**
 * A checkpoint is due when the lines since the last one are larger than it. With such doubling steps the checkpoints of a
 * growing view together take up to twice the view; where short messages make the lines themselves costly, it waits.
 */
export function checkpointDue({ lines, said, view, checkpoint, since }: UnitState["bytes"]): boolean {
  return since > (checkpoint || FIRST_CHECKPOINT_BYTES) && lines + view <= MAX_LEDGER_RATIO * said;
}

/** In a checkpoint, the text that stands for an image names the line and the part of it that hold the image. */
interface ImageMark {
  readonly type: "text";
  readonly text: string;
  readonly image: { readonly at: number; readonly part: number };
}

/** The view as it is written: an image that another line of this file holds becomes a mark. */
export function markImages(messages: readonly Message[], images: SessionState["images"]): Message[] {
  return messages.map((message) => {
    if (message.role !== "user" || typeof message.content === "string" || !hasImages(message)) return message;
    const known = message.messageId ? images.get(message.messageId) : undefined;
    if (known?.content !== message.content) return message;
    const { at } = known;
    const mark = (part: number): ImageMark => ({ type: "text", text: "[image]", image: { at, part } });
    return { ...message, content: message.content.map((part, i) => (part.type === "image_url" ? mark(i) : part)) };
  });
}

/**
 * The view as it was: each mark becomes its image again, where `read` still finds the message that holds it, and `images`
 * learns where it is. A mark whose image is gone stays a text.
 */
export function restoreImages(
  messages: readonly Message[],
  images: SessionState["images"],
  read: (at: number) => Message | undefined,
): Message[] {
  return messages.map((message) => {
    if (message.role !== "user" || typeof message.content === "string") return message;
    const at = message.content.map(markOf).find((mark) => mark !== undefined)?.at;
    const source = at === undefined ? undefined : read(at);
    if (at === undefined || source?.role !== "user" || typeof source.content === "string") return message;
    const parts = source.content;
    const content = message.content.map((part): ContentPart => {
      const mark = markOf(part);
      return (mark && parts[mark.part]) || part;
    });
    if (message.messageId) images.set(message.messageId, { at, content });
    return { ...message, content };
  });
}

function markOf(part: ContentPart): ImageMark["image"] | undefined {
  return part.type === "text" && "image" in part ? (part as ImageMark).image : undefined;
}
