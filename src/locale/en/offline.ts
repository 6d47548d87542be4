import type { OfflineTexts } from "../texts/offline.ts";

export const offline: OfflineTexts = {
  label: "(Offline model: it runs commands of a fixed grammar and is not a language model.)",
  help: [
    "I am the embedded offline model: no network, and not a language model. I know only these commands, joined by “then”:",
    "",
    "- list [folder]",
    "- read <path>",
    "- search <text> [in <path>]",
    "- write <path>: <text> (\\n is a line break)",
    "- replace <path>: <old> => <new>",
    "- run <command>",
    "- remember <fact> (or: <fact>, remember that)",
    "- recall <question> (lists the memories in view about it)",
    "",
    "For example: list files then read README.md then run npm test",
    "To really talk, connect a model, for example by setting DEEPSEEK_API_KEY.",
  ].join("\n"),
  step: (step, of, command) => `Step ${step} of ${of}: ${command}`,
  notDone: (command) => `Not done: ${command}`,
  noMemory: "(no memory about it is in view)",
  noTool: (command) => `No tool is available for this now: ${command}`,
  more: "… (there is more)",
};
