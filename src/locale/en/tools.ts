import type { ToolsTexts } from "../texts/tools.ts";
import { counted } from "./words.ts";

export const tools: ToolsTexts = {
  linesRead: (count) => counted(count, "line"),
  emptyFile: (path) => `(${path} is empty)`,
  moreLines: (from, to, total, call) =>
    `lines ${from}–${to}${total === undefined ? ", more follow" : ` of ${total}`}; read on: ${call}`,
  lastLines: (from, to) => `lines ${from}–${to}, to the end of the file`,
  longLines: "some lines are longer than 2,000 characters; each 2,000 of them count as a line",
  encodingNote: (encoding) => `encoding: ${encoding}; edits keep it`,
  crlfNote: "lines end in CRLF; edits keep that",
  noFinalBreak: "the last line has no line break",
  created: (path, lines, bytes) => `created ${path} (${counted(lines, "line")}, ${counted(bytes, "byte")})`,
  overwritten: (path, lines, bytes) => `rewrote ${path} (${counted(lines, "line")}, ${counted(bytes, "byte")})`,
  keptFormat: (encoding, crlf) => `kept its format: ${encoding}${crlf ? ", CRLF line ends" : ""}`,
  rewritten: (path, bytes) => `${path} rewritten as a whole, ${bytes} bytes (too much changed to show it line by line)`,
  edited: (path, count, from, to) =>
    `edited ${path}: ${counted(count, "replacement")}, now at line ${from}${from === to ? "" : `–${to}`}`,
  nearMiss: {
    lineNumbers: "old_text carries the line numbers that read_file shows; leave out each number and the tab after it.",
    whitespace: (from, to) => `Lines ${from}–${to} differ only in whitespace (indentation, blanks, empty lines). The file has:`,
    width: (from, to) => `Lines ${from}–${to} differ only in punctuation or full-width characters. The file has:`,
    letterCase: (from, to) => `Lines ${from}–${to} differ only in letter case or punctuation. The file has:`,
    hidden: (from, to) =>
      `Lines ${from}–${to} hold control characters, which are shown as escapes; only a command can change them. The file has:`,
    nearest: (line) => `The nearest text is around line ${line}:`,
    nothingLike: "The file holds nothing like it; check with read_file or grep_code first.",
  },
  emptyFolder: (path) => `(${path} is an empty folder)`,
  ignored: (names, more) => `ignored by .gitignore: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  partialListing: (shown, call) =>
    `partial: only the first ${counted(shown, "entry", "entries")}${call === undefined ? "; narrow it down" : `; narrow it down, for example ${call}`}`,
  filesFound: (count) => counted(count, "file"),
  matchesFound: (matches, files) => `${counted(matches, "match", "matches")} in ${counted(files, "file")}`,
  noFiles: (pattern) => `no file matches ${pattern} (those ignored by .gitignore do not count)`,
  noMatches: (pattern) => `${pattern} was not found (files ignored by .gitignore and binary files are not searched)`,
  partialSearch: (why, shown) => {
    const cause = { matches: "too many matches", chars: "the result is too long", time: "the time limit was reached" }[why];
    return `partial: ${cause}, only ${shown} are shown; use a more precise pattern, or narrow it down by path or glob`;
  },
  suggestedReads: (calls) => `to read on:\n${calls.join("\n")}`,
  unreadable: (count) => `skipped, no permission to read: ${count}`,
  exitCode: (code) => `exit code: ${code}`,
  endedBySignal: (signal) => `ended by signal ${signal} (no exit code)`,
  timedOut: (seconds) =>
    `timed out: the command and all it had started were ended after ${seconds} s; if it needs longer, set timeout_seconds (at most 600)`,
  leftRunning:
    "the command returned, but processes that it left in the background still run; what they print from now on is not shown, and they are ended when PaiCLI exits",
  noOutput: "(no output)",
  outputDropped: (total, dropped) => `the output had ${total} characters; ${dropped} in the middle were not kept`,
  droppedHere: (chars) => `[… ${chars} characters left out here …]`,
  attached: {
    outside: (path) => `@${path} lies outside the project and was not attached`,
    attached: (path, size) => `@${path} attached (${size ?? "folder listing"})`,
    missing: (path, similar) =>
      `@${path} does not exist and was not attached${similar.length === 0 ? "" : `; similar names there: ${similar.join(", ")}`}`,
    failed: (path, why) => `@${path} was not attached: ${why}`,
    noImages: (path) => `@${path} is an image, which the model does not take; it was not attached`,
    tooMany: (max) => `at most ${max} files are attached at once; the others were not`,
    noRoom: (path) => `@${path} and what follows it were not attached: the files before it have used the room for attachments`,
  },
};
