// Makes text from programs and files safe to read: what a terminal would obey is removed, what it would hide is shown.
// A state machine over pieces of a stream; holds at most one unfinished line.

import { cutHead } from "./text.ts";

export interface OutputCleaner {
  /** Returns the lines that are complete by now. */
  push(text: string): string;
  /** Returns the last, unfinished line. */
  end(): string;
}

/** A line longer than this is passed on before its end; a later carriage return can not overwrite that part any more. */
const MAX_LINE = 64 * 1024;
/** A terminal string (title, link) longer than this is taken for broken and ends. */
const MAX_STRING = 64 * 1024;

// What needs a decision. Everything between two of these is copied as it is.
const SPECIAL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/g;
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu;

/** Control characters, direction marks and invisible tags of a text as visible escapes; line feeds and tabs stay. Loses nothing. */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

/** A whole text as `createOutputCleaner` would give it. */
export function cleanText(text: string): string {
  const cleaner = createOutputCleaner();
  return cleaner.push(text) + cleaner.end();
}

type State = "text" | "escape" | "intermediate" | "csi" | "string" | "string_escape";

/**
 * Of lines that a carriage return or an erase command paints again, the last version stays; colours, cursor movements,
 * titles, links, bells and other controls go; direction marks become visible escapes; lone surrogates U+FFFD.
 */
export function createOutputCleaner(): OutputCleaner {
  let state: State = "text";
  let line = "";
  /** A carriage return was seen: the next character begins the line anew. */
  let returned = false;
  let parameters = "";
  let stringLength = 0;
  /** First half of a pair at the end of a piece. */
  let half = "";

  const write = (text: string) => {
    if (text === "") return;
    line = returned ? text : line + text;
    returned = false;
  };

  const control = (final: string) => {
    const erasesAll = parameters === "2" || parameters === "1";
    if (final === "K" && (erasesAll || returned)) line = "";
    else if (final === "G" && /^[01]?$/.test(parameters)) returned = true;
  };

  const special = (character: string): string => {
    switch (character) {
      case "\n": {
        const done = `${line}\n`;
        line = "";
        returned = false;
        return done;
      }
      case "\r":
        returned = true;
        return "";
      case "\b":
        if (!returned) line = cutHead(line, line.length - 1);
        return "";
      case "\u001b":
        state = "escape";
        return "";
      case "\u009b":
        beginControl();
        return "";
      case "\u0090":
      case "\u0098":
      case "\u009d":
      case "\u009e":
      case "\u009f":
        beginString();
        return "";
    }
    if (character > "\u009f") write(showHidden(character));
    return "";
  };

  const beginControl = () => {
    state = "csi";
    parameters = "";
  };
  const beginString = () => {
    state = "string";
    stringLength = 0;
  };

  /** One character outside plain text; returns false if it ends the sequence without being part of it. */
  const inSequence = (character: string): boolean => {
    switch (state) {
      case "escape":
        if (character === "[") beginControl();
        else if (/[\]PX^_]/.test(character)) beginString();
        else if (character >= " " && character <= "/") state = "intermediate";
        else {
          state = "text";
          return character >= "0" && character <= "~";
        }
        return true;
      case "intermediate":
        if (character >= " " && character <= "/") return true;
        state = "text";
        return character >= "0" && character <= "~";
      case "csi":
        if (character >= " " && character <= "?") {
          parameters = parameters.length < 32 ? parameters + character : parameters;
          return true;
        }
        state = "text";
        if (character < "@" || character > "~") return false;
        control(character);
        return true;
      case "string":
        if (character === "\u001b") state = "string_escape";
        else if (character === "\u0007" || character === "\u009c") state = "text";
        else if (character === "\n" || ++stringLength > MAX_STRING) {
          state = "text";
          return false;
        }
        return true;
      case "string_escape":
        state = "text";
        if (character === "\\") return true;
        state = "escape";
        return inSequence(character);
      case "text":
        return false;
    }
  };

  const push = (piece: string): string => {
    const text = half + piece;
    half = "";
    let out = "";
    let at = 0;
    while (at < text.length) {
      if (state !== "text") {
        if (inSequence(text.charAt(at))) at++;
        continue;
      }
      SPECIAL.lastIndex = at;
      const found = SPECIAL.exec(text);
      const end = found?.index ?? text.length;
      write(text.slice(at, end));
      if (!found) break;
      const code = text.charCodeAt(end);
      if (code >= 0xd800 && code <= 0xdfff) {
        if (code < 0xdc00 && end === text.length - 1) {
          half = text.slice(end);
          break;
        }
        const character = String.fromCodePoint(text.codePointAt(end) ?? 0xfffd);
        write(showHidden(character));
        at = end + character.length;
      } else {
        out += special(text.charAt(end));
        at = end + 1;
      }
    }
    if (line.length > MAX_LINE && !returned) {
      out += line;
      line = "";
    }
    return out;
  };

  return {
    push,
    end() {
      const rest = line + (half === "" ? "" : "\ufffd");
      line = "";
      half = "";
      returned = false;
      state = "text";
      return rest;
    },
  };
}
