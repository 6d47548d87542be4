// Personal data in plain text: telephone numbers, mail addresses, numbers of identity cards, passports, social security, bank
// cards and accounts. Pure, linear time.

export interface Found {
  readonly kind: string;
  /** UTF-16 units; of a named secret only the value. */
  readonly start: number;
  readonly end: number;
}

const MAIL_ADDRESS = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;

/** Between the name of a number and the number. */
const LINK = "(?:号码|号|碼|码|(?: (?:number|no\\.?|nr\\.?|id))|\\s?#)?\\s{0,3}(?:[:=：＝是为為]|is|was)?\\s{0,3}";
/** Numbers without a form or check digit of their own: it is their name that tells. */
const NAMED_NUMBERS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["passport", new RegExp(`(?:护照|護照|通行证|passport)${LINK}(?<number>[A-Z]{1,2}\\d{6,9}|\\d{8,9})(?![\\w-])`, "dgi")],
  ["bank_card", new RegExp(`(?:银行卡|信用卡|储蓄卡|卡号|\\bcard)${LINK}(?<number>\\d(?:[ -]?\\d){12,18})(?![\\w-])`, "dgi")],
  ["identity_card", new RegExp(`(?:身份证|身份證)${LINK}(?<number>\\d(?:[ -]?\\d){16}[ -]?[\\dX])(?![\\w-])`, "dgi")],
];

/** In a text in plain form; may overlap. */
export function personalDataIn(text: string): readonly Found[] {
  const found: Found[] = [];
  const add = (kind: string, pattern: RegExp, accept: (value: string) => boolean = () => true) => {
    for (const match of text.matchAll(pattern)) {
      if (accept(match[0])) found.push({ kind, start: match.index, end: match.index + match[0].length });
    }
  };
  if (text.includes("@")) add("email", MAIL_ADDRESS, isMailAddress);
  add("phone", /(?<![\w.+-])(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\w.-]?\d)/g);
  add("phone", /(?<![\w.+-])\+[1-9]\d{0,2}[ -](?:\(\d{1,4}\)[ -]?)?\d{2,4}(?:[ -]\d{2,4}){1,4}(?!\d)/g);
  add(
    "phone",
    /(?<![\w.+-])(?:0\d{2,3}-\d{3,4}-?\d{4}|0\d{2,3} \d{4} ?\d{4}|\(\d{3}\) ?\d{3}-\d{4}|[2-9]\d{2}-[2-9]\d{2}-\d{4})(?![\w-])/g,
  );
  add("identity_card", /(?<![\w.-])[1-9]\d{5}[ -]?\d{8}[ -]?\d{3}[\dXx](?![\w.-]?\w)/g, isIdentityCard);
  add("bank_card", /(?<![\w.-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,4}(?:[ -]?\d{1,3})?(?![\w-])/g, isBankCard);
  add("social_security", /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g);
  add("bank_account", /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g, isBankAccount);
  for (const [kind, pattern] of NAMED_NUMBERS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.number ?? [0, 0];
      found.push({ kind, start, end });
    }
  }
  return found;
}

function isMailAddress(value: string): boolean {
  return !/^(?:git|noreply|no-reply|nobody)@|@(?:users\.noreply\.github\.com|example\.(?:com|org|net))$/i.test(value);
}

/** ISO 7064 MOD 11-2, as GB 11643 prescribes; and a date of birth that exists. */
function isIdentityCard(written: string): boolean {
  const value = written.replace(/[ -]/g, "");
  const month = Number(value.slice(10, 12));
  const day = Number(value.slice(12, 14));
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += Number(value[i]) * (2 ** (17 - i) % 11);
  return "10X98765432"[sum % 11] === value.toUpperCase()[17];
}

/** Luhn's check digit; 14 to 19 digits. */
function isBankCard(value: string): boolean {
  const digits = value.replace(/\D/g, "");
  if (digits.length < 14 || digits.length > 19) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** ISO 13616: the first four characters at the end, letters as numbers, 1 modulo 97. */
function isBankAccount(written: string): boolean {
  const value = written.replaceAll(" ", "");
  if (value.length < 15 || value.length > 34) return false;
  let rest = 0;
  for (const character of value.slice(4) + value.slice(0, 4)) {
    for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}
