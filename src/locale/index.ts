// The interface's words in Chinese and English. One typed catalogue: a text that a language lacks does not compile.
import { causeOf, type ErrorCode, type ErrorValues, isPaiError, type PaiError } from "../protocol/errors.ts";
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

/** The same for the person, where the words of the error speak to the model. One line. */
export function tellError(error: unknown, texts: Texts): string {
  const told = isPaiError(error) ? tell(error, texts) : undefined;
  return told ?? describeError(error, texts);
}

function tell<Code extends ErrorCode>(error: PaiError<Code>, { told }: Texts): string | undefined {
  const words: { readonly [Known in ErrorCode]?: (values: ErrorValues[Known]) => string } = told.errors;
  return words[error.code]?.(error.values);
}

function describe<Code extends ErrorCode>(error: PaiError<Code>, texts: Texts): string {
  return texts.errors[error.code](error.values);
}
