// Runs the built command as its users do: a process of its own, a home and a project of its own, nothing of the machine's settings.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** The built command. */
export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
/** What the machine's environment could change: keys, endpoints, proxies, languages, Node's own options. */
const FOREIGN = /^(PAICLI_.*|.*_API_KEY|(https?|all|no)_proxy|LC_.*|LANG(UAGE)?|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|CI|VITEST.*)$/i;

const made: string[] = [];
afterAll(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
});

export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "paicli-test-")));
  made.push(dir);
  return dir;
}

/** A folder that is a project, with these files. */
export function project(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const dir = tempDir();
  mkdirSync(join(dir, ".git"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return dir;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly server?: { readonly url: string };
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  readonly onSpawn?: (child: ChildProcess) => void;
}

export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly events: readonly Record<string, unknown>[];
}

/** Nothing of the machine's own settings, a home of its own, and the server as the endpoint. */
export function commandEnvironment({ home = tempDir(), server, env = {} }: RunOptions): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  const endpoint = server
    ? { PAICLI_BASE_URL: server.url, PAICLI_API_KEY: "sk-test-key-0123456789", PAICLI_MODEL: "test-model" }
    : {};
  return { ...own, HOME: tempDir(), LANG: "en_US.UTF-8", NO_COLOR: "1", PAICLI_HOME: home, ...endpoint, ...env };
}

export function paicli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd = project(), stdin = "", timeoutMs = 40_000, onSpawn } = options;
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: commandEnvironment(options),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {}); // a command that ends without reading its input is not a fault of the test
  child.stdin.end(stdin);
  onSpawn?.(child);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`paicli ${args.join(" ")} took longer than ${timeoutMs} ms\n${stdout}\n${stderr}`));
    }, timeoutMs);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, ms: performance.now() - started, events: jsonLines(stdout) });
    });
  });
}

function jsonLines(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => (line.startsWith(`{"`) ? [JSON.parse(line) as Record<string, unknown>] : []));
}
