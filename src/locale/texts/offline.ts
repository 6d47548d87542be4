// The embedded offline model.

export interface OfflineTexts {
  readonly label: string;
  readonly help: string;
  readonly step: (step: number, of: number, command: string) => string;
  readonly notDone: (command: string) => string;
  readonly noTool: (command: string) => string;
  readonly noMemory: string;
  readonly more: string;
}
