// What goes into the screen's state, actions, and what comes out of it for good, items of the transcript.
import type { AgentEvent, EventBody, PlanTaskView, RunResult } from "../protocol/event.ts";
import type { PastTurn } from "../runtime/agent.ts";
import type { Block } from "./answer-stream.ts";
import type { Banner } from "./host.ts";

export type EventOf<Type extends EventBody["type"]> = Extract<EventBody, { type: Type }>;

/** What the person did, or the program did for them. */
export type UiAction =
  | { readonly type: "ui_start"; readonly banner: Banner }
  | { readonly type: "ui_past"; readonly turns: readonly PastTurn[] }
  | { readonly type: "ui_submit"; readonly line: string }
  | { readonly type: "ui_outcome"; readonly output?: string; readonly markdown?: true; readonly failed: boolean }
  | { readonly type: "ui_cancel" }
  /** Ctrl-C: once more soon after quits. */
  | { readonly type: "ui_interrupt" }
  | { readonly type: "ui_warn"; readonly text: string }
  | { readonly type: "ui_queue"; readonly line: string }
  /** The last queued input goes back into the editor. */
  | { readonly type: "ui_unqueue" }
  /** The first queued input is sent. */
  | { readonly type: "ui_dequeue" };

export type Action = AgentEvent | UiAction;

/** Something finished, printed once into the terminal's own scrollback. `unit`: the plan task or worker that it belongs to. */
export type Item = { readonly unit?: string } & (
  | { readonly kind: "banner"; readonly banner: Banner }
  /** Turns of before a resume. */
  | { readonly kind: "past"; readonly turns: readonly PastTurn[] }
  | { readonly kind: "input"; readonly text: string }
  | { readonly kind: "answer"; readonly block: Block }
  | { readonly kind: "thought"; readonly ms: number; readonly chars: number }
  | { readonly kind: "tool"; readonly argument: string; readonly result: EventOf<"tool_result"> }
  | { readonly kind: "notice"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | { readonly kind: "restarted" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "compaction"; readonly event: EventOf<"compaction"> }
  | { readonly kind: "memory"; readonly event: EventOf<"memory_saved"> }
  | { readonly kind: "output"; readonly text: string; readonly markdown: boolean; readonly failed: boolean }
  | { readonly kind: "plan"; readonly tasks: readonly PlanTaskView[] }
  | { readonly kind: "task"; readonly task: PlanTaskView; readonly ms: number }
  | { readonly kind: "turn"; readonly result: RunResult; readonly contextShare: number | undefined }
);
