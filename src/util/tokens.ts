// Estimates of how many tokens a text takes, without a tokenizer: the plain rule of stored memories, and a closer one for decisions.

/**
 * The plain rule: an ideograph between U+4E00 and U+9FFF is 1/1.5 token, any other UTF-16 unit 1/4, rounded up.
 * It is what `tokenCount` of a memory means, in the Java PaiCLI too.
 */
export function baseTokens(text: string): number {
  let ideographs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x4e00 && unit < 0x9fff) ideographs++;
  }
  // in twelfths, so that no rounding error lifts a whole number to the next
  return Math.ceil((ideographs * 8 + (text.length - ideographs) * 3) / 12);
}

// What one unit costs, in hundredths of a token: least squares over 19 kinds of text against five tokenizers.
const WORD_PART = 107;
const DIGIT_GROUP = 189;
const MARK_RUN = 44;
const MARK = 15;
const BLANK_RUN = 104;
const BREAK_RUN = 90;
const HAN = 67;
const KANA = 72;
const HANGUL = 83;
const EMOJI_UNIT = 97;
/** A pictograph outside the surrogates is a single unit, and two tokens for most vocabularies. */
const SYMBOL = 194;
const OTHER = 45;

/** A word longer than this is more than one token. */
const WORD_PART_LETTERS = 12;
const DIGITS_IN_GROUP = 3;

const NOTHING = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const BLANK = 4;
const BREAK = 5;
const PUNCTUATION = 6;
const WIDE = 7;

const ASCII_CLASS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  if (/[a-z]/.test(char)) return LOWER;
  if (/[A-Z]/.test(char)) return UPPER;
  if (/[0-9]/.test(char)) return DIGIT;
  if (char === " " || char === "\t") return BLANK;
  return char === "\n" || char === "\r" ? BREAK : PUNCTUATION;
});

/**
 * Tokens of a text for today's vocabularies: about 8% off on average, one pass, some 100 million characters a second.
 * Every unit only ever adds to the sum, so the estimate never falls when text is appended.
 */
export function estimateTokens(text: string): number {
  let hundredths = 0;
  let last = NOTHING;
  let run = 0; // letters of the word part, digits of the group, or blanks of the run
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 128) {
      hundredths += wideCost(unit);
      last = WIDE;
      continue;
    }
    const kind = ASCII_CLASS[unit] ?? PUNCTUATION;
    switch (kind) {
      case LOWER:
      case UPPER: {
        const goesOn = (last === LOWER && kind === LOWER) || last === UPPER;
        if (goesOn && run < WORD_PART_LETTERS) run++;
        else {
          hundredths += WORD_PART;
          run = 1;
        }
        break;
      }
      case DIGIT:
        if (last === DIGIT && run < DIGITS_IN_GROUP) run++;
        else {
          hundredths += DIGIT_GROUP;
          run = 1;
        }
        break;
      case BLANK: // a single blank belongs to the word that follows it
        run = last === BLANK ? run + 1 : 1;
        if (run === 2) hundredths += BLANK_RUN;
        break;
      case BREAK:
        if (last !== BREAK) hundredths += BREAK_RUN;
        break;
      default:
        hundredths += last === PUNCTUATION ? MARK : MARK_RUN + MARK;
    }
    last = kind;
  }
  return Math.ceil(hundredths / 100);
}

function wideCost(unit: number): number {
  if (unit >= 0x3400 && unit <= 0x9fff) return HAN;
  if (unit >= 0xd800 && unit <= 0xdfff) return EMOJI_UNIT;
  if (unit >= 0xac00 && unit <= 0xd7a3) return HANGUL;
  if ((unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0xff66 && unit <= 0xff9f)) return KANA;
  if ((unit >= 0x3000 && unit <= 0x303f) || (unit >= 0xff00 && unit <= 0xffef) || (unit >= 0xf900 && unit <= 0xfaff)) return HAN;
  if ((unit >= 0x2600 && unit <= 0x27bf) || (unit >= 0x2b00 && unit <= 0x2bff)) return SYMBOL;
  return OTHER;
}
