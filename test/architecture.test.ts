// The direction of imports is the architecture: rings may only look inwards, and nothing lies around unused.
import { readFileSync } from "node:fs";
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
});
