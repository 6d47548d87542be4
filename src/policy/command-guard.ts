// Puts each simple command of a command line into a class; the gravest decides. A pure judgement but for following links.

import { arrivals } from "./arrivals.ts";
import { type Danger, dangerOf, treeVerdict, writesDisk } from "./dangers.ts";
import { decodes } from "./decodes.ts";
import { inForeignRepository } from "./foreign-repository.ts";
import { MAX_LOOKUPS } from "./options.ts";
import type { Ground } from "./path-guard.ts";
import { createLookup, fileWords, type Lookup, pathsOf, type Reach, reachOf, readFiles, writtenFiles } from "./path-words.ts";
import { isReadOnly, isSystemProgram, mayHideOption } from "./read-only.ts";
import type { Doubt, Field, Inspection, SimpleCommand } from "./simple-command.ts";
import { unknownTarget, walksOut } from "./targets.ts";

/** From the most harmless to the gravest. `full` runs what is unreadable, so a high risk counts as graver. */
export const CLASSES = ["read_only", "ordinary", "unreadable", "high_risk", "forbidden"] as const;
type CommandClass = (typeof CLASSES)[number];

type CommandReason =
  | "looks"
  | "works"
  | "outside"
  | "guarded"
  | "fatal_target"
  | "disk_write"
  | "fork_bomb"
  | "foreign_repository"
  | "steering_variable"
  | Danger
  | Doubt;

export interface Finding {
  readonly class: CommandClass;
  readonly reason: CommandReason;
  /** The command, or the word of it, that the reason speaks of. */
  readonly subject: string;
  readonly command?: SimpleCommand;
}

export interface Verdict extends Finding {
  /** One finding for each simple command and each doubt. */
  readonly findings: readonly Finding[];
}

export function judgeCommand(inspection: Inspection, ground: Ground): Verdict {
  const lookup = createLookup(ground, MAX_LOOKUPS);
  const findings = inspection.commands.map((command): Finding => ({ ...judgeSimple(command, lookup), command }));
  for (const doubt of inspection.doubts) findings.push({ class: "unreadable", reason: doubt, subject: "" });
  if (lookup.exhausted()) findings.push({ class: "unreadable", reason: "too_long", subject: "" });
  if (inspection.forkBomb) findings.push({ class: "forbidden", reason: "fork_bomb", subject: "" });
  const gravest = findings.reduce<Finding>((worst, finding) => (graver(finding, worst) ? finding : worst), {
    class: "read_only",
    reason: "looks",
    subject: "",
  });
  return { class: gravest.class, reason: gravest.reason, subject: gravest.subject, findings };
}

function graver(a: Finding, b: Finding): boolean {
  return CLASSES.indexOf(a.class) > CLASSES.indexOf(b.class);
}

function judgeSimple(command: SimpleCommand, lookup: Lookup): Finding {
  const subject = [command.program, ...command.args.map((arg) => arg.text)].join(" ").replaceAll("\0", "…");
  const tree = treeVerdict(command, lookup);
  const forbidden = tree === "forbidden" ? "fatal_target" : diskReason(command, lookup);
  if (forbidden) return { class: "forbidden", reason: forbidden, subject };
  const readOnly = isReadOnly(command);
  const danger = command.isFunction ? undefined : dangerOf(command);
  if (danger) return { class: "high_risk", reason: danger, subject };
  if (command.name === "git" && inForeignRepository(command, lookup))
    return { class: "high_risk", reason: "foreign_repository", subject };
  if (tree === "recursive_delete" || tree === "unknown_target") return { class: "high_risk", reason: tree, subject };
  const reach = worstReach(command, readOnly, lookup);
  if (reach) return { class: "high_risk", ...reach };
  if (!command.isFunction && unknownTarget(command, readOnly, lookup))
    return { class: "high_risk", reason: "unknown_target", subject };
  if (walksOut(command, lookup)) return { class: "high_risk", reason: "outside", subject };
  if (steers(command)) return { class: "high_risk", reason: "steering_variable", subject };
  const decoded = command.args.find((arg) => arg.fed.some(decodes));
  if (decoded) return { class: "unreadable", reason: "decoded", subject };
  const writes = writtenFiles(command).some((file) => reachOf(file.text, file.glob, command.cwds, lookup) !== "device");
  const unsure = command.cwds.includes(undefined) || hasUnknownPath(command, lookup) || mayHideOption(command);
  return readOnly && !writes && !unsure
    ? { class: "read_only", reason: "looks", subject }
    : { class: "ordinary", reason: "works", subject };
}

function diskReason(command: SimpleCommand, lookup: Lookup): CommandReason | undefined {
  if (writesDisk(command)) return "disk_write";
  return writtenFiles(command).some((file) => reachOf(file.text, file.glob, command.cwds, lookup) === "disk")
    ? "disk_write"
    : undefined;
}

/** The worst place that a command touches, if it is one that needs a question. */
function worstReach(command: SimpleCommand, readOnly: boolean, lookup: Lookup): Pick<Finding, "reason" | "subject"> | undefined {
  const at = (field: Field, path = field.text): Reach => reachOf(path, field.glob, command.cwds, lookup);
  for (const file of writtenFiles(command)) {
    const reach = at(file);
    if (reach === "outside" || reach === "guarded") return { reason: reach, subject: file.text };
    if (reach === "unknown") return { reason: "unknown_target", subject: command.name };
  }
  for (const file of readFiles(command))
    if (/^(?:outside|disk)$/.test(at(file))) return { reason: "outside", subject: file.text };
  const folder = command.cwds.find((cwd) => cwd !== undefined && reachOf(cwd, false, [cwd], lookup) === "outside");
  if (folder !== undefined) return { reason: "outside", subject: folder };
  if (command.program.includes("/") && !isSystemProgram(command.program)) {
    const program: Field = { text: command.program, glob: false, fed: [] };
    if (at(program) === "outside") return { reason: "outside", subject: command.program };
  }
  for (const word of fileWords(command)) {
    for (const path of pathsOf(word.text)) {
      const reach = at(word, path);
      if (reach === "outside" || reach === "disk") return { reason: "outside", subject: path };
      if (reach === "guarded" && !readOnly && !gitAdds(command)) return { reason: "guarded", subject: path };
    }
  }
  for (const path of arrivals(command, lookup))
    if (reachOf(path, false, command.cwds, lookup) === "guarded") return { reason: "guarded", subject: path };
  return undefined;
}

/** Staging a guarded file does not change it. */
function gitAdds({ name, args }: SimpleCommand): boolean {
  return name === "git" && args[0]?.text === "add";
}

function hasUnknownPath(command: SimpleCommand, lookup: Lookup): boolean {
  return fileWords(command).some((word) =>
    pathsOf(word.text).some((path) => reachOf(path, word.glob, command.cwds, lookup) === "unknown"),
  );
}

/** Variables that make other programs run or load what they name; values inside the project are like running its scripts. */
const STEERING =
  /^(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|NODE_OPTIONS|NODE_PATH|PYTHON\w+|PERL5\w+|RUBY\w+|GIT_\w+|\w*EDITOR|\w*PAGER|PROMPT_COMMAND|HOME|XDG_\w+|PAICLI_\w+)$/;

/** Builtins and programs whose words give values to variables. */
const DECLARES = /^(?:export|declare|typeset|local|readonly|env|read|printf|mapfile|readarray)$/;

function steers(command: SimpleCommand): boolean {
  const { name: program, cwds } = command;
  const words = DECLARES.test(program) ? command.args.map(({ text }) => text) : [];
  const declared = words.flatMap((word) => {
    const [, name, value] = /^(\w+)\+?=([\s\S]*)$/.exec(word) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, values: [value] }];
  });
  // With it a plain `cd src` may go anywhere.
  const moves = [...command.assignments, ...declared].some(
    ({ name, values }) => name === "CDPATH" && values.some((value) => value !== ""),
  );
  if (moves || (!/^(?:export|env)$/.test(program) && words.some((word) => /^(?:-v)?CDPATH$/.test(word)))) return true;
  return [...command.assignments, ...declared].some(
    ({ name, values }) =>
      STEERING.test(name) &&
      values.some((value) =>
        value
          .split(/[:\s=]/)
          .some(
            (path) =>
              /^[/~]|^\.\.(?:\/|$)/.test(path) &&
              !cwds.some((cwd) => cwd !== undefined && (path === cwd || path.startsWith(`${cwd}/`))),
          ),
      ),
  );
}
