// The interface's words in Chinese and English. One typed catalogue: a text that a language lacks does not compile.
import { causeOf, type ErrorCode, isPaiError, type PaiError } from "../protocol/errors.ts";
import { en } from "./en.ts";
import type { Texts } from "./texts.ts";
import { zh } from "./zh.ts";

export type { Texts };
export type Lang = "zh" | "en";

const catalogues: Record<Lang, Texts> = { zh, en };

export function textsFor(lang: Lang): Texts {
  return catalogues[lang];
}

/** The words of an expected error; of anything else its one-line cause. */
export function describeError(error: unknown, texts: Texts): string {
  return isPaiError(error) ? describe(error, texts) : texts.errors.INTERNAL({ message: causeOf(error) });
}

function describe<Code extends ErrorCode>(error: PaiError<Code>, texts: Texts): string {
  return texts.errors[error.code](error.values);
}
