// The form in which two facts are compared. What carries technical meaning stays, what is only writing style goes. Pure.

/** Ideographs and kana: between them and anything else a space is a matter of taste. */
const CJK = "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
const PARTICLES = /[的地得是]/g;
/** Before NFKC would turn it into dots. */
const ELLIPSIS = /[…⋯]/g;
const APOSTROPHES = /['’ʼ]/g;
/** 1,000 is 1000; 1,2 is not 12. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
/** Dots that touch a letter or digit on their right (.env, 1.2, .NET) or begin a path or pattern (./x, .*). */
const TECHNICAL_DOTS = new RegExp(`(?<!\\.)\\.+(?=(?![${CJK}])[\\p{L}\\p{N}]|[/\\\\*_-])`, "gu");
/** Stands for a kept dot while all others are removed; private use, so no text contains it with a meaning. */
const DOT = "\uE000";
/** Punctuation and symbols but # / @ \ % _ - + * = < > ! ~ $ & | ^. */
const ORDINARY = /(?![#/@\\%_\-+*=<>!~$&|^])[\p{P}\p{S}\p{C}]/gu;
const SPACE_BESIDE_CJK = new RegExp(`(?<=[${CJK}]) | (?=[${CJK}])`, "gu");
/** Reached after one or two passes by any text met so far; a bound all the same. */
const MAX_PASSES = 8;

/** Equal for facts that differ only in case, width, spacing, ordinary punctuation or the particles 的地得是. */
export function canonicalForm(text: string): string {
  let form = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = simplify(form);
    if (next === form) break;
    form = next; // what was removed may have stood between a letter and its accent
  }
  return form;
}

function simplify(text: string): string {
  return text
    .replaceAll(DOT, " ")
    .replace(ELLIPSIS, " ")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(APOSTROPHES, "")
    .replace(THOUSANDS, "")
    .replace(TECHNICAL_DOTS, (dots) => DOT.repeat(dots.length))
    .replace(ORDINARY, (mark) => (mark === DOT ? "." : " "))
    .replace(PARTICLES, "")
    .replace(/\s+/g, " ")
    .replace(SPACE_BESIDE_CJK, "")
    .trim();
}
