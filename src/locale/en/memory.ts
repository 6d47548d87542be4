import type { MemoryTexts } from "../texts/memory.ts";
import { counted } from "./words.ts";

export const memory: MemoryTexts = {
  broken: ({ path, readable, copy }) =>
    `The long-term memory file ${path} is corrupt; ${counted(readable, "whole entry", "whole entries")} could be read. ${copy === undefined ? "The broken file will be kept aside before the next save" : `The broken file is kept as ${copy}`}`,
  notUnderstood: ({ path, count }) =>
    `${counted(count, "element")} of the long-term memory file ${path} ${count === 1 ? "is not understood; it is kept as it is" : "are not understood; they are kept as they are"} and not used`,
  conflictOld: ({ id, content, written, verified }) => `- ${id}: ${content} (written ${written}, last verified ${verified})`,
  conflictNew: (content) => `- (new): ${content}`,
  saved: ({ id, content, scope }) => `Remembered ${id} (${scope === "global" ? "all projects" : "this project"}): ${content}`,
  known: ({ id, content }) => `Already remembered, not saved twice: ${id}: ${content}`,
  oldStays: (old) =>
    `${old} was not replaced and is still there. Only the user can remove it: tell them, and that /memory delete ${old} does it.`,
  replaced: ({ id, old, content }) => `Replaced ${old} by ${id}: ${content}`,
  left: (entries) => `The user left everything as it is; nothing was saved. Do not try again.\n${entries}`,
  browserSaved: ({ id, content }) => `Also remembered a browser preference ${id} (all projects): ${content}`,
  browserPreference: (site) =>
    site === undefined
      ? "User preference: reuse the logged-in Chrome session for sites that need a login"
      : `User preference: reuse the logged-in Chrome session for ${site}`,
  lightModelUnknown: (model) =>
    `The provider does not know the light model ${model}: no more memories are extracted in this session. Choose another one with --light-model or PAICLI_LIGHT_MODEL.`,
  extractionFailing:
    "Extracting memories failed several times in a row: not tried again in this session. Use /save for what is to be remembered.",
  askSaveTitle: "Save to long-term memory?",
  askNotRequested: (fact) => `The model wants to remember this, but you did not ask for it in this turn:\n${fact}`,
  askNotGrounded: ({ fact, missing }) => `The model wants to remember this; parts of it you did not say (${missing}):\n${fact}`,
  askYes: "Save",
  askNo: "Do not save",
  askConflictTitle: "This contradicts a memory",
  askReplace: (id) => `Replace ${id} by the new one`,
  askKeepBoth: "Keep both",
  askLeave: "Leave it, save nothing",
  verbs: {
    status: ({ file, project, global, projectTokens, globalTokens, stale, pending, external, skipped, budget }) =>
      [
        `Long-term memory: ${project} of this project (${counted(projectTokens, "token")}), ${global} global (${counted(globalTokens, "token")})`,
        ...(budget === undefined ? [] : [`Memory budget of the window: ${counted(budget, "token")}`]),
        `May be outdated ${stale} · unverified ${pending} · external ${external} · skipped extractions ${skipped}${skipped > 0 ? " (/memory list --skipped)" : ""}`,
        `File: ${file}`,
      ].join("\n"),
    none: "No memories. Save one with /save <fact> or paicli memory save <fact>.",
    noneSkipped: "Nothing was skipped.",
    listLeft: ({ shown, left }) =>
      `These are the latest ${shown}; ${left} earlier ${left === 1 ? "one is" : "ones are"} left: /memory list all, or /memory search <words>.`,
    contradicts: (ids) => `contradicts ${ids}`,
    noMatch: "No memory fits.",
    alike: "letters alike",
    stored: ({ id, content, scope }) => `Saved (${scope === "global" ? "all projects" : "this project"}) ${id}: ${content}`,
    duplicate: ({ id, content }) => `Already known, now verified again: ${id}: ${content}`,
    oldStays: ({ id, content, old }) =>
      `Already known as ${id}, now verified again: ${content}\n${old} was not replaced and is still there; if it no longer holds: memory delete ${old}`,
    replaced: ({ id, old, content }) => `Replaced ${old} by ${id}: ${content}`,
    verified: ({ id, content }) => `Verified ${id}: ${content}`,
    deleted: ({ id, content }) => `Deleted ${id}: ${content} (/memory undo brings it back)`,
    undone: ({ what, day }) => `Undone: the ${what} of ${day}:`,
    changes: { save: "save", replace: "replacement", verify: "verification", delete: "deletion", clear: "clearing" },
    conflict: "In conflict with what is remembered; nothing was written:",
    conflictHow: ({ prefix, id, target }) =>
      `Replace it: ${prefix} replace ${id} <fact>; keep both: ${target === undefined ? `${prefix} save --force` : `${prefix} replace --force ${target}`} <fact>`,
    refused: {
      secret: "Not saved: it holds credentials (a key, token or password); these never enter long-term memory.",
      personal_data:
        "Not saved: it holds personal data (a phone, identity or card number, a mail address). Add --force if you mean it.",
      empty: "Not saved: it is empty.",
      too_long: "Not saved: it is too long; split it into several short facts.",
    },
    targetNotFound: "There is no such memory; nothing was written.",
    confirmPersonal: "It holds personal data (a phone, identity or card number, a mail address). Save it all the same?",
    confirmClear: ({ count, scope }) =>
      scope === "global"
        ? `Delete ${counted(count, "global memory", "global memories")}?`
        : `Delete ${counted(count, "memory", "memories")} of this project?`,
    clearNeedsForce: (count) => `This deletes ${counted(count, "memory", "memories")}; add --force to confirm.`,
    clearedAll: (count) =>
      `Deleted ${counted(count, "memory", "memories")} (memory undo brings ${count === 1 ? "it" : "them"} back).`,
    leftAlone: "Nothing was changed.",
    flags: {
      global: "global",
      pending: "auto-extracted, unverified",
      stale: "may be outdated",
      staleFile: (path) => `may be outdated (${path} has changed)`,
      external: "external",
    },
  },
  polarity: "a negation that the user's words do not have, or the other way round",
  crossed: "said of something else in the user's words",
  halfOfWords: "more than half of its content words",
  recall: {
    intro:
      "Long-term memory: these are leads, not facts. Check the project's files before acting on versions, configuration or paths; where they differ, the file wins.",
    line: ({ id, marks, content, written, verified }) =>
      `- ${id} [${marks}] ${content} (written ${written}, last verified ${verified})`,
    flags: {
      auto: "auto-extracted",
      unverified: "unverified",
      stale: "may be outdated",
      staleFile: (path) => `may be outdated: ${path} has changed`,
      external: "from a session that used external content",
    },
    goneIntro: "These memories no longer hold; do not rely on what was shown of them earlier:",
    deleted: (id) => `- ${id}: deleted`,
    replacedBy: (id, by) => (id === by ? `- ${id}: changed, the new line counts` : `- ${id}: replaced by ${by}`),
    embeddingFailed: (endpoint, cause) =>
      `The embeddings endpoint ${endpoint} can not be used (${cause}); memories are found by the local vectors instead`,
  },
};
