import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sedReaches, sedScripts } from "../../src/policy/sed-script.ts";
import { plainField } from "../../src/policy/simple-command.ts";

const scriptsOf = (...words: string[]) => sedScripts(words.map(plainField)).map(({ text }) => text);

test("the scripts among sed's words are found, whatever way they are given", () => {
  expect(scriptsOf("-i", "s/a/b/", "f")).toEqual(["s/a/b/"]);
  expect(scriptsOf("-n", "-e", "p", "-ne", "d", "f")).toEqual(["p", "d"]);
  expect(scriptsOf("-ep", "--expression=d", "f")).toEqual(["p", "d"]);
  expect(scriptsOf("-f", "x.sed", "f")).toEqual([]);
  expect(scriptsOf("--file=x.sed", "-e", "p", "f")).toEqual(["p"]);
});

test.each([
  "s/a/b/g; /x/d",
  "1,$s#[^/]*/##;$!N;P;D",
  "/a[]/]b/,+3{s/x/\\/w e/;p}",
  "s/[[:space:]/]*$//",
  "y/abc/ewr/",
  "3i\\\n  w out\\\n  e id\np",
  ":again;s/a/b/;ta;b end;:end",
  "# w out\np;2q",
])("a script that edits only is told from others: %j", (script) => {
  expect(sedReaches(script)).toBe(false);
});

// sed itself is asked: in its sandbox it refuses scripts that would run a command or use another file.
test("a script that sed would not take in its sandbox is never held for one that edits only", () => {
  const piece = fc.constantFrom(
    ...["s", "y", "/", "#", ",", "a", "b", "e", "w", "r", "R", "W", "p", "d", ";", "\n", "{", "}", "[", "]", "^", "\\", "1", "$"],
    ...[
      "!",
      " ",
      "x",
      "g",
      "M",
      "i",
      ":",
      "t",
      "s/a/b/",
      "s/[/]/x/",
      "[^",
      "[]",
      "[[:alpha:]]",
      "\\n",
      "+1",
      "~2",
      "s,a,b,",
      "w f",
      "e id",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
      const script = pieces.join("");
      if (sedReaches(script)) return;
      const { stderr } = spawnSync("sed", ["--sandbox", "-n", script], { input: "", encoding: "utf8" });
      expect(stderr, script).not.toMatch(/sandbox mode/);
    }),
    { numRuns: 1500 },
  );
});
