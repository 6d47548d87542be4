// Long-term memory: what it asks, tells and lists.

export interface MemoryTexts {
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
  /** For the model: `old`, which was to be replaced, is still there. */
  readonly oldStays: (old: string) => string;
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
    /** What was to replace `old` is known already as `id`: nothing took the place of `old`. */
    readonly oldStays: (entry: { readonly id: string; readonly content: string; readonly old: string }) => string;
    readonly replaced: (entry: { readonly id: string; readonly old: string; readonly content: string }) => string;
    readonly verified: (entry: { readonly id: string; readonly content: string }) => string;
    readonly deleted: (entry: { readonly id: string; readonly content: string }) => string;
    /** `what`: one of `changes`. */
    readonly undone: (change: { readonly what: string; readonly day: string }) => string;
    readonly changes: { readonly [What in "save" | "replace" | "verify" | "delete" | "clear"]: string };
    readonly conflict: string;
    /** `target`: the entry that was to be replaced, if it was not a new one that met the conflict with `id`. */
    readonly conflictHow: (how: { readonly prefix: string; readonly id: string; readonly target?: string }) => string;
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
}
