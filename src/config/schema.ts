// Every setting: its name in config.json, its environment variable, what it accepts, its default, and whether a project may set it.
import { z } from "zod";
import { APPROVAL_MODES } from "../policy/options.ts";

// A start parses each schema a few times at most: generating code for them costs more than it ever saves.
z.config({ jitless: true });

const WORDS: Record<string, boolean> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};

const text = z.string().min(1);
const bool = z
  .string()
  .transform((word) => WORDS[word.toLowerCase()])
  .pipe(z.boolean());
const number = (schema: z.ZodNumber) =>
  z
    .string()
    .regex(/^[+-]?\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(schema);
const integer = (min: number, max = 1e9) => number(z.number().int().min(min).max(max));
const list = z.string().transform((words) => words.split(/[\s,]+/).filter((word) => word !== ""));
const url = z.url({ protocol: /^https?$/ });

/**
 * Who may set it. `user`: never a project. `trusted`: a trusted project's files too.
 * `project`: any project's files, trusted or not: model id, language and thresholds cannot harm the person.
 */
type Scope = "user" | "trusted" | "project";

interface Setting<T> {
  readonly env: string;
  readonly scope: Scope;
  /** What is accepted, for the error message. */
  readonly accepts: string;
  readonly schema: z.ZodType<T, string>;
  readonly secret?: true;
}

const setting = <T>(env: string, scope: Scope, accepts: string, schema: z.ZodType<T, string>): Setting<T> => ({
  env,
  scope,
  accepts,
  schema,
});
const secret = (env: string, scope: Scope): Setting<string> => ({ env, scope, accepts: "text", schema: text, secret: true });

const BOOL = "true/false/1/0/yes/no/on/off";

export const SETTINGS = {
  provider: setting("PAICLI_PROVIDER", "trusted", "a provider's name", text),
  model: setting("PAICLI_MODEL", "project", "a model id", text),
  lightModel: setting("PAICLI_LIGHT_MODEL", "project", "a model id", text),
  baseUrl: setting("PAICLI_BASE_URL", "trusted", "an http(s) URL", url),
  apiKey: secret("PAICLI_API_KEY", "trusted"),
  contextWindow: setting("PAICLI_CONTEXT_WINDOW", "project", "a whole number of tokens ≥ 1", integer(1)),
  maxOutputTokens: setting("PAICLI_MAX_OUTPUT_TOKENS", "project", "a whole number of tokens ≥ 1", integer(1)),
  lang: setting("PAICLI_LANG", "project", "zh or en", z.enum(["zh", "en"])),
  personality: setting("PAICLI_PERSONALITY", "trusted", "the name of a personality file", z.string().regex(/^[\w-]+$/)),
  mode: setting("PAICLI_MODE", "trusted", "react, plan or team", z.enum(["react", "plan", "team"])),
  approval: setting("PAICLI_APPROVAL", "trusted", APPROVAL_MODES.join(", "), z.enum(APPROVAL_MODES)),
  maxTurns: setting("PAICLI_MAX_TURNS", "project", "a whole number ≥ 1", integer(1)),
  tokenBudget: setting("PAICLI_TOKEN_BUDGET", "project", "a whole number of tokens ≥ 1", integer(1)),
  outputFormat: setting("PAICLI_OUTPUT_FORMAT", "trusted", "text, json or stream-json", z.enum(["text", "json", "stream-json"])),
  noColor: setting("PAICLI_NO_COLOR", "trusted", BOOL, bool),
  trustProject: setting("PAICLI_TRUST_PROJECT", "user", BOOL, bool),
  memoryDir: setting("PAICLI_MEMORY_DIR", "trusted", "a folder", text),
  memoryAutoExtractEnabled: setting("PAICLI_MEMORY_AUTO_EXTRACT_ENABLED", "trusted", BOOL, bool),
  memoryStaleDays: setting("PAICLI_MEMORY_STALE_DAYS", "project", "a number of days (≤ 0: off)", integer(-1e9)),
  memoryConflictThreshold: setting(
    "PAICLI_MEMORY_CONFLICT_THRESHOLD",
    "project",
    "a number in (0, 1]",
    number(z.number().gt(0).max(1)),
  ),
  memoryDisableOnExternalContext: setting("PAICLI_MEMORY_DISABLE_ON_EXTERNAL_CONTEXT", "trusted", BOOL, bool),
  memoryInjection: setting("PAICLI_MEMORY_INJECTION", "trusted", "sticky or system", z.enum(["sticky", "system"])),
  embeddingBaseUrl: setting("PAICLI_EMBEDDING_BASE_URL", "trusted", "an http(s) URL", url),
  embeddingModel: setting("PAICLI_EMBEDDING_MODEL", "trusted", "a model id", text),
  embeddingApiKey: secret("PAICLI_EMBEDDING_API_KEY", "trusted"),
  sessionMemoryCompactionEnabled: setting("PAICLI_SESSION_MEMORY_COMPACTION_ENABLED", "trusted", BOOL, bool),
  compactionRequest: setting("PAICLI_COMPACTION_REQUEST", "trusted", "prefix or rendered", z.enum(["prefix", "rendered"])),
  toolOffloadEnabled: setting("PAICLI_TOOL_OFFLOAD_ENABLED", "trusted", BOOL, bool),
  toolOffloadThresholdChars: setting("PAICLI_TOOL_OFFLOAD_THRESHOLD_CHARS", "project", "a whole number ≥ 2000", integer(2000)),
  toolResultClearingEnabled: setting("PAICLI_TOOL_RESULT_CLEARING_ENABLED", "trusted", BOOL, bool),
  toolResultClearingTriggerTokens: setting(
    "PAICLI_TOOL_RESULT_CLEARING_TRIGGER_TOKENS",
    "project",
    "a whole number of tokens ≥ 1",
    integer(1),
  ),
  toolResultClearingKeep: setting("PAICLI_TOOL_RESULT_CLEARING_KEEP", "project", "a whole number ≥ 0", integer(0)),
  toolResultClearingExcludeTools: setting(
    "PAICLI_TOOL_RESULT_CLEARING_EXCLUDE_TOOLS",
    "project",
    "tool names, separated by commas",
    list,
  ),
  toolOutputRetentionDays: setting(
    "PAICLI_TOOL_OUTPUT_RETENTION_DAYS",
    "trusted",
    "a whole number of days (0: for ever)",
    integer(0),
  ),
  sessionRetentionDays: setting("PAICLI_SESSION_RETENTION_DAYS", "trusted", "a whole number of days (0: for ever)", integer(0)),
  commandTimeoutSeconds: setting("PAICLI_COMMAND_TIMEOUT_SECONDS", "project", "1 to 600 seconds", integer(1, 600)),
  debug: setting("PAICLI_DEBUG", "trusted", BOOL, bool),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]?: z.output<(typeof SETTINGS)[Name]["schema"]> };
