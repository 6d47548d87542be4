// Every setting: its name in config.json, its environment variable, what it accepts, its default, and whether a project may set it.
import { z } from "zod";
import { APPROVAL_MODES } from "../policy/options.ts";
import type { Accepted } from "../protocol/errors.ts";
import { PRICE } from "../util/price.ts";

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
  readonly accepts: Accepted;
  readonly schema: z.ZodType<T, string>;
  readonly secret?: true;
}

const setting = <T>(env: string, scope: Scope, accepts: Accepted, schema: z.ZodType<T, string>): Setting<T> => ({
  env,
  scope,
  accepts,
  schema,
});
const secret = (env: string, scope: Scope): Setting<string> => ({ env, scope, accepts: "text", schema: text, secret: true });

const BOOL = Object.keys(WORDS);
const LANGUAGES = ["zh", "en"] as const;
const MODES = ["react", "plan", "team"] as const;
const FORMATS = ["text", "json", "stream-json"] as const;
const INJECTIONS = ["sticky", "system"] as const;
const REQUESTS = ["prefix", "rendered"] as const;

export const SETTINGS = {
  provider: setting("PAICLI_PROVIDER", "trusted", "provider", text),
  model: setting("PAICLI_MODEL", "project", "model", text),
  lightModel: setting("PAICLI_LIGHT_MODEL", "project", "model", text),
  baseUrl: setting("PAICLI_BASE_URL", "trusted", "url", url),
  apiKey: secret("PAICLI_API_KEY", "trusted"),
  contextWindow: setting("PAICLI_CONTEXT_WINDOW", "project", "tokens", integer(1)),
  maxOutputTokens: setting("PAICLI_MAX_OUTPUT_TOKENS", "project", "tokens", integer(1)),
  price: setting("PAICLI_PRICE", "user", "price", z.string().trim().regex(PRICE)),
  lang: setting("PAICLI_LANG", "project", LANGUAGES, z.enum(LANGUAGES)),
  personality: setting("PAICLI_PERSONALITY", "trusted", "personality", z.string().regex(/^[\w-]+$/)),
  mode: setting("PAICLI_MODE", "trusted", MODES, z.enum(MODES)),
  approval: setting("PAICLI_APPROVAL", "trusted", APPROVAL_MODES, z.enum(APPROVAL_MODES)),
  maxTurns: setting("PAICLI_MAX_TURNS", "project", "whole_from_1", integer(1)),
  tokenBudget: setting("PAICLI_TOKEN_BUDGET", "project", "tokens", integer(1)),
  outputFormat: setting("PAICLI_OUTPUT_FORMAT", "trusted", FORMATS, z.enum(FORMATS)),
  noColor: setting("PAICLI_NO_COLOR", "trusted", BOOL, bool),
  trustProject: setting("PAICLI_TRUST_PROJECT", "user", BOOL, bool),
  memoryDir: setting("PAICLI_MEMORY_DIR", "trusted", "folder", text),
  memoryAutoExtractEnabled: setting("PAICLI_MEMORY_AUTO_EXTRACT_ENABLED", "trusted", BOOL, bool),
  memoryStaleDays: setting("PAICLI_MEMORY_STALE_DAYS", "project", "days", integer(-1e9)),
  memoryConflictThreshold: setting("PAICLI_MEMORY_CONFLICT_THRESHOLD", "project", "share", number(z.number().gt(0).max(1))),
  memoryDisableOnExternalContext: setting("PAICLI_MEMORY_DISABLE_ON_EXTERNAL_CONTEXT", "trusted", BOOL, bool),
  memoryInjection: setting("PAICLI_MEMORY_INJECTION", "trusted", INJECTIONS, z.enum(INJECTIONS)),
  embeddingBaseUrl: setting("PAICLI_EMBEDDING_BASE_URL", "trusted", "url", url),
  embeddingModel: setting("PAICLI_EMBEDDING_MODEL", "trusted", "model", text),
  embeddingApiKey: secret("PAICLI_EMBEDDING_API_KEY", "trusted"),
  sessionMemoryCompactionEnabled: setting("PAICLI_SESSION_MEMORY_COMPACTION_ENABLED", "trusted", BOOL, bool),
  compactionRequest: setting("PAICLI_COMPACTION_REQUEST", "trusted", REQUESTS, z.enum(REQUESTS)),
  toolOffloadEnabled: setting("PAICLI_TOOL_OFFLOAD_ENABLED", "trusted", BOOL, bool),
  toolOffloadThresholdChars: setting("PAICLI_TOOL_OFFLOAD_THRESHOLD_CHARS", "project", "whole_from_2000", integer(2000)),
  toolResultClearingEnabled: setting("PAICLI_TOOL_RESULT_CLEARING_ENABLED", "trusted", BOOL, bool),
  toolResultClearingTriggerTokens: setting("PAICLI_TOOL_RESULT_CLEARING_TRIGGER_TOKENS", "project", "tokens", integer(1)),
  toolResultClearingKeep: setting("PAICLI_TOOL_RESULT_CLEARING_KEEP", "project", "whole_from_0", integer(0)),
  toolResultClearingExcludeTools: setting("PAICLI_TOOL_RESULT_CLEARING_EXCLUDE_TOOLS", "project", "tools", list),
  toolOutputRetentionDays: setting("PAICLI_TOOL_OUTPUT_RETENTION_DAYS", "trusted", "whole_days", integer(0)),
  sessionRetentionDays: setting("PAICLI_SESSION_RETENTION_DAYS", "trusted", "whole_days", integer(0)),
  commandTimeoutSeconds: setting("PAICLI_COMMAND_TIMEOUT_SECONDS", "project", "seconds_1_to_600", integer(1, 600)),
  debug: setting("PAICLI_DEBUG", "trusted", BOOL, bool),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]?: z.output<(typeof SETTINGS)[Name]["schema"]> };
