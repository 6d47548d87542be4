// The one stream of typed events that a session sends upwards; every renderer and `--output-format stream-json` see exactly these.
import type { Retry, Usage } from "./llm.ts";
import type { Access, Display } from "./tool.ts";

export type RunStatus = "completed" | "partial" | "cancelled" | "error";
export type TaskStatus = "pending" | "running" | "done" | "failed" | "skipped" | "cancelled" | "not_approved";

export interface UsageTotals extends Usage {
  readonly calls: number;
}

export interface CompactionCounts {
  readonly offloaded: number;
  readonly cleared: number;
  readonly summarized: number;
}

export interface RunResult {
  readonly status: RunStatus;
  readonly text: string;
  /** Model steps. */
  readonly turns: number;
  readonly usage: UsageTotals;
  readonly compaction: CompactionCounts;
  readonly memory: { readonly saved: readonly string[] };
  readonly durationMs: number;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface PlanTaskView {
  readonly id: string;
  readonly description: string;
  readonly type: string;
  readonly dependencies: readonly string[];
  readonly status: TaskStatus;
}

export type EventBody =
  | {
      readonly type: "session_start";
      readonly version: string;
      readonly provider: string;
      readonly model: string;
      readonly project: string;
      readonly mode: string;
      readonly resumed: boolean;
    }
  | { readonly type: "turn_start"; readonly input: string }
  | { readonly type: "step_start"; readonly step: number }
  | { readonly type: "reasoning_delta"; readonly text: string }
  | { readonly type: "text_delta"; readonly text: string }
  /** What this step has streamed so far is void: its request is sent again. */
  | { readonly type: "step_restart" }
  | { readonly type: "tool_call"; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly type: "tool_output"; readonly id: string; readonly text: string }
  | {
      readonly type: "tool_result";
      readonly id: string;
      readonly name: string;
      readonly ok: boolean;
      readonly chars: number;
      readonly durationMs: number;
      readonly offloadedTo?: string;
      readonly display?: Display;
      /** One line for the person when the call failed, was denied or cancelled; the model hears more. */
      readonly message?: string;
    }
  | {
      readonly type: "compaction";
      readonly level: 1 | 2 | 3;
      readonly beforeTokens: number;
      readonly afterTokens: number;
      readonly cleared?: number;
    }
  | { readonly type: "compaction_progress"; readonly done: number; readonly of: number }
  | {
      readonly type: "memory_saved";
      readonly id: string;
      readonly content: string;
      readonly scope: string;
      readonly source: string;
      /** The entry that it took the place of. */
      readonly replaced?: string;
    }
  | {
      readonly type: "memory_conflict";
      readonly fact: string;
      readonly conflicts: readonly { readonly id: string; readonly content: string; readonly written: string }[];
    }
  | { readonly type: "approval_request"; readonly id: string; readonly name: string; readonly access: readonly Access[] }
  | { readonly type: "plan"; readonly tasks: readonly PlanTaskView[] }
  | { readonly type: "task_start"; readonly id: string }
  | { readonly type: "task_end"; readonly id: string; readonly status: TaskStatus }
  | Retry
  | {
      readonly type: "context";
      readonly tokens: number;
      readonly window: number;
      readonly clear: number;
      readonly summary: number;
      readonly measured: boolean;
    }
  | { readonly type: "notice"; readonly level: "info" | "warning" | "error"; readonly code: string; readonly message: string }
  | { readonly type: "turn_end"; readonly status: RunStatus; readonly usage: UsageTotals }
  | ({ readonly type: "result" } & RunResult);

/** `unit` is present for events of plan tasks and team workers. */
export type AgentEvent = EventBody & { readonly sessionId: string; readonly unit?: string };
