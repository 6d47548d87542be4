// What can be set about the tools, and the limits that they keep.
import type { PreviewSizes } from "../protocol/tool.ts";

/** UTF-16 units of a line; a longer one counts as several, so that it can be paged. */
export const LINE_CHARS = 2000;
/** Lines that one read returns at most, and without a limit of its own. */
export const READ_LINES = 2000;
/** UTF-16 units that one read returns at most: what would be offloaded otherwise. */
export const READ_CHARS = 32_000;
/** Lines of an offloaded result that a read without a range returns: a look, not the whole again. */
export const OFFLOADED_READ_LINES = 200;

/** Files up to this size are read to their end, so that a later change is seen by content and lines can be counted; larger ones are not edited. */
export const WHOLE_READ_BYTES = 16 * 1024 * 1024;
/** What `write_file` writes at most. */
export const WRITE_BYTES = 5 * 1024 * 1024;

/** UTF-16 units of a search or listing: below what would be offloaded, with room for the model to go on. */
export const LISTING_CHARS = 24_000;
export const LISTING_ENTRIES = 1000;
/** Matching lines that one search returns. */
export const SEARCH_MATCHES = 200;
/** Bytes of a matching line that are shown: minified files have lines of megabytes. */
export const SEARCH_LINE_BYTES = 500;
/** After this time a search returns what it has found, marked as partial. */
export const SEARCH_BUDGET_MS = 20_000;

/** Longest time that one command may ask for, in seconds. */
export const MAX_COMMAND_SECONDS = 600;
/** UTF-16 units of output that are captured; beyond, the middle is dropped. */
export const CAPTURE_CHARS = 2_000_000;
/** Below the 128 KiB that Linux takes as one argument. */
export const COMMAND_BYTES = 120_000;

/** An image that is attached to a prompt: providers take 5 to 20 MB of base64. */
export const IMAGE_BYTES = 3_500_000;

export const PREVIEW: PreviewSizes = { over: 32_000, head: 2000, tail: 800 };
/** Of a command's output more is shown: its errors are in it, and running it again costs more than reading. */
export const COMMAND_PREVIEW: PreviewSizes = { over: 8000, head: 8000, tail: 800 };
