// The rules that "always" in an approval keeps for a project: which there are, and taking one back.
import type { Texts } from "../../locale/index.ts";
import { PaiError } from "../../protocol/errors.ts";
import type { KeptRules } from "../../runtime/agent.ts";
import { hangingLines, tableLines } from "../../util/columns.ts";
import { type Command, firstWord, said } from "../command.ts";

const USAGE = "[list|remove <n>]";

type Rule = Awaited<ReturnType<KeptRules["rules"]>>["allow"][number];

export const permissionCommands: readonly Command[] = [
  {
    name: "permissions",
    usage: USAGE,
    description: (texts) => texts.commands.permissions,
    complete: async (before, { permissions, texts }) => {
      if (before[0] !== "remove") return firstWord("list", "remove")(before);
      if (before.length > 1) return [];
      return numbered(await permissions.rules()).map(({ rule }, index) => ({
        value: String(index + 1),
        description: ruleWords(rule, texts),
      }));
    },
    run: async (words, { session, texts, width }) => {
      const t = texts.commands;
      const rules = numbered(await session.permissions.rules());
      const number = /^remove\s+(\d+)$/.exec(words)?.[1];
      if (number !== undefined) {
        const chosen = rules[Number(number) - 1];
        if (chosen === undefined) throw new PaiError("USAGE", { problem: t.noSuchRule(number, rules.length) });
        await session.permissions.removeRule(chosen.rule);
        return said(t.ruleRemoved(ruleWords(chosen.rule, texts)));
      }
      if (words !== "" && words !== "list") throw new PaiError("USAGE", { problem: `/permissions ${USAGE}` });
      const { root } = session.environment;
      if (rules.length === 0) return said(hangingLines(t.noRules(root), "", width).join("\n"));
      const rows = rules.map(({ rule, allowed }, index) => [
        String(index + 1).padStart(String(rules.length).length),
        allowed ? t.ruleAllows : t.ruleForbids,
        ruleWords(rule, texts),
      ]);
      return said([...hangingLines(t.rulesOf(root), "", width), ...tableLines(rows, width)].join("\n"));
    },
  },
];

/** In the order in which they are listed, so that a number means the same everywhere. */
function numbered({ allow, deny }: Awaited<ReturnType<KeptRules["rules"]>>) {
  return [...allow.map((rule) => ({ rule, allowed: true })), ...deny.map((rule) => ({ rule, allowed: false }))];
}

function ruleWords(rule: Rule, texts: Texts): string {
  const t = texts.commands.ruleIs;
  if ("folder" in rule && typeof rule.folder === "string") return t.folder(rule.folder);
  const words = "command" in rule && Array.isArray(rule.command) ? rule.command.join(" ") : JSON.stringify(rule);
  return "exact" in rule && rule.exact === true ? t.exact(words) : t.prefix(words);
}
