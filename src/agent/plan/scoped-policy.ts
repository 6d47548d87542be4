// A task's own policy: the session's, and within it only what the task may change, so that tasks that run side by side stay apart.
import { relative, resolve, sep } from "node:path";
import type { Texts } from "../../locale/index.ts";
import type { Policy, PolicyCall } from "../../policy/policy.ts";
import { isInside, realTarget } from "../../util/paths.ts";
import { allowsWrite, type WriteScope } from "./writes.ts";

/** `root`: real path of the project. */
export function scopedPolicy(policy: Policy, scope: WriteScope, root: string, texts: Texts): Policy {
  if (scope === "all") return policy;
  const deny = (message: string) =>
    ({ verdict: "deny", reason: "task", code: "DENIED_BY_MODE", message, told: texts.told.outsideTask }) as const;
  const refused = ({ access, tool }: PolicyCall) => {
    const path = access.find((one) => one.kind === "write" && !allowsWrite(scope, projectPath(one.path, root)));
    if (path?.kind === "write") return deny(texts.plan.writeOutsideTask(path.path, scope.join(", ")));
    return scope.length === 0 && access.length === 0 && !tool.readOnly
      ? deny(texts.plan.changeInLookingTask(tool.name))
      : undefined;
  };
  /** What a program writes by itself is not known; what a command says that it writes is held to the same limits as a tool. */
  const refusedCommand = async (call: PolicyCall) => {
    const command = call.access.find(({ kind }) => kind === "command");
    if (scope.length === 0 || command?.kind !== "command") return undefined;
    const outside = (await policy.writes(call)).filter((path) => path === undefined || !allowsWrite(scope, path));
    return outside.length === 0 ? undefined : deny(texts.plan.writeOutsideTask(outside[0] ?? command.command, scope.join(", ")));
  };
  return {
    get mode() {
      return policy.mode;
    },
    setMode: (mode) => policy.setMode(mode),
    answered: (call, decision, answer) => policy.answered(call, decision, answer),
    exposure: (call) => policy.exposure(call),
    writes: (call) => policy.writes(call),
    async decide(call) {
      const outside = refused(call) ?? (await refusedCommand(call));
      if (outside) return outside;
      const decision = await policy.decide(call);
      // A task that only looks stays beside tasks that write because nothing that it runs changes anything.
      const command = call.access.find(({ kind }) => kind === "command");
      if (scope.length > 0 || command?.kind !== "command" || decision.verdict === "deny" || decision.reason === "looks")
        return decision;
      await policy.answered(call, decision, { decision: "deny" });
      return deny(texts.plan.changeInLookingTask(command.command));
    },
  };
}

/** Relative to the project, through all links; a path that leads nowhere is in no task's scope. */
function projectPath(path: string, root: string): string {
  try {
    const real = realTarget(resolve(root, path));
    return isInside(root, real) ? relative(root, real).split(sep).join("/") : "..";
  } catch {
    return ".."; // the tool itself will say what is wrong with it
  }
}
