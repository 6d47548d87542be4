// Puts replaced text into bytes: every byte outside a replacement stays as it is, whatever the encoding.
import { PaiError } from "../protocol/errors.ts";
import { decodeBody, encodeBody, type TextEncoding } from "../util/encoding.ts";
import { countBreaks, type Replacement } from "./edit-match.ts";

/**
 * `lines.text` is what `bytes` decode to, without byte order mark; `replacements` are sorted and separate places of it. Throws
 * PaiError `EDIT_BROKEN_BYTES` where bytes do not say exactly what was decoded, `TEXT_UNENCODABLE` if the encoding lacks a character.
 */
export function spliceBytes(
  bytes: Buffer,
  encoding: TextEncoding,
  lines: { readonly text: string; readonly line: number },
  replacements: readonly Replacement[],
  path: string,
): Buffer {
  const { text } = lines;
  const placeOf = linePlaces(bytes, encoding, text);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text: fresh } of replacements) {
    const { lineStart, lineOffset, breaks } = placeOf(start);
    const before = encodeBody(text.slice(lineStart, start), encoding);
    const old = encodeBody(text.slice(start, end), encoding);
    const from = lineOffset + before.length;
    const to = from + old.length;
    if (!bytes.subarray(lineOffset, from).equals(before) || !bytes.subarray(from, to).equals(old)) {
      throw new PaiError("EDIT_BROKEN_BYTES", { path, line: lines.line + breaks, encoding });
    }
    parts.push(bytes.subarray(at, from), encodeExactly(fresh, encoding, path));
    at = to;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}

/** Throws PaiError `TEXT_UNENCODABLE` if the encoding lacks a character, or one is half a surrogate pair. */
export function encodeExactly(text: string, encoding: TextEncoding, path: string): Buffer {
  const encoded = encodeBody(text, encoding);
  if (decodeBody(encoded, encoding) === text) return encoded;
  const lacking = [...new Set(text)].filter((character) => decodeBody(encodeBody(character, encoding), encoding) !== character);
  const names = lacking.map(
    (character) => `${character.toWellFormed()} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()})`,
  );
  throw new PaiError("TEXT_UNENCODABLE", { path, encoding, characters: names.slice(0, 10).join(" ") });
}

interface LinePlace {
  /** Of the line, in the text. */
  readonly lineStart: number;
  /** Of the line's first byte. */
  readonly lineOffset: number;
  /** Lines before it. */
  readonly breaks: number;
}

/** Finds the line of a position in text and bytes, going on from the last one: a line break is one byte in every encoding but UTF-16. */
function linePlaces(bytes: Buffer, encoding: TextEncoding, text: string): (position: number) => LinePlace {
  let place: LinePlace = { lineStart: 0, lineOffset: 0, breaks: 0 };
  const wide = encoding.startsWith("utf-16");
  return (position) => {
    const lineStart = position === 0 ? 0 : text.lastIndexOf("\n", position - 1) + 1;
    const passed = countBreaks(text, place.lineStart, lineStart);
    const lineOffset = wide ? 2 * lineStart : afterBreaks(bytes, place.lineOffset, passed);
    place = { lineStart, lineOffset, breaks: place.breaks + passed };
    return place;
  };
}

function afterBreaks(bytes: Buffer, from: number, breaks: number): number {
  let at = from;
  for (let left = breaks; left > 0 && at < bytes.length; at++) if (bytes[at] === 0x0a) left--;
  return at;
}
