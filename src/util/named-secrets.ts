// Credentials that a text calls by their name: “密码是 …”, “the password for staging is …”, `DB_PASSWORD=…`, “creds: admin:…”. The
// name is looked for first; what follows it decides whether a value stands there or the name is only spoken of. Pure, linear time.
import type { Found } from "./personal-data.ts";

/** Blanks between letters are a disguise: p a s s w o r d. */
const PASSWORD = "p ?a ?s ?s ?w ?o ?r ?ds?";
/** What names end in. Few words are looked for in the whole text, and what stands before them only where one of them is. */
const HEADS = `key|token|secret|${PASSWORD}|passwd|passphrase|pwd|pw|passcode|passwort|contraseña|pass|credentials?|creds|pin|otp|code|sessdata|sess(?:ion)?id|sid|bili_jct|cookies?`;
const NAMES = `api[ _-]?key|(?:aws[ _-]?)?secret[ _-]?(?:access[ _-]?)?key|access[ _-]?key(?:[ _-]?secret)?|(?:private|signing|encryption|master|shared|account|license|deploy|host|session|aws)[ _-]?key|aws[ _-]?secret|client[ _-]?secret|app[ _-]?secret|token|secret|${PASSWORD}|passwd|passphrase|pwd|pw|passcode|passwort|contraseña|(?<=user(?:name)?[ :=]{1,2}\\S{1,40}[ ,]{1,3}(?:and )?)pass|credentials?|creds|pin(?:[ _-]?code)?|otp|(?:verification|recovery|backup|security|one[- ]time|2fa)[ _-]code|jsessionid|phpsessid|sessdata|connect\\.sid|bili_jct|cookies?`;
/** Also at the end of a longer word: dbPassword. */
const ENDS_OF_NAMES =
  "ApiKey|Password|Passwd|Pwd|Secret|Token|SecretKey|AccessKey|AccountKey|SharedKey|SigningKey|EncryptionKey|MasterKey|PrivateKey";
/** SECRET_KEY_BASE, token_prod, access_key_id. */
const SUFFIX = "(?:[ _-]id|[_-](?:base|value|prod|production|staging|stage|dev|test|live|old|new|main|root|admin|\\d{1,2}))?";
const NAME = new RegExp(
  `(?:${HEADS})${SUFFIX}(?![A-Za-z]|_\\w)(?<=(?<![A-Za-z])(?:[a-z]{2,30}(?:${ENDS_OF_NAMES})|${NAMES})${SUFFIX})`,
  "gi",
);
const NAME_ZH =
  /密 ?[码碼]|口 ?令|密[钥鑰]|秘[钥鑰]|金鑰|私[钥鑰]|令牌|暗[号號]|凭证|凭据|憑證|账密|[验驗][证證][码碼]|校验码|动态码|授权码|恢复码|激活码|[Pp][Ii][Nn] ?码/g;

const VALUE =
  "\"[^\"\\n]{1,256}\"|'[^'\\n]{1,256}'|`[^`\\n]{1,256}`|“[^”\\n]{1,80}”|「[^」\\n]{1,80}」|『[^』\\n]{1,80}』|[零〇一二三四五六七八九]{4,20}(?!\\p{Script=Han})|[^\\s\"'`“”‘’，。；、！？,;()（）<>{}[\\]「」『』\\p{Script=Han}]{1,256}";
const MARKS = "[\"'`”’*_]{0,3}";
/** For whom or what: “for staging”, “of the db user”, “（测试环境）”. */
const QUALIFIER =
  "(?:\\s{1,2}(?:for|of|to|on|at|in|für)\\s(?:[^\\s,.;:=，。；：\"'`]{1,40}\\s{1,2}){0,5}?(?:[^\\s,;:=，。；：\"'`]{1,40}(?=\\s{0,2}[:=：]))?|\\s?[（(][^\\n（()）]{1,20}[)）])";
const VERB =
  "就?是|[为為]|即|設?定?[为為]|设[为為成]|設[為成]|设置[为成]|設[置定]為|改[成为為]了?|换成了?|換成了?|叫|统一是?|统一[为用]|默认是?|默认[为用]|(?:is\\s+set\\s+to|set\\s+to|is|are|was|will\\s+be|equals|ist|es)(?![a-z])";
/** What leads from a name to its value, in the order in which it is tried; and the value, which ends the match. */
const LINKS = {
  sign: "\\s{0,4}(?::=|=>|=(?!=)|[:：＝])\\s{0,4}",
  arrow: "\\s{0,4}(?:->|→|⇒|\\|)\\s{0,4}",
  verb: `${QUALIFIER}?\\s{0,4}(?:${VERB})\\s{0,4}`,
  qualified: `${QUALIFIER}\\s{0,2}[:=：]\\s{0,4}`,
  use: "\\s{0,4}[就都统一]{0,3}(?:使用|采用|用)\\s{0,4}",
  bracket: "\\s?[（(](?=[^\\s()（）]{4,64}[)）])",
  none: "\\s{0,4}",
};
type Link = keyof typeof LINKS;
const LINK_AND_VALUE = new RegExp(
  `${MARKS}(?:${Object.entries(LINKS)
    .map(([name, link]) => `(?<${name}>${link})`)
    .join("|")})(?<value>${VALUE})`,
  "iuy",
);

/** Shorter is no password, and more often a word. UTF-16 units. */
const MIN_CHARS = 4;

/** A name and its password: admin:hunter2, admin / hunter2, “root root123”. */
const PAIR_NAME =
  /(?<![A-Za-z])(?:creds?|credentials?|logins?|accounts?|user(?:name)?\s?(?:\/|and|&|\+)\s?pass(?:word)?)(?![A-Za-z])|[账帐][号户](?<both>\/?密码)?|用户名(?<also>\/?密码)?|账密|凭证|凭据|登录/gi;
const PAIR =
  /[^\S\n]{0,3}(?:(?:for|to|of|on|at|in)\s(?:[^\s,.;:，。；：]{1,40}\s?){1,5}?)?(?:[:=：]|is|are|was|with|as|就?[是为用]|统一|默认)?[^\S\n]{0,3}[`"'“]?(?<user>[A-Za-z][\w.@-]{0,63})(?<between>\s?[/:：|]\s?|\s{1,2})(?<password>[^\s"'`“”，。；、！？,;()（）<>{}[\]\p{Script=Han}/\\]{4,128})/uy;
/** Accounts that no one has to call by a name of what they are. */
const WELL_KNOWN =
  /(?<![\w/.:@-])(?:root|admin|administrator|superuser|sysadmin|sa|postgres|dba)(?:[:：]\s?(?<by>[^\s:@/"'`，。；、,;()（）<>{}[\]\p{Script=Han}]{6,128})|\s?\/\s?(?<after>[^\s:@/"'`，。；、,;()（）<>{}[\]\p{Script=Han}]{6,128}))(?![/:\w])/dgu;
/** Where something is, not who: no account. */
const NO_ACCOUNT =
  /^(?:https?|localhost|src|app|apps|api|lib|docs?|tests?|packages|bin|etc|usr|home|var|opt|port|host|v\d|auth|oauth|sso)$/i;

/** Twelve and more words in a row. */
const MNEMONIC =
  /(?:助记词|助記詞|mnemonic|(?:seed|recovery)\s(?:phrase|words))[^\S\n]{0,2}(?:[:=：是为]|is|are)?[^\S\n]{0,2}((?:[a-z]{3,8}\s){11,23}[a-z]{3,8})/dgi;
/** “passphrase is correct horse battery staple”: words, none of which makes a sentence of them. */
const PHRASE =
  /(?:passphrase|pass phrase|密码短语|口令短语)\s{0,2}(?:[:=：是为]|is)\s{0,2}((?:[a-z]{2,12}\s){2,9}[a-z]{2,12})(?=\s*(?:$|[.,;。，；\n]))/dgi;
const MAKES_SENTENCE =
  /\b(?:a|an|the|in|on|at|by|to|of|for|from|with|without|and|or|not|no|is|are|be|been|as|it|its|that|this|must|should|required|stored|kept|used|needed|set|only|never|always|when|if|you|we|they)\b/i;

/** Names of algorithms, protocols and products with a number in them: “密码用 argon2”, “token uses oauth2”. */
const KNOWN_TERM =
  /^(?:(?:aes|des|3des|sha|rsa|dsa|ecdsa|ed|hmac|md|sm|hs|rs|es|ps|argon|bcrypt|scrypt|pbkdf|base|oauth|oidc|openid|utf|http|tls|ssl|x|pkcs|chacha|blake|ripemd|crc|secp|curve|pg|k|log|neo|vue|python|java|jdk|node|go|php|redis|mysql|postgres|win|web|ipv|s|ec|totp|webauthn|fido|u)[-_]?v?\d{1,4}(?:[-_.][a-z0-9-]{1,12}|[a-z]{0,3})?|(?:2|m)fa|1password|uuidv?\d?|i18n|v\d+(?:\.\d+)*)$/i;
/** Words that stand where a value could, but describe one. */
const NOT_A_VALUE =
  /^(?:string|str|text|number|int|integer|bool|boolean|any|object|bytes|null|none|nil|undefined|true|false|required|optional|empty|missing|invalid|expired|encrypted|hashed|masked|redacted|hidden|secret|password|passwd|token|key|value|example|placeholder|changeme|change-me|your\S*|my\S*|xxx+|\*+|\.+|-+|<\S*|\$\S*|%\S*|@\S*|process\.env\S*|import\.meta\S*|os\.\S*|env\S*|config\S*|self\.\S*|this\.\S*|args\.\S*|options?\.\S*|vault:\S*|secrets?\.\S*)$/i;
/** “密码是 8-16 位” speaks about length. */
const UNIT_AFTER =
  /^\s?(?:位|个|字|次|天|分钟|小时|秒|年|月|日|号|种|多|以上|条|bits?\b|bytes?\b|chars?\b|characters?\b|digits?\b|days?\b|hours?\b|minutes?\b|seconds?\b|tokens?\b|times?\b)/i;
/** “密码用 hunter2” ends there; “密码用 sm4 加密” does not. */
const ENDS_AFTER = /^[)）"'”`]?\s*(?:$|[，。；,;!！\n]|\.(?:\s|$)|吧|了|[来去]?登[录陆])/u;
/** Names of nothing but digits, of the words of groups, or both. */
const CODE_NAME = /(?<!密 ?)[码碼]$|code$|^pin|^otp$/i;
const COOKIE_NAME = /cookie|sess|sid$|csrf|jct/i;
/** “PIN is 4821”: these are words of other trades as well. */
const WEAK_NAME = /^(?:pin|pw|otp|creds)$/i;

/** The values of named credentials; may overlap. */
export function namedSecrets(text: string): Found[] {
  return [...named(text, NAME, false), ...named(text, NAME_ZH, true), ...pairs(text), ...phrases(text)];
}

function named(text: string, names: RegExp, han: boolean): Found[] {
  const found: Found[] = [];
  let end = 0;
  for (const match of text.matchAll(names)) {
    if (match.index < end) continue; // inside a value
    const value = valueAfter(text, match.index + match[0].length, match[0], han);
    if (value === undefined) continue;
    found.push({ kind: "named_secret", ...value });
    end = value.end;
  }
  return found;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function valueAfter(text: string, from: number, name: string, han: boolean): Place | undefined {
  LINK_AND_VALUE.lastIndex = from;
  const match = LINK_AND_VALUE.exec(text);
  const written = match?.groups?.value ?? "";
  if (match === null || written.length < MIN_CHARS) return undefined;
  const end = from + match[0].length;
  // the mark that closes `"token"` opens nothing, and `token-abc`, `token?.x` are words of their own
  if (match[0] === written && /^["'`!-/:-@|~]/.test(written)) return undefined;
  const place = trimmedValue(text, end - written.length, end);
  const value = text.slice(place.start, place.end);
  const quoted = place.start > end - written.length;
  return isSecretValue(value, { link: linkOf(match.groups), name, han, quoted, after: text.slice(place.end, place.end + 12) })
    ? place
    : undefined;
}

function linkOf(links: Readonly<Record<string, string | undefined>> = {}): Link {
  if (links.sign !== undefined) return "sign";
  if (links.arrow !== undefined) return "arrow";
  if (links.verb !== undefined) return "verb";
  if (links.qualified !== undefined) return "qualified";
  if (links.use !== undefined) return "use";
  return links.bracket === undefined ? "none" : "bracket";
}

/** Without quotes around and sentence marks behind. */
function trimmedValue(text: string, start: number, end: number): Place {
  let from = start;
  let to = end;
  if (/["'`“「『]/.test(text.charAt(from)) && to - from >= 2) {
    from++;
    to--;
  }
  while (from < to && text.charAt(from) === "*") from++; // emphasis
  while (to > from && /[.:：|*]/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

interface Context {
  readonly link: Link;
  readonly name: string;
  /** The name is Chinese. */
  readonly han: boolean;
  readonly quoted: boolean;
  readonly after: string;
}

function isSecretValue(value: string, context: Context): boolean {
  const { link, name, han, quoted, after } = context;
  if (/^[零〇一二三四五六七八九]{4,}$/.test(value)) return link !== "none" && !UNIT_AFTER.test(after);
  if (value.length < MIN_CHARS || isPlaceholder(value) || /\p{Script=Han}/u.test(value)) return false;
  if (link !== "bracket" && /^\s?\(/.test(after)) return false;
  if (COOKIE_NAME.test(name)) return isCookie(value, link);
  if (CODE_NAME.test(name)) return isCode(value, context);
  if (/^[\d.~-]+$/.test(value) && (UNIT_AFTER.test(after) || /[.~-]/.test(value))) return false;
  if (isPathOfNames(value) || KNOWN_TERM.test(value)) return false;
  if (/^[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,}$/.test(value)) return true;
  const mixed = isMixed(value);
  switch (link) {
    case "sign":
      return WEAK_NAME.test(name) ? mixed && !/[/:]/.test(value) : mixed || value.length >= 6;
    case "verb":
    case "qualified":
      return mixed && !(WEAK_NAME.test(name) && /^\d+$/.test(value));
    case "arrow": // also the bar of a pattern or a table
      return mixed && !/[|?*+]/.test(value);
    case "use":
      return mixed && value.length >= 6 && ENDS_AFTER.test(after) && !/[/\\]/.test(value);
    case "bracket":
      return mixed && value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[=/\\]/.test(value);
    case "none":
      return !WEAK_NAME.test(name) && mixed && standsAlone(value, { han, quoted });
  }
}

/** A value right behind a name. With Chinese names digits alone are one: 密码123456. */
function standsAlone(value: string, { han, quoted }: Pick<Context, "han" | "quoted">): boolean {
  if (/^\d+$/.test(value)) return han && value.length >= 4;
  if (quoted || value.length >= 6) return !/[/\\]/.test(value) || isBlob(value);
  return false;
}

/** Random by its look: long, with capitals, small letters and digits, and no dot as in names of files. */
function isBlob(value: string): boolean {
  return (
    value.length >= 30 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /^[A-Za-z0-9+/=_-]+$/.test(value)
  );
}

/** Digits, groups of letters and digits, or a long word without a meaning. */
function isCode(value: string, { link, after }: Context): boolean {
  if (/^\d{4,10}$/.test(value)) return !UNIT_AFTER.test(after) && (link !== "none" || !/^\s?[\p{Script=Han}a-z]/iu.test(after));
  if (/^[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){2,}$/.test(value)) return true;
  if (isPathOfNames(value) || KNOWN_TERM.test(value) || /[/\\]/.test(value)) return false;
  return isMixed(value) ? value.length >= 6 || link === "sign" || link === "verb" : /^[A-Za-z]{12,}$/.test(value);
}

/** `sessionid=…` and what a cookie named alone holds. */
function isCookie(value: string, link: Link): boolean {
  const held = value.slice(value.indexOf("=") + 1);
  if (!/\d/.test(held) || !/[A-Za-z]/.test(held) || KNOWN_TERM.test(held) || isPathOfNames(held)) return false;
  if (value.includes("=")) return held.length >= 8;
  return link !== "use" && link !== "bracket" && held.length >= (link === "sign" ? 8 : 12);
}

function pairs(text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(PAIR_NAME)) {
    PAIR.lastIndex = match.index + match[0].length;
    const pair = PAIR.exec(text);
    const { user = "", between = "", password = "" } = pair?.groups ?? {};
    if (pair === null) continue;
    const end = pair.index + pair[0].length;
    const namesBoth = /密码|密碼|账密|pass/i.test(match[0]);
    if (NO_ACCOUNT.test(user) || (between.trim() === "" && !namesBoth)) continue;
    if (isPassword(password, text.slice(end, end + 4)) && !(between.includes(":") && /^\d{2,5}$/.test(password)))
      found.push({ kind: "login", start: end - password.length, end: end - (password.endsWith(".") ? 1 : 0) });
  }
  for (const { groups, indices } of text.matchAll(WELL_KNOWN)) {
    const [start, end] = indices?.groups?.by ?? indices?.groups?.after ?? [0, 0];
    const value = groups?.by ?? groups?.after ?? "";
    const strange =
      groups?.by === undefined ? /[A-Z]/.test(value) && /\d/.test(value) : /\d/.test(value) && /[A-Za-z]/.test(value);
    if (strange && isPassword(value, "")) found.push({ kind: "login", start, end });
  }
  return found;
}

function isPassword(value: string, after: string): boolean {
  if (isPlaceholder(value) || KNOWN_TERM.test(value) || isPathOfNames(value) || /^[/\\]/.test(after)) return false;
  return isMixed(value) && !/^\d{1,3}(?:\.\d+)*$|\.[a-z]{1,5}$/.test(value) && !/^[a-z]+\d{1,2}$/.test(value.slice(0, 3));
}

function phrases(text: string): Found[] {
  const found: Found[] = [];
  for (const pattern of [MNEMONIC, PHRASE]) {
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (pattern === MNEMONIC || !MAKES_SENTENCE.test(text.slice(start, end))) found.push({ kind: "passphrase", start, end });
    }
  }
  return found;
}

/** Not a plain word: with a digit or one of the marks that passwords are said to need. */
export function isMixed(value: string): boolean {
  return /[\d!@#$%^&*+?~]/.test(value);
}

/** A reference, a pattern, or a word that describes a value. */
export function isPlaceholder(value: string): boolean {
  return NOT_A_VALUE.test(value) || /^(?:\$\{.*\}?|\{\{.*|%\w+%|<.*|\[.*|\*+|x+|_+)$/i.test(value);
}

/** a.b.c: where the value is, not the value. A name has a short number at most, and in one place. */
function isPathOfNames(value: string): boolean {
  if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return false;
  return value.split(".").every((name) => !/\d{4}|\d\D+\d/.test(name));
}
