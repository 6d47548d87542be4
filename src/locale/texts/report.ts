// What commands without a session print.

export interface ReportTexts {
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
  /** Follows a setting of the project's: what trust would take away. */
  readonly loosens: { readonly [Loss in "full" | "auto" | "memoryGuard" | "endpoint" | "memoryDir"]: string };
  readonly trustBefore: (root: string, files: readonly string[]) => string;
  readonly trustWould: string;
  readonly trustQuestion: string;
  readonly trustDeclined: string;
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
    readonly mendSettings: string;
    readonly mendEndpoint: string;
  };
}
