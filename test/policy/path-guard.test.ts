import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { placePath } from "../../src/policy/path-guard.ts";
import { tempFolder } from "../support/folder.ts";

test("no path, however it is built, is placed inside while the system would open it outside", () => {
  const folder = tempFolder({ "out/secret": "s", "app/a/b/f": "f", "app/订单/é": "x" });
  const root = join(folder, "app");
  symlinkSync("../out", join(root, "up"));
  symlinkSync(join(folder, "out"), join(root, "a/abs"));
  symlinkSync("../../out/secret", join(root, "a/file"));
  symlinkSync("a/../up/../app", join(root, "round"));
  symlinkSync("../out/new", join(root, "dangling"));
  symlinkSync("loop", join(root, "loop"));
  const segment = fc.constantFrom(
    "a",
    "b",
    "f",
    "..",
    ".",
    "up",
    "abs",
    "file",
    "round",
    "dangling",
    "loop",
    "secret",
    "app",
    "out",
    "订单",
    "é",
    "e\u0301",
    "new",
    "A",
    "",
  );
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("", "/", `${root}/`, "./"),
      (segments, start) => {
        const path = start + segments.join("/");
        const placed = placePath(path, { root, home: "/home/ann", own: [] });
        if (placed.kind === "unresolved") return;
        const opened = real(placed.real);
        if (placed.kind === "inside") expect(opened === root || opened.startsWith(`${root}/`), `${path} → ${opened}`).toBe(true);
        const lexical = real(resolve(root, path));
        if (lexical.startsWith(`${folder}/out`)) expect(placed.kind, path).toBe("outside");
      },
    ),
    { numRuns: 500 },
  );
});

/** The real path of what exists of it. */
function real(path: string): string {
  for (let at = path, rest = ""; ; rest = `/${at.split("/").at(-1)}${rest}`, at = resolve(at, "..")) {
    try {
      return realpathSync(at) + rest;
    } catch {
      if (at === "/") return path;
    }
  }
}

test("a path that can not be followed is not placed, and it is said truly why", () => {
  const root = tempFolder();
  mkdirSync(join(root, "d"));
  writeFileSync(join(root, "f"), "");
  symlinkSync("loop", join(root, "loop"));
  for (const [path, why] of [
    ["a/".repeat(40_000), "too_long"],
    [`d/${"长".repeat(90)}.txt`, "too_long"],
    ["x\0y", "nul"],
    ["f/new.txt", "no_folder"],
    ["loop/x", "loop"],
    ["", "empty"],
  ] as const)
    expect(placePath(path, { root, home: "/", own: [] }), path.slice(0, 20)).toEqual({ kind: "unresolved", why });
});
