// Expected failures: a code and its values. The words are looked up in `locale` where the error is caught.
import type { ShapeIssue } from "./shape.ts";

/** For each code, the values that its text needs. Texts in `locale/zh.ts` and `locale/en.ts` under `errors`. */
export interface ErrorValues {
  // command line and configuration
  USAGE: { readonly problem: string };
  CONFIG_INVALID: { readonly name: string; readonly source: string; readonly value: string; readonly accepted: Accepted };
  /** A key of config.json that is no setting. `nearest`: the one that may be meant. */
  CONFIG_UNKNOWN: { readonly name: string; readonly source: string; readonly nearest?: string };
  CONFIG_UNREADABLE: { readonly path: string; readonly cause: Cause };
  NOT_CONFIGURED: Record<never, never>;
  PROVIDER_UNKNOWN: { readonly provider: string; readonly known: string };
  KEY_NOT_FOR_ENDPOINT: { readonly key: string; readonly keySource: string; readonly endpointSource: string };
  NO_TERMINAL: { readonly what: string };
  FOLDER_GONE: { readonly path: string };
  PATH_LOOP: { readonly path: string };
  // files and locks
  NOT_A_FILE: { readonly path: string };
  /** Without `pid` and `host` where the lock names nobody. */
  LOCK_HELD: { readonly path: string; readonly pid?: number; readonly host?: string };
  LOCK_LOST: { readonly path: string };
  // model; `endpoint` is host:port, `message` what the provider says, keys masked
  PROVIDER_INCOMPLETE: {
    readonly provider: string;
    readonly missing: "model" | "baseUrl" | "apiKey";
    readonly variables: string;
  };
  /** `window`: the real context window in tokens, if the provider names it. */
  MODEL_CONTEXT_OVERFLOW: { readonly model: string; readonly message: string; readonly window?: number };
  MODEL_AUTH: { readonly endpoint: string; readonly status: number; readonly message: string };
  MODEL_QUOTA: { readonly endpoint: string; readonly message: string };
  /** `waitSeconds`: what the provider asks to wait, where that is too long to wait for. */
  MODEL_RATE_LIMITED: { readonly endpoint: string; readonly message: string; readonly waitSeconds?: number };
  MODEL_NOT_FOUND: { readonly endpoint: string; readonly model: string; readonly message: string };
  MODEL_REFUSED: { readonly endpoint: string; readonly status: number; readonly message: string };
  MODEL_SERVER: { readonly endpoint: string; readonly status: number; readonly message: string };
  MODEL_UNREACHABLE: { readonly endpoint: string; readonly cause: string };
  MODEL_BROKEN: { readonly endpoint: string; readonly cause: string };
  MODEL_IDLE: { readonly endpoint: string; readonly seconds: number };
  /** `what`: how the answer begins. */
  MODEL_NOT_API: { readonly endpoint: string; readonly what: string };
  MODEL_EMPTY: { readonly model: string };
  // tools
  PATH_OUTSIDE: { readonly path: string };
  PATH_INVALID: { readonly path: string; readonly why: PathFault };
  /** `similar`: names in the same folder that may be meant. */
  FILE_MISSING: { readonly path: string; readonly similar: readonly string[] };
  FILE_IS_FOLDER: { readonly path: string };
  FOLDER_EXPECTED: { readonly path: string };
  /** A pipe, socket or device. */
  FILE_SPECIAL: { readonly path: string };
  FILE_BINARY: { readonly path: string; readonly type: string; readonly bytes: number };
  FILE_DENIED: { readonly path: string };
  FILE_SYSTEM: { readonly path: string; readonly cause: string };
  FILE_TOO_BIG: { readonly path: string; readonly bytes: number; readonly maxBytes: number };
  FILE_NOT_READ: { readonly path: string };
  /** `by`: the unit of this session that changed it, if one did. */
  FILE_CHANGED: { readonly path: string; readonly how: "changed" | "deleted" | "replaced"; readonly by?: string };
  OFFSET_BEYOND: { readonly path: string; readonly offset: number; readonly lines: number };
  /** `hint`: what is nearly there, in the interface language. */
  EDIT_NOT_FOUND: { readonly path: string; readonly hint: string };
  EDIT_AMBIGUOUS: { readonly path: string; readonly count: number; readonly lines: readonly number[] };
  EDIT_SAME: { readonly path: string };
  TEXT_UNENCODABLE: { readonly path: string; readonly encoding: string; readonly characters: string };
  EDIT_BROKEN_BYTES: { readonly path: string; readonly line: number; readonly encoding: string };
  PATTERN_INVALID: { readonly pattern: string; readonly cause: string };
  COMMAND_INVALID: { readonly why: "nul" | "long"; readonly maxBytes: number };
  COMMAND_NOT_STARTED: { readonly cause: string };
  // policy and trust
  PERMISSIONS_UNREADABLE: { readonly path: string; readonly cause: Cause };
  TRUST_UNREADABLE: { readonly path: string; readonly cause: Cause };
  // conversation
  CONVERSATION_INVALID: { readonly unit: string; readonly reason: string; readonly index: number };
  // sessions
  SESSION_NOT_FOUND: { readonly id: string };
  SESSION_AMBIGUOUS: { readonly id: string; readonly matches: string };
  SESSION_IN_USE: { readonly id: string; readonly pid?: number };
  SESSION_UNREADABLE: { readonly id: string; readonly cause: string };
  LEDGER_UNWRITABLE: { readonly path: string; readonly cause: string };
  SESSION_NOT_SAVED: { readonly path: string; readonly cause: string };
  // prompt and skills
  PLACEHOLDER_UNKNOWN: { readonly name: string; readonly known: string };
  PROMPT_NAME: { readonly name: string };
  PROMPT_MISSING: { readonly name: string; readonly path: string };
  PROMPT_OUTSIDE: { readonly path: string };
  NOT_TEXT: { readonly path: string };
  INIT_EXISTS: { readonly path: string };
  INIT_OUTSIDE: { readonly path: string };
  SKILL_UNKNOWN: { readonly name: string; readonly known: string };
  SKILL_OFF: { readonly name: string };
  SKILL_VIEW_FULL: { readonly name: string; readonly limit: string; readonly inView: string };
  // long-term memory
  MEMORY_UNREADABLE: { readonly path: string; readonly cause: string };
  MEMORY_UNWRITABLE: { readonly path: string; readonly cause: string };
  MEMORY_LINK_BROKEN: { readonly link: string; readonly target: string };
  MEMORY_ID_UNKNOWN: { readonly id: string };
  MEMORY_ID_AMBIGUOUS: { readonly id: string; readonly matches: string };
  MEMORY_UNDO_EMPTY: { readonly days: number };
  MEMORY_UNDO_CHANGED: { readonly ids: string };
  MEMORY_NOT_REQUESTED: { readonly fact: string };
  MEMORY_EXTERNAL_CONTEXT: { readonly fact: string };
  MEMORY_NOT_GROUNDED: { readonly fact: string; readonly missing: string };
  MEMORY_DECLINED: { readonly fact: string };
  MEMORY_CONFLICT: { readonly entries: string };
  MEMORY_CHOICE_REFUSED: { readonly entries: string };
  MEMORY_REFUSED: { readonly reason: "secret" | "personal_data" | "empty" | "too_long" };
  // context; sizes in tokens
  TOOL_OUTPUT_UNWRITABLE: { readonly cause: string };
  CONTEXT_PROMPT_TOO_LARGE: { readonly tokens: number; readonly window: number; readonly system: number; readonly tools: number };
  CONTEXT_FULL: { readonly filling: string };
  CONTEXT_INPUT_TOO_LARGE: { readonly tokens: number; readonly window: number; readonly free: number };
  TRANSCRIPT_UNREADABLE: { readonly path: string; readonly cause: Cause };
  // plans
  PLAN_INVALID: { readonly problems: string };
  // wiring
  TOOL_NAME_TAKEN: { readonly name: string };
  // commands
  UNKNOWN_COMMAND: { readonly name: string; readonly hint: string };
  // an error that nobody expected
  INTERNAL: { readonly message: string };
}

/** Why a file can not be used: the system's words, what it is, or what its content lacks. */
export type Cause = string | { readonly fault: FileFault } | readonly ShapeIssue[];

/** What a setting takes: a kind that each language has words for, or the very words. */
export type Accepted = AcceptedKind | readonly string[];

export type AcceptedKind =
  | "text"
  | "provider"
  | "model"
  | "url"
  | "folder"
  | "personality"
  | "tools"
  | "tokens"
  | "price"
  | "whole_from_0"
  | "whole_from_1"
  | "whole_from_2000"
  | "share"
  | "days"
  | "whole_days"
  | "seconds_1_to_600";

/** Why no file can be meant by a path. `no_folder`: a part of it that has to be a folder is something else. */
export type PathFault = "empty" | "nul" | "too_long" | "no_folder" | "loop" | "denied" | "unreadable";

/** Why a file that steers the program is not read. `outside`: it lies outside of the project, through its links. */
export type FileFault = "outside" | "no_file" | "too_large";

export type ErrorCode = keyof ErrorValues;

/** Failures whose words are written for the model: what it should do next. The person is told in other, shorter words. */
export type ModelFacingCode =
  | "PATH_OUTSIDE"
  | "FILE_MISSING"
  | "FILE_IS_FOLDER"
  | "FILE_TOO_BIG"
  | "FILE_NOT_READ"
  | "FILE_CHANGED"
  | "EDIT_NOT_FOUND"
  | "EDIT_AMBIGUOUS"
  | "EDIT_SAME"
  | "TEXT_UNENCODABLE"
  | "EDIT_BROKEN_BYTES"
  | "COMMAND_INVALID"
  | "SKILL_UNKNOWN"
  | "SKILL_OFF"
  | "SKILL_VIEW_FULL"
  | "MEMORY_NOT_REQUESTED"
  | "MEMORY_EXTERNAL_CONTEXT"
  | "MEMORY_NOT_GROUNDED"
  | "MEMORY_DECLINED"
  | "MEMORY_CONFLICT"
  | "MEMORY_CHOICE_REFUSED"
  | "MEMORY_REFUSED";

export class PaiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "PaiError";
  readonly code: Code;
  readonly values: ErrorValues[Code];

  constructor(code: Code, values: ErrorValues[Code], options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(values)}`, options);
    this.code = code;
    this.values = values;
  }
}

export function isPaiError<Code extends ErrorCode>(error: unknown, code: Code): error is PaiError<Code>;
export function isPaiError(error: unknown): error is PaiError;
export function isPaiError(error: unknown, code?: ErrorCode): boolean {
  return error instanceof PaiError && (code === undefined || error.code === code);
}

/** The one-line cause of anything that was thrown, for messages and logs. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const nested = error.cause instanceof Error && error.cause.message !== error.message ? `: ${causeOf(error.cause)}` : "";
  return `${error.message || error.name}${nested}`;
}

/** The system's code (`ENOENT`, `ECONNREFUSED` …) of an error or of its cause. */
export function systemCode(error: unknown): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ("code" in e && typeof e.code === "string") return e.code;
  }
  return undefined;
}
