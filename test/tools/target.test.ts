import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isPaiError } from "../../src/protocol/errors.ts";
import { findTarget } from "../../src/tools/target.ts";
import { isInside } from "../../src/util/paths.ts";
import { project } from "./fixture.ts";

test("property: however a path is built, by links, dots, case or composition, it never leads out of the project", () => {
  const { root, path } = project({ "dir/a.txt": "x", "caf\u00e9.txt": "x" });
  const outside = join(root, "../outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), "TOP");
  symlinkSync(outside, path("out"));
  symlinkSync("../../outside", path("dir/up"));
  symlinkSync("out", path("chain"));
  symlinkSync("/", path("disk"));
  symlinkSync("../outside/not-yet.txt", path("dangling"));
  symlinkSync("dir", path("in"));
  const piece = fc.constantFrom(
    "..",
    ".",
    "",
    "dir",
    "DIR",
    "in",
    "out",
    "chain",
    "up",
    "disk",
    "dangling",
    "outside",
    "project",
    "secret.txt",
    "new",
    "cafe\u0301.txt",
    "caf\u00e9.txt",
    "~",
    "%2e%2e",
    "..\\",
    " ..",
    "\u2024\u2024",
  );
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 7 }),
      fc.constantFrom("", "/", root, `${root}/`, outside),
      (pieces, prefix) => {
        try {
          const { real } = findTarget(root, prefix + (prefix === root || prefix === outside ? "/" : "") + pieces.join("/"));
          expect(isInside(root, real)).toBe(true);
        } catch (error) {
          if (!isPaiError(error)) throw error;
          refused++;
        }
      },
    ),
    { numRuns: 600 },
  );
  expect(refused).toBeGreaterThan(50);
});
