// The command line.

export interface HelpTexts {
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
    readonly unknownCommand: (name: string) => string;
    readonly unknownFlag: (flag: string) => string;
    readonly missingValue: (flag: string) => string;
    readonly missingArgument: (name: string) => string;
  };
}
