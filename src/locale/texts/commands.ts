// Slash commands.

export interface CommandsTexts {
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
  /** Above the keys of the screen, each with what it does. */
  readonly helpKeysTitle: string;
  readonly helpKeys: readonly (readonly [string, string])[];
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
}
