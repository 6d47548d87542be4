// Sessions: lists, repairs, exports.

export interface SessionTexts {
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
  readonly verbs: {
    readonly none: string;
    readonly facts: (facts: {
      readonly turns: number;
      readonly kilobytes: number;
      readonly mode: string;
      readonly model: string;
    }) => string;
    readonly deleteNeedsForce: (session: { readonly id: string; readonly title: string }) => string;
    readonly confirmDelete: (session: { readonly id: string; readonly title: string }) => string;
    readonly deleted: (session: { readonly id: string; readonly title: string }) => string;
    /** `sessions`: those that still name the tool outputs of the deleted one. */
    readonly outputsKept: (sessions: readonly string[]) => string;
    readonly leftAlone: string;
  };
  readonly export: {
    readonly roles: { readonly [Role in "user" | "assistant" | "tool" | "program"]: string };
    readonly facts: { readonly [Fact in "project" | "model" | "turns" | "updated" | "mode"]: string };
    readonly chart: string;
    /** The axes of the chart. */
    readonly chartUnit: string;
    readonly chartSteps: string;
    readonly marks: { readonly [Mark in "offload" | "clear" | "summary" | "empty"]: string };
    readonly reasoning: string;
    readonly call: (tool: string) => string;
    readonly result: (tool: string) => string;
    readonly viewCleared: string;
    readonly viewSummarized: string;
    readonly beforeFork: (parent: string) => string;
    readonly forked: string;
    readonly resumed: string;
    readonly image: string;
  };
}
