// The stem of an English word, so that "paints", "painted" and "painting" are one term: the English (Porter 2) algorithm by its
// published rules, and a table of the irregular forms that no rule can reach. A stem is a key to compare by, not a word to show.

const IRREGULAR = new Map(
  `be am is are was were been being|have has had having|do does did done doing|go went gone goes|get got gotten|make made|say said
  |see saw seen|know knew known|think thought|take took taken|come came|give gave given|find found|tell told|become became
  |leave left|feel felt|bring brought|begin began begun|keep kept|hold held|write wrote written|stand stood|hear heard|mean meant
  |meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown|lose lost|fall fell fallen|send sent|build built
  |understand understood|draw drew drawn|break broke broken|spend spent|rise rose risen|drive drove driven|buy bought|wear wore worn
  |choose chose chosen|eat ate eaten|sleep slept|teach taught|catch caught|fight fought|throw threw thrown|fly flew flown
  |forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|hide hid hidden|ride rode ridden|ring rang rung|sell sold
  |shake shook shaken|shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|steal stole stolen|stick stuck|strike struck
  |swear swore sworn|swim swam swum|tear tore torn|wake woke woken|win won|bind bound|bite bit bitten|blow blew blown
  |breed bred|deal dealt|dig dug|drink drank drunk|feed fed|hang hung|kneel knelt|lay laid|lie lay lain|lend lent|light lit
  |seek sought|slide slid|spring sprang sprung|sweep swept|weave wove woven|weep wept|override overrode overridden
  |rebuild rebuilt|rewrite rewrote rewritten|overwrite overwrote overwritten|undo undid undone|split splitting
  |child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|wife wives|knife knives
  |shelf shelves|half halves|self selves|wolf wolves|thief thieves|index indices indexes|matrix matrices
  |vertex vertices|analysis analyses|crisis crises|thesis theses|criterion criteria|phenomenon phenomena|datum data|bad worse worst
  |good better best|die died dying|lie lying lied|tie tying tied`
    .split("|")
    .flatMap((line) => {
      const [base = "", ...forms] = line.trim().split(/\s+/);
      return forms.map((form) => [form, base] as const);
    }),
);

/** Words that the rules would change into another word, or leave apart from their family. */
const FIXED = new Map([
  ["news", "news"],
  ["howe", "howe"],
  ["atlas", "atlas"],
  ["cosmos", "cosmos"],
  ["bias", "bias"],
  ["andes", "andes"],
  ["only", "onli"],
  ["early", "earli"],
  ["ugly", "ugli"],
  ["gently", "gentl"],
  ["singly", "singl"],
  ["idly", "idl"],
  ["sky", "sky"],
  ["skies", "sky"],
  ["skis", "ski"],
]);
const FIXED_AFTER_PLURAL = /^(?:inning|outing|canning|herring|earring|proceed|exceed|succeed)$/;

const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** Ends in a short syllable: a vowel between consonants at the end (not w, x or a consonant y), or one that opens the word. */
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;
const VOWEL = /[aeiouy]/;

const STEP_2: readonly (readonly [suffix: string, by: string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
];
const STEP_3: readonly (readonly [suffix: string, by: string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/;

/** `word`: lower case. What is no plain English word (other letters, digits, one or two letters) comes back as it is. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const base = IRREGULAR.get(word) ?? word;
  const fixed = FIXED.get(base);
  if (fixed !== undefined) return fixed;
  return base.length < 3 ? base : byRules(base);
}

function byRules(base: string): string {
  // a y that begins a syllable is a consonant
  let word = base.replace(/^y|(?<=[aeiouy])y/g, "Y");
  const { r1, r2 } = regions(word);
  word = withoutPlural(word);
  if (FIXED_AFTER_PLURAL.test(word)) return word;
  word = withoutTense(word, r1);
  word = word.replace(/(?<=.[^aeiouy])[yY]$/, "i");
  word = replaceSuffix(word, STEP_2, r1);
  if (inside(word, "ogi", r1) && word.endsWith("logi")) word = word.slice(0, -1);
  else if (inside(word, "li", r1) && /[cdeghkmnrt]li$/.test(word)) word = word.slice(0, -2);
  word = replaceSuffix(word, STEP_3, r1);
  if (inside(word, "ative", r2)) word = word.slice(0, -5);
  return withoutEnding(word, r1, r2).toLowerCase();
}

/** Where the regions after the first, and after the second, consonant that follows a vowel begin. */
function regions(word: string): { r1: number; r2: number } {
  const prefix = /^(?:gener|commun|arsen)/.exec(word);
  const after = (from: number) => {
    const found = /[aeiouy][^aeiouy]/.exec(word.slice(from));
    return found === null ? word.length : from + found.index + 2;
  };
  const r1 = prefix ? prefix[0].length : after(0);
  return { r1, r2: after(r1) };
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word) || !word.endsWith("s")) return word;
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutTense(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const suffix = /(?:ingly|edly|ing|ed)$/.exec(word);
  if (suffix === null) return word;
  const rest = word.slice(0, suffix.index);
  if (!VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLE.test(rest)) return rest.slice(0, -1);
  return rest.length <= r1 && SHORT_SYLLABLE.test(rest) ? `${rest}e` : rest;
}

function replaceSuffix(word: string, rules: readonly (readonly [suffix: string, by: string])[], region: number): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined || !inside(word, rule[0], region)) return word;
  return word.slice(0, -rule[0].length) + rule[1];
}

function withoutEnding(word: string, r1: number, r2: number): string {
  const suffix = STEP_4.exec(word);
  let rest = word;
  if (suffix !== null) {
    if (suffix.index >= r2) rest = word.slice(0, suffix.index);
  } else if (/[st]ion$/.test(word) && inside(word, "ion", r2)) rest = word.slice(0, -3);
  if (rest.endsWith("e")) {
    const before = rest.slice(0, -1);
    return before.length >= r2 || (before.length >= r1 && !SHORT_SYLLABLE.test(before)) ? before : rest;
  }
  return rest.endsWith("ll") && rest.length > r2 ? rest.slice(0, -1) : rest;
}

function inside(word: string, suffix: string, region: number): boolean {
  return word.endsWith(suffix) && word.length - suffix.length >= region;
}
