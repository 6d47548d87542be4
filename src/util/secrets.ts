// Finds credentials and personal data in text, and masks them so that the text keeps its meaning. One pass per rule,
// every quantifier bounded or anchored where a run begins: time grows linearly with the text.

export interface Found {
  readonly kind: string;
  /** UTF-16 units; of a named secret only the value. */
  readonly start: number;
  readonly end: number;
}

const MASK = "***";

/** Tokens that are secrets by their shape, wherever they stand. Prefixes as their issuers document them. */
const TOKENS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["api_key", /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9_-]{16,}/g],
  ["github_token", /(?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g],
  ["gitlab_token", /(?<![A-Za-z0-9_-])gl(?:pat|dt|rt|cbt|ptt|soat)-[A-Za-z0-9_-]{16,}/g],
  ["aws_key", /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  ["aliyun_key", /(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/g],
  ["tencent_key", /(?<![A-Za-z0-9])AKID[A-Za-z0-9]{13,40}(?![A-Za-z0-9])/g],
  ["google_key", /(?<![A-Za-z0-9_-])(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})/g],
  ["slack_token", /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ["stripe_key", /(?<![A-Za-z0-9])(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}/g],
  ["npm_token", /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/g],
  ["pypi_token", /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{40,}/g],
  ["huggingface_token", /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g],
  ["sendgrid_key", /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}/g],
  ["telegram_token", /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}/g],
  ["age_key", /AGE-SECRET-KEY-1[A-Z0-9]{40,}/g],
  ["glm_key", /(?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])/g],
  ["jwt", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
];

/** `scheme://user:password@`; the value is the password. */
const CONNECTION = /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s:@/"'<>]{0,128}:([^\s@"'<>]{1,256})@/dg;
const AUTH_HEADER = /(?<![A-Za-z])(?:Bearer|Basic)\s{1,4}([A-Za-z0-9._~+/=-]{16,})/dgi;
/** A password as an option's value: as far as its quotation mark, else to the next blank. */
const QUOTED_OR_BARE =
  "(?:(?<mark>[\"'])USER(?<quoted>(?:(?!\\k<mark>)[^\\n]){3,256})\\k<mark>|USER(?<bare>[^\\s\"'-][^\\s\"']{2,255}))";
const optionPattern = (option: string, user = "") =>
  new RegExp(`(?<![\\w-])${option}${QUOTED_OR_BARE.replaceAll("USER", user)}`, "dg");
/** Up to the end of what is one command. */
const SAME_COMMAND = "\\b[^\\n;|&，。；、]*$";
/** `-u name:password` of programs that fetch; elsewhere `-u` may be numbers of a user and a group. */
const USER_OPTION = optionPattern("(?:-u|-U|--user|--proxy-user)[ =]{0,2}", "[^\\s:\"'-][^\\s:\"']{0,63}:");
const FETCHES = new RegExp(`\\b(?:curl|wget|https?|xh|hurl)${SAME_COMMAND}`);
/** Options whose value is a password, by program. */
const PASSWORD_OPTIONS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [new RegExp(`\\b(?:mysql\\w*|mariadb[\\w-]*)${SAME_COMMAND}`), optionPattern("-p")],
  [
    new RegExp(
      `\\b(?:sshpass|ldap\\w+|mongo(?:sh|dump|restore|export|import|stat)?)${SAME_COMMAND}|\\b(?:docker|podman|helm|oc|az) (?:[\\w-]+ )?login${SAME_COMMAND}`,
    ),
    optionPattern("-[pw] {0,2}"),
  ],
  [new RegExp(`\\bredis-cli${SAME_COMMAND}`), optionPattern("-a {1,2}")],
  [new RegExp(`\\b(?:sqlcmd|bcp)${SAME_COMMAND}`), optionPattern("-P {0,2}")],
];
/** `-p3306:3306` gives ports. */
const PORTS = /^\d+:\d/;
/** As far before an option as its program is looked for; keeps the look back constant. UTF-16 units. */
const COMMAND_CHARS = 300;
const PEM_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{1,90}-----/g;

const SECRET_NAMES =
  "api[_-]?key|secret[_-]?access[_-]?key|access[_-]?key(?:[_-]?(?:id|secret))?|secret[_-]?key|private[_-]?key|client[_-]?secret|app[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|token|secret|passwords?|passwd|passphrase|pwd|passcode|credentials?|pin[ _-]?code|api\\s?key";
/** Also at the end of a longer word: dbPassword. */
const ENDS_OF_NAMES = "ApiKey|Password|Secret|Token|SecretKey|AccessKey";
const SECRET_LINK =
  "[\"'`”’]?\\s{0,4}(?:[:=：＝]|=>|:=|就?是|[为為]|即|设[为為成]|設[為成]|设置[为成]|設[置定]為|改[成为為]了?|换成了?|換成了?|叫|is|was)\\s{0,4}|\\s{1,4}";
const SECRET_VALUE =
  "\"[^\"\\n]{1,256}\"|'[^'\\n]{1,256}'|`[^`\\n]{1,256}`|“[^”\\n]{1,256}”|[^\\s\"'`“”‘’，。；、！？,;()（）<>{}[\\]一-鿿]{1,256}";
/**
 * What is named a secret: name, connector, value. The end of the name is what is looked for, and what stands before it only
 * then (`my_token`, `dbPassword`; not `mycredentials`): to begin with the whole name would mean to try at every word.
 */
const NAMED = new RegExp(
  `(?:(?:${SECRET_NAMES})(?![A-Za-z])(?<=(?<![A-Za-z])(?:[a-z]{2,30}(?:${ENDS_OF_NAMES})|${SECRET_NAMES}))|` +
    "密码|密碼|口令|密钥|密鑰|秘钥|金鑰|私钥|私鑰|令牌|暗号|暗號)" +
    `(?<link>${SECRET_LINK})(?<value>${SECRET_VALUE})`,
  "dgi",
);

/** Words that stand where a value could, but describe one. */
const NOT_A_VALUE =
  /^(?:string|str|text|number|int|integer|bool|boolean|any|object|bytes|null|none|nil|undefined|true|false|required|optional|empty|missing|invalid|expired|encrypted|hashed|masked|redacted|hidden|secret|password|passwd|token|key|value|example|placeholder|changeme|change-me|your\S*|my\S*|xxx+|\*+|\.+|-+|<\S*|\$\S*|%\S*|@\S*|process\.env\S*|import\.meta\S*|os\.\S*|env\S*|config\S*|self\.\S*|this\.\S*|args\.\S*|options?\.\S*|vault:\S*|secrets?\.\S*)$/i;
/** “密码是 8-16 位” speaks about length. */
const UNIT_AFTER =
  /^\s?(?:位|个|字|次|天|分钟|小时|秒|年|月|日|条|bits?\b|chars?\b|characters?\b|digits?\b|days?\b|hours?\b|minutes?\b|tokens?\b)/i;

/** Credentials: keys, tokens, private keys, passwords, connection strings with one. Sorted, not overlapping. */
export function findSecrets(text: string): readonly Found[] {
  return inPlainForm(text, secretsIn);
}

function secretsIn(text: string): readonly Found[] {
  const found: Found[] = [...privateKeys(text), ...namedSecrets(text), ...optionSecrets(text)];
  for (const [kind, pattern] of TOKENS) {
    for (const match of text.matchAll(pattern)) found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  // Both marks are rare, and to look for them costs nothing beside trying the pattern at every word.
  for (const match of text.includes("://") ? text.matchAll(CONNECTION) : []) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    if (!isPlaceholder(text.slice(start, end))) found.push({ kind: "connection_password", start, end });
  }
  for (const match of text.matchAll(AUTH_HEADER)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    if (/\d/.test(text.slice(start, end))) found.push({ kind: "auth_header", start, end });
  }
  return found;
}

/** Replaces the value of each credential by `***`. */
export function maskSecrets(text: string): string {
  return mask(text, findSecrets(text));
}

/** Telephone numbers, identity card and bank card numbers, mail addresses. */
export function findPersonalData(text: string): readonly Found[] {
  return inPlainForm(text, personalDataIn);
}

/** Both, for less than one after the other. */
export function findSensitive(text: string): readonly Found[] {
  return inPlainForm(text, (plain) => [...secretsIn(plain), ...personalDataIn(plain)]);
}

const MAIL_ADDRESS = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;

function personalDataIn(text: string): readonly Found[] {
  const found: Found[] = [];
  const add = (kind: string, pattern: RegExp, accept: (value: string) => boolean = () => true) => {
    for (const match of text.matchAll(pattern)) {
      if (accept(match[0])) found.push({ kind, start: match.index, end: match.index + match[0].length });
    }
  };
  if (text.includes("@")) add("email", MAIL_ADDRESS, isMailAddress);
  add("phone", /(?<![\w.+-])(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\w.-]?\d)/g);
  add("phone", /(?<![\w.+-])\+[1-9]\d{0,2}[ -](?:\(\d{1,4}\)[ -]?)?\d{2,4}(?:[ -]\d{2,4}){1,4}(?!\d)/g);
  add("phone", /(?<![\w.+-])(?:0\d{2,3}-\d{7,8}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4})(?![\w-])/g);
  add("identity_card", /(?<![\w.-])[1-9]\d{16}[\dXx](?![\w.-]?\w)/g, isIdentityCard);
  add("bank_card", /(?<![\w.-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,4}(?:[ -]?\d{1,3})?(?![\w-])/g, isBankCard);
  return found;
}

/** Replaces each piece of personal data by `***`. */
export function maskPersonalData(text: string): string {
  return mask(text, findPersonalData(text));
}

function mask(text: string, found: readonly Found[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of found) {
    out += text.slice(from, start) + MASK;
    from = end;
  }
  return out + text.slice(from);
}

/** Full-width marks that end a sentence; in plain form they would belong to the word before. */
const SENTENCE_MARKS = /[！？，；]/;
/** Shown as nothing, wherever in a word it stands. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** All but what has no other form: ASCII, ideographs, and the marks that stand between them. The rest is looked up one by one. */
const MAY_READ_OTHERWISE = /[^\p{ASCII}\u4e00-\u9fff、。“”‘’—！？，；]/gu;

/**
 * What `find` finds in the text and in the text as it reads: full-width and styled characters (ＰＡＳＳ, 𝗽𝗮𝘀𝘀) are plain ones,
 * and invisible ones are not there. Sorted, not overlapping, at the places of the text itself.
 */
function inPlainForm(text: string, find: (text: string) => readonly Found[]): readonly Found[] {
  const found = [...find(text)];
  const known = new Map<string, string>();
  const changes: Change[] = [];
  let grown = 0;
  const plain = text.replace(MAY_READ_OTHERWISE, (character, index: number) => {
    const form = known.get(character) ?? plainForm(character);
    known.set(character, form);
    if (form !== character) {
      changes.push({ start: index, end: index + character.length, plain: index + grown, plainEnd: index + grown + form.length });
      grown += form.length - character.length;
    }
    return form;
  });
  if (changes.length === 0) return merged(found);
  for (const { kind, start, end } of find(plain)) {
    found.push({ kind, start: placeOf(start, changes).start, end: placeOf(end - 1, changes).end });
  }
  return merged(found);
}

/** A character that reads otherwise: where it stands in the text, and its form in the plain text. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly plain: number;
  readonly plainEnd: number;
}

/** What of the text a unit of its plain form comes from: a character that reads otherwise, or a unit. */
function placeOf(unit: number, changes: readonly Change[]): { readonly start: number; readonly end: number } {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle]?.plain ?? 0) <= unit) low = middle + 1;
    else high = middle;
  }
  const last = changes[low - 1]; // the last one that begins at the unit or before it
  if (last !== undefined && unit < last.plainEnd) return last;
  const start = last === undefined ? unit : last.end + unit - last.plainEnd;
  return { start, end: start + 1 };
}

function plainForm(character: string): string {
  if (SENTENCE_MARKS.test(character)) return character;
  return INVISIBLE.test(character) ? "" : character.normalize("NFKC");
}

/** Passwords that stand in a command line. */
function optionSecrets(text: string): Found[] {
  const found: Found[] = [];
  const look = (option: RegExp, program: RegExp, byItself: (value: string) => boolean) => {
    for (const { indices, index } of text.matchAll(option)) {
      const [start, end] = indices?.groups?.quoted ?? indices?.groups?.bare ?? [0, 0];
      const value = text.slice(start, end);
      if (isPlaceholder(value) || PORTS.test(value)) continue;
      if (byItself(value) || program.test(text.slice(Math.max(0, index - COMMAND_CHARS), index)))
        found.push({ kind: "option_password", start, end });
    }
  };
  look(USER_OPTION, FETCHES, (value) => value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value));
  for (const [program, option] of PASSWORD_OPTIONS) look(option, program, () => false);
  return found;
}

function privateKeys(text: string): Found[] {
  const found: Found[] = [];
  PEM_BEGIN.lastIndex = 0;
  for (let begin = PEM_BEGIN.exec(text); begin; begin = PEM_BEGIN.exec(text)) {
    PEM_END.lastIndex = PEM_BEGIN.lastIndex;
    const end = PEM_END.exec(text);
    const stop = end ? PEM_END.lastIndex : text.length; // a cut key is still a key
    found.push({ kind: "private_key", start: begin.index, end: stop });
    PEM_BEGIN.lastIndex = stop;
  }
  return found;
}

function namedSecrets(text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(NAMED)) {
    const [start = 0, end = 0] = match.indices?.groups?.value ?? [];
    const link = (match.groups?.link ?? "").trim();
    const value = trimmedValue(text, start, end);
    if (isSecretValue(text.slice(value.start, value.end), link, text.slice(value.end, value.end + 12))) {
      found.push({ kind: "named_secret", ...value });
    }
  }
  return found;
}

/** Without quotes around and sentence marks behind. */
function trimmedValue(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  if (/["'`“]/.test(text.charAt(from)) && to - from >= 2) {
    from++;
    to--;
  }
  while (to > from && /[.:：]/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

function isSecretValue(value: string, link: string, after: string): boolean {
  if (value.length < 4 || isPlaceholder(value) || /[\u4e00-\u9fff]/.test(value) || /^\s?\(/.test(after)) return false;
  if (/^[\d.~-]+$/.test(value) && (UNIT_AFTER.test(after) || /[.~-]/.test(value))) return false;
  if (isPathOfNames(value)) return false;
  const mixed = /\d/.test(value) || /[!@#$%^&*+?~]/.test(value);
  if (/^[:=：＝]|=>/.test(link)) return mixed || value.length >= 6;
  if (link === "") return mixed && value.length >= 6 && !/^\d+$/.test(value) && !/[/\\]/.test(value);
  return mixed;
}

/** a.b.c: where the value is, not the value. A name has a short number at most, and in one place. */
function isPathOfNames(value: string): boolean {
  if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return false;
  return value.split(".").every((name) => !/\d{4}|\d\D+\d/.test(name));
}

function isPlaceholder(value: string): boolean {
  return NOT_A_VALUE.test(value) || /^(?:\$\{.*\}?|\{\{.*|%\w+%|<.*|\[.*|\*+|x+|_+)$/i.test(value);
}

function isMailAddress(value: string): boolean {
  return !/^(?:git|noreply|no-reply|nobody)@|@(?:users\.noreply\.github\.com|example\.(?:com|org|net))$/i.test(value);
}

/** ISO 7064 MOD 11-2, as GB 11643 prescribes; and a date of birth that exists. */
function isIdentityCard(value: string): boolean {
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

function merged(found: Found[]): readonly Found[] {
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const out: Found[] = [];
  for (const item of sorted) {
    const last = out.at(-1);
    if (!last || item.start >= last.end) out.push(item);
    else if (item.end > last.end) out[out.length - 1] = { ...last, end: item.end };
  }
  return out;
}
