// Bash itself is asked: what it runs out of quoted data must never be held for a command that only reads.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeCommand } from "../../src/policy/command-guard.ts";
import { inspectCommand } from "../../src/policy/inspect.ts";
import { tempFolder } from "../support/folder.ts";
import { shell } from "../support/shell.ts";

/** `§` stands for the dollar before a brace. */
const dollars = (text: string) => text.replaceAll("§", () => "$");
const CODE = ["'a[$(>ran)]'", "'a[`>ran`]'", '"a[\\$(>ran)]"', "$'a[\\x24(>ran)]'", "a[\\$\\(\\>ran\\)]", '"a[§{d}(>ran)]"'];
/** `@`: the code. */
const PLACES = [
  "x=@; echo $((x))",
  "x=@; (( x ))",
  "x=@; [[ x -eq 1 ]]",
  "x=@; y=abc; echo §{y:x}",
  "x=@; y=abc; echo §{y:0:x}",
  "x=@; echo §{!x}",
  "x=@; b=(1); echo §{b[x]}",
  "x=@; b[x]=1",
  "x=@; for ((i=x; i<1; i++)); do :; done",
  "x=@; declare -i n=x",
  "x=@; let x",
  "for x in @; do echo $((x)); done",
  "set -- @; echo $(($1))",
  "f() { echo $(($1)); }; f @",
  "read -r x <<< @; echo $((x))",
  "printf -v x %s @; echo $((x))",
  "x=$(printf %s @); echo $((x))",
  "x=$(echo @ | cat); echo $((x))",
  "export x=@; bash -c 'echo $((x))'",
  "bash -c 'echo $(($1))' _ @",
  "x=@ bash -c 'echo $((x))'",
  ": §{x:=@}; echo $((x))",
  "x=y; y=@; echo $((x))",
  "echo $(( @ ))",
  "[[ @ -eq 1 ]]",
  "(( @ ))",
  "test -v @",
  "[ -v @ ]",
  "[[ -v @ ]]",
  "unset @",
  "printf -v @ x",
  "read @ <<< x",
  "declare @=1",
  "wait -n @",
  "case 1 in $((@))) ;; esac",
];

test("what bash runs out of quoted data is never held for reading", () => {
  const root = tempFolder();
  const ground = { root, home: "/home/ann", own: [] };
  let ran = 0;
  for (const place of PLACES) {
    for (const code of CODE) {
      const command = dollars(`d='$'; ${place.replaceAll("@", () => code)}`);
      spawnSync("bash", ["-c", command], { cwd: root, stdio: "ignore" });
      if (!existsSync(join(root, "ran"))) continue;
      rmSync(join(root, "ran"));
      ran++;
      const verdict = judgeCommand(inspectCommand(shell, command, { cwd: root, home: ground.home }), ground);
      expect(verdict.class, command).toBe("unreadable");
    }
  }
  expect(ran).toBeGreaterThan(60);
});

test("arithmetic, tests and patterns of every day stay what they are", () => {
  const ground = { root: tempFolder(), home: "/home/ann", own: [] };
  for (const text of [
    "n=$(wc -l < a); echo $((n+1))",
    'if [ -n "$(git status --porcelain)" ]; then echo dirty; fi',
    "for i in $(seq 1 5); do echo $((i*2)); done",
    'arr=(a b); echo "§{arr[0]}" "§{#arr[@]}"',
    "[[ -f a ]] && awk '{print $(NF)}' a",
    "grep -n '`' README.md | head -5",
    'x=§{1:-a}; echo "§{x%.ts}"',
  ]) {
    const inspection = inspectCommand(shell, dollars(text), { cwd: ground.root, home: ground.home });
    expect(judgeCommand(inspection, ground).class, text).toBe("read_only");
  }
});

test("a repository that came with the project's files is not asked, its settings would run programs", () => {
  const root = tempFolder();
  for (const folder of ["vendor/bare/objects", "vendor/bare/refs", ".git/objects", ".git/refs", "sub/.git", "src"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ["vendor/bare", ".git"]) writeFileSync(join(root, folder, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, "vendor/bare/config"), "[core]\n\tfsmonitor = touch ran\n\tworktree = ..\n");
  const ground = { root, home: "/home/ann", own: [] };
  const judge = (command: string) => judgeCommand(inspectCommand(shell, command, { cwd: root, home: ground.home }), ground);
  for (const command of [
    "git -C vendor/bare status",
    "cd vendor/bare && git log",
    "cd vendor/bare/refs; git status",
    "git --git-dir=vendor/bare log",
    "GIT_DIR=vendor/bare git log",
    "(cd vendor && git -C bare diff)",
  ])
    expect(judge(command), command).toMatchObject({ class: "high_risk", reason: "foreign_repository" });
  for (const command of ["git status", "git -C src log", "cd src && git status", "git -C sub status", "git -C vendor log"])
    expect(judge(command).class, command).toBe("read_only");
});
