// What /init writes.

export interface InitTexts {
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
}
