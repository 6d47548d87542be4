// Starting and turning: --version, the way from the command to the first request, the client's own time between two requests,
// memory and installed size; side by side with bare node in the same run. Build first.
// npm run bench -- start            with two peers from the registry beside it: npm run bench -- start --peers
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startModelServer } from "../test/support/server.ts";
import { median, row, timed, title } from "./support/report.ts";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const RUNS = 15;
/** Sampling of the process tree's memory, in ms. */
const SAMPLE_MS = 10;

export default async function run(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "paicli-bench-"));
  try {
    await starts(dir);
    await turns(dir, 10);
    await turns(dir, 500);
    installedSize(dir);
    if (process.argv.includes("--peers")) await peers(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function environment(dir: string, url?: string): NodeJS.ProcessEnv {
  const home = mkdtempSync(join(dir, "home-"));
  const endpoint =
    url === undefined ? {} : { PAICLI_BASE_URL: url, PAICLI_API_KEY: "sk-bench-0123456789", PAICLI_MODEL: "bench" };
  return { PATH: process.env.PATH, HOME: home, PAICLI_HOME: join(home, ".paicli"), LANG: "en_US.UTF-8", ...endpoint };
}

function project(dir: string): string {
  const folder = mkdtempSync(join(dir, "project-"));
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, "a.txt"), "line of the file\n".repeat(50));
  return folder;
}

function elapsed(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const began = performance.now();
  spawnSync(process.execPath, args, { env });
  return performance.now() - began;
}

async function starts(dir: string): Promise<void> {
  title("start (medians of interleaved runs)");
  const server = await startModelServer(() => ({ text: "hello" }));
  const env = environment(dir, server.url);
  const cwd = project(dir);
  const bare: number[] = [];
  const version: number[] = [];
  const first: number[] = [];
  const memory: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    bare.push(elapsed(["-e", "0"], env));
    version.push(elapsed([CLI, "--version"], env));
    const before = server.requests.length;
    const began = Date.now();
    const peak = await runWatched(process.execPath, [CLI, "-p", "hello"], env, cwd);
    const request = server.requests[before];
    if (request === undefined) throw new Error("no request arrived");
    first.push(request.at - began);
    memory.push(peak);
  }
  await server.close();
  row("bare node -e 0", median(bare), "ms", "none");
  row("paicli --version, as a multiple of bare node", median(version) / median(bare), "x", 1.5);
  row("-p to the first request on the wire, over bare node", median(first) - median(bare), "ms", 300);
  row("peak memory of -p, children included", median(memory), "MB", 115);
}

/**
 * Time between handing over an answer and the arrival of the next request, a file read between, with `messages` in the conversation.
 * What this process does with a request (parsing, judging it) does not count, and nothing else runs here meanwhile.
 */
async function turns(dir: string, messages: number): Promise<void> {
  const gaps: number[] = [];
  let answered = 0;
  const steps = Math.max(30, messages / 2);
  const server = await startModelServer((request, n) => {
    if (answered > 0 && request.messages.length >= messages) gaps.push(request.at - answered);
    // The answer leaves with this return; what the server needs to write it is the same for every client.
    answered = performance.timeOrigin + performance.now();
    return n < steps + 15
      ? { calls: [{ name: "read_file", args: { path: "a.txt", offset: n + 1, limit: 20 } }] }
      : { text: "done" };
  });
  const env = { ...environment(dir, server.url), PAICLI_CONTEXT_WINDOW: "1000000" };
  const child = spawn(process.execPath, [CLI, "-p", "read it"], { env, cwd: project(dir), stdio: "ignore" });
  await once(child, "close");
  await server.close();
  row(`client overhead per turn at ${messages} messages, median`, median(gaps), "ms", 11);
}

/** Resolves to the highest resident memory of the process and its children together, in MB, once it has ended. */
async function runWatched(file: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<number> {
  const child = spawn(file, args, { env, cwd, stdio: ["ignore", "ignore", "ignore"] });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(child.pid ?? 0));
  }, SAMPLE_MS);
  await new Promise((resolve) => child.on("close", resolve));
  clearInterval(timer);
  return peak;
}

function treeMemory(root: number): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      sizes.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // a process that ended between the listing and the look counts nothing
    }
  }
  const belongs = (pid: number): boolean => pid === root || (parents.has(pid) && pid > 1 && belongs(parents.get(pid) ?? 0));
  return [...sizes].reduce((sum, [pid, size]) => (belongs(pid) ? sum + size : sum), 0);
}

function installedSize(dir: string): void {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const folder = mkdtempSync(join(dir, "install-"));
  const [tarball = ""] = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", join(folder, tarball)], {
    cwd: folder,
  });
  const kilobytes = Number(execFileSync("du", ["-sk", join(folder, "node_modules")], { encoding: "utf8" }).split("\t")[0]);
  row("installed production size", kilobytes / 1024, "MB", 80);
}

interface Peer {
  readonly name: string;
  readonly install: string;
  readonly bin: string;
  /** The words of a one-shot prompt to the endpoint; writes what the peer must find in its home. */
  hello(home: string, url: string): readonly string[];
}

const PEERS: readonly Peer[] = [
  {
    name: "pi 0.73.1",
    install: "@mariozechner/pi-coding-agent@0.73.1",
    bin: "pi",
    hello(home, url) {
      const folder = join(home, ".pi", "agent");
      mkdirSync(folder, { recursive: true });
      const local = { baseUrl: url, api: "openai-completions", apiKey: "sk-bench-0123456789", models: [{ id: "bench" }] };
      writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { local } }));
      return ["-p", "hello", "--provider", "local", "--model", "bench"];
    },
  },
  {
    name: "codex 0.171.0",
    install: "@openai/codex@0.171.0",
    bin: "codex",
    hello: (_, url) => [
      ...["exec", "--skip-git-repo-check", "hello", "-c", 'model="bench"', "-c", 'model_provider="local"'],
      ...["-c", `model_providers.local={name="local",base_url="${url}",env_key="PAICLI_API_KEY",wire_api="responses"}`],
    ],
  },
];

/** --version and the way to the first request of peers from the registry, in turns with PaiCLI. */
async function peers(dir: string): Promise<void> {
  title("beside peers (medians of interleaved runs)");
  let arrived = 0;
  // Only the arrival counts: every agent is refused at once, and ends or is ended.
  const server = createServer((request, response) => {
    if (request.method === "POST" && arrived === 0) arrived = performance.now();
    response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}/v1`;
  const cwd = project(dir);
  const candidates = [
    {
      name: "paicli",
      file: CLI,
      version: [] as number[],
      first: [] as number[],
      env: environment(dir, url),
      words: ["-p", "hello"],
    },
  ];
  for (const { name, install, bin, hello } of PEERS) {
    const folder = mkdtempSync(join(dir, "peer-"));
    const npm = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, install];
    if (spawnSync("npm", npm, { stdio: "ignore" }).status !== 0) {
      process.stdout.write(`${name}: cannot be installed here\n`);
      continue;
    }
    const env = environment(dir, url);
    const words = [...hello(env.HOME ?? "", url)];
    candidates.push({ name, file: join(folder, "node_modules", ".bin", bin), version: [], first: [], env, words });
  }
  for (let n = 0; n < RUNS; n++) {
    for (const { file, version, first, env, words } of candidates) {
      version.push(await timed(() => spawnSync(file, ["--version"], { env, stdio: "ignore" })));
      arrived = 0;
      const began = performance.now();
      const child = spawn(file, words, { env, cwd, stdio: "ignore" });
      const ended = once(child, "close");
      while (arrived === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
      if (arrived === 0) throw new Error(`no request arrived from ${file}`);
      first.push(arrived - began);
      child.kill();
      await ended;
    }
  }
  server.close();
  for (const { name, version, first } of candidates) {
    row(`${name} --version`, median(version), "ms", "none");
    row(`${name}, a one-shot prompt to its first request`, median(first), "ms", "none");
  }
}
