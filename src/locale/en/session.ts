import type { SessionTexts } from "../texts/session.ts";
import { counted } from "./words.ts";

export const session: SessionTexts = {
  interrupted: (tool) =>
    `This call of ${tool} was interrupted and its outcome is unknown: it may have run in part or as a whole. Check the actual state before you repeat it.`,
  emptyResult: "(no output)",
  repaired: ({ answered, dropped, moved, rewritten }) =>
    `The session was repaired: ${[
      answered > 0 ? `${counted(answered, "interrupted call")} answered` : "",
      dropped > 0 ? `${counted(dropped, "stray or empty message")} left out` : "",
      moved > 0 ? `${counted(moved, "result")} moved to where the call is` : "",
      rewritten > 0 ? `${counted(rewritten, "message")} made valid` : "",
    ]
      .filter((part) => part !== "")
      .join(", ")}.`,
  eventsMissing: (count) =>
    `Missing from this session, because it could not be saved or was damaged: ${counted(count, "event")}.`,
  tornEnd:
    "The session could not be saved to its end: its last record is incomplete and was left out, and what came after it is missing.",
  newerFormat: "This session was written by a newer version of PaiCLI; what this version does not understand was left out.",
  untitled: "(no title)",
  verbs: {
    none: "This project has no sessions yet. --all-projects shows those of others.",
    facts: ({ turns, kilobytes, mode, model }) => `${counted(turns, "turn")}, ${kilobytes} KB, ${mode}, ${model}`,
    deleteNeedsForce: ({ id, title }) =>
      `This deletes the record and the tool outputs of session ${id} (${title}); add --force to confirm.`,
    confirmDelete: ({ id, title }) => `Delete the record and the tool outputs of session ${id} (${title})?`,
    deleted: ({ id, title }) => `Deleted session ${id} (${title}).`,
    outputsKept: (sessions) => `Its tool outputs stay: they are still named in ${sessions.join(", ")}, forked from it.`,
    leftAlone: "Nothing was changed.",
  },
  export: {
    roles: { user: "You", assistant: "PaiCLI", tool: "Tool", program: "Note" },
    facts: { project: "Project", model: "Model", turns: "Turns", updated: "Last used", mode: "Mode" },
    chart: "Context size over time",
    chartUnit: "tokens of a request, estimated",
    chartSteps: "messages",
    marks: { offload: "result offloaded", clear: "old results cleared", summary: "summarised", empty: "/clear" },
    reasoning: "Reasoning",
    call: (tool) => `Call: ${tool}`,
    result: (tool) => `Result: ${tool}`,
    viewCleared: "The conversation was emptied.",
    beforeFork: (parent) => `Before the fork: what session ${parent} had in view.`,
    forked: "Here the fork begins.",
    viewSummarized: "The older part of the conversation was summarised.",
    resumed: "The session was resumed.",
    image: "[image]",
  },
};
