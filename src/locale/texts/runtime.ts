// What a session tells at its start and between turns.
import type { FileFault } from "../../protocol/errors.ts";

export interface RuntimeTexts {
  readonly projectMemoryChanged: (files: string) => string;
  readonly promptChanged: (parts: readonly string[]) => string;
  readonly promptSources: {
    readonly [Part in "tools" | "files" | "skills" | "projectMemory" | "externalIndexes" | "memory"]: string;
  };
  readonly trustIgnored: (names: readonly string[]) => string;
  readonly filesRefused: (files: readonly { readonly path: string; readonly fault: FileFault }[]) => string;
  readonly unknownVariables: (variables: readonly { readonly name: string; readonly nearest?: string }[]) => string;
  readonly smallWindow: (given: number, taken: number) => string;
  readonly resumedNothing: string;
  readonly resumed: (session: { readonly id: string; readonly title: string; readonly turns: number }) => string;
  readonly repaired: (what: string) => string;
  readonly auditFailed: (cause: string) => string;
  readonly approvalChanged: (mode: string) => string;
  readonly projectMoved: (from: string, to: string) => string;
  readonly coldCache: (tokens: number) => string;
  readonly pipedIntro: string;
  readonly offlineNote: string;
}
