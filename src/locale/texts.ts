// What every language must say. Sections follow the folders of src/; each text is a string or a function of typed values.
import type { ErrorCode, ErrorValues } from "../protocol/errors.ts";
import type { TaskStatus } from "../protocol/event.ts";

export interface Texts {
  readonly lang: "zh" | "en";
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
    readonly answerFiltered: string;
    readonly limitReached: (limit: "max_turns" | "token_budget") => string;
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
    readonly commands: { readonly [Name in "memory" | "sessions" | "context" | "config" | "doctor" | "demo" | "trust"]: string };
    readonly problems: {
      readonly incomplete: string;
      readonly tooMany: string;
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
  readonly ui: {
    readonly levels: { readonly [Level in "warning" | "error"]: string };
    readonly chars: (count: string) => string;
    readonly storedIn: (path: string) => string;
    readonly offloaded: (sizes: { readonly before: string; readonly after: string }) => string;
    readonly cleared: (sizes: { readonly before: string; readonly after: string; readonly results: number }) => string;
    readonly summarised: (sizes: { readonly before: string; readonly after: string }) => string;
    readonly remembered: (memory: { readonly content: string; readonly id: string; readonly scope: string }) => string;
    readonly conflict: (fact: string) => string;
    readonly retry: (retry: {
      readonly seconds: number;
      readonly attempt: number;
      readonly of: number;
      readonly cause: string;
    }) => string;
    readonly plan: string;
    readonly after: (ids: string) => string;
    readonly taskStatus: { readonly [Status in TaskStatus]: string };
    readonly steps: (count: number) => string;
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
      readonly always: (rule: string) => string;
      readonly deny: string;
      readonly denyWithReason: string;
      readonly reason: string;
    };
    readonly dialog: {
      readonly keys: string;
      readonly textKeys: string;
      readonly scroll: string;
      readonly search: string;
      readonly noMatch: string;
    };
    readonly historyFailed: (cause: string) => string;
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
    readonly export: {
      readonly roles: { readonly [Role in "user" | "assistant" | "tool" | "program"]: string };
      readonly facts: { readonly [Fact in "project" | "model" | "turns" | "updated" | "mode"]: string };
      readonly chart: string;
      readonly chartUnit: string;
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
  readonly errors: { readonly [Code in ErrorCode]: (values: ErrorValues[Code]) => string };
}
