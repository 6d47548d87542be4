// What every language must say. Sections follow the folders of src/; each text is a string or a function of typed values.
import type { ErrorCode, ErrorValues } from "../protocol/errors.ts";

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
      readonly [
        Name in
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
          | "outputFormat"
      ]: string;
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
  readonly errors: { readonly [Code in ErrorCode]: (values: ErrorValues[Code]) => string };
}
