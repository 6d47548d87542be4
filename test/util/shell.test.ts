import fc from "fast-check";
import { expect, test } from "vitest";
import { noWork } from "../../src/util/shell.ts";
import { shell } from "../support/shell.ts";

const reason = (command: string) => {
  const parsed = shell.parse(command);
  return "unreadable" in parsed ? parsed.unreadable : "readable";
};

test.each([
  ["echo 'unclosed", "syntax"],
  ['echo "unclosed', "syntax"],
  ["echo $(ls", "syntax"],
  ["if true; then ls", "syntax"],
  ["ls )", "syntax"],
  ["a\0b", "hidden"],
  ["ls\rrm -rf /", "hidden"],
  ["ls \u001b[2Krm", "hidden"],
  ["ls \u202egnp", "hidden"],
  ["echo \ud800", "hidden"],
  ["ls\u00a0-la", "ambiguous"],
  ["r\\\nm x", "ambiguous"],
  ["rm \\\n  -rf x", "readable"],
  ["\\ rm x", "ambiguous"],
  ["cat -<<X\nx\nX", "ambiguous"],
])("a command that bash would read in another way is not readable: %j", (command, expected) => {
  expect(reason(command)).toBe(expected);
});

test("the text of a here-document is data, what is substituted in it runs, and behind its delimiter the line goes on", () => {
  const parsed = shell.parse("cat <<EOF && touch b\nrm x\n$(id)\nEOF\n");
  expect("script" in parsed && parsed.script).toMatchObject({
    kind: "and",
    left: { redirects: [{ operator: "<<", target: { parts: [{ text: "rm x\n" }, { kind: "substitution" }, { text: "\n" }] } }] },
    right: { words: [{ parts: [{ text: "touch" }] }, { parts: [{ text: "b" }] }] },
  });
});

test.each([
  ["python3 - <<'X'", ["python3", "-"]],
  ["cat -n - <<X", ["cat", "-n", "-"]],
  ["cat - <<-X a", ["cat", "-", "a"]],
  ["cat > a - <<X", ["cat", "-"]],
  ["cd a && cat - <<X", ["cat", "-"]],
  ["a || b | cat - <<X c", ["cat", "-", "c"]],
])("a lone dash before a here-document is an argument of the command that reads it: %s", (line, words) => {
  const parsed = shell.parse(`${line}\nb\nX\n`);
  expect(JSON.stringify(parsed)).toContain(
    JSON.stringify(words.map((text) => ({ parts: [{ kind: "text", text, quoted: false }] }))),
  );
});

test("a redirection behind a list belongs to its last command", () => {
  const parsed = shell.parse("cd a && echo x > b");
  expect("script" in parsed && parsed.script).toMatchObject({ kind: "and", right: { redirects: [{ operator: ">" }] } });
});

test("escaped backquotes inside backquotes are read as the commands that they are", () => {
  const parsed = shell.parse("echo `a \\`b c\\``");
  expect(JSON.stringify(parsed)).toContain(
    '{"kind":"substitution","script":{"kind":"command","words":[{"parts":[{"kind":"text","text":"b"',
  );
});

const LONG = [
  `echo ${"a ".repeat(50_000)}`,
  `echo ${"$(".repeat(5_000)}`,
  `echo ${"a;".repeat(30_000)}`,
  "(".repeat(20_000),
  "{ ".repeat(20_000),
  "a|".repeat(20_000),
  `echo '${"x".repeat(200_000)}'`,
  `echo ${"$(a ".repeat(3_000)}${")".repeat(3_000)}`,
  "`".repeat(10_001),
  "\\`".repeat(50_000),
  `echo ${"\\a".repeat(50_000)}`,
  "${a:-".repeat(3_000),
  "<<a ".repeat(1_000),
  `cat ${"<<a ".repeat(20)}\n${"a\n".repeat(20)}`,
  "a=(".repeat(33_000), // the lexer looks to the end of the text at each of these
  "<<X\n".repeat(25_000),
];

test("a command of 100 KB, however it nests, is answered at once", () => {
  for (const command of LONG) {
    // 50 ms on an idle machine; here other work runs beside it, so the best of three counts and has room.
    expect(Math.min(...[1, 2, 3].map(() => cpuMs(() => reason(command)))), command.slice(0, 20)).toBeLessThan(150);
  }
});

test("a here-document of 100 KB is readable", () => {
  expect(reason(`cat > a.txt <<'EOF'\n${"some line of text; rm -rf /\n".repeat(3_600)}EOF\n`)).toBe("readable");
});

test("a here-document with many variables is readable: what the lexer looks at once is counted once", () => {
  const work = noWork();
  expect("script" in shell.parse(`cat > a <<E\n${"some words $x and more\n".repeat(600)}E\n`, work)).toBe(true);
  expect(work.read).toBeLessThan(80_000);
});

test("what a command costs counts over all texts inside it, in backquotes too", () => {
  const costly = "a=(".repeat(200);
  const work = noWork();
  shell.parse(costly, work);
  expect(work.read).toBeGreaterThan(costly.length * 100);
  expect(shell.parse("ls", work)).toEqual(shell.parse("ls"));
  for (let again = 0; again < 3; again++) shell.parse(costly, work);
  expect(shell.parse("ls", work)).toEqual({ unreadable: "too_long" });
  expect(reason(Array.from({ length: 12 }, (_, n) => `echo \`x${n}=1; ${costly}\``).join("\n"))).not.toBe("readable");
});

test("a character that stands where the lexer is handed its next piece is read whole", () => {
  for (let length = 40; length < 70; length++) {
    const text = `${"x".repeat(length)}😀中é`;
    expect(shell.parse(`echo ${text} && ls`)).toMatchObject({
      script: { left: { words: [{}, { parts: [{ text }] }] }, right: { words: [{ parts: [{ text: "ls" }] }] } },
    });
  }
});

test("any text is either read or refused with a reason, and the parser stays usable", () => {
  const piece = fc.constantFrom(
    "a",
    " ",
    "'",
    '"',
    "`",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "|",
    "&",
    ";",
    "\n",
    "<",
    ">",
    "<<E",
    "E",
    "$x",
    "\\",
    "#",
    "[[",
    "]]",
    "if",
    "do",
    "=",
    "*",
    "中",
    "\t",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      expect(["readable", "syntax", "hidden", "ambiguous", "too_long"]).toContain(reason(pieces.join("")));
    }),
    { numRuns: 300 },
  );
  expect(reason("ls -la")).toBe("readable");
});

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
