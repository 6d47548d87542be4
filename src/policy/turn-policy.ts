// The decision about one call, as data in, data out: protected files, the place of a path, the class of a command, the
// approval mode and the person's rules. Nothing here touches the disk.

import { dirname, relative, sep } from "node:path";
import type { Texts } from "../locale/index.ts";
import type { Access } from "../protocol/tool.ts";
import { shortPath } from "../util/paths.ts";
import type { Finding, Verdict } from "./command-guard.ts";
import { offeredRule } from "./offered-rule.ts";
import type { ApprovalMode } from "./options.ts";
import type { Ground, Placed } from "./path-guard.ts";
import { writtenFiles } from "./path-words.ts";
import { denyMeetsCommand, type Rule, type Rules, ruleMeetsCommand, ruleMeetsFile } from "./permissions.ts";

/** What is known of one access before it is decided. */
export type Judged =
  | { readonly access: Access & { readonly kind: "read" | "write" }; readonly placed: Placed }
  | { readonly access: Access & { readonly kind: "command" }; readonly verdict: Verdict }
  | { readonly access: Access & { readonly kind: "memory" | "network" } };

export interface Facts {
  readonly mode: ApprovalMode;
  readonly rules: Rules;
  readonly ground: Ground;
  /** The tool declares that it changes nothing. */
  readonly readOnly: boolean;
  readonly tool: string;
  readonly texts: Texts;
}

type DenyCode = "PATH_OUTSIDE" | "PATH_INVALID" | "COMMAND_FORBIDDEN" | "DENIED_BY_MODE" | "DENIED_BY_RULE";

interface OfferedRule {
  /** For the dialog. */
  readonly words: string;
  readonly rule: Rule;
}

export type Decision =
  | { readonly verdict: "run"; readonly reason: string }
  | {
      readonly verdict: "ask";
      readonly reason: string;
      /** For the person, in the interface language. */
      readonly why: string;
      /** For the model, where nobody can be asked: why not, and what to do instead. */
      readonly headless: string;
      /** What "always" would add; absent where no rule may be kept. */
      readonly rule?: OfferedRule;
    }
  | {
      readonly verdict: "deny";
      readonly reason: string;
      readonly code: DenyCode;
      /** For the model: why not, and what to do instead. */
      readonly message: string;
      /** For the person, in one short line. */
      readonly told: string;
    };

/** The gravest decision over everything that a call touches. A call that touches nothing it declares counts by its `readOnly`. */
export function decideCall(judged: readonly Judged[], facts: Facts): Decision {
  const decisions = judged.map((each) => decideAccess(each, facts));
  if (judged.length === 0) decisions.push(facts.readOnly ? run("looks") : changing("works", facts, facts.tool));
  const denied = decisions.find((decision) => decision.verdict === "deny");
  if (denied) return denied;
  const asked = decisions.filter((decision) => decision.verdict === "ask");
  const [first] = asked;
  if (!first) return decisions[0] ?? run("looks");
  if (asked.length === 1) return first;
  const why = [...new Set(asked.map((decision) => decision.why))].join("\n");
  return { verdict: "ask", reason: first.reason, why, headless: facts.texts.policy.headless(why) };
}

function decideAccess(judged: Judged, facts: Facts): Decision {
  const { access } = judged;
  switch (access.kind) {
    case "read":
    case "write":
      return "placed" in judged ? decidePath(access, judged.placed, facts) : run("looks");
    case "command":
      return "verdict" in judged ? decideCommand(judged.verdict, facts) : run("looks");
    case "memory":
      // What may be remembered is judged by the memory's own rules, which no mode loosens.
      return facts.mode === "deny" ? deniedByMode(facts) : run("memory");
    case "network":
      return facts.mode === "ask" ? ask("network", access.target, facts) : run("network");
  }
}

function decidePath(access: { readonly kind: "read" | "write"; readonly path: string }, placed: Placed, facts: Facts): Decision {
  const { texts, rules, ground } = facts;
  const { policy, told } = texts;
  if (placed.kind === "unresolved") {
    const { why } = placed;
    const message = texts.errors.PATH_INVALID({ path: shortPath(access.path), why });
    return deny("unresolved", "PATH_INVALID", message, told.pathInvalid[why]);
  }
  const { real, kind, guarded } = placed;
  if (rules.deny.some((rule) => ruleMeetsFile(rule, real, ground.root)))
    return deny("rule", "DENIED_BY_RULE", policy.deniedByRule(access.path), told.deniedByRule(access.path));
  if (access.kind === "read") return kind === "inside" ? run("looks") : ask("outside_read", access.path, facts);
  if (kind === "outside") return deny("outside", "PATH_OUTSIDE", policy.writeOutside(access.path), told.writeOutside);
  if (facts.mode === "deny") return deniedByMode(facts);
  if (guarded) return ask("guarded", access.path, facts);
  if (facts.mode !== "ask" || rules.allow.some((rule) => ruleMeetsFile(rule, real, ground.root))) return run("works");
  const folder = relative(ground.root, dirname(real)).split(sep).join("/") || ".";
  return ask("write", access.path, facts, { words: policy.folderRule(folder), rule: { folder } });
}

/** The table of classes and modes; a rule of the person stands for a yes that was given before. */
function decideCommand(verdict: Verdict, facts: Facts): Decision {
  const { texts, rules, ground } = facts;
  const { policy, told } = texts;
  const why = policy.reasons[verdict.reason](verdict.subject);
  if (verdict.class === "forbidden") return deny(verdict.reason, "COMMAND_FORBIDDEN", policy.forbidden(why), told.forbidden(why));
  const denied = verdict.findings.find(
    ({ command }) => command && rules.deny.some((rule) => denyMeetsCommand(rule, command, ground.root)),
  );
  if (denied) return deny("rule", "DENIED_BY_RULE", policy.deniedByRule(denied.subject), told.deniedByRule(denied.subject));
  if (verdict.class === "read_only") return run(verdict.reason);
  if (facts.mode === "deny") return deniedByMode(facts);
  if (runsInMode(verdict, facts.mode) || verdict.findings.every((finding) => isAllowed(finding, facts)))
    return run(verdict.reason);
  const { full } = offeredFor(verdict, facts);
  return { verdict: "ask", reason: verdict.reason, why, headless: policy.headless(why), ...(full ? { rule: full } : {}) };
}

function runsInMode(verdict: Verdict, mode: ApprovalMode): boolean {
  if (mode === "auto") return verdict.class === "ordinary";
  return mode === "full" && verdict.class !== "high_risk";
}

/** Every part of a compound command must be harmless or met by a rule; a high risk only by a rule for its very words. */
function isAllowed({ class: level, reason, command }: Finding, { mode, rules, ground }: Facts): boolean {
  if (level === "read_only" || (level === "ordinary" && mode === "auto")) return true;
  if (
    !command ||
    level === "unreadable" ||
    NEVER_KEPT.has(reason) ||
    writtenFiles(command).some((file) => file.text !== "/dev/null")
  )
    return false;
  if (command.assignments.some(({ name }) => /^[A-Z]/.test(name) && level === "high_risk")) return false;
  return rules.allow.some(
    (rule) => (level === "ordinary" || ("exact" in rule && rule.exact === true)) && ruleMeetsCommand(rule, command, ground.root),
  );
}

/** Reasons for which each single time is asked. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  "guarded",
  "git_settings",
  "privilege",
  "disk",
  "kill",
  "pipe_to_shell",
  "unknown_target",
  "steering_variable",
]);

function offeredFor(verdict: Verdict, facts: Facts): { full?: OfferedRule } {
  const open = verdict.findings.filter((finding) => !isAllowed(finding, facts));
  const [only] = open;
  if (open.length !== 1 || !only?.command || only.class === "unreadable" || NEVER_KEPT.has(only.reason)) return {};
  const rule = offeredRule(only.command, only.class === "high_risk", facts.ground.root);
  if (!rule || !isAllowed(only, { ...facts, rules: { allow: [rule], deny: [] } })) return {};
  const words = rule.command.join(" ");
  return { full: { words: rule.exact ? facts.texts.policy.exactRule(words) : facts.texts.policy.prefixRule(words), rule } };
}

function changing(reason: "works", facts: Facts, subject: string): Decision {
  if (facts.mode === "deny") return deniedByMode(facts);
  return facts.mode === "ask" ? ask(reason, subject, facts) : run(reason);
}

function run(reason: string): Decision {
  return { verdict: "run", reason };
}

function ask(reason: keyof Texts["policy"]["reasons"], subject: string, { texts }: Facts, rule?: OfferedRule): Decision {
  const why = texts.policy.reasons[reason](subject);
  return { verdict: "ask", reason, why, headless: texts.policy.headless(why), ...(rule ? { rule } : {}) };
}

function deny(reason: string, code: DenyCode, message: string, told: string): Decision {
  return { verdict: "deny", reason, code, message, told };
}

function deniedByMode({ texts }: Facts): Decision {
  return deny("mode", "DENIED_BY_MODE", texts.policy.deniedByMode, texts.told.deniedByMode);
}
