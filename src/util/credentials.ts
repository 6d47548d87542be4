// Credentials in plain text: by their form, by their name, and as what a command line or an address hands over. Pure, linear time.
import { isMixed, isPlaceholder, namedSecrets } from "./named-secrets.ts";
import type { Found } from "./personal-data.ts";
import { TOKENS } from "./secret-tokens.ts";

/** `scheme://user:password@`; the value is the password. */
const CONNECTION = /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s:@/"'<>]{0,128}:([^\s@"'<>]{1,256})@/dg;
/** `https://token@host`: no name, only a key. */
const KEY_IN_ADDRESS = /:\/\/((?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,256})@/dg;
/** `name:password@host:port` without a scheme. */
const LOGIN_AT_HOST =
  /(?<![\w/.:@-])(?!(?:mailto|npm|workspace|git):)[A-Za-z][\w.-]{0,63}:([^\s:@/"'<>]{4,128})@[\w.-]{0,100}[A-Za-z][\w.-]{0,100}(?::\d{2,5}|\/\w)/dg;
const AUTH_HEADER = /(?<![A-Za-z])(?:Bearer|Basic)\s{1,4}([A-Za-z0-9._~+/=-]{12,})/dgi;
/** Whatever follows the header's name is a credential. */
const AUTHORIZATION =
  /(?<![A-Za-z])(?:Proxy-)?Authorization["']?\s{0,3}[:：=]\s{0,3}["']?(?:[A-Za-z]{3,20}\s{1,4})?([A-Za-z0-9._~+/=-]{8,})/dgi;
/** A signature or key in an address. */
const QUERY_SECRET = /[?&](?:sig|signature|x-amz-signature|key|token|auth|code|secret)=([A-Za-z0-9%_+/=.-]{12,})/dgi;
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

/** Every token has as many letters, digits or marks in a row: most Chinese texts need no further look. */
const HAS_TOKEN_RUN = /[\w.:/+-]{12}/;

/** In a text in plain form; may overlap. */
export function credentialsIn(text: string): readonly Found[] {
  const found: Found[] = [...privateKeys(text), ...namedSecrets(text), ...optionSecrets(text)];
  for (const [kind, pattern] of HAS_TOKEN_RUN.test(text) ? TOKENS : []) {
    for (const match of text.matchAll(pattern)) found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  const add = (kind: string, pattern: RegExp, accept: (value: string) => boolean) => {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      if (accept(text.slice(start, end))) found.push({ kind, start, end });
    }
  };
  // These marks are rare, and to look for them costs nothing beside trying the patterns at every word.
  if (text.includes("://")) {
    add("connection_password", CONNECTION, (value) => !isPlaceholder(value));
    add("connection_key", KEY_IN_ADDRESS, () => true);
  }
  if (text.includes("@")) add("connection_password", LOGIN_AT_HOST, (value) => !isPlaceholder(value) && isMixed(value));
  if (text.includes("=")) add("query_secret", QUERY_SECRET, (value) => /\d/.test(value) && /[A-Za-z]/.test(value));
  add("auth_header", AUTH_HEADER, (value) => /\d/.test(value));
  add("auth_header", AUTHORIZATION, (value) => !isPlaceholder(value) && !/(?:token|key|jwt|secret)s?$/i.test(value));
  return found;
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
