// Sentences that hold or name credentials or personal data: they never leave the machine and are never remembered. Pure.
import { findSensitive } from "../util/secrets.ts";
import type { OwnSentence } from "./own-text.ts";

const SENSITIVE =
  /密码|口令|密钥|秘钥|私钥|令牌|凭证|凭据|手机号|手机号码|电话|身份证|邮箱|银行卡|信用卡|住址|家庭地址|护照|passw(?:or)?d|passphrase|passcode|(?<![a-z])(?:pwd|secrets?|tokens?|bearer|credentials?|e-?mails?|ssn|passport)(?![a-z])|(?:api|access|private|secret|ssh|signing|encryption)[\s_-]?keys?|phone number|credit card/i;
/** Names in code: dbPassword, accessToken. */
const SENSITIVE_NAME = /[a-z](?:Token|Secret|Key|Pwd|Credential)s?(?![a-z])/;
/** What may be a key of any kind: long, without blanks, of letters and digits. */
const BLOB = /[A-Za-z0-9+=_-]{32,}/g;
/** The value follows in the next sentence. */
const VALUE_FOLLOWS = /(?:[:：=]|是|为|如下|is|are|below|follows)[\s.。]*$/i;

/** It speaks of something that is nobody else's business. */
export function namesSensitive(text: string): boolean {
  return SENSITIVE.test(text) || SENSITIVE_NAME.test(text);
}

/** Numbers of the sentences that hold, name or continue something sensitive. */
export function sensitiveSentences(input: string, sentences: readonly OwnSentence[]): ReadonlySet<number> {
  const found = [...findSensitive(input), ...blobs(input)];
  const sensitive = new Set<number>();
  if (found.length === 0 && !namesSensitive(input)) return sensitive;
  let reach: "none" | "next" | "paragraph" = "none";
  let before: OwnSentence | undefined;
  for (const [at, sentence] of sentences.entries()) {
    if (before !== undefined && /\n\s*\n/.test(input.slice(before.end, sentence.start))) reach = "none";
    const text = input.slice(sentence.start, sentence.end);
    const named = namesSensitive(text);
    if (named || reach !== "none" || found.some(({ start, end }) => start < sentence.end && end > sentence.start))
      sensitive.add(at);
    if (named && VALUE_FOLLOWS.test(text)) reach = "paragraph";
    else if (reach === "next") reach = "none";
    if (named && sentence.softEnd && reach === "none") reach = "next";
    before = sentence;
  }
  return sensitive;
}

function blobs(input: string) {
  return [...input.matchAll(BLOB)]
    .filter(([blob]) => /\d/.test(blob) && /[A-Za-z]/.test(blob))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
