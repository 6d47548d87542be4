// What every language must say. Sections follow the folders of src/; each text is a string or a function of typed values.
import type { ErrorCode, ErrorValues, ModelFacingCode, PathFault } from "../protocol/errors.ts";
import type { TaskStatus } from "../protocol/event.ts";
import type { RetryReason } from "../protocol/llm.ts";
import type { ShapeIssue } from "../protocol/shape.ts";

interface DemoStep {
  readonly say: string;
  readonly line: string;
}

export interface Texts {
  readonly lang: "zh" | "en";
  /** What is wrong with data from outside: arguments, a plan, a file. */
  readonly shape: (issues: readonly ShapeIssue[]) => string;
  /** What the loop tells the model, and what it tells the person about a task. */
  readonly agent: {
    readonly cancelledBeforeRun: string;
    readonly cancelledWhileRunning: string;
    readonly unknownTool: (name: string, known: readonly string[]) => string;
    readonly unreadableArguments: (why: string) => string;
    readonly badArguments: (why: string) => string;
    readonly deniedByUser: (reason: string | undefined) => string;
    readonly emptyResult: string;
    readonly answerFromReasoning: (reasoning: string) => string;
    readonly continueAnswer: string;
    readonly useRealCalls: string;
    readonly callCut: string;
    readonly runawayReminder: string;
    readonly reportRequest: string;
    readonly imagesOfTools: string;
    readonly stagnation: string;
    readonly answerCut: string;
    readonly answerUnmarked: string;
    readonly answerFiltered: string;
    readonly limitReached: (limit: "max_turns" | "unit_steps" | "token_budget") => string;
  };
  /** Long-term memory: what is said about entries, and what the model's tool answers. */
  readonly memory: {
    /** `copy`: where the broken file was kept; undefined while it was only read. */
    readonly broken: (values: { readonly path: string; readonly readable: number; readonly copy: string | undefined }) => string;
    readonly notUnderstood: (values: { readonly path: string; readonly count: number }) => string;
    readonly conflictOld: (values: {
      readonly id: string;
      readonly content: string;
      readonly written: string;
      readonly verified: string;
    }) => string;
    readonly conflictNew: (content: string) => string;
    readonly saved: (values: { readonly id: string; readonly content: string; readonly scope: "project" | "global" }) => string;
    readonly known: (values: { readonly id: string; readonly content: string }) => string;
    readonly replaced: (values: { readonly id: string; readonly old: string; readonly content: string }) => string;
    readonly left: (entries: string) => string;
    readonly browserSaved: (values: { readonly id: string; readonly content: string }) => string;
    /** The preference itself; `site` undefined: any site that wants a login. */
    readonly browserPreference: (site: string | undefined) => string;
    readonly lightModelUnknown: (model: string) => string;
    readonly extractionFailing: string;
    readonly askSaveTitle: string;
    readonly askNotRequested: (fact: string) => string;
    readonly askNotGrounded: (values: { readonly fact: string; readonly missing: string }) => string;
    readonly askYes: string;
    readonly askNo: string;
    readonly askConflictTitle: string;
    readonly askReplace: (id: string) => string;
    readonly askKeepBoth: string;
    readonly askLeave: string;
    readonly verbs: {
      readonly status: (status: {
        readonly file: string;
        readonly project: number;
        readonly global: number;
        readonly projectTokens: number;
        readonly globalTokens: number;
        readonly stale: number;
        readonly pending: number;
        readonly external: number;
        readonly skipped: number;
        readonly budget: number | undefined;
      }) => string;
      readonly none: string;
      readonly noneSkipped: string;
      /** Behind a list of which only the latest are shown. */
      readonly listLeft: (counts: { readonly shown: number; readonly left: number }) => string;
      readonly contradicts: (ids: string) => string;
      readonly noMatch: string;
      readonly alike: string;
      readonly stored: (entry: { readonly id: string; readonly content: string; readonly scope: "project" | "global" }) => string;
      readonly duplicate: (entry: { readonly id: string; readonly content: string }) => string;
      readonly replaced: (entry: { readonly id: string; readonly content: string }) => string;
      readonly verified: (entry: { readonly id: string; readonly content: string }) => string;
      readonly deleted: (entry: { readonly id: string; readonly content: string }) => string;
      /** `what`: one of `changes`. */
      readonly undone: (change: { readonly what: string; readonly day: string }) => string;
      readonly changes: { readonly [What in "save" | "replace" | "verify" | "delete" | "clear"]: string };
      readonly conflict: string;
      /** `target`: the entry that was to be replaced, if it was not a new one that met the conflict with `id`. */
      readonly conflictHow: (ids: { readonly id: string; readonly target?: string }) => string;
      readonly refused: { readonly [Reason in "secret" | "personal_data" | "empty" | "too_long"]: string };
      readonly targetNotFound: string;
      readonly confirmPersonal: string;
      readonly confirmClear: (what: { readonly count: number; readonly scope: "project" | "global" }) => string;
      readonly clearNeedsForce: (count: number) => string;
      readonly clearedAll: (count: number) => string;
      readonly leftAlone: string;
      readonly flags: {
        readonly global: string;
        readonly pending: string;
        readonly stale: string;
        readonly staleFile: (path: string) => string;
        readonly external: string;
      };
    };
    readonly polarity: string;
    readonly crossed: string;
    readonly halfOfWords: string;
    /** The block of memories that the model reads, and what the person is told when recall has less to go by. */
    readonly recall: {
      readonly intro: string;
      readonly line: (memory: {
        readonly id: string;
        /** Type and flags. */
        readonly marks: string;
        readonly content: string;
        readonly written: string;
        readonly verified: string;
      }) => string;
      readonly flags: {
        readonly auto: string;
        readonly unverified: string;
        readonly stale: string;
        readonly staleFile: (path: string) => string;
        readonly external: string;
      };
      readonly goneIntro: string;
      readonly deleted: (id: string) => string;
      readonly replacedBy: (id: string, by: string) => string;
      readonly embeddingFailed: (endpoint: string, cause: string) => string;
    };
  };
  /** What the policy tells the person who is asked, and the model whose call did not run. `subject`: a command or a path. */
  readonly policy: {
    readonly reasons: {
      readonly [Reason in
        | "looks"
        | "works"
        | "write"
        | "outside"
        | "outside_read"
        | "guarded"
        | "network"
        | "fatal_target"
        | "disk_write"
        | "fork_bomb"
        | "foreign_repository"
        | "steering_variable"
        | "privilege"
        | "disk"
        | "kill"
        | "system"
        | "remote"
        | "publish"
        | "pipe_to_shell"
        | "git_history"
        | "git_settings"
        | "recursive_delete"
        | "unknown_target"
        | "syntax"
        | "hidden"
        | "ambiguous"
        | "too_long"
        | "eval"
        | "unknown_program"
        | "interpreter"
        | "decoded"
        | "run_text"]: (subject: string) => string;
    };
    readonly headless: (why: string) => string;
    readonly forbidden: (why: string) => string;
    readonly deniedByMode: string;
    readonly deniedByRule: (subject: string) => string;
    readonly writeOutside: (path: string) => string;
    readonly folderRule: (folder: string) => string;
    readonly prefixRule: (words: string) => string;
    readonly exactRule: (words: string) => string;
  };
  /** What starting, resuming and changing a session tells. */
  readonly runtime: {
    readonly projectMemoryChanged: (files: string) => string;
    readonly promptChanged: (parts: readonly string[]) => string;
    readonly promptSources: {
      readonly [Part in "tools" | "files" | "skills" | "projectMemory" | "externalIndexes" | "memory"]: string;
    };
    readonly trustIgnored: (names: readonly string[]) => string;
    readonly unknownVariables: (variables: readonly { readonly name: string; readonly nearest?: string }[]) => string;
    readonly resumedNothing: string;
    readonly resumed: (session: { readonly id: string; readonly title: string; readonly turns: number }) => string;
    readonly repaired: (what: string) => string;
    readonly auditFailed: (cause: string) => string;
    readonly approvalChanged: (mode: string) => string;
    readonly projectMoved: (from: string, to: string) => string;
    readonly coldCache: (tokens: number) => string;
    readonly pipedIntro: string;
    readonly offlineNote: string;
  };
  /** Slash commands: a line of help each, and what they say. */
  readonly commands: {
    readonly help: string;
    readonly helpIntro: string;
    readonly exit: string;
    readonly clear: string;
    readonly cleared: string;
    readonly compact: string;
    readonly context: string;
    readonly reloaded: (files: readonly string[]) => string;
    readonly approval: string;
    readonly mode: string;
    readonly modeIs: (mode: string) => string;
    readonly plan: string;
    readonly team: string;
    readonly permissions: string;
    readonly rulesOf: (project: string) => string;
    readonly noRules: (project: string) => string;
    readonly noSuchRule: (number: string, count: number) => string;
    readonly ruleRemoved: (rule: string) => string;
    readonly ruleAllows: string;
    readonly ruleForbids: string;
    readonly ruleIs: { readonly [Kind in "folder" | "prefix" | "exact"]: (what: string) => string };
    readonly approvalIs: (mode: string) => string;
    readonly tools: string;
    readonly readOnly: string;
    readonly changes: string;
    readonly config: string;
    readonly save: string;
    readonly memory: string;
    readonly sessions: string;
    readonly resume: string;
    readonly resumeHow: string;
    readonly resumed: (id: string) => string;
    readonly export: string;
    readonly nothingToExport: string;
    readonly exported: (path: string) => string;
    readonly model: string;
    readonly modelIs: (model: {
      readonly provider: string;
      readonly id: string;
      readonly lightId: string;
      readonly window: number;
    }) => string;
    readonly modelSet: (id: string) => string;
    /** The endpoint's list of models lacks it. `nearest`: one that may be meant. */
    readonly modelUnlisted: (nearest: string | undefined) => string;
    readonly modelOffline: string;
    readonly lang: string;
    readonly init: string;
    readonly initDone: (path: string) => string;
    readonly initExclude: (cause: string) => string;
    readonly skill: string;
    readonly noSkills: string;
    readonly skillsReloaded: string;
    readonly skillSwitched: (name: string, on: boolean) => string;
    readonly tryHelp: string;
    readonly didYouMean: (name: string) => string;
  };
  /** `paicli config` and `paicli doctor`. */
  readonly report: {
    readonly builtIn: string;
    readonly implied: string;
    readonly environment: string;
    readonly trusted: string;
    readonly notTrusted: string;
    readonly ignored: (source: string) => string;
    readonly light: string;
    readonly notConfigured: string;
    readonly defaults: string;
    readonly trustGranted: (files: readonly string[]) => string;
    readonly trustValues: string;
    readonly trustNothing: string;
    readonly trustRevoked: (had: boolean) => string;
    readonly doctor: {
      readonly home: string;
      readonly project: string;
      readonly shell: string;
      readonly grammar: string;
      readonly memory: string;
      readonly model: string;
      readonly variables: string;
      readonly trust: string;
      readonly trustIgnored: (files: readonly string[], changed: boolean) => string;
      readonly memoryCounts: (file: string, project: number, global: number) => string;
      readonly memoryBroken: (path: string) => string;
      readonly endpointAnswers: (endpoint: string, models: number, unknownModel: string | undefined) => string;
      readonly mendHome: (path: string) => string;
      readonly mendProject: string;
      readonly mendShell: string;
      readonly mendGit: string;
      readonly mendInstall: string;
      readonly mendMemory: string;
      readonly mendVariables: string;
      readonly mendTrust: string;
      readonly mendModel: string;
      readonly mendEndpoint: string;
    };
  };
  /** `paicli demo`: what it says, and the lines that it types. */
  readonly demo: {
    readonly intro: (project: string) => string;
    readonly steps: readonly DemoStep[];
    /** After the session was left and resumed. */
    readonly resumed: readonly DemoStep[];
    readonly left: string;
    readonly outro: string;
  };
  /** `--help` and what the command line says about itself. */
  readonly help: {
    readonly about: string;
    readonly prompt: string;
    readonly print: string;
    readonly continue: string;
    readonly resume: string;
    readonly fork: string;
    readonly cwd: string;
    readonly noColor: string;
    readonly version: string;
    readonly help: string;
    readonly json: string;
    readonly allProjects: string;
    readonly global: string;
    readonly force: string;
    readonly skipped: string;
    readonly format: string;
    readonly html: string;
    readonly revoke: string;
    readonly headings: { readonly [Title in "Usage" | "Arguments" | "Options" | "Commands"]: string };
    readonly placeholders: { readonly options: string; readonly command: string };
    readonly flags: {
      readonly [Name in
        | "model"
        | "provider"
        | "baseUrl"
        | "lightModel"
        | "mode"
        | "approval"
        | "maxTurns"
        | "tokenBudget"
        | "contextWindow"
        | "lang"
        | "trustProject"
        | "outputFormat"]: string;
    };
    readonly commands: {
      readonly [Name in "memory" | "sessions" | "context" | "replay" | "config" | "doctor" | "demo" | "trust"]: string;
    };
    readonly problems: {
      readonly incomplete: string;
      readonly tooMany: string;
      readonly forkOfNothing: string;
      readonly unknownFlag: (flag: string) => string;
      readonly missingValue: (flag: string) => string;
      readonly missingArgument: (name: string) => string;
    };
  };
  /** Words of the system prompt around its files, and notes about project memory. */
  readonly prompt: {
    readonly runtime: (values: { date: string; timeZone: string }) => string;
    readonly dateChanged: (values: { date: string; timeZone: string }) => string;
    readonly userMemory: string;
    readonly repositoryMemory: string;
    readonly repositoryMemoryIntro: string;
    readonly importOutside: (values: { path: string }) => string;
    readonly importAbsolute: (values: { path: string; from: string }) => string;
    readonly importMissing: (values: { path: string; from: string }) => string;
    readonly importNotFile: (values: { path: string; from: string }) => string;
    readonly importUnreadable: (values: { path: string; cause: string }) => string;
    readonly importCycle: (values: { cycle: string }) => string;
    readonly importTooDeep: (values: { path: string; levels: number }) => string;
    readonly importRepeated: (values: { path: string }) => string;
    readonly memoryCut: (values: { path: string; limit: number }) => string;
    readonly notFile: string;
    readonly notText: string;
  };
  /** What `/init` writes. */
  readonly init: {
    readonly stack: string;
    readonly commands: string;
    readonly ci: string;
    readonly layout: string;
    readonly conventions: string;
    readonly install: string;
    readonly build: string;
    readonly test: string;
    readonly run: string;
    readonly check: string;
    readonly files: (values: { count: string; extension: string }) => string;
    readonly ownBuild: (values: { file: string }) => string;
    readonly indent: (values: { style: string; size: string }) => string;
    readonly tool: (values: { tool: string; file: string }) => string;
    readonly strictTypes: string;
    readonly readContributing: (values: { file: string }) => string;
    readonly empty: string;
  };
  readonly skills: {
    readonly intro: string;
    readonly more: (values: { count: number }) => string;
    readonly loaded: (values: { name: string }) => string;
    readonly inView: (values: { name: string }) => string;
    readonly from: { readonly [Source in "builtIn" | "user" | "project"]: (values: { path: string }) => string };
    readonly bodyCut: (values: { limit: string }) => string;
    readonly noFrontMatter: (values: { path: string }) => string;
    readonly badName: (values: { path: string; name: string }) => string;
    readonly longDescription: (values: { path: string; limit: number }) => string;
    readonly longBody: (values: { path: string; limit: string }) => string;
    readonly sameName: (values: { path: string; name: string; kept: string }) => string;
    readonly notTrusted: (values: { path: string; name: string; kept: string }) => string;
    readonly outside: (values: { path: string }) => string;
    readonly unreadable: (values: { path: string; cause: string }) => string;
  };
  /** The screen and the plain renderers. */
  /** Why a call failed or was not run, told to the person in one short line. The model hears it from `errors` and `agent`. */
  readonly told: {
    readonly errors: { readonly [Code in ModelFacingCode]: (values: ErrorValues[Code]) => string };
    readonly unknownTool: string;
    readonly badArguments: string;
    readonly cancelled: string;
    /** `reason`: what the person wrote. */
    readonly deniedByUser: (reason: string | undefined) => string;
    readonly needsApproval: (why: string) => string;
    readonly forbidden: (why: string) => string;
    readonly deniedByMode: string;
    readonly deniedByRule: (subject: string) => string;
    readonly writeOutside: string;
    readonly pathInvalid: { readonly [Fault in PathFault]: string };
    /** A plan's task may not change this. */
    readonly outsideTask: string;
  };
  readonly ui: {
    readonly levels: { readonly [Level in "warning" | "error"]: (text: string) => string };
    readonly chars: (count: string) => string;
    readonly storedIn: (path: string) => string;
    readonly offloaded: (sizes: { readonly before: string; readonly after: string }) => string;
    readonly cleared: (sizes: { readonly before: string; readonly after: string; readonly results: number }) => string;
    readonly summarised: (sizes: { readonly before: string; readonly after: string }) => string;
    readonly remembered: (memory: { readonly content: string; readonly id: string; readonly scope: string }) => string;
    readonly conflict: (fact: string) => string;
    /** `detail`: what the provider or the system said; may be empty. */
    readonly retryReason: { readonly [Reason in RetryReason]: (detail: string) => string };
    readonly retry: (retry: {
      readonly seconds: number;
      readonly attempt: number;
      readonly of: number;
      readonly cause: string;
    }) => string;
    readonly plan: string;
    readonly after: (ids: readonly string[]) => string;
    readonly taskStatus: { readonly [Status in TaskStatus]: string };
    /** Above and below the last turns of a session that is resumed. */
    readonly past: (turns: number) => string;
    readonly pastEnd: string;
    /** Model steps, as `--max-turns` counts them. */
    readonly turns: (count: number) => string;
    readonly tokens: (counts: { readonly input: string; readonly output: string; readonly cached: string }) => string;
    readonly contextShare: (percent: number) => string;
    readonly countOffloaded: (count: number) => string;
    readonly countCleared: (count: number) => string;
    readonly countSummarised: (count: number) => string;
    readonly countRemembered: (count: number) => string;
    readonly thought: (facts: { readonly time: string; readonly chars: string }) => string;
    readonly restarted: string;
    readonly cancelled: string;
    readonly moreLines: (count: number) => string;
    readonly activity: {
      readonly thinking: string;
      readonly waitingModel: string;
      readonly answering: string;
      readonly tools: (count: number) => string;
      readonly compacting: (progress: { readonly done: number; readonly of: number }) => string;
      readonly tasks: (progress: { readonly done: number; readonly of: number }) => string;
      readonly asking: string;
      readonly cancelling: string;
    };
    readonly escCancels: string;
    readonly queued: string;
    readonly queuedHint: string;
    readonly quitHint: string;
    readonly loaded: (things: string) => string;
    readonly approval: {
      readonly title: (tool: string) => string;
      readonly once: string;
      readonly always: (values: { readonly rule: string; readonly project: string }) => string;
      readonly deny: string;
      readonly denyWithReason: string;
      readonly reason: string;
      readonly access: { readonly [Kind in "read" | "write" | "memory" | "network"]: (what: string) => string };
    };
    readonly dialog: {
      readonly keys: string;
      readonly textKeys: string;
      readonly scroll: string;
      readonly search: string;
      readonly noMatch: string;
    };
    readonly historyFailed: (cause: string) => string;
    readonly skillCount: (count: number) => string;
    readonly tip: string;
    readonly interactiveMode: string;
    readonly waitingForStdin: string;
    readonly emptyStdin: string;
    readonly emptyPrompt: string;
    readonly leave: string;
    readonly yes: string;
    readonly no: string;
    readonly pickSession: string;
    readonly trust: { readonly title: (root: string, changed: boolean) => string; readonly yes: string; readonly no: string };
    readonly inUse: { readonly title: (pid: number) => string; readonly fork: string };
    readonly connect: { readonly title: string; readonly how: string; readonly offline: string };
  };
  /** Sessions: what a resume tells the model and the person, and the words of an export. */
  readonly session: {
    readonly interrupted: (tool: string) => string;
    readonly emptyResult: string;
    readonly repaired: (report: {
      readonly answered: number;
      readonly dropped: number;
      readonly moved: number;
      readonly rewritten: number;
    }) => string;
    readonly eventsMissing: (count: number) => string;
    readonly tornEnd: string;
    readonly newerFormat: string;
    readonly untitled: string;
    readonly verbs: {
      readonly none: string;
      readonly facts: (facts: {
        readonly turns: number;
        readonly kilobytes: number;
        readonly mode: string;
        readonly model: string;
      }) => string;
      readonly deleteNeedsForce: (session: { readonly id: string; readonly title: string }) => string;
      readonly confirmDelete: (session: { readonly id: string; readonly title: string }) => string;
      readonly deleted: (session: { readonly id: string; readonly title: string }) => string;
      readonly leftAlone: string;
    };
    readonly export: {
      readonly roles: { readonly [Role in "user" | "assistant" | "tool" | "program"]: string };
      readonly facts: { readonly [Fact in "project" | "model" | "turns" | "updated" | "mode"]: string };
      readonly chart: string;
      /** The axes of the chart. */
      readonly chartUnit: string;
      readonly chartSteps: string;
      readonly marks: { readonly [Mark in "offload" | "clear" | "summary" | "empty"]: string };
      readonly reasoning: string;
      readonly call: (tool: string) => string;
      readonly result: (tool: string) => string;
      readonly viewCleared: string;
      readonly viewSummarized: string;
      readonly resumed: string;
      readonly image: string;
    };
  };
  /** Compaction: what stands in the conversation instead of what left it, and what the person is told about the window. */
  readonly context: {
    readonly offload: {
      readonly title: string;
      readonly titleLost: string;
      readonly tool: string;
      readonly size: string;
      readonly sizeValue: (chars: number, lines: number) => string;
      readonly file: string;
      readonly readBack: string;
      readonly lost: (cause: string) => string;
      readonly expired: string;
      readonly head: (chars: number) => string;
      readonly tail: (chars: number) => string;
      readonly shortened: (nextOffset: number | undefined) => string;
    };
    readonly clear: {
      readonly title: string;
      readonly body: (tool: string, chars: number, readBack: string) => string;
      readonly expired: (tool: string, chars: number) => string;
    };
    readonly summary: {
      readonly title: string;
      readonly acknowledgement: string;
      readonly headings: readonly [string, string, string, string];
      readonly nothing: string;
      readonly mechanical: string;
      readonly scopeOnPrefix: (request: string, inside: boolean) => string;
      readonly scopeRendered: string;
      readonly scopePart: (part: number, of: number) => string;
      readonly scopeMerge: (parts: number) => string;
      readonly focus: (focus: string) => string;
      readonly noDraft: string;
      readonly problems: {
        readonly [Problem in "cut" | "calls" | "empty" | "missing" | "repeated" | "order" | "no_text" | "too_long"]: string;
      };
    };
    readonly transcript: {
      readonly user: string;
      readonly assistant: string;
      readonly earlierSummary: string;
      readonly call: (tool: string, args: string) => string;
      readonly result: (tool: string, ok: boolean) => string;
      readonly omitted: (chars: number) => string;
    };
    readonly appendix: {
      readonly title: string;
      readonly requests: string;
      readonly modified: string;
      readonly read: string;
      readonly outputs: string;
      readonly failed: string;
      readonly tasks: string;
      readonly skills: (names: string) => string;
      readonly more: (count: number) => string;
    };
    readonly taskStatus: { readonly [Status in TaskStatus]: string };
    readonly notices: {
      readonly outputLost: (tool: string, cause: string) => string;
      readonly clearingFailed: (cause: string) => string;
      readonly windowLearnt: (tokens: string) => string;
      readonly mechanical: string;
      readonly summaryBad: (problems: readonly string[]) => string;
      /** The same faults as the model is told of, for people. */
      readonly problems: { readonly [Problem in keyof Texts["context"]["summary"]["problems"]]: string };
      readonly summaryFailed: (cause: string) => string;
      readonly fruitless: string;
      readonly nothing: string;
      readonly tight: (filling: string) => string;
      readonly paused: (filling: string) => string;
      readonly backgroundFailed: (reason: string) => string;
    };
    readonly portions: {
      readonly [Portion in
        | "system"
        | "tools"
        | "projectMemory"
        | "longTermMemory"
        | "summary"
        | "user"
        | "assistant"
        | "toolResults"
        | "free"]: string;
    };
    readonly picture: {
      readonly title: (used: string, window: string, percent: string) => string;
      readonly measured: string;
      readonly estimated: string;
      readonly clearAt: (threshold: string, distance: string | undefined) => string;
      readonly summaryAt: (threshold: string, distance: string | undefined) => string;
      readonly saved: (level: "offloaded" | "cleared" | "summarised", count: number, tokens: string) => string;
      readonly savedNothing: string;
      readonly advice: {
        readonly [Advice in "system" | "tools" | "projectMemory" | "longTermMemory" | "toolResults" | "user" | "summary"]: string;
      };
    };
    readonly replay: {
      readonly title: (steps: number, window: string) => string;
      readonly columns: readonly [string, string, string, string, string];
      readonly events: { readonly [Level in "offload" | "clear" | "summary"]: (count: number) => string };
      readonly marks: { readonly [Level in "offload" | "clear" | "summary"]: string };
      readonly sent: (sent: string, cached: string, percent: string, largest: string) => string;
      readonly without: (sent: string, largest: string) => string;
      readonly over: (step: number) => string;
      readonly simulated: string;
      readonly chart: string;
      /** The axes of the chart. */
      readonly chartUnit: string;
      readonly chartSteps: string;
      readonly uncompacted: string;
      readonly clearLimit: string;
      readonly summaryLimit: string;
    };
  };
  /** What the tools tell the model. `call` is a ready tool call. */
  readonly tools: {
    readonly linesRead: (count: number) => string;
    readonly emptyFile: (path: string) => string;
    readonly moreLines: (from: number, to: number, total: number | undefined, call: string) => string;
    readonly lastLines: (from: number, to: number) => string;
    readonly longLines: string;
    readonly encodingNote: (encoding: string) => string;
    readonly crlfNote: string;
    readonly noFinalBreak: string;
    readonly created: (path: string, lines: number, bytes: number) => string;
    readonly overwritten: (path: string, lines: number, bytes: number) => string;
    readonly keptFormat: (encoding: string, crlf: boolean) => string;
    readonly rewritten: (path: string, bytes: number) => string;
    readonly edited: (path: string, count: number, from: number, to: number) => string;
    readonly nearMiss: {
      readonly lineNumbers: string;
      readonly whitespace: (from: number, to: number) => string;
      readonly width: (from: number, to: number) => string;
      readonly letterCase: (from: number, to: number) => string;
      readonly hidden: (from: number, to: number) => string;
      readonly nearest: (line: number) => string;
      readonly nothingLike: string;
    };
    readonly emptyFolder: (path: string) => string;
    readonly ignored: (names: readonly string[], more: number) => string;
    readonly partialListing: (shown: number, call: string | undefined) => string;
    readonly noFiles: (pattern: string) => string;
    readonly filesFound: (count: number) => string;
    readonly matchesFound: (matches: number, files: number) => string;
    readonly noMatches: (pattern: string) => string;
    /** `why`: what ended the search before its end. */
    readonly partialSearch: (why: "matches" | "chars" | "time", shown: number) => string;
    readonly suggestedReads: (calls: readonly string[]) => string;
    readonly unreadable: (count: number) => string;
    readonly exitCode: (code: number) => string;
    readonly endedBySignal: (signal: string) => string;
    readonly timedOut: (seconds: number) => string;
    readonly leftRunning: string;
    readonly noOutput: string;
    readonly outputDropped: (total: number, dropped: number) => string;
    readonly droppedHere: (chars: number) => string;
    readonly attached: {
      readonly outside: (path: string) => string;
      readonly missing: (path: string) => string;
      readonly failed: (path: string, why: string) => string;
      readonly noImages: (path: string) => string;
      readonly tooMany: (max: number) => string;
      readonly noRoom: (path: string) => string;
    };
  };
  /** Plans and teams: what their units are told, and what the person is asked and told. */
  readonly plan: {
    readonly goal: string;
    readonly requirement: string;
    readonly currentTask: string;
    readonly reviewedStep: string;
    readonly colon: string;
    readonly none: string;
    readonly conversation: string;
    readonly user: string;
    readonly assistant: string;
    readonly dependencyResults: string;
    readonly onlyLooks: string;
    readonly mayWrite: (patterns: string) => string;
    readonly interrupted: (calls: readonly string[]) => string;
    readonly report: string;
    readonly reportAgain: (redo: number) => string;
    readonly verdict: string;
    readonly refused: string;
    readonly redo: string;
    readonly retry: (error: string) => string;
    readonly writeOutsideTask: (path: string, patterns: string) => string;
    readonly changeInLookingTask: (what: string) => string;
    readonly emptyAnswer: string;
    readonly noTokensLeft: string;
    readonly cancelledHere: string;
    readonly blockedBy: (id: string) => string;
    readonly stuck: string;
    readonly badVerdict: (answer: string) => string;
    readonly noReasons: string;
    readonly reviewFailed: (cause: string) => string;
    readonly notApproved: (reasons: string, report: string) => string;
    readonly problems: {
      readonly empty: string;
      readonly calls: string;
      readonly notJson: (detail: string) => string;
      readonly shape: (detail: string) => string;
      readonly repeatedId: (id: string) => string;
      readonly unknownDependency: (id: string, dependency: string) => string;
      readonly cycle: (path: string) => string;
      readonly more: (count: number) => string;
    };
    readonly types: { readonly [Type in "FILE_READ" | "FILE_WRITE" | "COMMAND" | "ANALYSIS" | "VERIFICATION"]: string };
    readonly review: {
      readonly title: (tasks: number) => string;
      readonly run: string;
      readonly add: string;
      readonly cancel: string;
    };
    readonly openPlan: {
      readonly title: (goal: string) => string;
      readonly continue: string;
      readonly new: string;
      readonly cancel: string;
    };
    readonly retried: (error: string) => string;
    readonly refusedNotice: (reasons: string, last: boolean) => string;
    readonly halted: string;
    readonly replanFailed: (why: string) => string;
    readonly dropped: (goal: string) => string;
    readonly skipsDone: (ids: readonly string[]) => string;
    readonly unfinished: (counts: { readonly done: number; readonly of: number; readonly goal: string }) => string;
    readonly damaged: (ids: readonly string[], cycle: string | undefined) => string;
    readonly reportHead: {
      readonly [Kind in "plan" | "team"]: (counts: { readonly done: number; readonly of: number }) => string;
    };
    readonly reportUnfinished: (counts: { readonly done: number; readonly of: number }) => string;
    readonly replaced: string;
    readonly nothingOpen: (mode: string) => string;
  };
  /** What the embedded offline model says. */
  readonly offline: {
    readonly label: string;
    readonly help: string;
    readonly step: (step: number, of: number, command: string) => string;
    readonly notDone: (command: string) => string;
    readonly noTool: (command: string) => string;
    readonly noMemory: string;
    readonly more: string;
  };
  readonly errors: { readonly [Code in ErrorCode]: (values: ErrorValues[Code]) => string };
}
