// What is needed before the configuration is read, or where it cannot be: the words, and the version.
import { languageOf } from "../config/language.ts";
import { type Texts, textsFor } from "../locale/index.ts";

/** From `--lang` among the words, the variable, or the locale. */
export function earlyTexts(env: Readonly<Record<string, string | undefined>>, words: readonly string[]): Texts {
  const at = words.findIndex((word) => word === "--lang" || word.startsWith("--lang="));
  const flag = at < 0 ? undefined : words[at]?.startsWith("--lang=") ? words[at]?.slice(7) : words[at + 1];
  return textsFor(languageOf(flag ?? env.PAICLI_LANG, env));
}
