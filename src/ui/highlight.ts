// Highlighting of code by its surface: comments, strings, numbers, keywords. Line by line, so that streamed code can be
// printed as it arrives; what stays open at the end of a line (a block comment, a template string) is carried to the next.
import type { Theme } from "./theme.ts";

/** The text that ends what is open, and how it is shown. */
export interface Carry {
  readonly until: string;
  readonly as: "comment" | "string";
}

export interface Highlighted {
  readonly text: string;
  readonly carry: Carry | undefined;
}

interface Language {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string, as: Carry["as"]])[];
  readonly quotes: string;
  readonly keywords: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SCRIPT: Language = {
  line: ["//"],
  block: [
    ["/*", "*/", "comment"],
    ["`", "`", "string"],
  ],
  quotes: "\"'",
  keywords: words(
    "as async await break case catch class const continue default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private public readonly return satisfies set static super switch this throw true try type typeof undefined var void while yield",
  ),
};
const PYTHON: Language = {
  line: ["#"],
  block: [
    ['"""', '"""', "string"],
    ["'''", "'''", "string"],
  ],
  quotes: "\"'",
  keywords: words(
    "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return True try while with yield",
  ),
};
const SHELL: Language = {
  line: ["#"],
  block: [],
  quotes: "\"'",
  keywords: words(
    "case cd do done echo elif else esac exit export fi for function if in local return set then unset until while",
  ),
};
const C_LIKE: Language = {
  line: ["//"],
  block: [["/*", "*/", "comment"]],
  quotes: "\"'",
  keywords: words(
    "abstract auto bool boolean break byte case catch char class const continue default defer do double else enum extends extern false final finally float fn for func go goto if impl implements import in int interface let long loop map match mod mut namespace new nil null nullptr package private protected pub public range return self select short signed sizeof static string struct super switch template this throw throws trait true try type typedef typename union unsigned use using var virtual void volatile where while",
  ),
};
const SQL: Language = {
  line: ["--"],
  block: [["/*", "*/", "comment"]],
  quotes: "'\"",
  keywords: words(
    "ALTER AND AS ASC BY CASE COUNT CREATE DELETE DESC DISTINCT DROP ELSE END EXISTS FROM GROUP HAVING IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON OR ORDER OUTER PRIMARY RIGHT SELECT SET TABLE THEN UNION UPDATE VALUES WHEN WHERE WITH",
  ),
};
const DATA: Language = { line: ["#"], block: [], quotes: "\"'", keywords: words("true false null yes no on off") };

const LANGUAGES: Readonly<Record<string, Language>> = {
  ...named(SCRIPT, "js jsx ts tsx javascript typescript mjs cjs vue"),
  ...named(PYTHON, "py python"),
  ...named(SHELL, "sh bash zsh shell console dockerfile makefile"),
  ...named(C_LIKE, "c cpp c++ h cs csharp java kotlin kt go rust rs swift php scala dart proto"),
  ...named(SQL, "sql mysql postgresql"),
  ...named(DATA, "json jsonc yaml yml toml ini properties env"),
};

function named(language: Language, names: string): Record<string, Language> {
  return Object.fromEntries(names.split(" ").map((name) => [name, language]));
}

const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /0[xXbBoO][\da-fA-F_]+|\d[\d_]*(\.\d+)?([eE][+-]?\d+)?/y;

/** One line without its line break. Unknown languages are shown as they are. */
export function highlightLine(line: string, lang: string, carry: Carry | undefined, theme: Theme): Highlighted {
  const language = LANGUAGES[lang.toLowerCase()];
  if (language === undefined) return { text: line, carry: undefined };
  const paint = { comment: theme.dim, string: theme.string };
  let text = "";
  let at = 0;
  let open = carry;
  while (at < line.length) {
    if (open !== undefined) {
      const found = line.indexOf(open.until, at);
      const end = found < 0 ? line.length : found + open.until.length;
      text += paint[open.as](line.slice(at, end));
      if (found >= 0) open = undefined;
      at = end;
      continue;
    }
    if (language.line.some((mark) => line.startsWith(mark, at))) {
      text += theme.dim(line.slice(at));
      break;
    }
    const block = language.block.find(([mark]) => line.startsWith(mark, at));
    if (block !== undefined) {
      const [mark, until, as] = block;
      open = { until, as };
      text += paint[as](mark);
      at += mark.length;
      continue;
    }
    const end = tokenEnd(line, at, language);
    text += paintToken(line.slice(at, end), language, theme);
    at = end;
  }
  return { text, carry: open };
}

function tokenEnd(line: string, at: number, language: Language): number {
  const first = line.charAt(at);
  if (language.quotes.includes(first)) return quotedEnd(line, at, first);
  for (const pattern of [WORD, NUMBER]) {
    pattern.lastIndex = at;
    if (pattern.test(line)) return pattern.lastIndex;
  }
  // A whole character: half a surrogate pair would break both.
  return at + String.fromCodePoint(line.codePointAt(at) ?? 0).length;
}

function quotedEnd(line: string, start: number, quote: string): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line.charAt(at) === "\\") at++;
    else if (line.charAt(at) === quote) return at + 1;
  }
  return line.length;
}

function paintToken(token: string, language: Language, theme: Theme): string {
  if (token.length > 1 && language.quotes.includes(token.charAt(0))) return theme.string(token);
  // SQL is written in both cases.
  const word = language === SQL ? token.toUpperCase() : token;
  if (language.keywords.has(word)) return theme.keyword(token);
  return /^\d/.test(token) ? theme.number(token) : token;
}
