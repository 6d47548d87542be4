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
/**
 * Punctuation, ornaments and emoji; not # / @ \ % _ - + * = < > ! ~ $ & | ^, nor any other sign of mathematics or money, nor
 * degrees, sections, ticks and crosses: each of them can be all that two facts differ in.
 */
const ORDINARY = /(?![#/@\\%_\-!&*§])\p{P}|(?![\^°✓✗])[\p{Sk}\p{So}]|\p{C}/gu;
/** One sign, however it is typed: ≥ and >=. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  [">= ≥⩾≧", "<= ≤⩽≦", "!= ≠", "-> →", "<- ←", "=> ⇒", "- −‐‑", "✓ ✔☑✅", "✗ ✘☒❌❎"].flatMap((line) => {
    const [written = "", others = ""] = line.split(" ");
    return [...others].map((sign) => [sign, written] as const);
  }),
);
const WRITTEN_OTHERWISE = new RegExp(`[${[...SIGNS.keys()].join("")}]`, "gu");
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
    .replace(WRITTEN_OTHERWISE, (sign) => SIGNS.get(sign) ?? sign)
    .replace(APOSTROPHES, "")
    .replace(THOUSANDS, "")
    .replace(TECHNICAL_DOTS, (dots) => DOT.repeat(dots.length))
    .replace(ORDINARY, (mark) => (mark === DOT ? "." : " "))
    .replace(PARTICLES, "")
    .replace(/\s+/g, " ")
    .replace(SPACE_BESIDE_CJK, "")
    .trim();
}
