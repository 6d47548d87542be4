import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inspectCommand } from "../../src/policy/inspect.ts";
import { UNKNOWN } from "../../src/policy/simple-command.ts";
import { shell } from "../support/shell.ts";

const place = { cwd: "/work/app", home: "/home/ann" };
const lines = (command: string) =>
  inspectCommand(shell, command, place).commands.map(({ program, args }) =>
    [program, ...args.map((arg) => arg.text)].join(" ").trim(),
  );
const foldersOf = (command: string, name: string) =>
  inspectCommand(shell, command, place).commands.find((each) => each.name === name)?.cwds;

test("the command inside any number of wrappers is seen", () => {
  expect(lines("env -i A=1 timeout -s KILL 5 nice -n 3 nohup ls -la")).toEqual([
    "env -i A=1",
    "timeout -s KILL 5",
    "nice -n 3",
    "nohup",
    "ls -la",
  ]);
  expect(lines("bash -lc 'sh -c \"id -u\"'").at(-1)).toBe("id -u");
  expect(lines("find src -exec grep x {} + -exec wc {} \\;").slice(1)).toEqual(["grep x src", "wc src"]);
  expect(lines("printf 'a b' | xargs -n1 touch").at(-1)).toBe("touch a b");
});

test("values, splitting, braces and known output are followed", () => {
  expect(lines("a=r; b=m; $a$b x")).toContain("rm x");
  expect(lines("x='a b'; f $x \"$x\"")).toContain("f a b a b");
  expect(lines("f {a,b}{1,2} x{,y}")).toEqual(["f a1 a2 b1 b2 x xy"]);
  expect(lines("$(echo touch) $(printf '%s' z)")).toContain("touch z");
  expect(lines("for f in a b; do touch $f; done")).toContain("touch a b");
});

test("a variable that may hold something else is unknown", () => {
  expect(lines("rm $DIR")).toEqual([`rm ${UNKNOWN}`]);
  expect(lines("X=a rm $X")).toEqual([`rm a ${UNKNOWN}`]);
  expect(lines("x=a; read x; rm $x").at(-1)).toBe(`rm a ${UNKNOWN}`);
  expect(lines("x=a; . ./env.sh; rm $x").at(-1)).toBe(`rm a ${UNKNOWN}`);
  expect(lines("while true; do rm $x; x=/; done")).toContain(`rm / ${UNKNOWN}`);
});

test("the folder is the one that the command runs in, or all that it may run in", () => {
  expect(foldersOf("cd a && ls", "ls")).toEqual(["/work/app/a"]);
  expect(foldersOf("cd a; ls", "ls")).toEqual(["/work/app", "/work/app/a"]);
  expect(foldersOf("(cd a && true); ls", "ls")).toEqual(["/work/app"]);
  expect(foldersOf("cd a && cd .. && ls", "ls")).toEqual(["/work/app"]);
  expect(foldersOf('cd "$X" && ls', "ls")).toEqual([undefined]);
  expect(foldersOf("while true; do cd ..; ls; done", "ls")).toContain(undefined);
  expect(foldersOf("cd a | ls", "ls")).toEqual(["/work/app"]);
});

// What it says is certain must be what bash does: the same words, word for word.
test("the words of random commands are those that bash itself makes of them", () => {
  const piece = fc.constantFrom(
    "a",
    "'b c'",
    '"d $x e"',
    "$x",
    expansion("x"),
    '"$x"',
    "\\ ",
    "\\$x",
    "{p,q}",
    "{m,n{1,2}}",
    "$'t\\x41\\n'",
    "$(echo hi  there)",
    '"$(echo "in q")"',
    '""',
    "''",
    expansion("y:-z z"),
    "`echo k`",
    "$(printf '%s-' w v)",
    "\\\\",
    "=",
    "x=1",
    "-o",
    "$(echo -n e)",
    "~",
    "a~",
    "'$x'",
    '"\\"\\`"',
    "#",
    "a#b",
    "{",
    "}",
    "{z}",
    " ",
    " ",
    " ",
    " \\\n ",
    ",",
    "+",
  );
  const commands = fc
    .sample(fc.array(piece, { minLength: 1, maxLength: 8 }), { numRuns: 120, seed: 7 })
    .map((pieces) => `x='1  2'; f ${pieces.join("")}`);
  const script = commands.map((command) => `eval ${quoted(command)} 2>/dev/null; printf '\\036'`).join("\n");
  const run = spawnSync(
    "bash",
    [
      "-c",
      `HOME=/home/ann; set -f; f() { local IFS=$'\\037'; if (( $# )); then printf '%s' "$#$IFS$*"; else printf 0; fi; }\n${script}`,
    ],
    { encoding: "utf8" },
  );
  const outputs = run.stdout.split("\x1e");
  let compared = 0;
  for (const [index, command] of commands.entries()) {
    const { commands: found, doubts } = inspectCommand(shell, command, place);
    const call = found.find((each) => each.program === "f");
    if (doubts.size > 0 || !call || call.args.some((arg) => arg.text.includes(UNKNOWN))) continue;
    const words = [String(call.args.length), ...call.args.map((arg) => arg.text)];
    expect(words.join("\x1f"), command).toBe(outputs[index]);
    compared++;
  }
  expect(compared).toBeGreaterThan(60);
});

/** `${…}`, written so that it is not taken for a template. */
function expansion(inner: string): string {
  return `$\{${inner}}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
