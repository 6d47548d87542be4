import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowsWrite, scopesMeet, writeScope } from "../../../src/agent/plan/writes.ts";
import { tempFolder } from "../../support/folder.ts";

const ROOT = "/nowhere";
const scope = (...writes: string[]) => writeScope({ type: "FILE_WRITE", writes }, ROOT);
const meet = (a: string, b: string) => scopesMeet(scope(a), scope(b));

describe("what a task may change", () => {
  test("a writing task without paths may change everything, one that looks nothing", () => {
    for (const type of ["FILE_WRITE", "COMMAND", "VERIFICATION"] as const)
      expect(writeScope({ type, writes: [] }, ROOT)).toBe("all");
    for (const type of ["FILE_READ", "ANALYSIS"] as const) expect(writeScope({ type }, ROOT)).toEqual([]);
    for (const everything of [".", "**", "./**", ROOT, "/nowhere/**"]) expect(scope(everything)).toBe("all");
  });

  test("tasks that look meet nobody; those that may change everything meet all that write", () => {
    expect(scopesMeet([], "all")).toBe(false);
    expect(scopesMeet("all", scope("a"))).toBe(true);
    expect(scopesMeet("all", "all")).toBe(true);
  });

  test.each([
    ["src/a.ts", "src/a.ts", true],
    ["src/a.ts", "./src//a.ts", true],
    ["src/a.ts", "src/b.ts", false],
    ["src", "src/deep/a.ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a.md", false],
    ["src/*.ts", "src/*.md", false],
    ["src/a*.ts", "src/*b.ts", true],
    ["src/**", "src/x/y/z", true],
    ["src/**/test.ts", "src/a/b/test.ts", true],
    ["src/**/test.ts", "lib/test.ts", false],
    ["**/test.ts", "lib/deep/**", true],
    ["src/{a,b}.ts", "src/b.ts", true],
    ["src/{a/x,b}.ts", "src/a/x.ts", true],
    ["app/[id]/page.ts", "app/[id]/page.ts", true],
    ["SRC/A.ts", "src/a.ts", true],
    ["caf\u00e9", "cafe\u0301", true],
    ["src/../lib/a.ts", "lib/a.ts", true],
    ["src/*/../x", "src/y", true],
    ["../outside", "../outside", false],
    ["/etc/*", "etc/x", false],
  ])("%s and %s: %s", (a, b, expected) => {
    expect(meet(a, b)).toBe(expected);
    expect(meet(b, a)).toBe(expected);
  });

  test("a link and the folder that it leads to are one place", () => {
    const root = tempFolder({ "real/a.ts": "" });
    symlinkSync(join(root, "real"), join(root, "link"));
    mkdirSync(join(root, "other"));
    const of = (path: string) => writeScope({ type: "FILE_WRITE", writes: [path] }, root);
    expect(scopesMeet(of("link/a.ts"), of("real/*.ts"))).toBe(true);
    expect(allowsWrite(of("link/*.ts"), "real/a.ts")).toBe(true);
    expect(scopesMeet(of("link/a.ts"), of("other/*"))).toBe(false);
  });

  const segment = fc.stringMatching(/^[ab]?[*?]?[ab]?(\.t)?$/).map((text) => text || "a");
  const pattern = fc.array(fc.oneof({ weight: 4, arbitrary: segment }, { weight: 1, arbitrary: fc.constant("**") }), {
    minLength: 1,
    maxLength: 4,
  });
  const path = fc.array(fc.stringMatching(/^[ab]{1,3}(\.t)?$/), { minLength: 1, maxLength: 5 });

  test("if a file belongs to two scopes, they are said to meet: two tasks never hold one file", () => {
    fc.assert(
      fc.property(pattern, pattern, path, (a, b, file) => {
        const [one, two] = [scope(a.join("/")), scope(b.join("/"))];
        const name = file.join("/");
        if (allowsWrite(one, name) && allowsWrite(two, name)) expect(scopesMeet(one, two)).toBe(true);
      }),
      { numRuns: 800 },
    );
  });
});
