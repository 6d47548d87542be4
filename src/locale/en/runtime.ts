import type { RuntimeTexts } from "../texts/runtime.ts";
import { said } from "./errors.ts";
import { counted } from "./words.ts";

export const runtime: RuntimeTexts = {
  projectMemoryChanged: (files) =>
    `Project memory has changed: ${files}. It is picked up at the next compaction, /clear or /context reload.`,
  promptSources: {
    tools: "tool definitions",
    files: "prompt files",
    skills: "skills",
    projectMemory: "PAI.md",
    externalIndexes: "external indexes",
    memory: "long-term memory",
  },
  promptChanged: (parts) =>
    `Sources of the system prompt have changed (${parts.join(", ")}); the provider's prefix cache is lost, this turn is billed uncached.`,
  trustIgnored: (names) =>
    `This project's own configuration is not trusted and was ignored: ${names.join(", ")}. Run paicli trust if you trust it.`,
  filesRefused: (files) =>
    `Not read and ignored: ${files.map(({ path, fault }) => `${path} (${said({ fault })})`).join("; ")}. A project's configuration has to be a regular file inside it.`,
  unknownVariables: (variables) =>
    `There is no such environment variable, so it has no effect: ${variables.map(({ name, nearest }) => (nearest === undefined ? name : `${name} (did you mean ${nearest}?)`)).join(", ")}`,
  smallWindow: (given, taken) =>
    `A context window of ${given} tokens is too small to work in; it is taken as ${taken}. If the model really has no more, choose another one.`,
  resumed: ({ id, title, turns }) => `Going on with session ${id}: ${title} (${counted(turns, "turn")})`,
  resumedNothing: "This project has no session yet; a new one was started.",
  repaired: (what) => `The last session did not end normally; repaired: ${what}.`,
  auditFailed: (cause) => `The audit log cannot be written: ${cause}`,
  approvalChanged: (mode) => `[approval] The user has set the approval mode to ${mode}.`,
  projectMoved: (from, to) => `This session belongs to ${from}; it goes on in ${to}.`,
  coldCache: (tokens) =>
    `This session is large and its cache surely cold: the next turn costs about ${tokens} uncached tokens. You can /compact first.`,
  pipedIntro: "Data from standard input follows; it is not what the user said:",
  offlineNote: "Using the embedded offline stand-in: it is not a language model and understands a small set of commands.",
};
