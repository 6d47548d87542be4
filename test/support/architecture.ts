// Reads the imports of a source tree and says which break the rings, form a cycle, lead nowhere, or reach nothing.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const FEATURES = ["llm", "session", "context", "memory", "prompt", "tools", "policy", "skills"];
const RING_0 = ["protocol", "util", "locale"];
const BELOW_RUNTIME = [...RING_0, ...FEATURES, "config", "agent"];

/** What a folder (or a file at the top) may import, besides its own folder. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  util: ["protocol"],
  locale: ["protocol"],
  ...Object.fromEntries(FEATURES.map((feature) => [feature, RING_0])),
  config: [...RING_0, ...FEATURES.map((feature) => `${feature}/options.ts`)],
  agent: [...RING_0, "session", "context", "memory", "prompt", "policy"],
  runtime: BELOW_RUNTIME,
  commands: [...RING_0, "runtime"],
  "sdk.ts": [...RING_0, "runtime", ...FEATURES],
  ui: [...RING_0, "runtime", "commands"],
  "cli.ts": [...RING_0, "runtime", "commands", "ui", "args.ts"],
  "args.ts": RING_0,
};

const ENTRIES = ["cli.ts", "sdk.ts"];

export interface Imports {
  /** Module (relative to src, forward slashes) → the modules it imports. */
  readonly graph: ReadonlyMap<string, readonly string[]>;
  readonly unresolved: readonly string[];
}

export function readImports(src: string): Imports {
  const graph = new Map<string, string[]>();
  const unresolved: string[] = [];
  for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const module = file.split("\\").join("/");
    const targets: string[] = [];
    for (const { fileName } of ts.preProcessFile(readFileSync(join(src, file), "utf8"), true, true).importedFiles) {
      if (!fileName.startsWith(".")) continue;
      const target = join(dirname(join(src, file)), fileName);
      if (existsSync(target) && !target.endsWith(".ts")) continue; // data, such as package.json
      if (existsSync(target)) targets.push(relative(src, target).split("\\").join("/"));
      else unresolved.push(`${module} → ${fileName}`);
    }
    graph.set(module, targets);
  }
  return { graph, unresolved };
}

const folderOf = (module: string) => module.split("/")[0] ?? module;

export function forbiddenImports({ graph }: Imports): string[] {
  const found: string[] = [];
  for (const [module, targets] of graph) {
    const from = folderOf(module);
    const allowed = MAY_IMPORT[from];
    if (allowed === undefined) found.push(`${module} stands in a folder without a ring`);
    for (const target of targets) {
      const to = folderOf(target);
      if (to !== from && !allowed?.includes(to) && !allowed?.includes(target)) found.push(`${module} → ${target}`);
    }
  }
  return found;
}

export function cycles({ graph }: Imports): string[] {
  const found: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (module: string, path: readonly string[]) => {
    if (state.get(module) === "done") return;
    if (state.get(module) === "open") {
      found.push([...path.slice(path.indexOf(module)), module].join(" → "));
      return;
    }
    state.set(module, "open");
    for (const target of graph.get(module) ?? []) visit(target, [...path, module]);
    state.set(module, "done");
  };
  for (const module of graph.keys()) visit(module, []);
  return found;
}

export function unreachable({ graph }: Imports): string[] {
  const reached = new Set<string>();
  const queue = [...ENTRIES];
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    if (reached.has(module)) continue;
    reached.add(module);
    queue.push(...(graph.get(module) ?? []));
  }
  return [...graph.keys()].filter((module) => !reached.has(module));
}
