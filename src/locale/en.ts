import type { Texts } from "./texts.ts";

export const en: Texts = {
  lang: "en",
  errors: {
    USAGE: ({ problem }) => `Usage: ${problem}`,
    CONFIG_INVALID: ({ name, source, value, accepted }) =>
      `${name} (from ${source}) has the invalid value "${value}"; accepted: ${accepted}`,
    CONFIG_UNREADABLE: ({ path, cause }) => `Cannot read the configuration file ${path}: ${cause}`,
    NOT_CONFIGURED: () =>
      "No model is configured. Set an API key such as DEEPSEEK_API_KEY, or try the embedded offline model with --provider offline.",
    PROVIDER_UNKNOWN: ({ provider, known }) => `Unknown provider "${provider}"; known: ${known}`,
    NO_TERMINAL: ({ what }) => `${what} needs a terminal`,
    FOLDER_GONE: ({ path }) => `The folder does not exist or cannot be entered: ${path}`,
    PATH_LOOP: ({ path }) => `The links form a loop: ${path}`,
    CONVERSATION_INVALID: ({ unit, reason, index }) => `Message ${index} of conversation ${unit} is not valid: ${reason}`,
    INTERNAL: ({ message }) => `Internal error: ${message}`,
  },
};
