// Compaction and /context.

export interface ContextTexts {
  readonly offload: {
    readonly title: string;
    readonly titleLost: string;
    readonly tool: string;
    readonly size: string;
    readonly sizeValue: (chars: number, lines: number) => string;
    readonly file: string;
    readonly readBack: string;
    readonly lost: (cause: string) => string;
    readonly expired: string;
    readonly head: (chars: number) => string;
    readonly tail: (chars: number) => string;
    readonly shortened: (nextOffset: number | undefined) => string;
    readonly trimmed: (chars: number) => string;
  };
  readonly clear: {
    readonly title: string;
    readonly body: (tool: string, chars: number, readBack: string) => string;
    readonly expired: (tool: string, chars: number) => string;
  };
  readonly summary: {
    readonly title: string;
    readonly acknowledgement: string;
    readonly headings: readonly [string, string, string, string];
    readonly nothing: string;
    readonly mechanical: string;
    readonly scopeOnPrefix: (request: string, inside: boolean) => string;
    readonly scopeRendered: string;
    readonly scopePart: (part: number, of: number) => string;
    readonly scopeMerge: (parts: number) => string;
    readonly focus: (focus: string) => string;
    readonly noDraft: string;
    readonly problems: {
      readonly [Problem in "cut" | "calls" | "empty" | "missing" | "repeated" | "order" | "no_text" | "too_long"]: string;
    };
  };
  readonly transcript: {
    readonly user: string;
    readonly assistant: string;
    readonly earlierSummary: string;
    readonly call: (tool: string, args: string) => string;
    readonly result: (tool: string, ok: boolean) => string;
    readonly omitted: (chars: number) => string;
  };
  readonly appendix: {
    readonly title: string;
    readonly requests: string;
    readonly modified: string;
    readonly read: string;
    readonly outputs: string;
    readonly failed: string;
    readonly tasks: string;
    readonly skills: (names: string) => string;
    readonly more: (count: number) => string;
  };
  readonly notices: {
    readonly outputLost: (tool: string, cause: string) => string;
    readonly clearingFailed: (cause: string) => string;
    readonly windowLearnt: (tokens: string) => string;
    readonly mechanical: string;
    readonly summaryBad: (problems: readonly string[]) => string;
    /** The same faults as the model is told of, for people. */
    readonly problems: { readonly [Problem in keyof ContextTexts["summary"]["problems"]]: string };
    readonly summaryFailed: (cause: string) => string;
    readonly fruitless: string;
    readonly nothing: string;
    readonly tight: (filling: string) => string;
    readonly paused: (filling: string) => string;
    readonly backgroundFailed: (reason: string) => string;
  };
  readonly portions: {
    readonly [Portion in
      | "system"
      | "tools"
      | "projectMemory"
      | "longTermMemory"
      | "summary"
      | "user"
      | "assistant"
      | "toolResults"
      | "free"]: string;
  };
  readonly picture: {
    readonly title: (used: string, window: string, percent: string) => string;
    readonly measured: string;
    readonly estimated: string;
    /** The conversation was rewritten after the last usage that was reported. */
    readonly estimatedSince: string;
    readonly clearAt: (threshold: string, distance: string | undefined) => string;
    readonly summaryAt: (threshold: string, distance: string | undefined) => string;
    readonly saved: (level: "offloaded" | "cleared" | "summarised", count: number, tokens: string) => string;
    readonly savedNothing: string;
    readonly advice: {
      readonly [Advice in "system" | "tools" | "projectMemory" | "longTermMemory" | "toolResults" | "user" | "summary"]: string;
    };
  };
  readonly replay: {
    readonly title: (steps: number, window: string) => string;
    readonly columns: readonly [string, string, string, string, string];
    readonly events: { readonly [Level in "offload" | "clear" | "summary"]: (count: number) => string };
    readonly marks: { readonly [Level in "offload" | "clear" | "summary"]: string };
    readonly sent: (sent: string, cached: string, percent: string, largest: string) => string;
    readonly without: (sent: string, largest: string) => string;
    readonly over: (step: number) => string;
    readonly simulated: string;
    readonly chart: string;
    /** The axes of the chart. */
    readonly chartUnit: string;
    readonly chartSteps: string;
    readonly uncompacted: string;
    readonly clearLimit: string;
    readonly summaryLimit: string;
  };
}
