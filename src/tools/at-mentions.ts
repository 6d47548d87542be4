// Finds what may be `@path` in a prompt: not in code, mail addresses or package names. Whether it is a path, the disk decides. Pure.

export interface Mention {
  /** What may be meant, the longest first: in Chinese no blank separates a path from the words after it. */
  readonly candidates: readonly string[];
  /** The reading that is meant as a path without doubt, so that a missing one is told: quoted, or written like one. */
  readonly meant?: string;
}

/** Shorter readings of one mention that are tried. */
const MAX_CANDIDATES = 40;
// A letter, digit or one of these before it makes it part of a mail address, a URL or a package version.
const MENTION = /(?<![A-Za-z0-9_.%+\-/@\\])@(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'`<>|@＠]+))(?!@)/gu;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Punctuation that paths hold. */
const PATH_MARK = /[/\\._~+-]/;

export function findMentions(text: string): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const [, double, single, bare] of withoutCode(text).matchAll(MENTION)) {
    const quoted = double ?? single;
    if (quoted !== undefined) mentions.push({ candidates: [quoted], meant: quoted });
    else if (bare !== undefined) {
      const candidates = candidatesOf(bare);
      const meant = candidates.find(isWrittenLikeAPath);
      mentions.push({ candidates, ...(meant === undefined ? {} : { meant }) });
    }
  }
  return mentions;
}

/** Endings of files that people name without a folder, and that end no address of a site: `@example.org` is none. */
const FILE_NAME =
  /^[^/\\]+\.(md|txt|log|csv|tsv|json|jsonl|ya?ml|toml|ini|xml|html?|css|scss|sql|[cm]?[jt]sx?|vue|pyi?|go|java|kt|rb|php|[ch](pp)?|swift|bash|png|jpe?g|gif|webp|pdf)$/i;

function isWrittenLikeAPath(text: string): boolean {
  return /^\.{1,2}\//.test(text) || /\/.*\.\w{1,8}$/.test(text) || FILE_NAME.test(text);
}

/** The run itself, then without what follows a punctuation mark or a change between ASCII and other letters. */
function candidatesOf(run: string): readonly string[] {
  const characters = [...run];
  const candidates = [run];
  for (let end = characters.length - 1; end > 0 && candidates.length < MAX_CANDIDATES; end--) {
    const last = characters[end - 1] ?? "";
    const next = characters[end] ?? "";
    const boundary = (PUNCTUATION.test(next) && !PATH_MARK.test(next)) || isAscii(last) !== isAscii(next);
    const trailing = end === characters.length - 1 && next === ".";
    if (boundary || trailing) candidates.push(characters.slice(0, end).join(""));
  }
  return candidates;
}

function isAscii(character: string): boolean {
  return character <= "\u007f";
}

/** Fenced and indented blocks and inline code as blanks of the same length. */
function withoutCode(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      return "";
    }
    if (mark !== undefined) {
      fence = mark;
      return "";
    }
    return /^(?: {4}|\t)/.test(line) ? "" : line;
  });
  return lines.join("\n").replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, " ");
}
