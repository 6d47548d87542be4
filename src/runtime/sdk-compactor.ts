// The compactor as a library: with the words and prompts of the language that is asked for.
import { type Compactor, type CompactorOptions, createCompactor as createPlain } from "../context/compactor.ts";
import { type Lang, textsFor } from "../locale/index.ts";
import { homeOf } from "./environment.ts";
import { PACKAGE_DIR } from "./package.ts";
import { loadSummaryPrompts } from "./prompts.ts";

export type SdkCompactorOptions = Omit<CompactorOptions, "prompts" | "texts"> & {
  /** Of the summary and its headings; default `en`. */
  readonly lang?: Lang;
};

/** Reads its prompts when it is first used. */
export function createCompactor({ lang = "en", ...options }: SdkCompactorOptions): Compactor {
  let ready: Promise<Compactor> | undefined;
  const open = () => {
    ready ??= loadSummaryPrompts({ packageDir: PACKAGE_DIR, home: homeOf({}), lang }).then((prompts) =>
      createPlain({ ...options, prompts, texts: textsFor(lang) }),
    );
    return ready;
  };
  return {
    compactIfNeeded: async (messages, how) => (await open()).compactIfNeeded(messages, how),
    compactNow: async (messages, how) => (await open()).compactNow(messages, how),
  };
}
