// Makes visible what a terminal would obey, hide or reorder, so that what is shown is what is there.

// Control characters but line break and tab: an ESC or CR in a command could paint another command over it.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

// What overrides or isolates direction: text after it is painted in an order that is not its own. The marks U+200E, U+200F and
// U+061C, which Hebrew and Arabic need between words, reorder nothing by themselves and are not among these.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

// What reorders (bidirectional controls), hides (zero-width and tag characters, variation selectors) or breaks lines elsewhere.
const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Surrogate}|[\u2028\u2029\ufff9-\ufffb]/gu;

// The joiner and the selector of emoji mean what they do elsewhere only after a pictograph, `#`, `*` or a digit.
const BEFORE_EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\d#*]\ufe0f?$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;

/** Control characters as `\x1b`, what overrides direction as `\u{202e}`; everything else as it is. For text of the model. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, escapeUnit).replace(REORDERING, escapePoint);
}

/**
 * What `showControls` shows, as `\u001b`: in a JSON text, where only strings can hold such characters, it is read back as the
 * character. For whatever a command prints, so that no place that prints has to know whether it is JSON.
 */
export function showPrinted(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(CONTROLS, escapeAsJson).replace(REORDERING, escapeAsJson).toWellFormed();
}

/** Like `showControls`, and also what hides or reorders in any way. For what the person is asked to approve, and names. */
export function showHidden(text: string): string {
  return showControls(text).replace(HIDDEN, escapePoint);
}

/** Text for lines of a terminal: Windows line ends are plain ones, tabs four columns, the rest as `showControls`. */
export function showText(text: string): string {
  return showControls(text.replace(/\r\n/g, "\n").replace(/\t/g, "    ")).toWellFormed();
}

function escapeUnit(character: string): string {
  if (character === "\r") return "\\r";
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function escapeAsJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function escapePoint(character: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - 4), at);
  if (character === "\ufe0f" && BEFORE_EMOJI_PART.test(before)) return character;
  if (character === "\u200d" && BEFORE_EMOJI_PART.test(before) && PICTOGRAPH.test(text.slice(at + 1, at + 3))) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
