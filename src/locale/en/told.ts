import type { ToldTexts } from "../texts/told.ts";

export const told: ToldTexts = {
  errors: {
    PATH_OUTSIDE: () => "outside the project",
    FILE_MISSING: ({ similar }) =>
      similar.length === 0 ? "there is no such file" : `there is no such file; similar: ${similar.join(", ")}`,
    FILE_IS_FOLDER: () => "this is a folder",
    FILE_TOO_BIG: ({ bytes, maxBytes }) => `too large: ${bytes} bytes, the limit is ${maxBytes}`,
    FILE_NOT_READ: () => "not written: the model had not read the file first",
    FILE_CHANGED: ({ how }) =>
      `not written: the file ${{ changed: "changed", deleted: "was deleted", replaced: "is no longer a file" }[how]} since the model read it`,
    EDIT_NOT_FOUND: () => "not changed: the text to replace is not in the file",
    EDIT_AMBIGUOUS: ({ count }) => `not changed: the text to replace occurs ${count} times`,
    EDIT_SAME: () => "not changed: the new text is the same as the old",
    TEXT_UNENCODABLE: ({ encoding, characters }) => `not written: ${encoding} lacks these characters: ${characters}`,
    EDIT_BROKEN_BYTES: ({ line, encoding }) => `not changed: line ${line} holds bytes that are not valid ${encoding}`,
    COMMAND_INVALID: ({ why, maxBytes }) =>
      why === "nul" ? "not run: the command holds a NUL character" : `not run: the command is longer than ${maxBytes} bytes`,
    SKILL_UNKNOWN: () => "there is no such skill",
    SKILL_OFF: ({ name }) => `the skill is switched off; /skill on ${name} switches it on`,
    SKILL_VIEW_FULL: ({ limit }) => `not loaded: the skills in view have reached ${limit}; /compact makes room`,
    MEMORY_NOT_REQUESTED: () => "not saved: you did not ask to remember it; /save does",
    MEMORY_EXTERNAL_CONTEXT: () => "not saved: this session used external content and you did not ask to remember it; /save does",
    MEMORY_NOT_GROUNDED: ({ missing }) => `not saved: it contains what you did not say: ${missing}`,
    MEMORY_DECLINED: () => "not saved, as you chose",
    MEMORY_CONFLICT: () => "not saved: it contradicts what is remembered",
    MEMORY_CHOICE_REFUSED: () => "not saved: you have not chosen yet between the contradicting memories",
    MEMORY_REFUSED: ({ reason }) =>
      ({
        secret: "not saved: it holds a credential",
        personal_data: "not saved: it holds personal data; /save --force keeps it",
        empty: "not saved: it is empty",
        too_long: "not saved: it is too long for one memory",
      })[reason],
  },
  unknownTool: "the model called a tool that does not exist",
  badArguments: "not run: the model's arguments are not valid",
  cancelled: "cancelled",
  deniedByUser: (reason) => (reason ? `you denied it: ${reason}` : "you denied it"),
  needsApproval: (why) => `not run, it needs approval and nobody can be asked here: ${why}`,
  forbidden: (why) => `never allowed: ${why}`,
  deniedByMode: "not run: the approval mode is deny",
  deniedByRule: (subject) => `not run: your rule forbids ${subject} (/permissions shows it)`,
  writeOutside: "not written: outside the project",
  pathInvalid: {
    empty: "not run: the path is empty",
    nul: "not run: the path holds a NUL character",
    too_long: "not run: the path or a name in it is too long",
    no_folder: "not run: a part of the path that should be a folder is a file",
    loop: "not run: the links of the path lead round in a loop",
    denied: "not run: no permission to follow the path",
    unreadable: "not run: the system can not follow the path",
  },
  outsideTask: "not run: this task of the plan may not change it",
};
