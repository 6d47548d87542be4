// A person's words taken apart: without what is quoted or code, in sentences and clauses; and what is negated or asked about in
// them. Pure, linear time.

export interface Clause {
  readonly text: string;
  /** It wants to know something. */
  readonly question: boolean;
  /** No further clause follows in its sentence. */
  readonly last: boolean;
  /** What the last colon before it closes, in its line or at the end of one before it in its paragraph; empty if there is none. */
  readonly announced: string;
  /** What follows in its sentence. */
  readonly rest: string;
}

/** Where a sentence's final mark or particle stands, with blanks behind it. */
const TAIL = 20;

/** Directly before the word, perhaps with helping words between: not a request. */
const NEGATED_ZH =
  /(?:不要|不用|不必|不需要?|不太需要|无需|无须|没必要|没有必要|不许|不能|不可以?|不会|不想|不打算|不应该?|不该|并不|并没有?|没有?|勿|莫|别|禁止|停止|取消|避免|不)(?:再|要|让|叫|使|给|替|帮|请|你|我|它|他|们|自己|去|来|都|一直|自动|随便|总是?|老是?|永远|长期|必要|需要|想|把[^，。]{0,12}|将[^，。]{0,12})*\s*$/u;
const NEGATED_EN =
  /\b(?:not|never|no|without|stop|avoid|cannot|unable|(?:do|does|did|is|are|was|ca|wo|could|should|would|need|must)n['’]?t)\s+(?:(?:you|need|have|want|wish|ask|asked|told|like|to|it|please|even|ever|bother|going|try|trying|supposed|necessarily|really|be|being|required|reason)\s+)*$/iu;
/** “别忘了记一下” and “don't forget to remember” ask for it. */
const NOT_FORGOTTEN = /(?:[别勿不]要?忘(?:记|了)?|(?:not|don['’]?t|never) forget to)(?:给我|帮我|把[^，。]{0,12})?\s*$/iu;
/** Far more than a negation with its helping words takes; keeps the look back constant. */
const LOOK_BACK = 60;

/** Stands where something was taken out: it is no letter, so nothing before and after it becomes one word. */
const GAP = "\uFFFC";
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ["“", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["«", "»"],
  ['"', '"'],
  ["`", "`"],
];
/** An apostrophe inside a word is no quotation mark. */
const SINGLE_QUOTED = /(?<![\p{L}\p{N}])'[^'\n]{1,400}'(?![\p{L}\p{N}])/gu;

/** The words that are the speaker's own: code, block quotes and what stands in paired quotation marks left out. */
export function ownWords(text: string): string {
  return PAIRS.reduce((rest, [open, close]) => withoutPairs(rest, open, close), withoutBlocks(text)).replace(SINGLE_QUOTED, GAP);
}

/** Clauses end at a comma, a colon, a dash between blanks, a full stop. */
const CLAUSE_MARK = /[，,、：:。！!？?；;\n]+|\s[-–—]+\s|\.(?:\s|$)/gu;

export function clausesOf(text: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let announced = "";
  let forParagraph = false;
  let end = 0;
  for (const { 0: sentence, index } of text.matchAll(/[^。！？!?；;\n]+(?:[。！？!?；;]+|\n|$)/gu)) {
    const breaks = text.slice(Math.max(0, end - 1), index).split("\n").length - 1;
    end = index + sentence.length;
    if (sentence.trim() === "" || breaks > 1 || (breaks === 1 && !forParagraph)) {
      announced = "";
      forParagraph = false;
    }
    const parts = partsOf(sentence);
    for (const [at, { text, mark, rest }] of parts.entries()) {
      const last = at === parts.length - 1;
      clauses.push({ text, last, announced, rest, question: asksSomething(text, last, sentence) });
      if (!/[：:]/.test(mark)) continue;
      announced = text;
      forParagraph = last; // a colon at the end of a line speaks of the lines up to the next blank one
    }
  }
  return clauses;
}

/** With the mark that ends each of them, and what follows it. */
function partsOf(sentence: string) {
  const parts: { readonly text: string; readonly mark: string; readonly rest: string }[] = [];
  let from = 0;
  const close = (end: number, mark: string) => {
    const text = sentence.slice(from, end);
    from = end + mark.length;
    if (text.trim() !== "") parts.push({ text, mark, rest: sentence.slice(from) });
  };
  for (const { 0: mark, index } of sentence.matchAll(CLAUSE_MARK)) close(index, mark);
  close(sentence.length, "");
  return parts;
}

/** Whether the clause as a whole wants to know something. */
function asksSomething(text: string, last: boolean, sentence: string): boolean {
  if (last && /[?？]\s*$/.test(sentence.slice(-TAIL))) return true;
  if (/(?:[吗么嘛]|呢|没有|了没|与否)[\s\uFFFC]*$/u.test(text.slice(-TAIL))) return true;
  return /^\s*(?:(?:hey|hi|ok|okay|so|and|but|also|please|well)\s+)*(?:do|does|did|can|could|will|would|should|shall|is|are|was|were|am|have|has|had|may|might|how|why|what|when|where|who|which|whose)\b/i.test(
    text,
  );
}

/** Words before the one in question that make it something to know: 怎么记住. */
function asksAbout(before: string): boolean {
  return /怎么|怎样|如何|为什么|为何|为啥|是否|能否|可否|能不能|可不可以|会不会|要不要|有没有|需不需要|什么时候|哪|谁/u.test(
    before,
  );
}

/** What follows these words is neither asked about nor negated. */
export function isPlain(before: string): boolean {
  if (asksAbout(before)) return false;
  return NOT_FORGOTTEN.test(before) || !(NEGATED_ZH.test(before) || NEGATED_EN.test(before));
}

/** The words before a place, as many as can decide about it. */
export function lookBack(text: string, index: number): string {
  return text.slice(Math.max(0, index - LOOK_BACK), index);
}

/** Without code blocks and block quotes: what is pasted, not said. */
export function withoutBlocks(text: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined)
      fence = mark; // one that is never closed reaches to the end
    else if (!/^\s*[>＞]/.test(line)) kept.push(line);
  }
  return kept.join("\n");
}

function withoutPairs(text: string, open: string, close: string): string {
  let out = "";
  let from = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start + 1);
    if (end < 0) break;
    out += text.slice(from, start) + GAP;
    from = end + 1;
  }
  return out + text.slice(from);
}
