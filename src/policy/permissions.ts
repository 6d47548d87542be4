// The rules that a person added: what may run, or must never run, without a question. Kept per project in the user's own
// folder, read once per session, and written only when the person says "always".
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { causeOf, PaiError } from "../protocol/errors.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import { shapeIssues } from "../protocol/shape.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { acquireLock } from "../util/file-lock.ts";
import { isInside } from "../util/paths.ts";
import { readSteeringFile } from "../util/project-file.ts";
import { PERMISSION_LOCK_MS } from "./options.ts";
import { isKnown, programName, type SimpleCommand } from "./simple-command.ts";

const ruleSchema = z.union([
  z.looseObject({ command: z.array(z.string().min(1)).min(1), exact: z.boolean().optional() }),
  z.looseObject({ folder: z.string().min(1) }),
]);
const projectSchema = z.looseObject({ allow: z.array(ruleSchema).default([]), deny: z.array(ruleSchema).default([]) });
const fileSchema = z.looseObject({ projects: z.record(z.string(), projectSchema).default({}) });

/**
 * `command`: one simple command that begins with these words; `exact`: that is these words. `folder`: files below it, relative
 * to the project root.
 */
export type Rule = z.infer<typeof ruleSchema>;
export interface Rules {
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
}

/** Throws PaiError `PERMISSIONS_UNREADABLE` on a file that cannot be understood: a deny rule in it must not be lost silently. */
export async function readRules(path: string, project: string): Promise<Rules> {
  const { projects } = await readPermissions(path);
  return (Object.hasOwn(projects, project) ? projects[project] : undefined) ?? { allow: [], deny: [] };
}

interface WriteParts {
  readonly clock: Clock;
  readonly random: Random;
}

/** Adds an allow rule for the project; other projects, other rules and unknown fields stay as they are. */
export function addRule(path: string, project: string, rule: Rule, parts: WriteParts): Promise<void> {
  return changeRules(path, project, parts, (rules) =>
    rules.allow.some((known) => isSameRule(known, rule)) ? rules : { ...rules, allow: [...rules.allow, rule] },
  );
}

/** Takes a rule of the project back, whichever kind it is. */
export function removeRule(path: string, project: string, rule: Rule, parts: WriteParts): Promise<void> {
  return changeRules(path, project, parts, (rules) => withoutRule(rules, rule));
}

export function withoutRule<Held extends Rules>(rules: Held, rule: Rule): Held {
  const others = (known: Rule) => !isSameRule(known, rule);
  return { ...rules, allow: rules.allow.filter(others), deny: rules.deny.filter(others) };
}

function isSameRule(a: Rule, b: Rule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

type ProjectRules = z.infer<typeof projectSchema>;

async function changeRules(
  path: string,
  project: string,
  parts: WriteParts,
  change: (rules: ProjectRules) => ProjectRules,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const lock = await acquireLock(`${path}.lock`, { waitMs: PERMISSION_LOCK_MS, ...parts });
  try {
    const file = await readPermissions(path);
    const rules = (Object.hasOwn(file.projects, project) ? file.projects[project] : undefined) ?? { allow: [], deny: [] };
    const changed = change(rules);
    if (changed === rules) return;
    const projects = { ...file.projects, [project]: changed };
    await lock.assertHeld();
    await writeFileAtomic(path, `${JSON.stringify({ ...file, projects }, null, 2)}\n`, { mode: 0o600 });
  } finally {
    await lock.release();
  }
}

async function readPermissions(path: string): Promise<z.infer<typeof fileSchema>> {
  let file: ReturnType<typeof readSteeringFile>;
  try {
    file = readSteeringFile(path);
  } catch (error) {
    throw new PaiError("PERMISSIONS_UNREADABLE", { path, cause: causeOf(error) }, { cause: error });
  }
  if (file === undefined) return { projects: {} };
  if ("fault" in file) throw new PaiError("PERMISSIONS_UNREADABLE", { path, cause: file });
  let json: unknown;
  try {
    json = JSON.parse(file.text);
  } catch (error) {
    throw new PaiError("PERMISSIONS_UNREADABLE", { path, cause: causeOf(error) }, { cause: error });
  }
  const parsed = fileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new PaiError(
    "PERMISSIONS_UNREADABLE",
    { path, cause: shapeIssues(parsed.error, { data: json }) },
    { cause: parsed.error },
  );
}

/** Whether a rule speaks of this simple command. */
export function ruleMeetsCommand(rule: Rule, command: SimpleCommand, root: string): boolean {
  if (!("command" in rule) || !Array.isArray(rule.command)) return false;
  const { command: wanted, exact } = rule;
  const words = [command.program, ...command.args.map((arg) => arg.text)];
  if (exact === true) {
    if (words.length !== wanted.length || !command.args.every(isKnown)) return false;
    if (command.cwds.length !== 1 || command.cwds[0] !== root) return false;
  }
  return wanted.every(
    (word, index) => word === words[index] || (index === 0 && word === programName(words[0] ?? "") && isPlain(words[0])),
  );
}

/** A system program under its full path is the same program; one of the project is not. */
function isPlain(program: string | undefined): boolean {
  return program !== undefined && /^\/(?:usr\/)?s?bin\//.test(program);
}

/** For deny rules: the name alone counts, wherever the program lies. */
export function denyMeetsCommand(rule: Rule, command: SimpleCommand, root: string): boolean {
  return ruleMeetsCommand(rule, command, root) || ruleMeetsCommand(rule, { ...command, program: command.name }, root);
}

export function ruleMeetsFile(rule: Rule, real: string, root: string): boolean {
  return "folder" in rule && typeof rule.folder === "string" && isInside(resolve(root, rule.folder), real);
}
