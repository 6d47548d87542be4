// What differs between the providers, as one table: endpoints, key variables, windows, and the dialect each speaks.
// Figures are those of the providers' own model pages; a configured window or output limit wins over them.
import type { ModelRequest, ReasoningPolicy } from "../protocol/llm.ts";

interface ModelFacts {
  readonly id: RegExp;
  /** Tokens. */
  readonly window: number;
  /** Most tokens of an answer. */
  readonly maxOutput: number;
  readonly images?: true;
}

export interface ProviderProfile {
  /** Absent: the person must name it. */
  readonly baseUrl?: string;
  /** Variables that may hold its key, first one first. Empty: it works without a key. */
  readonly keyVariables: readonly string[];
  readonly model?: string;
  readonly lightModel?: string;
  /** First match counts. */
  readonly models: readonly ModelFacts[];
  readonly reasoning: ReasoningPolicy;
  /** It refuses an assistant message with calls that lacks `reasoning_content`; an empty one is taken. */
  readonly needsReasoning?: true;
  /** What an assistant message with calls and without text carries as `content`. */
  readonly emptyContent: "null" | "empty";
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** Its default answer limit is too low for an agent that writes files, so one is always sent. */
  readonly alwaysLimits?: true;
  /** Extra body fields for less reasoning. */
  readonly effort?: (effort: NonNullable<ModelRequest["effort"]>, model: string) => Record<string, unknown>;
}

const thinkingOff: ProviderProfile["effort"] = (effort) => (effort === "off" ? { thinking: { type: "disabled" } } : {});

const table = {
  deepseek: {
    baseUrl: "https://api.deepseek.com/v1",
    keyVariables: ["DEEPSEEK_API_KEY"],
    model: "deepseek-v4-pro",
    lightModel: "deepseek-v4-flash",
    models: [
      { id: /deepseek-v4/, window: 1_000_000, maxOutput: 64_000 },
      { id: /deepseek/, window: 128_000, maxOutput: 8_192 },
    ],
    reasoning: "with_calls",
    needsReasoning: true,
    emptyContent: "empty",
    maxTokensField: "max_tokens",
    alwaysLimits: true,
    effort: thinkingOff,
  },
  glm: {
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    keyVariables: ["GLM_API_KEY"],
    model: "glm-5",
    lightModel: "glm-4.7-flash",
    models: [
      { id: /glm-.*v(-|$)/, window: 64_000, maxOutput: 16_000, images: true },
      { id: /glm-(5|4\.[67])/, window: 200_000, maxOutput: 64_000 },
      { id: /glm-4\.5/, window: 128_000, maxOutput: 64_000 },
      { id: /glm/, window: 128_000, maxOutput: 4_096 },
    ],
    reasoning: "with_calls",
    emptyContent: "empty",
    maxTokensField: "max_tokens",
    alwaysLimits: true,
    effort: thinkingOff,
  },
  kimi: {
    baseUrl: "https://api.moonshot.cn/v1",
    keyVariables: ["KIMI_API_KEY", "MOONSHOT_API_KEY"],
    model: "kimi-k2.6",
    lightModel: "kimi-k2.6",
    models: [
      { id: /kimi-k2\.[5-9]/, window: 262_144, maxOutput: 32_768, images: true },
      { id: /kimi-k2/, window: 262_144, maxOutput: 32_768 },
      { id: /moonshot-v1-8k/, window: 8_192, maxOutput: 4_096 },
      { id: /moonshot-v1-32k/, window: 32_768, maxOutput: 8_192 },
      { id: /kimi|moonshot/, window: 131_072, maxOutput: 16_384 },
    ],
    reasoning: "with_calls",
    needsReasoning: true,
    emptyContent: "empty",
    maxTokensField: "max_tokens",
    alwaysLimits: true,
    effort: (effort, model) => (effort === "off" && !model.includes("thinking") ? { thinking: { type: "disabled" } } : {}),
  },
  qwen: {
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariables: ["QWEN_API_KEY", "DASHSCOPE_API_KEY"],
    model: "qwen3.6-plus",
    lightModel: "qwen3.5-flash",
    models: [
      { id: /qwen.*vl|qwen3\.[5-9]/, window: 1_000_000, maxOutput: 65_536, images: true },
      { id: /qwen3-coder-(plus|flash)/, window: 1_000_000, maxOutput: 65_536 },
      { id: /qwen-(plus|flash|turbo)/, window: 1_000_000, maxOutput: 32_768 },
      { id: /qwen3-(max|coder)/, window: 262_144, maxOutput: 65_536 },
      { id: /qwen|qwq/, window: 131_072, maxOutput: 8_192 },
    ],
    reasoning: "never",
    emptyContent: "empty",
    maxTokensField: "max_tokens",
    effort: (effort) => (effort === "off" ? { enable_thinking: false } : effort === "low" ? { thinking_budget: 2_048 } : {}),
  },
  hunyuan: {
    baseUrl: "https://api.hunyuan.cloud.tencent.com/v1",
    keyVariables: ["HUNYUAN_API_KEY"],
    model: "hunyuan-2.0-instruct-20251111",
    lightModel: "hunyuan-turbos-latest",
    models: [
      { id: /hunyuan-2/, window: 128_000, maxOutput: 16_000 },
      { id: /hunyuan-(turbos|t1)/, window: 32_000, maxOutput: 16_000 },
      { id: /hunyuan/, window: 32_000, maxOutput: 4_000 },
    ],
    reasoning: "never",
    emptyContent: "empty",
    maxTokensField: "max_tokens",
  },
  step: {
    baseUrl: "https://api.stepfun.com/v1",
    keyVariables: ["STEP_API_KEY"],
    model: "step-3.7-flash",
    lightModel: "step-3.5-flash",
    models: [
      { id: /step-3\.7|step.*v/, window: 262_144, maxOutput: 32_768, images: true },
      { id: /step-3/, window: 262_144, maxOutput: 32_768 },
      { id: /step-/, window: 32_768, maxOutput: 8_192 },
    ],
    reasoning: "with_calls",
    emptyContent: "empty",
    maxTokensField: "max_tokens",
    effort: (effort, model) => (effort !== "default" && model.startsWith("step-3.7") ? { reasoning_effort: "low" } : {}),
  },
  openai: {
    baseUrl: "https://api.openai.com/v1",
    keyVariables: ["OPENAI_API_KEY"],
    model: "gpt-5.1",
    lightModel: "gpt-5-mini",
    models: [
      { id: /gpt-5/, window: 400_000, maxOutput: 128_000, images: true },
      { id: /gpt-4\.1/, window: 1_047_576, maxOutput: 32_768, images: true },
      { id: /^o\d/, window: 200_000, maxOutput: 100_000, images: true },
      { id: /gpt-4o/, window: 128_000, maxOutput: 16_384, images: true },
    ],
    reasoning: "never",
    emptyContent: "null",
    maxTokensField: "max_completion_tokens",
    effort: (effort, model) => (effort !== "default" && /^(gpt-5|o\d)/.test(model) ? { reasoning_effort: "low" } : {}),
  },
  ollama: {
    baseUrl: "http://127.0.0.1:11434/v1",
    keyVariables: [],
    model: "qwen3",
    // Its own default window is 4,096 to 32,768 by version and memory, and it cuts the input silently: better too small than too large.
    models: [{ id: /./, window: 32_768, maxOutput: 8_192 }],
    reasoning: "never",
    emptyContent: "empty",
    maxTokensField: "max_tokens",
    effort: (effort) => (effort === "off" ? { reasoning_effort: "none" } : {}),
  },
  generic: {
    keyVariables: [],
    models: [],
    reasoning: "with_calls",
    emptyContent: "null",
    maxTokensField: "max_tokens",
  },
  offline: {
    keyVariables: [],
    model: "offline",
    models: [{ id: /./, window: 128_000, maxOutput: 8_192 }],
    reasoning: "never",
    emptyContent: "null",
    maxTokensField: "max_tokens",
  },
} as const satisfies Record<string, ProviderProfile>;

export type ProviderName = keyof typeof table;

export const PROVIDERS: Readonly<Record<ProviderName, ProviderProfile>> = table;

/** For a model that no row knows: what nearly every current one has, and an answer limit that none refuses. */
const UNKNOWN_MODEL = { window: 128_000, maxOutput: 8_192 };

/** What is known of a model: by its provider's rows, else by any provider's (the same models are served by gateways). Pure. */
export function modelFacts(provider: ProviderName, model: string): Omit<ModelFacts, "id"> {
  const id = model.toLowerCase();
  const own = PROVIDERS[provider].models.find((row) => row.id.test(id));
  if (own) return own;
  const bare = id.slice(id.lastIndexOf("/") + 1);
  const rows = Object.entries(PROVIDERS).flatMap(([name, profile]) =>
    name === "ollama" || name === "offline" ? [] : profile.models,
  );
  return rows.find((row) => row.id.test(bare)) ?? UNKNOWN_MODEL;
}
