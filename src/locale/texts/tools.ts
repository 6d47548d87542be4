// What tools say to the model.

export interface ToolsTexts {
  readonly linesRead: (count: number) => string;
  readonly emptyFile: (path: string) => string;
  readonly moreLines: (from: number, to: number, total: number | undefined, call: string) => string;
  readonly lastLines: (from: number, to: number) => string;
  readonly longLines: string;
  readonly encodingNote: (encoding: string) => string;
  readonly crlfNote: string;
  readonly noFinalBreak: string;
  readonly created: (path: string, lines: number, bytes: number) => string;
  readonly overwritten: (path: string, lines: number, bytes: number) => string;
  readonly keptFormat: (encoding: string, crlf: boolean) => string;
  readonly rewritten: (path: string, bytes: number) => string;
  readonly edited: (path: string, count: number, from: number, to: number) => string;
  readonly nearMiss: {
    readonly lineNumbers: string;
    readonly whitespace: (from: number, to: number) => string;
    readonly width: (from: number, to: number) => string;
    readonly letterCase: (from: number, to: number) => string;
    readonly hidden: (from: number, to: number) => string;
    readonly nearest: (line: number) => string;
    readonly nothingLike: string;
  };
  readonly emptyFolder: (path: string) => string;
  readonly ignored: (names: readonly string[], more: number) => string;
  readonly partialListing: (shown: number, call: string | undefined) => string;
  readonly noFiles: (pattern: string) => string;
  readonly filesFound: (count: number) => string;
  readonly matchesFound: (matches: number, files: number) => string;
  readonly noMatches: (pattern: string) => string;
  /** `why`: what ended the search before its end. */
  readonly partialSearch: (why: "matches" | "chars" | "time", shown: number) => string;
  readonly suggestedReads: (calls: readonly string[]) => string;
  readonly unreadable: (count: number) => string;
  readonly exitCode: (code: number) => string;
  readonly endedBySignal: (signal: string) => string;
  readonly timedOut: (seconds: number) => string;
  readonly leftRunning: string;
  readonly noOutput: string;
  readonly outputDropped: (total: number, dropped: number) => string;
  readonly droppedHere: (chars: number) => string;
  readonly attached: {
    readonly outside: (path: string) => string;
    /** `size`: absent for a folder, of which the listing is attached. */
    readonly attached: (path: string, size: string | undefined) => string;
    /** `similar`: names in the same folder. */
    readonly missing: (path: string, similar: readonly string[]) => string;
    readonly failed: (path: string, why: string) => string;
    readonly noImages: (path: string) => string;
    readonly tooMany: (max: number) => string;
    readonly noRoom: (path: string) => string;
  };
}
