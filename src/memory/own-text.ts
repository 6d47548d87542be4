// The prose of an input that is the person's own, in sentences and clauses: without code, block quotes, pasted output and what
// stands in quotation marks. Offsets are those of the input. Pure, linear time.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface OwnClause extends Span {
  /** Where its lead-in begins: “note that”, “our rules:”. */
  readonly lead: number;
  /** What patterns look at: quotations and inline code are masked. */
  readonly text: string;
  /** It holds a condition and what depends on it. */
  readonly conditional: boolean;
}

export interface OwnSentence extends Span {
  /** What patterns look at, as in its clauses. */
  readonly text: string;
  /** Its end could as well be a mark inside something longer, such as a passphrase. */
  readonly softEnd: boolean;
  /** Number of its line. */
  readonly line: number;
}

/** Stands for every character of a quotation: what is said there is somebody else's, or only mentioned. */
export const QUOTED = "\uFFFC";
/** Stands for every character of inline code and of quoted literals such as "feat:", which state nothing. */
const LITERAL = "\uFFFB";

export function ownSentences(input: string): readonly OwnSentence[] {
  const text = maskedQuotations(withoutForeignLines(input));
  const sentences: OwnSentence[] = [];
  let start = 0;
  let line = 0;
  const close = (end: number, mark: string) => {
    const begun = text.slice(start, end).trimStart();
    const words = begun.trimEnd();
    if (words !== "") {
      const from = end - begun.length;
      const softEnd = SOFT_END.test(mark) && !BEGINS_SENTENCE.test(text.slice(end, end + 8));
      sentences.push({ start: from, end: from + words.length, text: words, softEnd, line });
    }
    start = end;
  };
  for (const { 0: mark, index } of text.matchAll(/[。！？；…]+|[.!?;]+(?=\s|$)|\n/gu)) {
    if (mark.startsWith("..") && /^\.+$/.test(mark)) continue; // an ellipsis
    if (mark === "." && ABBREVIATION.test(text.slice(Math.max(0, index - 8), index))) continue;
    close(index + mark.length, mark);
    if (mark === "\n") line++;
  }
  close(text.length, "");
  return sentences;
}

const SOFT_END = /^[.!?;]/;
const BEGINS_SENTENCE = /^\s*(?:[\p{Lu}\p{Script=Han}\n]|$)/u;
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|approx|resp|incl|v)|^\s*\d{1,3})$/i;

// ── lines that are not prose ──

const FENCE = /^\s{0,8}(`{3,}|~{3,})/;
/**
 * Block quotes, headings, and lines that are indented like code; what programs print: times, log levels, prompts, stack
 * frames, diffs, records, code.
 */
const FOREIGN_LINE = new RegExp(
  [
    "^\\s*[>＞|]|^#{1,6}\\s|^(?: {4}|\\t)",
    "^\\s*\\[?\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}[T ,]",
    "^\\s*\\[?\\d{1,2}:\\d{2}:\\d{2}",
    "^\\s*\\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE|PANIC)\\b\\]?[:\\s]",
    "^\\s*(?:[$%❯➜]|PS>|C:\\\\|>>>|\\.\\.\\.)\\s",
    "^\\s*at\\s+[\\w$.<>/]+[ (]",
    "^\\s*(?:Traceback|Caused by:|Exception in|npm (?:ERR|WARN)|error(?:\\[\\w+\\])?:|warning:|fatal:|remote:|diff --git|@@|[-+]{3} |commit [0-9a-f]{7,})",
    "^[-+](?=[^\\s\\d])",
    '^\\s*["{}[\\]<]',
    "[;{]\\s*$|=>",
    "^\\s*[\\w.$]+\\([^)\\n]*\\)[;:{]?$",
    "^\\s*(?:import|const|var|function|def|class|fn|func|impl|async|export|private|protected|#include)\\s.{0,200}?[=({;:]|^\\s*import\\s.{0,200}['\"]|^\\s*from\\s+[\\w.]+\\s+import\\b",
    "^\\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\\s",
  ].join("|"),
  "u",
);
/** Looked at first: few lines do. */
const ENDS_IN_COLON = /[：:]\s*$/;
/** Ends a line that announces somebody else's text; it reaches to the next blank line. */
const ANNOUNCES =
  /(?:日志|输出|报错|错误信息|堆栈|原文|内容|文档|readme|网页|页面|文章|博客|教程|邮件|聊天记录|消息|说明书|返回|结果|片段|代码|例子|示例|反例|粘贴|引用|他说|她说|有人说|\b(?:logs?|output|errors?|stack ?trace|trace|readme|docs?|page|article|blog|tutorial|e-?mail|message|chat|says?|said|wrote|content|contents|snippet|code|example|paste[d]?|quote[d]?|result)\b)[^\n。：:]{0,20}[：:]\s*$/i;

const OWN_RULES =
  /(?:我们?|团队|本?项目|\b(?:our|my))[^\n]{0,20}(?:约定|规范|规则|偏好|习惯|技术栈|风格|要求|\b(?:conventions?|rules?|preferences?|stack|style))/i;

/** The same length: lines that are code, quotation or output are blank. */
function withoutForeignLines(input: string): string {
  let fence: string | undefined;
  let announced = false;
  return input
    .split("\n")
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      const inFence = fence !== undefined;
      if (inFence && mark?.startsWith(fence ?? "")) fence = undefined;
      else if (!inFence) fence = mark; // one that is never closed reaches to the end
      if (line.trim() === "") {
        announced = false;
        return line;
      }
      const foreign = inFence || mark !== undefined || announced || FOREIGN_LINE.test(line);
      if (!foreign && ENDS_IN_COLON.test(line) && ANNOUNCES.test(line) && !OWN_RULES.test(line)) announced = true;
      return foreign || announced ? " ".repeat(line.length) : line;
    })
    .join("\n");
}

// ── quotations ──

const CLOSING: Readonly<Record<string, string>> = {
  "“": "”",
  "‘": "’",
  "「": "」",
  "『": "』",
  "«": "»",
  "„": "“",
  '"': '"',
  "`": "`",
  "＂": "＂",
};
const OPENING = new RegExp(`[${Object.keys(CLOSING).join("")}]`, "g");
/** An apostrophe inside a word is no quotation mark. */
const SINGLE_QUOTED = /(?<![\p{L}\p{N}])'[^'\n]{1,400}'(?![\p{L}\p{N}])/gu;
/** A name, prefix or option in quotation marks: without blanks and ideographs nothing can be stated. */
const IS_LITERAL = /^[\w./:@#*+\-=<>$%!?]{1,30}$/;

/** The same length. A quotation that is never closed reaches to the end of its paragraph. */
function maskedQuotations(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: open, index: at } of text.matchAll(OPENING)) {
    const close = CLOSING[open];
    if (at < from || close === undefined) continue;
    const end = quotationEnd(text, at, close);
    if (end === undefined) continue;
    const literal = open === "`" || IS_LITERAL.test(text.slice(at + 1, end - 1));
    parts.push(text.slice(from, at), (literal ? LITERAL : QUOTED).repeat(end - at));
    from = end;
  }
  parts.push(text.slice(from));
  return parts
    .join("")
    .replace(SINGLE_QUOTED, (quoted) => (IS_LITERAL.test(quoted.slice(1, -1)) ? LITERAL : QUOTED).repeat(quoted.length));
}

/** Just behind the closing mark; undefined if the mark opens nothing. */
function quotationEnd(text: string, open: number, close: string): number | undefined {
  const paragraph = endOf(text, open, close === "`" ? "\n" : "\n\n");
  const end = text.indexOf(close, open + 1);
  if (end >= 0 && end < paragraph) return end + 1;
  if (close === "`" || (close === '"' && /[\p{L}\p{N}]/u.test(text.charAt(open - 1)))) return undefined; // 5" is an inch
  return paragraph;
}

function endOf(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}

// ── clauses ──

/** A comma that does not stand in a number, a dash; a colon only behind words that announce a rule of one's own. */
const CLAUSE_END = /，|,(?!\d)|——?|\s[-–]\s|[：:](?=\s|\p{Script=Han}|\w)/gu;
const ANNOUNCES_RULE =
  /(?:约定|规范|规则|规定|偏好|习惯|技术栈|风格|要求|说明|背景|补充|提醒|注意|记住|记一下|约束|原则|信息|流程|\b(?:process|workflow|conventions?|rules?|preferences?|stack|style|note|fyi|background|reminder|remember|facts?|setup|context))\s*$/i;
/** “Some conventions of our team”; longer is no announcement. UTF-16 units. */
const ANNOUNCEMENT_CHARS = 40;
const NOT_OWN_RULE = /别的|其他|其它|对方|竞品|旧|他们|他的|她的|反例|错误|不|\b(?:their|his|her|other|old|bad|wrong|not)\b/i;
/** Words before a statement that add nothing to it. */
const LEAD_IN =
  /^(?:[-*•·]\s+|\d{1,3}[.)、）]\s*|[(（])?(?:(?:please note that|note that|please note|note|please remember that|remember that|please remember|remember|just so you know|for the record|as a reminder|ok|okay|hi|hey|hello|well|also|and|but|so|because|since|fyi|btw|ps|p\.s\.|另外|此外|对了|还有|而且|并且|同时|因为|由于|所以|因此|其实|请注意|注意|提醒一下|补充一下|补充|说明一下|说一下|请记住|请记一下|帮我记一下|帮我记住|你记一下|麻烦记一下|记住|记一下|你好|好的|嗯|但是|不过)(?![a-z])[\s:：]*)*/i;
const CONDITION =
  /如果|假如|要是|假设|倘若|除非|万一|的话|^(?:when|whenever)\b|\b(?:if|unless|suppose|assuming|in case|provided that)\b/i;

/** A sentence with a condition is one clause: none of its parts holds by itself. */
export function clausesOf(sentence: OwnSentence): readonly OwnClause[] {
  const { text } = sentence;
  const clauses: OwnClause[] = [];
  let start = 0;
  let lead = 0;
  const conditional = CONDITION.test(text);
  const close = (end: number) => {
    const from = leadInEnd(text, start, end);
    const words = text.slice(from, end).trimEnd();
    if (words !== "") {
      const at = sentence.start + from;
      clauses.push({ lead: sentence.start + lead, start: at, end: at + words.length, text: words, conditional });
    }
  };
  for (const { 0: mark, index } of conditional ? [] : text.matchAll(CLAUSE_END)) {
    const announces = mark === "：" || mark === ":";
    if (announces && !announcesRule(text.slice(Math.max(start, index - ANNOUNCEMENT_CHARS - 1), index))) continue;
    if (!announces) close(index);
    start = index + mark.length;
    if (!announces) lead = start;
  }
  close(text.length);
  return clauses;
}

function announcesRule(before: string): boolean {
  return before.length <= ANNOUNCEMENT_CHARS && ANNOUNCES_RULE.test(before) && !NOT_OWN_RULE.test(before);
}

/** Where the clause itself begins. */
function leadInEnd(text: string, start: number, end: number): number {
  const words = text.slice(start, end).trimStart();
  return end - words.slice(LEAD_IN.exec(words)?.[0].length ?? 0).trimStart().length;
}
