import { describe, expect, test } from "vitest";
import { answerLimit, initialDialect } from "../../src/llm/dialect.ts";
import { endpointOf } from "../../src/llm/endpoint.ts";
import { proxyFor } from "../../src/llm/http.ts";
import { clientOptions, KEY_VARIABLES, PROVIDER_NAMES, providerNamed } from "../../src/llm/options.ts";
import { PROVIDERS } from "../../src/llm/profiles.ts";
import { retryAfterMs, waitMs } from "../../src/llm/retry.ts";

describe("client options", () => {
  test("every provider with an endpoint of its own is complete with just its key", () => {
    for (const name of PROVIDER_NAMES) {
      if (PROVIDERS[name].baseUrl === undefined) continue;
      const options = clientOptions(name, { apiKey: "k" });
      expect(options.baseUrl, name).toMatch(/^https?:\/\/.*[^/]$/);
      expect(options.window, name).toBeGreaterThanOrEqual(8_000);
      expect(options.maxOutput, name).toBeLessThan(options.window);
      expect(initialDialect(options).emptyContent, name).toBeDefined();
    }
  });

  test("the documented key variables are all known", () => {
    const documented = ["DEEPSEEK", "GLM", "KIMI", "MOONSHOT", "QWEN", "DASHSCOPE", "HUNYUAN", "STEP", "OPENAI"];
    expect(new Set(KEY_VARIABLES)).toEqual(new Set(documented.map((name) => `${name}_API_KEY`)));
  });

  test("what is missing is named with the variable that gives it", () => {
    expect(() => clientOptions("deepseek", {})).toThrow(/PROVIDER_INCOMPLETE.*apiKey.*DEEPSEEK_API_KEY/);
    expect(() => clientOptions("generic", { baseUrl: "http://h/v1" })).toThrow(/PROVIDER_INCOMPLETE.*model/);
    expect(() => clientOptions("generic", { model: "m" })).toThrow(/PROVIDER_INCOMPLETE.*baseUrl/);
    expect(() => providerNamed("deepseak")).toThrow(/PROVIDER_UNKNOWN.*deepseek/);
    expect(providerNamed("DeepSeek")).toBe("deepseek");
  });

  test("the window is that of the model, also behind a gateway, else 128,000; a configured one wins", () => {
    const windowOf = (model: string, more = {}) => clientOptions("generic", { baseUrl: "http://h/v1/", model, ...more }).window;
    expect(windowOf("deepseek-ai/DeepSeek-V4-Pro")).toBe(1_000_000);
    expect(windowOf("kimi-k2.6")).toBe(262_144);
    expect(windowOf("something-new")).toBe(128_000);
    expect(windowOf("kimi-k2.6", { contextWindow: 9_000 })).toBe(9_000);
  });

  test("an endpoint of one's own with a model of one's own is not asked for the provider's small model", () => {
    expect(clientOptions("deepseek", { apiKey: "k" }).lightModel).toBe("deepseek-v4-flash");
    expect(clientOptions("deepseek", { apiKey: "k", baseUrl: "http://h/v1", model: "m" }).lightModel).toBe("m");
    expect(clientOptions("deepseek", { apiKey: "k", baseUrl: "http://h/v1", model: "m", lightModel: "l" }).lightModel).toBe("l");
  });
});

describe("answer limit", () => {
  const dialect = { maxOutput: 16_000, window: 32_000 };
  test("is sent only where it was asked for or the provider wants it", () => {
    expect(answerLimit({}, dialect, false)).toBeUndefined();
    expect(answerLimit({}, dialect, true)).toBe(16_000);
    expect(answerLimit({ maxTokens: 20_000 }, dialect, false)).toBe(16_000);
    expect(answerLimit({ maxTokens: 500 }, dialect, true)).toBe(500);
  });

  test("together with the input never exceeds the window, while there is room for an answer", () => {
    for (let inputEstimate = 0; inputEstimate < 29_000; inputEstimate += 250) {
      const limit = answerLimit({ inputEstimate }, dialect, true) ?? 0;
      expect(inputEstimate + limit).toBeLessThan(32_000);
      expect(limit).toBeGreaterThanOrEqual(256);
    }
  });
});

describe("waiting", () => {
  const headers = (values: Record<string, string>) => new Headers(values);
  const now = new Date("2025-01-01T00:00:00Z");
  test("Retry-After is read as seconds, date and milliseconds", () => {
    expect(retryAfterMs(headers({ "retry-after": "2" }), now)).toBe(2_000);
    expect(retryAfterMs(headers({ "retry-after": "Wed, 01 Jan 2025 00:00:07 GMT" }), now)).toBe(7_000);
    expect(retryAfterMs(headers({ "retry-after": "Tue, 31 Dec 2024 00:00:00 GMT" }), now)).toBe(0);
    expect(retryAfterMs(headers({ "retry-after-ms": "150", "retry-after": "9" }), now)).toBe(150);
    expect(retryAfterMs(headers({ "retry-after": "soon" }), now)).toBeUndefined();
    expect(retryAfterMs(headers({}), now)).toBeUndefined();
  });

  test("is never shorter than asked, doubles otherwise, and is spread", () => {
    for (const dice of [0, 0.3, 0.999]) {
      expect(waitMs(1, 2_000, 800, dice)).toBeGreaterThanOrEqual(2_000);
      expect(waitMs(2, undefined, 800, dice)).toBeGreaterThanOrEqual(1_600);
    }
    expect(waitMs(1, 2_000, 800, 0)).not.toBe(waitMs(1, 2_000, 800, 0.9));
  });
});

describe("proxy", () => {
  const proxy = { http: "http://p:1", https: "http://p:2", no: "internal.example, .corp:8443 *.lan" };
  test.each([
    ["https://api.deepseek.com/v1", "http://p:2"],
    ["http://api.example.com/v1", "http://p:1"],
    ["http://127.0.0.1:11434/v1", undefined],
    ["http://[::1]:80/v1", undefined],
    ["http://localhost:80/v1", undefined],
    ["https://a.internal.example/v1", undefined],
    ["https://notinternal.example/v1", "http://p:2"],
    ["https://x.corp:8443/v1", undefined],
    ["https://x.corp/v1", "http://p:2"],
    ["https://box.lan/v1", undefined],
  ])("%s goes through %s", (url, through) => {
    expect(proxyFor(url, proxy)).toBe(through);
  });

  test("NO_PROXY=* means none at all", () => {
    expect(proxyFor("https://api.deepseek.com", { ...proxy, no: "*" })).toBeUndefined();
  });
});

describe("endpoint", () => {
  test("the path is completed once, a query is kept, credentials leave the URL", () => {
    expect(endpointOf({ baseUrl: "https://h/v1/" }).url).toBe("https://h/v1/chat/completions");
    expect(endpointOf({ baseUrl: "https://h/v1/chat/completions" }).url).toBe("https://h/v1/chat/completions");
    expect(endpointOf({ baseUrl: "https://h/d/x?api-version=1" }).url).toBe("https://h/d/x/chat/completions?api-version=1");
    const { url, headers } = endpointOf({ baseUrl: "https://me:secret1@h:8443/v1" });
    expect(url).toBe("https://h:8443/v1/chat/completions");
    expect(headers.authorization).toBe(`Basic ${Buffer.from("me:secret1").toString("base64")}`);
  });
});
