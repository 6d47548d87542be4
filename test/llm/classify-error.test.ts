import { describe, expect, test } from "vitest";
import { classifyError } from "../../src/llm/classify-error.ts";

const wrap = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe("too long", () => {
  test.each([
    ["This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.", 128_000],
    ["This endpoint's maximum context length is 262144 tokens. However, you requested about 300000 tokens", 262_144],
    ["Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)", 262_144],
    ["<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]", 983_616],
    ["prompt is too long: 213462 tokens > 200000 maximum", 200_000],
    ["The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).", 1_048_575],
    ["prompt token count of 130431 exceeds the limit of 128000", 128_000],
    ["This model's maximum prompt length is 131072 but the request contains 537812 tokens", 131_072],
    ["The input (210000 tokens) is longer than the model's context length (200000 tokens).", 200_000],
    ["Prompt has 32769 tokens, but the configured context size is 32768 tokens", 32_768],
    ["Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32_768],
    ["Input length exceeds the maximum context length of 8,192 tokens", 8_192],
    ["context window exceeds limit", undefined],
    ["Your input exceeds the context window of this model", undefined],
    ["Prompt exceeds max length", undefined],
    ["Prompt 超长", undefined],
    ["输入长度超过模型最大上下文长度 32768", 32_768],
    ["tokens 数量超出模型上限，最大 131072", 131_072],
    ["请求的上下文过长，请缩短后再试", undefined],
    ["Please reduce the length of the messages or completion", undefined],
  ])("%s", (message, window) => {
    const failure = classifyError(400, wrap(message));
    expect(failure.kind).toBe("overflow");
    expect("window" in failure ? failure.window : undefined).toBe(window);
  });

  test("is also said by code, by status 413, and by llama.cpp with its own field", () => {
    expect(classifyError(400, wrap("bad", { code: "context_length_exceeded" })).kind).toBe("overflow");
    expect(classifyError(400, wrap("bad", { code: "1261" })).kind).toBe("overflow");
    expect(classifyError(413, "Request Entity Too Large").kind).toBe("overflow");
    expect(
      classifyError(
        400,
        wrap("the request exceeds the available context size", { type: "exceed_context_size_error", n_ctx: 4096 }),
      ),
    ).toMatchObject({ kind: "overflow", window: 4_096 });
  });

  test("is not what a rate limit in tokens says", () => {
    expect(
      classifyError(
        429,
        wrap("Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000. The input is too long"),
      ).kind,
    ).toBe("rate");
    expect(classifyError(400, wrap("messages[3].content must be a string")).kind).toBe("refused");
  });
});

describe("an answer limit that does not fit", () => {
  test.each([
    [
      "This model's maximum context length is 32768 tokens. However, you requested 33000 tokens (17000 in the messages, 16000 in the completion).",
      16_000,
      15_704,
    ],
    [
      "'max_tokens' is too large: 16000. This model's maximum context length is 32768 tokens and your request has 20000 input tokens",
      16_000,
      12_704,
    ],
    [
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 33000 tokens (20000 of text input, 13000 in the output).",
      13_000,
      12_704,
    ],
    ["max_tokens is too large: 32768. This model supports at most 16384 completion tokens", 32_768, 16_384],
    ["Range of max_tokens should be [1, 8192]", 16_000, 8_192],
    ["input is too long by 50 tokens", 2_000, 1_886],
    ["请求超出 50 个 token", 2_000, 1_886],
  ])("%s", (message, sent, fits) => {
    expect(classifyError(400, wrap(message), sent)).toMatchObject({ kind: "output_limit", fits });
  });

  test("is none where no limit was sent or the input alone is too long", () => {
    const message =
      "This model's maximum context length is 32768 tokens. However, you requested 49000 tokens (33000 in the messages, 16000 in the completion).";
    expect(classifyError(400, wrap(message), 16_000)).toMatchObject({ kind: "overflow", window: 32_768 });
    expect(classifyError(400, wrap("input is too long by 50 tokens")).kind).toBe("overflow");
  });

  test("is none where the limit that would fit is no lower than the one that was refused: the same request would go out again", () => {
    const message =
      "This model's maximum context length is 16000 tokens. However, you requested 12200 tokens. Please reduce the length.";
    expect(classifyError(400, wrap(message), 4_000)).toMatchObject({ kind: "overflow", window: 16_000 });
    const apart = "maximum context length is 16000 tokens and your request has 9000 input tokens";
    expect(classifyError(400, wrap(apart), 4_000)).toMatchObject({ kind: "overflow", window: 16_000 });
  });
});

describe("other failures", () => {
  test.each([
    [429, wrap("Rate limit reached for requests per minute, current quota 60", { code: "rate_limit_exceeded" }), "rate"],
    [429, wrap("您当前使用该API的并发数过高", { code: "1302" }), "rate"],
    [429, wrap("You exceeded your current quota, please check your plan", { type: "insufficient_quota" }), "quota"],
    [400, wrap("Access denied, please make sure your account is in good standing.", { code: "Arrearage" }), "quota"],
    [403, wrap("The free tier of the model has been exhausted: free allocated quota exceeded"), "quota"],
    [429, wrap("账户余额不足，请充值", {}), "quota"],
    [401, wrap("Incorrect API key provided"), "auth"],
    [undefined, { code: 401, msg: "token expired" }, "auth"],
    [undefined, wrap("invalid key", { code: "invalid_api_key" }), "auth"],
    [404, wrap("The model `x` does not exist"), "not_found"],
    [400, wrap("no such model", { code: "model_not_found" }), "not_found"],
    [undefined, wrap("overloaded", { code: 1305 }), "rate"],
    [undefined, wrap("upstream said nonsense"), "server"],
    [undefined, { error: "plain words" }, "server"],
    [undefined, wrap("Invalid request: role", { type: "invalid_request_error" }), "refused"],
    [529, wrap("overloaded"), "server"],
    [400, null, "refused"],
  ])("%s %j is %s", (status, body, kind) => {
    expect(classifyError(status, body).kind).toBe(kind);
  });

  test("a long message is shown in one short line", () => {
    expect(classifyError(500, `<html>\n${"x".repeat(5_000)}`).message.length).toBeLessThanOrEqual(400);
  });
});
