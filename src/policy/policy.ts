// The policy of a session: gathers what a decision needs (real paths, the parsed command, the person's rules), decides, and
// keeps the audit. The decision itself is in turn-policy.ts.
import { statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Texts } from "../locale/index.ts";
import type { ApprovalAnswer, Clock, Random } from "../protocol/ports.ts";
import type { Access, Tool } from "../protocol/tool.ts";
import { isInside, realTarget } from "../util/paths.ts";
import type { ShellParser } from "../util/shell.ts";
import { oneLine } from "../util/text.ts";
import { type AuditEntry, openAudit } from "./audit.ts";
import { judgeCommand } from "./command-guard.ts";
import { type KnownWrite, knownWrites } from "./command-writes.ts";
import { inspectCommand } from "./inspect.ts";
import { usesNetwork } from "./network.ts";
import type { ApprovalMode } from "./options.ts";
import { type Ground, placePath } from "./path-guard.ts";
import { addRule, type Rule, type Rules, readRules, removeRule, withoutRule } from "./permissions.ts";
import type { Inspection } from "./simple-command.ts";
import { type Decision, decideCall, type Judged } from "./turn-policy.ts";

export type { Decision };

export interface PolicyCall {
  readonly callId: string;
  readonly unit: string;
  readonly tool: Pick<Tool, "name" | "readOnly">;
  readonly access: readonly Access[];
}

export interface Policy {
  readonly mode: ApprovalMode;
  setMode(mode: ApprovalMode): void;
  /** Judges a call before it runs. Throws PaiError `PERMISSIONS_UNREADABLE` if the person's rules cannot be read. */
  decide(call: PolicyCall): Promise<Decision>;
  /** Takes the person's answer to a decision `ask`: keeps the rule of an "always", writes the audit. */
  answered(call: PolicyCall, decision: Decision, answer: ApprovalAnswer): Promise<void>;
  /**
   * Files of the project that a call's commands are known to write, relative to its root with forward slashes; undefined for one
   * that shows only when the command runs. What a program writes by itself is not known.
   */
  writes(call: Pick<PolicyCall, "access">): Promise<readonly (string | undefined)[]>;
  /** What external content a call brings into the session, one line each; empty if none. */
  exposure(call: Pick<PolicyCall, "access">): Promise<readonly string[]>;
}

/** What the person added, to see and to take back. */
export interface KeptRules {
  /** The project's rules as the file has them now. Throws PaiError `PERMISSIONS_UNREADABLE`. */
  rules(): Promise<Rules>;
  /** Takes a rule back, for this session and for later ones. */
  removeRule(rule: Rule): Promise<void>;
}

export interface PolicyOptions {
  readonly mode: ApprovalMode;
  readonly sessionId: string;
  /** Real path of the project root. */
  readonly project: string;
  /** The user's home folder. */
  readonly home: string;
  /** `$PAICLI_HOME`: rules and audit live there. */
  readonly paicliHome: string;
  readonly memoryDir: string;
  /** Called once, at the first command. */
  readonly shell: () => Promise<ShellParser>;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly random: Random;
  /** The audit cannot be written; told once. */
  readonly onAuditError: (error: unknown) => void;
}

/** Where a command's source in an exposure is cut, in UTF-16 units. */
const SOURCE_CHARS = 200;

export function createPolicy(options: PolicyOptions): Policy & KeptRules {
  const { project, home, texts } = options;
  const rulesFile = join(options.paicliHome, "permissions.json");
  const ground: Ground = {
    root: project,
    home,
    own: [options.paicliHome, options.memoryDir].map((folder) => realTarget(folder)),
  };
  const audit = openAudit(join(options.paicliHome, "audit"), options.clock, options.onAuditError);
  let mode = options.mode;
  // Read once: what a tool may have written there meanwhile loosens nothing in this session.
  let rules: Promise<Rules> | undefined;
  let shell: Promise<ShellParser> | undefined;
  let last: { command: string; inspection: Promise<Inspection> } | undefined;

  const inspect = (command: string): Promise<Inspection> => {
    if (last?.command === command) return last.inspection;
    shell ??= options.shell();
    const inspection = shell.then((parser) => inspectCommand(parser, command, { cwd: project, home }));
    last = { command, inspection };
    return inspection;
  };
  const judge = async (access: Access): Promise<Judged> => {
    switch (access.kind) {
      case "read":
      case "write":
        return { access, placed: placePath(access.path, ground) };
      case "command":
        return { access, verdict: judgeCommand(await inspect(access.command), ground) };
      default:
        return { access };
    }
  };
  const record = (call: PolicyCall, verdict: AuditEntry["verdict"], reason: string) =>
    audit.record({
      sessionId: options.sessionId,
      unit: call.unit,
      callId: call.callId,
      tool: call.tool.name,
      mode,
      verdict,
      reason,
      access: call.access,
    });

  return {
    get mode() {
      return mode;
    },
    setMode(next) {
      mode = next;
    },
    async decide(call) {
      rules ??= readRules(rulesFile, project);
      const judged = await Promise.all(call.access.map(judge));
      const { name, readOnly } = call.tool;
      const decision = decideCall(judged, { mode, rules: await rules, ground, readOnly, tool: name, texts });
      void record(call, decision.verdict, decision.reason); // in order, and told if it fails; the call need not wait for the disk
      return decision;
    },
    async answered(call, decision, answer) {
      const { decision: said } = answer;
      await record(call, said === "deny" ? "refused" : said, decision.reason);
      if (said !== "always" || decision.verdict !== "ask" || !decision.rule) return;
      const { rule } = decision.rule;
      const known = await (rules ?? readRules(rulesFile, project));
      rules = Promise.resolve({ ...known, allow: [...known.allow, rule] });
      await addRule(rulesFile, project, rule, options);
    },
    async writes({ access }) {
      const commands = access.flatMap((one) => (one.kind === "command" ? [one.command] : []));
      const inspections = await Promise.all(commands.map(inspect));
      return inspections.flatMap((inspection) => knownWrites(inspection).flatMap((write) => writtenPaths(write, project)));
    },
    rules: () => readRules(rulesFile, project),
    async removeRule(rule) {
      const known = await (rules ?? readRules(rulesFile, project));
      rules = Promise.resolve(withoutRule(known, rule));
      await removeRule(rulesFile, project, rule, options);
    },
    async exposure(call) {
      const sources: string[] = [];
      for (const access of call.access) {
        if (access.kind === "network") sources.push(oneLine(access.target, SOURCE_CHARS));
        if (access.kind === "command" && usesNetwork(await inspect(access.command)))
          sources.push(oneLine(access.command, SOURCE_CHARS));
      }
      return sources;
    },
  };
}

/** What lies outside the project is for the decision itself to judge and left out. */
function writtenPaths({ path, cwd, names }: KnownWrite, root: string): readonly (string | undefined)[] {
  if (path === undefined || (cwd === undefined && !/^[/~]/.test(path))) return [undefined];
  if (path.startsWith("~")) return [];
  const full = realOrNone(resolve(cwd ?? "/", path));
  if (full === undefined) return [undefined];
  const targets = names.length > 0 && isFolder(full) ? names.map((name) => join(full, name)) : [full];
  return targets.flatMap((target) => (isInside(root, target) ? [relative(root, target).split(sep).join("/")] : []));
}

function realOrNone(path: string): string | undefined {
  try {
    return realTarget(path);
  } catch {
    return undefined; // a loop of links, a closed folder: where it leads is not known
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
