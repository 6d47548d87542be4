// The direction of imports is the architecture: rings may only look inwards, and nothing lies around unused.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cycles, forbiddenImports, readImports, unreachable } from "./support/architecture.ts";

const imports = readImports(fileURLToPath(new URL("../src", import.meta.url)));

describe("architecture", () => {
  test("no module imports from a ring or a feature that it may not see", () => {
    expect(forbiddenImports(imports)).toEqual([]);
  });

  test("no cycle of imports", () => {
    expect(cycles(imports)).toEqual([]);
  });

  test("every relative import resolves", () => {
    expect(imports.unresolved).toEqual([]);
    expect(imports.graph.size).toBeGreaterThan(50);
  });

  test("every module is reached from the command or the SDK", () => {
    expect(unreachable(imports)).toEqual([]);
  });

  test("only config reads the environment, only the command line exits, only the screen writes to the terminal", () => {
    const owners: readonly (readonly [RegExp, RegExp])[] = [
      [/\bprocess\.env\b/, /^(cli|sdk)\.ts$/],
      [/\bprocess\.exit\(/, /^cli\.ts$/],
      [/\b(process\.std(out|err)\b|console\.)/, /^(ui\/|cli\.ts$)/],
      [/\b(Date\.now\(\)|new Date\(\)|Math\.random\(\))/, /^runtime\//],
    ];
    const src = fileURLToPath(new URL("../src/", import.meta.url));
    const found: string[] = [];
    for (const module of imports.graph.keys()) {
      const code = readFileSync(src + module, "utf8");
      for (const [use, owner] of owners) if (!owner.test(module) && use.test(code)) found.push(`${module}: ${use.source}`);
    }
    expect(found).toEqual([]);
  });

  test("M17: there is one loop and one place that streams a reply into it; renderers see events, never the agent", () => {
    const importers = (target: string) =>
      [...imports.graph].filter(([, targets]) => targets.includes(target)).map(([module]) => module);
    expect(importers("agent/tool-executor.ts")).toEqual(["agent/loop.ts"]);
    expect(importers("agent/step.ts").filter((module) => module !== "agent/loop.ts" && !module.startsWith("runtime/"))).toEqual(
      [],
    );
    expect(
      [...imports.graph].filter(([module, targets]) => module.startsWith("ui/") && targets.some((t) => t.startsWith("agent/"))),
    ).toEqual([]);
  });
});

describe("the tests themselves", () => {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));

  test("M32: no test is skipped, focused, left to do, or retried until it passes", () => {
    const evasions = /\b(test|it|describe)\.(skip|only|todo|fails|skipIf|runIf)\b|\bretry:\s*[1-9]/;
    const found = files.filter((file) => file !== "architecture.test.ts" && evasions.test(readFileSync(root + file, "utf8")));
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
  });

  test("M32: cancellation, split stream deltas and the escaping of tool results have tests", () => {
    const titles = files.flatMap((file) =>
      [...readFileSync(root + file, "utf8").matchAll(/\btest(?:\.each\([^)]*\))?\(\s*(["'`])(.+?)\1/gs)].map(
        ([, , title]) => title ?? "",
      ),
    );
    for (const subject of [/cancel/i, /split|byte by byte|1-byte/i, /forge|escape/i])
      expect(
        titles.some((title) => subject.test(title)),
        String(subject),
      ).toBe(true);
  });
});
