// Whether options and settings on Git's command line can make it run a program.

/** Options of Git that name a program, or settings that can; also by their beginnings. */
const NAMES_PROGRAM = /^--(?:config-env|exec-path=|u(?:p(?:l.*)?)?(?:=|$)|upl|exec?(?:=|$)|rece)/;

const HARMLESS_SETTING = /^(?:user\.|color|core\.quotepath|advice\.)/;

/** Settings on the command line: `-c` before the subcommand, and of `clone`. Behind others it means something else: `switch -c`. */
function settingsOf(texts: readonly string[]): readonly string[] {
  let at = 0;
  const settings: string[] = [];
  for (; texts[at]?.startsWith("-"); at++) {
    if (texts[at] === "-c") settings.push(texts[at + 1] ?? "");
    if (/^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|attr-source|exec-path))$/.test(texts[at] ?? "")) at++;
  }
  if (texts[at] !== "clone") return settings;
  const own = texts.slice(at + 1);
  const cloned = own.flatMap((text, index) => {
    const [, long, short] = /^--conf[a-z]*(?:=([\s\S]*))?$|^-c([\s\S]*)$/.exec(text) ?? [];
    return /^(?:--conf|-c)/.test(text) ? [long || short || (own[index + 1] ?? "")] : [];
  });
  return [...settings, ...cloned];
}

/** `words`: what follows `git`. */
export function mayNameProgram(words: readonly string[]): boolean {
  return settingsOf(words).some((text) => !HARMLESS_SETTING.test(text)) || words.some((word) => NAMES_PROGRAM.test(word));
}
