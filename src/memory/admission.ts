// What may become a memory at all, and how its text is tidied. Pure.
import { findPersonalData, findSecrets } from "../util/secrets.ts";
import { MAX_FACT_CHARS } from "./options.ts";

export type RefusalReason = "secret" | "personal_data" | "empty" | "too_long";

/** Characters that are not shown but can turn text around or hide some; joiners, which scripts and emoji need, stay. */
const HIDDEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** One line, well-formed, without hidden characters. */
export function tidyFact(fact: string): string {
  return fact
    .toWellFormed()
    .replace(HIDDEN, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Credentials are refused always; personal data unless the user insists. `content` is tidy. */
export function refusalOf(content: string, insists: boolean): RefusalReason | undefined {
  if (content === "") return "empty";
  if (content.length > MAX_FACT_CHARS) return "too_long";
  if (findSecrets(content).length > 0) return "secret";
  return !insists && findPersonalData(content).length > 0 ? "personal_data" : undefined;
}
