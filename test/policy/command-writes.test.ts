import { expect, test } from "vitest";
import { knownWrites } from "../../src/policy/command-writes.ts";
import { inspectCommand } from "../../src/policy/inspect.ts";
import { shell } from "../support/shell.ts";

const place = { cwd: "/work/app", home: "/home/ann" };
const writes = (command: string) =>
  knownWrites(inspectCommand(shell, command, place)).map(({ path, cwd, names }) =>
    [cwd === place.cwd ? "" : `${cwd}: `, path, names.length > 0 ? ` (${names.join(" ")})` : ""].join(""),
  );

test.each([
  ["ls -la && cat a b", []],
  ["npm run build", []],
  ["echo x > a.txt 2>&1", ["a.txt"]],
  ["echo x >> a; cat < b > c", ["a", "c"]],
  ["cd sub && echo x > a", ["/work/app/sub: a"]],
  ["bash -c 'echo x | tee -a a b'", ["a", "b"]],
  ["cp -r a b src", ["src (a b)"]],
  ["cp -t src a b", ["src (a b)"]],
  ["mv a/b.txt c", ["c (b.txt)", "a/b.txt"]],
  ["sed -i 's/a/b/' x y", ["x", "y"]],
  ["sed -i -e 's/a/b/' -e s/c/d/ x", ["x"]],
  ["sed -n 's/a/b/p' x", []],
  ["perl -pi -e 's/a/b/' x", ["x"]],
  ["dd if=a of=b", ["b"]],
  ["rm -rf dist && touch a", ["dist", "a"]],
  ["for f in a b; do echo > $f.txt; done", ["a.txt", "b.txt"]],
  ["echo x > $OUT", [""]],
])("what is known to be written by %s", (command, expected) => {
  expect(writes(command)).toEqual(expected);
});
