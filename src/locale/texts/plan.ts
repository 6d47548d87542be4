// Plans and teams.
import type { TaskStatus } from "../../protocol/event.ts";

export interface PlanTexts {
  readonly taskStatus: { readonly [Status in TaskStatus]: string };
  readonly goal: string;
  readonly requirement: string;
  readonly currentTask: string;
  readonly reviewedStep: string;
  readonly colon: string;
  readonly none: string;
  readonly conversation: string;
  readonly user: string;
  readonly assistant: string;
  readonly dependencyResults: string;
  readonly onlyLooks: string;
  readonly mayWrite: (patterns: string) => string;
  readonly interrupted: (calls: readonly string[]) => string;
  readonly report: string;
  readonly reportAgain: (redo: number) => string;
  readonly verdict: string;
  readonly refused: string;
  readonly redo: string;
  readonly retry: (error: string) => string;
  readonly writeOutsideTask: (path: string, patterns: string) => string;
  readonly changeInLookingTask: (what: string) => string;
  readonly emptyAnswer: string;
  readonly noTokensLeft: string;
  readonly cancelledHere: string;
  readonly blockedBy: (id: string) => string;
  readonly stuck: string;
  readonly badVerdict: (answer: string) => string;
  readonly noReasons: string;
  readonly reviewFailed: (cause: string) => string;
  readonly notApproved: (reasons: string, report: string) => string;
  readonly problems: {
    readonly empty: string;
    readonly calls: string;
    readonly notJson: (detail: string) => string;
    readonly shape: (detail: string) => string;
    readonly repeatedId: (id: string) => string;
    readonly unknownDependency: (id: string, dependency: string) => string;
    readonly cycle: (path: string) => string;
    readonly more: (count: number) => string;
  };
  readonly types: { readonly [Type in "FILE_READ" | "FILE_WRITE" | "COMMAND" | "ANALYSIS" | "VERIFICATION"]: string };
  readonly review: {
    readonly title: (tasks: number) => string;
    readonly run: string;
    readonly add: string;
    readonly cancel: string;
  };
  readonly openPlan: {
    readonly title: (goal: string) => string;
    readonly continue: string;
    readonly new: string;
    readonly cancel: string;
  };
  readonly retried: (error: string) => string;
  readonly refusedNotice: (reasons: string, last: boolean) => string;
  readonly halted: string;
  readonly replanFailed: (why: string) => string;
  readonly dropped: (goal: string) => string;
  readonly skipsDone: (ids: readonly string[]) => string;
  readonly unfinished: (counts: { readonly done: number; readonly of: number; readonly goal: string }) => string;
  readonly damaged: (ids: readonly string[], cycle: string | undefined) => string;
  readonly reportHead: {
    readonly [Kind in "plan" | "team"]: (counts: { readonly done: number; readonly of: number }) => string;
  };
  readonly reportUnfinished: (counts: { readonly done: number; readonly of: number }) => string;
  readonly replaced: string;
  readonly nothingOpen: (mode: string) => string;
}
