// The language of the interface and of the model-facing texts. Apart from the rest of the configuration, so that `--help` loads nothing else.

/** The setting, else `LC_ALL` > `LC_MESSAGES` > `LANG`; `zh*` is Chinese, everything else English. */
export function languageOf(setting: string | undefined, env: Readonly<Record<string, string | undefined>>): "zh" | "en" {
  if (setting === "zh" || setting === "en") return setting;
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  return locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}
