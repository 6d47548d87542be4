// The screen and the plain front ends.
import type { RetryReason } from "../../protocol/llm.ts";

export interface UiTexts {
  readonly levels: { readonly [Level in "warning" | "error"]: (text: string) => string };
  readonly chars: (count: string) => string;
  readonly storedIn: (path: string) => string;
  readonly offloaded: (sizes: { readonly before: string; readonly after: string }) => string;
  readonly cleared: (sizes: { readonly before: string; readonly after: string; readonly results: number }) => string;
  readonly summarised: (sizes: { readonly before: string; readonly after: string }) => string;
  /** `replaced`: the id of the memory that it took the place of. */
  readonly remembered: (memory: {
    readonly content: string;
    readonly id: string;
    readonly scope: string;
    readonly replaced: string | undefined;
  }) => string;
  readonly conflict: (fact: string) => string;
  /** `detail`: what the provider or the system said; may be empty. */
  readonly retryReason: { readonly [Reason in RetryReason]: (detail: string) => string };
  readonly retry: (retry: {
    readonly seconds: number;
    readonly attempt: number;
    readonly of: number;
    readonly cause: string;
  }) => string;
  readonly plan: string;
  readonly after: (ids: readonly string[]) => string;
  /** Above and below the last turns of a session that is resumed. */
  readonly past: (turns: number) => string;
  readonly pastEnd: string;
  /** Model steps, as `--max-turns` counts them. */
  readonly turns: (count: number) => string;
  /** Of a turn that was stopped or failed before the provider reported anything. */
  readonly tokensUnreported: string;
  readonly tokens: (counts: { readonly input: string; readonly output: string; readonly cached: string }) => string;
  readonly contextShare: (percent: number) => string;
  readonly countOffloaded: (count: number) => string;
  readonly countCleared: (count: number) => string;
  readonly countSummarised: (count: number) => string;
  readonly countRemembered: (count: number) => string;
  readonly thought: (facts: { readonly time: string; readonly chars: string }) => string;
  readonly restarted: string;
  readonly cancelled: string;
  readonly moreLines: (count: number) => string;
  readonly activity: {
    readonly thinking: string;
    readonly waitingModel: string;
    readonly answering: string;
    readonly tools: (count: number) => string;
    readonly compacting: (progress: { readonly done: number; readonly of: number }) => string;
    readonly tasks: (progress: { readonly done: number; readonly of: number }) => string;
    readonly asking: string;
    readonly cancelling: string;
  };
  readonly escCancels: string;
  readonly queued: string;
  readonly queuedHint: string;
  readonly quitHint: string;
  readonly loaded: (things: string) => string;
  readonly approval: {
    readonly title: (tool: string) => string;
    readonly once: string;
    readonly always: (values: { readonly rule: string; readonly project: string }) => string;
    readonly deny: string;
    readonly denyWithReason: string;
    readonly reason: string;
    readonly access: { readonly [Kind in "read" | "write" | "memory" | "network"]: (what: string) => string };
  };
  readonly dialog: {
    readonly keys: string;
    readonly textKeys: string;
    readonly stray: string;
    readonly scroll: string;
    readonly bottom: string;
    readonly behind: (count: number) => string;
    readonly search: string;
    readonly noMatch: string;
  };
  readonly historyFailed: (cause: string) => string;
  readonly skillCount: (count: number) => string;
  readonly tip: string;
  readonly interactiveMode: string;
  readonly waitingForStdin: string;
  readonly emptyStdin: string;
  readonly emptyPrompt: string;
  readonly leave: string;
  readonly yes: string;
  readonly no: string;
  /** Said when the program leaves a session. */
  readonly comeBack: (id: string) => string;
  readonly pickSession: string;
  readonly trust: { readonly title: (root: string, changed: boolean) => string; readonly yes: string; readonly no: string };
  readonly inUse: { readonly title: (pid: number | undefined) => string; readonly fork: string };
  readonly connect: { readonly title: string; readonly how: string; readonly offline: string };
}
