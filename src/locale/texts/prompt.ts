// What the system prompt says itself, beside its files.

export interface PromptTexts {
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
}
