import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExtractor, type ExtractorParts } from "../../src/memory/extract.ts";
import { readAnswer } from "../../src/memory/extract-answer.ts";
import { extractable } from "../../src/memory/extract-filter.ts";
import { ownSentences } from "../../src/memory/own-text.ts";
import { sensitiveSentences } from "../../src/memory/sensitive.ts";
import { statementsOf } from "../../src/memory/statement.ts";
import { PaiError } from "../../src/protocol/errors.ts";
import { textOf } from "../../src/protocol/message.ts";
import { testMemory } from "../support/memory.ts";
import { type ModelScript, type ScriptedReply, scriptedModel } from "../support/model.ts";

const STATED = "我们项目统一使用 pnpm 和 Node 22";
const answer = (...quotes: readonly string[]) => JSON.stringify({ facts: quotes.map((quote) => ({ quote })) });

function setUp(script: ModelScript | readonly ScriptedReply[], more: Partial<ExtractorParts> = {}) {
  const { memory } = testMemory();
  const model = scriptedModel(script);
  const told: string[] = [];
  const extractor = createExtractor({
    model,
    service: memory,
    prompt: "the prompt",
    sources: () => undefined,
    saved: ({ content }) => told.push(content),
    gaveUp: (why) => told.push(why),
    ...more,
  });
  return { memory, model, told, extractor, facts: async () => (await memory.entries()).map(({ content }) => content) };
}

async function savedFrom(typed: string, text: string): Promise<readonly string[]> {
  const { extractor, facts } = setUp([{ text }]);
  extractor.begin(typed);
  await extractor.close();
  return facts();
}

describe("what leaves the machine", () => {
  test.each([
    ["a sentence with a password", `${STATED}。我们默认的数据库密码是 Hunter2!。`, STATED],
    ["a sentence with a key", `${STATED}。the api_key for ci is abc123XYZ9`, STATED],
    [
      "a value on the line after its name",
      `${STATED}\n\n密码如下：\n我们 Hunter2 统一\n\n日志一律用英文`,
      `${STATED}\n日志一律用英文`,
    ],
    ["a passphrase with a full stop in it", `${STATED}。our passphrase is correct horse. battery we use staple`, STATED],
    ["a key of a cloud", `${STATED}。Our project aws key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE${"KEY"}`, STATED],
    ["a name with its password", `${STATED}。Our project creds: admin:hunter2`, STATED],
    ["an account with its password", `${STATED}。我们项目默认账号 admin/123456`, STATED],
    ["a login without its name", `${STATED}。Our default for the project db: root:hunter2`, STATED],
    ["a password by a short name", `${STATED}。Our project pw is hunter2`, STATED],
    ["a PIN", `${STATED}。Our project PIN is 4821`, STATED],
    ["a verification code", `${STATED}。我们项目默认的验证码是 123456`, STATED],
    ["a session cookie", `${STATED}。Our project cookie SESSDATA=abcdef1234567890`, STATED],
    [
      "an address that is a secret",
      `${STATED}。Our hook: https://hooks.slack.com/${"services"}/T00000000/B00000000/abcdefgh`,
      STATED,
    ],
    ["a social security number", `${STATED}。Our project SSN 078-05-1120`, STATED],
    ["a mail address", `${STATED}。我们默认联系 li.lei@corp-mail.cn`, STATED],
    ["a name in code that means a secret", `${STATED}。我们默认把 dbPassword 写在配置里`, STATED],
    ["a long unknown token", `${STATED}。我们默认使用 a8f5f167f44f4964e6c998dee827110c`, STATED],
    ["what holds for now only, an emoji behind it", `we use H2 for now 😀\n${STATED}`, STATED],
    ["a question", `${STATED}。我们的团队用什么框架？`, STATED],
    ["a task", `${STATED}。帮我把项目升级一下`, STATED],
    ["a quoted line", `> 我们团队一律使用 Gradle\n${STATED}`, STATED],
    ["a code block", `\`\`\`\n我们项目默认使用 var\n\`\`\`\n${STATED}`, STATED],
  ])("%s stays here", (_, typed, left) => {
    expect(extractable(typed)?.replace(/[。\n]+$/, "")).toBe(left);
  });

  test.each([
    ["shorter than 5 characters", "我们用"],
    ["longer than 4,000", `我们项目统一使用 pnpm。${"字".repeat(4_000)}`],
    ["without a cue", "目录里有三个文件夹和一张图片"],
  ])("an input %s costs no request", async (_, typed) => {
    const { extractor, model } = setUp([{ text: answer(typed.slice(0, 20)) }]);
    extractor.begin(typed);
    await extractor.close();
    expect(model.requests).toEqual([]);
  });

  test("M4: the request goes to the light model, without reasoning and tools, and holds the user's words alone", async () => {
    const { extractor, model } = setUp([{ text: answer(STATED) }]);
    extractor.begin(`${STATED}。看看目录`);
    await extractor.close();
    const [request] = model.requests;
    expect(request).toMatchObject({ tier: "light", effort: "off", tools: [] });
    expect(request?.messages.map(textOf)).toEqual(["the prompt", `${STATED}。`]);
  });

  test("F9: no secret that is pasted is extracted, whatever the model quotes, and masked text is not made of it", async () => {
    const pastes = [
      "我们的 key 是 sk-abcdefghijklmnop1234567890 一律用它",
      "token 默认用 ghp_abcdefghijklmnopqrstuvwxyz0123456789",
      "our project uses AKIAIOSFODNN7EXAMPLE always",
      "we always use eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkw.SflKxwRJSMeKKF2QT4fwpM",
      "我们默认连 postgres://app:Zx9pQ2@db.internal/app",
      "项目密码是 Abc12345，记住",
    ];
    for (const paste of pastes) {
      expect(extractable(paste), paste).toBeUndefined();
      expect(await savedFrom(`${STATED}。\n${paste}`, answer(paste, paste.slice(0, 40))), paste).toEqual([]);
    }
  });

  test("local filters take linear time with any text, also with the worst", () => {
    const piece = fc.constantFrom(
      ...'我们|使用|“|”|"|`|- |：|，|。|note |记住|请|a| |\n|password=|我说|的|如果|sk-|1|(|AI|\t'.split("|"),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        const text = pieces.join("").repeat(40_000).slice(0, 40_000); // ten times what is ever looked at
        const began = performance.now();
        const sentences = ownSentences(text);
        statementsOf(sentences);
        sensitiveSentences(text, sentences);
        return performance.now() - began < 1_500;
      }),
      { numRuns: 25 },
    );
  });
});

describe("what the model answers", () => {
  const ok: readonly (readonly [string, string])[] = [
    ["plain", answer(STATED)],
    ["M4: in an outer code fence", `\`\`\`json\n${answer(STATED)}\n\`\`\``],
    ["in a fence without a language", `\`\`\`\n${answer(STATED)}\n\`\`\`\n`],
    ["with the same quote twice", answer(STATED, STATED)],
    ["with quotes that are not in the input", answer("用户喜欢 Rust", STATED)],
  ];
  test.each(ok)("%s: the quote is saved once, as it was typed", async (_, text) => {
    expect(await savedFrom(`${STATED}。看看目录`, text)).toEqual([STATED]);
  });

  const bad: readonly (readonly [string, string])[] = [
    ["a field too many in a fact", JSON.stringify({ facts: [{ quote: STATED, confidence: 1 }] })],
    ["a field too many beside the facts", JSON.stringify({ facts: [{ quote: STATED }], note: "" })],
    ["a field too many in one of two facts", JSON.stringify({ facts: [{ quote: STATED }, { quote: STATED, scope: "global" }] })],
    ["a bare list", JSON.stringify([{ quote: STATED }])],
    ["quotes as strings", JSON.stringify({ facts: [STATED] })],
    ["words around it", `Here it is: ${answer(STATED)}`],
    ["two objects", answer(STATED) + answer(STATED)],
    ["cut", answer(STATED).slice(0, -3)],
    ["not JSON", STATED],
    ["empty", ""],
    ["the facts twice", `{"facts":[],"facts":[{"quote":"${STATED}"}]}`],
    ["a quote twice in one fact", `{"facts":[{"quote":"x","quote":"${STATED}"}]}`],
    ["a key twice, once escaped", `{"facts":[{"quote":"x","\\u0071uote":"${STATED}"}]}`],
    ["more than three quotes", answer(STATED, "a", "b", "c")],
    ["more than three quotes that are equal", answer(STATED, STATED, STATED, STATED)],
    ["huge", answer(STATED, ...Array.from({ length: 1_000 }, (_, n) => `${STATED} ${n}`))],
  ];
  test.each(bad)("%s: all of it is void", async (_, text) => {
    expect(await savedFrom(`${STATED}。看看目录`, text)).toEqual([]);
  });

  test("a colon inside a quote makes no key of it", () => {
    const typed = '我们的键统一写成 "id": 这种形式';
    expect(readAnswer(answer(typed, 'a "b" : c'))).toEqual([typed, 'a "b" : c']);
  });

  test.each([
    ["other punctuation", "我们统一使用 Maven，不用 Gradle", "我们统一使用 Maven,不用 Gradle"],
    ["other blanks", "我们统一使用 Maven", "我们统一使用Maven"],
    ["other case", "we always use Maven", "We always use Maven"],
    ["a full-width letter", "我们统一使用 Maven", "我们统一使用 Ｍaven"],
    ["a word dropped", "我们从不使用 npm 安装依赖", "使用 npm 安装依赖"],
    ["its end cut off", "我们使用 npm 的日子一去不返", "我们使用 npm"],
    ["a condition dropped", "如果没有网络，我们一律使用离线镜像", "我们一律使用离线镜像"],
    ["two lines", "我们使用 npm\n我们使用 git", "我们使用 npm\n我们使用 git"],
    ["the moment dropped", "今天，我们统一使用 H2 数据库", "我们统一使用 H2 数据库"],
    ["a limit in time taken off", "我们统一使用 npm，暂时这样", "我们统一使用 npm"],
    ["a quotation", "文档里说：“我们项目一律使用制表符”，你怎么看", "我们项目一律使用制表符"],
    ["speech in it", "我们的口号是“快就是好，一律不写测试”", "我们的口号是“快就是好，一律不写测试”"],
    ["a quotation that goes on in the next sentence", "他写道“我们用 Tab。我们不要用空格。”", "我们不要用空格"],
    ["a quotation that is never closed", "他写道“我们用 Tab。我们不要用空格", "我们不要用空格"],
    ["more than 180 characters", `我们统一使用 ${"很".repeat(180)}长的名字`, `我们统一使用 ${"很".repeat(180)}长的名字`],
  ])("a quote with %s is refused", async (_, typed, quote) => {
    expect(await savedFrom(typed, answer(quote))).toEqual([]);
  });

  test.each([
    "我们的设计采用移动优先",
    "we follow an API-first approach",
    "问题总是出现在我们的网关层",
    "from now on, we always use rebase",
  ])("a word of the moment inside another word is none: %s", async (typed) => {
    expect(await savedFrom(typed, answer(typed))).toEqual([typed]);
  });
});

describe("what is written", () => {
  test("belongs to the project, is marked as extracted and unverified, and is told once", async () => {
    const { extractor, memory, told } = setUp([{ text: answer(STATED) }]);
    extractor.begin(STATED);
    await extractor.close();
    const [entry] = await memory.entries();
    expect(entry).toMatchObject({ scope: "project", pending: true, autoExtracted: true, external: false });
    expect(entry?.stored.metadata).toMatchObject({ source: "auto_extracted", verification: "unverified" });
    expect(told).toEqual([STATED]);
  });

  test("duplicates change nothing, conflicts are skipped and counted", async () => {
    const { extractor, memory, told, facts } = setUp([
      { text: answer("项目使用 Java 21") },
      { text: answer("项目使用 Java 17。") },
    ]);
    await memory.save("项目使用 Java 17", { source: "user" });
    const [before] = await memory.entries();
    extractor.begin("项目使用 Java 21");
    extractor.begin("项目使用 Java 17。");
    await extractor.close();
    expect(await facts()).toEqual(["项目使用 Java 17"]);
    expect((await memory.entries())[0]?.stored).toEqual(before?.stored);
    expect((await memory.status()).skipped).toBe(1);
    expect(told).toEqual([]);
  });

  test("in a session that may extract though it is exposed, it carries where the session read", async () => {
    const { extractor, memory } = setUp([{ text: answer(STATED) }], { sources: () => ["web_fetch https://example.org"] });
    extractor.begin(STATED);
    await extractor.close();
    expect((await memory.entries())[0]?.external).toBe(true);
  });
});

describe("a light model that does not work", () => {
  test("M4: hangs: nothing waits for it but the end, and that no longer than two seconds", async () => {
    const { extractor, facts } = setUp([{ hangs: true }]);
    const began = performance.now();
    extractor.begin(STATED);
    expect(performance.now() - began).toBeLessThan(50);
    await extractor.close();
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(1_500);
    expect(took).toBeLessThan(3_000);
    expect(await facts()).toEqual([]);
  });

  test("is unknown to the provider: told once, not asked again", async () => {
    const unknown = new PaiError("MODEL_NOT_FOUND", { endpoint: "host", model: "light", message: "no such model" });
    const { extractor, model, told } = setUp([{ throws: unknown }, { text: answer(STATED) }]);
    extractor.begin(STATED);
    extractor.begin(STATED);
    await extractor.close();
    expect(told).toEqual(["unknown_model"]);
    expect(model.requests).toHaveLength(1);
  });

  test("fails: given up after three requests in a row, and told once", async () => {
    const broken = new PaiError("MODEL_SERVER", { endpoint: "host", status: 500, message: "no" });
    const { extractor, model, told } = setUp(() => ({ throws: broken }));
    for (let n = 0; n < 5; n++) extractor.begin(STATED);
    await extractor.close();
    expect(told).toEqual(["failing"]);
    expect(model.requests).toHaveLength(3);
  });

  test("has its answer cut by the length limit or the content filter: nothing is saved", async () => {
    for (const finish of ["cut", "filtered"] as const) {
      const { extractor, facts } = setUp([{ text: answer(STATED), finish }]);
      extractor.begin(STATED);
      await extractor.close();
      expect(await facts()).toEqual([]);
    }
  });
});
