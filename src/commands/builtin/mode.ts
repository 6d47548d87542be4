// Commands about how the agent works and who approves.
import { PaiError } from "../../protocol/errors.ts";
import { type Command, firstWord, said } from "../command.ts";

const APPROVALS = ["ask", "auto", "full", "deny"] as const;

export const modeCommands: readonly Command[] = [
  {
    name: "approval",
    usage: "[ask|auto|full|deny]",
    description: (texts) => texts.commands.approval,
    complete: firstWord(...APPROVALS),
    run: async (words, { session, texts }) => {
      if (words === "") return said(texts.commands.approvalIs(session.approval));
      const mode = APPROVALS.find((name) => name === words);
      if (mode === undefined) throw new PaiError("USAGE", { problem: `/approval [${APPROVALS.join("|")}]` });
      if (mode === "ask" && !session.canAsk) throw new PaiError("NO_TERMINAL", { what: "/approval ask" });
      session.setApproval(mode);
      return said(texts.commands.approvalIs(session.approval));
    },
  },
];
