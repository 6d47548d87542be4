import type { AcceptedKind, Cause, FileFault } from "../../protocol/errors.ts";
import { CUT_CONNECTION, type ErrorsTexts } from "../texts/errors.ts";
import { counted, shape } from "./words.ts";

/** What a setting takes. */
const ACCEPTED: Readonly<Record<AcceptedKind, string>> = {
  text: "text",
  provider: "a provider's name",
  model: "a model id",
  url: "an http(s) URL",
  folder: "a folder",
  personality: "the name of a personality file",
  tools: "tool names, separated by commas",
  tokens: "a whole number of tokens, 1 or more",
  price: "input/cached/output per million tokens and a currency sign, as in 2/0.2/3 ¥",
  whole_from_0: "a whole number, 0 or more",
  whole_from_1: "a whole number, 1 or more",
  whole_from_2000: "a whole number, 2000 or more",
  share: "a number above 0 and up to 1",
  days: "a number of days (0 or less: off)",
  whole_days: "a whole number of days (0: for ever)",
  seconds_1_to_600: "1 to 600 seconds",
};

const FILE_FAULTS: { readonly [Fault in FileFault]: string } = {
  outside: "it leads out of the project",
  no_file: "it is not a regular file (a folder, a pipe or a device)",
  too_large: "it is larger than 1 MB",
};

export function said(cause: Cause): string {
  if (typeof cause === "string") return cause;
  return "fault" in cause ? FILE_FAULTS[cause.fault] : shape(cause);
}

/** A connection that was cut, which the client names by codes of its own. */
function connection(cause: string): string {
  return CUT_CONNECTION.test(cause) ? "the connection was cut by the other side or on the way" : cause;
}

export const errors: ErrorsTexts = {
  SESSION_NOT_FOUND: ({ id }) => `There is no session "${id}". paicli sessions lists them; --all-projects shows all.`,
  SESSION_AMBIGUOUS: ({ id, matches }) => `"${id}" fits several sessions: ${matches}. Type more of the id.`,
  SESSION_IN_USE: ({ id, pid }) =>
    `Session ${id} is in use by ${pid === undefined ? "another process" : `process ${pid}`}. End that one, or go on in a copy with --fork.`,
  SESSION_UNREADABLE: ({ id, cause }) => `Session ${id} cannot be read: ${cause}`,
  LEDGER_UNWRITABLE: ({ path, cause }) =>
    `The session cannot be saved to ${path}: ${cause}. It goes on, and what is missing is written once that is possible.`,
  SESSION_NOT_SAVED: ({ path, cause }) => `The session goes on but is not saved to ${path}: ${cause}`,
  USAGE: ({ problem }) => `Usage: ${problem}`,
  CONFIG_INVALID: ({ name, source, value, accepted }) =>
    `${name} (from ${source}) has the invalid value "${value}"; accepted: ${typeof accepted === "string" ? ACCEPTED[accepted] : accepted.join(", ")}`,
  CONFIG_UNKNOWN: ({ name, source, nearest }) =>
    `${source} has an unknown key "${name}".${nearest === undefined ? "" : ` Did you mean "${nearest}"?`} Correct or remove it; the names are in the README under Configuration`,
  CONFIG_UNREADABLE: ({ path, cause }) => `Cannot read the configuration file ${path}: ${said(cause)}`,
  NOT_CONFIGURED: () =>
    "No model is configured. Set an API key such as DEEPSEEK_API_KEY, or try the embedded offline model with --provider offline.",
  PROVIDER_UNKNOWN: ({ provider, known }) => `Unknown provider "${provider}"; known: ${known}`,
  KEY_NOT_FOR_ENDPOINT: ({ key, keySource, endpointSource }) =>
    `The key ${key} (from ${keySource}) is not sent to the endpoint that the project file ${endpointSource} names. Set PAICLI_BASE_URL yourself, or put that endpoint's own key into the project's .env.`,
  NO_TERMINAL: ({ what }) => `${what} needs a terminal`,
  FOLDER_GONE: ({ path }) => `The folder does not exist or cannot be entered: ${path}`,
  PATH_LOOP: ({ path }) => `The links form a loop: ${path}`,
  NOT_A_FILE: ({ path }) => `${path} is not a regular file (a folder or a device); nothing was written. Move it away first`,
  LOCK_HELD: ({ path, pid, host }) =>
    `${path} is held by ${pid === undefined ? "another process" : `process ${pid} on ${host}`}; nothing was written. Wait for it or end it, then try again`,
  LOCK_LOST: ({ path }) => `Another host took over the lock ${path} meanwhile; nothing was written. Try again`,
  PROVIDER_INCOMPLETE: ({ provider, missing, variables }) =>
    missing === "apiKey"
      ? `No API key for ${provider}. Set ${variables}.`
      : missing === "model"
        ? `${provider} needs a model id. Set ${variables} or --model.`
        : `${provider} needs the address of its server. Set ${variables} or --base-url.`,
  MODEL_CONTEXT_OVERFLOW: ({ model, message, window }) =>
    `The conversation is too long for ${model}${window === undefined ? "" : ` (window ${window} tokens)`}: ${message}`,
  MODEL_AUTH: ({ endpoint, status, message }) => `${endpoint} does not accept the API key (${status}): ${message}`,
  MODEL_QUOTA: ({ endpoint, message }) => `No quota or balance left at ${endpoint}: ${message}`,
  MODEL_RATE_LIMITED: ({ endpoint, message, waitSeconds }) =>
    `${endpoint} limits the rate of requests${waitSeconds === undefined ? "" : `; it asks to wait ${waitSeconds} s`}: ${message}`,
  MODEL_NOT_FOUND: ({ endpoint, model, message }) =>
    `${endpoint} does not have the model "${model}" or not this path; check the model id and the base URL: ${message}`,
  MODEL_REFUSED: ({ endpoint, status, message }) => `${endpoint} refused the request (${status}): ${message}`,
  MODEL_SERVER: ({ endpoint, status, message }) => `${endpoint} has a fault (${status}): ${message}. Try again later.`,
  MODEL_UNREACHABLE: ({ endpoint, cause }) =>
    `Cannot reach the model at ${endpoint}: ${connection(cause)}. Check the base URL, the network and the proxy.`,
  MODEL_BROKEN: ({ endpoint, cause }) =>
    `The answer of ${endpoint} broke off: ${connection(cause)}. Check the network and the proxy, then send it again.`,
  MODEL_IDLE: ({ endpoint, seconds }) => `${endpoint} sent nothing for ${seconds} s`,
  MODEL_NOT_API: ({ endpoint, what }) =>
    `${endpoint} does not answer as an OpenAI-compatible API (it sent: ${what}). Check the base URL; it usually ends in /v1.`,
  MODEL_EMPTY: ({ model }) => `${model} answered with nothing`,
  PATH_OUTSIDE: ({ path }) => `${path} lies outside the project and can not be used; give a path inside the project`,
  PATH_INVALID: ({ path, why }) =>
    ({
      empty: "The path is empty. Give the path of a file or folder, relative to the project's root",
      nul: `${path} holds a NUL character, which no name can hold. Leave it out`,
      too_long: `${path} is too long: a name has at most 255 bytes (a Chinese character takes 3), a path 4,096. Use shorter names`,
      no_folder: `${path}: a part of this path that should be a folder is a file. Look with list_dir at what is there and use another path`,
      loop: `${path}: the links of this path lead round in a loop. Use a path that does not go through them, or tell the user`,
      denied: `${path}: no permission to follow this path. Use another path, or tell the user what you need`,
      unreadable: `${path}: the system can not follow this path. Use another path`,
    })[why],
  FILE_MISSING: ({ path, similar }) =>
    `${path} does not exist${similar.length === 0 ? "; find the right path with list_dir or glob_files" : `; similar names: ${similar.join(", ")}`}`,
  FILE_IS_FOLDER: ({ path }) => `${path} is a folder; list it with list_dir`,
  FOLDER_EXPECTED: ({ path }) => `${path} is not a folder`,
  FILE_SPECIAL: ({ path }) => `${path} is a pipe, socket or device and can not be read or written as a file`,
  FILE_BINARY: ({ path, type, bytes }) =>
    `${path} is a binary file (${type}, ${bytes} bytes) and can not be read or written as text`,
  FILE_DENIED: ({ path }) => `No permission to access ${path}`,
  FILE_SYSTEM: ({ path, cause }) => `Reading or writing ${path} failed: ${cause}`,
  FILE_TOO_BIG: ({ path, bytes, maxBytes }) =>
    `${path} has ${bytes} bytes, over the limit of ${maxBytes}; split it, or work on it with a command`,
  FILE_NOT_READ: ({ path }) => `${path} exists but was not read in this session; read it with read_file first, then write`,
  FILE_CHANGED: ({ path, how, by }) => {
    const what = how === "deleted" ? "was deleted" : how === "replaced" ? "is no longer a file" : "changed";
    const next =
      how === "changed"
        ? "Read it again with read_file, then work on what it holds now"
        : "Look at the folder with list_dir first";
    return `${path} ${what}${by === undefined ? "" : ` (by ${by})`} since you read it (changed since read); nothing was written. ${next}`;
  },
  OFFSET_BEYOND: ({ path, offset, lines }) => `${path} has only ${counted(lines, "line")}; offset ${offset} is past its end`,
  EDIT_NOT_FOUND: ({ path, hint }) => `old_text was not found in ${path}; nothing was changed. ${hint}`,
  EDIT_AMBIGUOUS: ({ path, count, lines }) =>
    `old_text occurs ${count} times in ${path} (first lines: ${lines.join(", ")}${lines.length < count ? " …" : ""}); nothing was changed. Add lines around it until it is unique, or set replace_all to true`,
  EDIT_SAME: ({ path }) => `old_text and new_text are the same; ${path} was not changed`,
  TEXT_UNENCODABLE: ({ path, encoding, characters }) =>
    `${path} is encoded as ${encoding}, which lacks these characters: ${characters}; write them in another way`,
  EDIT_BROKEN_BYTES: ({ path, line, encoding }) =>
    `Line ${line} of ${path} holds bytes that are not valid ${encoding}; an edit there would damage them. Nothing was changed: leave that line out, or use a command`,
  PATTERN_INVALID: ({ pattern, cause }) => `Invalid pattern ${JSON.stringify(pattern)}: ${cause}`,
  COMMAND_INVALID: ({ why, maxBytes }) =>
    why === "nul"
      ? "The command holds a NUL character and can not run"
      : `The command is longer than ${maxBytes} bytes; write it to a script file with write_file and run that`,
  COMMAND_NOT_STARTED: ({ cause }) => `The command did not start: ${cause}`,
  PERMISSIONS_UNREADABLE: ({ path, cause }) =>
    `Cannot read the permission rules ${path}: ${said(cause)}. Mend or delete the file`,
  TRUST_UNREADABLE: ({ path, cause }) =>
    `Cannot read the record of trusted projects ${path}: ${said(cause)}. Mend or delete the file`,
  CONVERSATION_INVALID: ({ unit, reason, index }) => `Message ${index} of conversation ${unit} is not valid: ${reason}`,
  PLACEHOLDER_UNKNOWN: ({ name, known }) => `The placeholder {{${name}}} in a prompt has no value; known: ${known}`,
  PROMPT_NAME: ({ name }) => `"${name}" is no name of a prompt file: use letters, digits, dots, dashes and underscores`,
  PROMPT_MISSING: ({ name, path }) => `There is no prompt file ${name}. Create ${path}, or use a built-in name`,
  PROMPT_OUTSIDE: ({ path }) =>
    `The prompt file ${path} is a link out of the project and cannot be used. Delete it, or put a file of the project in its place`,
  NOT_TEXT: ({ path }) => `${path} is not a text file`,
  INIT_EXISTS: ({ path }) => `${path} exists and was not changed. To replace it: /init --force`,
  INIT_OUTSIDE: ({ path }) => `${path} is a link out of the project; nothing was written. Delete the link first`,
  SKILL_UNKNOWN: ({ name, known }) => `There is no skill "${name}". Available skills: ${known || "none"}`,
  SKILL_OFF: ({ name }) =>
    `The user has switched off skill "${name}". Go on without it, or ask the user to run /skill on ${name}`,
  SKILL_VIEW_FULL: ({ name, limit, inView }) =>
    `Skill "${name}" was not loaded: the skills in view may have ${limit} in all, and there are: ${inView}. Go on with those, or ask the user to run /compact`,
  TOOL_OUTPUT_UNWRITABLE: ({ cause }) => `Tool output cannot be written to .paicli/tool-outputs: ${cause}`,
  CONTEXT_PROMPT_TOO_LARGE: ({ tokens, window, system, tools }) =>
    `The system prompt (${system}) and the tool definitions (${tools}) take ${tokens} tokens, more than the model's context window of ${window}. Shorten your prompt files and PAI.md, turn off tools, or use a model with a larger window.`,
  CONTEXT_FULL: ({ filling }) =>
    `the context window is full, and each step fills again what a summary makes room for. It holds: ${filling}. Ask for less at a time, start over with /clear, or switch to a model with a larger window`,
  CONTEXT_INPUT_TOO_LARGE: ({ tokens, window, free }) =>
    `This input is about ${tokens} tokens and does not fit the context window (${window} in all, about ${free} free for it). Save large material to a file and let it be read in parts.`,
  TRANSCRIPT_UNREADABLE: ({ path, cause }) =>
    `Cannot read the transcript ${path}: ${said(cause)}. Expected a session ledger (.jsonl) or a JSON array of OpenAI messages.`,
  MEMORY_UNREADABLE: ({ path, cause }) =>
    `Cannot read the long-term memory file ${path}: ${cause}. Check its permissions; this run works without long-term memory`,
  MEMORY_UNWRITABLE: ({ path, cause }) =>
    `Cannot write the long-term memory file ${path}: ${cause}. Nothing was saved; check the folder's permissions and the disk space`,
  MEMORY_LINK_BROKEN: ({ link, target }) =>
    `Cannot use long-term memory: ${link} is a link to ${target}, and the folder there does not exist (a drive that is not mounted?). Nothing was read or saved; make the folder, or mend the link`,
  MEMORY_ID_UNKNOWN: ({ id }) => `No memory has an id that begins with "${id}"; /memory list shows all ids`,
  MEMORY_ID_AMBIGUOUS: ({ id, matches }) => `"${id}" fits several memories: ${matches}; write a few more characters`,
  MEMORY_UNDO_EMPTY: ({ days }) => `No change of the last ${days} days is left to undo`,
  MEMORY_UNDO_CHANGED: ({ ids }) =>
    `Cannot undo: ${ids} was changed elsewhere since. Use /memory replace or /memory delete instead`,
  MEMORY_NOT_REQUESTED: ({ fact }) =>
    `Not saved (MEMORY_NOT_REQUESTED): in this turn the user did not ask to remember "${fact}". Do not call again; if it is worth remembering, ask the user in your answer to say "remember …" or to use /save`,
  MEMORY_EXTERNAL_CONTEXT: ({ fact }) =>
    `Not saved (MEMORY_EXTERNAL_CONTEXT): this session used external content and in this turn the user did not ask to remember "${fact}". Do not call again; ask the user in your answer to say "remember …" in their own words or to use /save`,
  MEMORY_NOT_GROUNDED: ({ fact, missing }) =>
    `Not saved (MEMORY_NOT_GROUNDED): "${fact}" contains what the user did not say: ${missing}. Rewrite it with the user's own words only and save once more; if something is still missing, ask the user`,
  MEMORY_DECLINED: ({ fact }) => `Not saved (MEMORY_DECLINED): the user does not want "${fact}" to be saved. Do not try again`,
  MEMORY_CONFLICT: ({ entries }) =>
    `Not saved (MEMORY_CONFLICT): it contradicts what is remembered.\n${entries}\nThe user decides, you cannot choose for them: show both to the user, ask whether to replace or keep both, and end this turn. After the user's answer use replace_id to replace, keep_both to keep both`,
  MEMORY_CHOICE_REFUSED: ({ entries }) =>
    `Not saved (MEMORY_CHOICE_REFUSED): replace_id and keep_both are only for the pair that was shown, and only after a later answer in which the user chose. ${entries === "" ? "Call without them first" : `\n${entries}\nShow both to the user and wait for the answer`}`,
  MEMORY_REFUSED: ({ reason }) =>
    ({
      secret:
        "Not saved: the text holds a credential (key, token or password). Long-term memory never keeps credentials; write where it is stored instead",
      personal_data:
        "Not saved: the text holds personal data (telephone, identity or card number, mail address). Only the user can save it, with /save --force",
      empty: "Not saved: the text is empty; give the fact to remember",
      too_long: "Not saved: the text is too long. A memory is one fact; put longer texts into PAI.md",
    })[reason],
  PLAN_INVALID: ({ problems }) =>
    `The planner twice gave a plan that cannot be used:\n${problems}\nState the task more precisely, or try another model.`,
  TOOL_NAME_TAKEN: ({ name }) => `The tool name ${name} is taken; choose another.`,
  UNKNOWN_COMMAND: ({ name, hint }) => `There is no command /${name}. ${hint}`,
  INTERNAL: ({ message }) => `Internal error: ${message}`,
};
