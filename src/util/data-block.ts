// Data beside a person's words in one message: a block with a tag, which nothing inside can close, and which holds nothing
// that a model could take for another block or that a terminal would obey.
import { cleanText } from "./clean-output.ts";

/** Every tag that the program itself puts into a message. */
const TAGS = "file|stdin|memory|tool_result";
/** A `<` before such a tag, with blanks or what is invisible between the parts. */
const FORGED = new RegExp(`<(?=[\\s\\p{C}\\p{M}]*(?:/[\\s\\p{C}\\p{M}]*)?(?:${TAGS})(?![\\p{L}\\p{N}_-]))`, "giu");

/** `attributes` are values as they are; their marks are escaped here. */
export function dataBlock(tag: "file" | "stdin", content: string, attributes: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapedAttribute(value)}"`);
  return `<${tag}${given.join("")}>\n${cleanText(content).replace(FORGED, "&lt;")}\n</${tag}>`;
}

function escapedAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
