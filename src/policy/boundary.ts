// The mark around everything that a tool brings: data, never instructions. Nothing inside can close it or open another one.

/** Blanks, control, format and combining characters: invisible, so a tag that is written with them still looks like one. */
const JUNK = "[\\s\\p{C}\\p{M}]*";

/** For each letter of the tag what a reader or a model takes for it: full width, Cyrillic and Greek look-alikes, styled letters. */
const LOOKS: Readonly<Record<string, string>> = {
  t: "tTｔＴтТτΤ𝐭𝗍𝘁𝚝",
  o: "oOｏＯоОοΟ0𝐨𝗈𝗼𝚘",
  l: "lLｌＬІIі|1ⅼ𝐥𝗅𝗹𝚕",
  _: "_＿‗﹍﹎﹏-－‐‑",
  r: "rRｒＲгᴦ𝐫𝗋𝗿𝚛",
  e: "eEｅＥеЕεΕ𝐞𝖾𝗲𝚎",
  s: "sSｓＳѕЅ𝐬𝗌𝘀𝚜",
  u: "uUｕＵυ𝐮𝗎𝘂𝚞",
};

const TAG = [..."tool_result"].map((letter) => `[${LOOKS[letter] ?? letter}]`.replace("-", "\\-")).join(JUNK);
const OPEN = "[<＜﹤‹〈⟨˂ᐸ❮≺]";
const ENTITY = "&(?:amp;)*(?:lt|#x[0-9a-f]+);";
const BEHIND = `(?=${JUNK}(?:[/／∕⁄]${JUNK})?${TAG})`;

const FORGED = new RegExp(`(?:${OPEN}|${ENTITY})${BEHIND}`, "giu");
const ESCAPED = new RegExp(`${ENTITY}${BEHIND}`, "giu");
const WRAPPED = /^<tool_result tool="[A-Za-z0-9_.:-]*" trust="untrusted-data">\n([\s\S]*)\n<\/tool_result>$/;

/** What enters the conversation for the text of a tool. */
export function wrapToolResult(tool: string, text: string): string {
  return `<tool_result tool="${safeToolName(tool)}" trust="untrusted-data">\n${text.replace(FORGED, escapeOpening)}\n</tool_result>`;
}

/** The very text that `wrapToolResult` was given; anything that it did not make is returned as it is. */
export function unwrapToolResult(content: string): string {
  const inner = WRAPPED.exec(content)?.[1];
  return inner === undefined ? content : inner.replace(ESCAPED, restoreOpening);
}

function safeToolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.:-]/g, "");
}

/** An entity that stands there already is escaped once more, so that unwrapping gives back exactly what was there. */
function escapeOpening(opening: string): string {
  if (opening === "<") return "&lt;";
  if (opening.startsWith("&")) return `&amp;${opening.slice(1)}`;
  return `&#x${opening.codePointAt(0)?.toString(16)};`;
}

function restoreOpening(entity: string): string {
  if (/^&amp;/i.test(entity)) return `&${entity.slice(5)}`;
  const code = /^&#x([0-9a-f]+);$/i.exec(entity)?.[1];
  return code === undefined ? "<" : String.fromCodePoint(Number.parseInt(code, 16));
}
