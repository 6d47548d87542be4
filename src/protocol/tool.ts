// The contract of a tool: a schema, what a call will touch, and a run that returns text for the model and a display for the person.
import type { z } from "zod";
import type { ContentPart } from "./message.ts";

/** What a call is about to touch: declared by the tool, judged by the policy before it runs. Paths as the model gave them. */
export type Access =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "write"; readonly path: string }
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "memory"; readonly fact: string }
  | { readonly kind: "network"; readonly target: string };

/** What the person sees of a call. `diff` is a unified diff. */
export type Display =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "diff"; readonly path: string; readonly diff: string; readonly added: number; readonly removed: number }
  | { readonly kind: "command"; readonly command: string; readonly exitCode: number | null; readonly tail: string };

/** How much of a large result stays in view; sizes in UTF-16 units. */
export interface PreviewSizes {
  readonly over: number;
  readonly head: number;
  readonly tail: number;
}

export interface ToolResult {
  readonly ok: boolean;
  readonly content: string | readonly ContentPart[];
  readonly display?: Display;
  /** Bounded by the tool itself (a read by range): never offloaded again. */
  readonly bounded?: true;
  /** Internal user messages that must follow the batch's results (a skill's body). */
  readonly inject?: readonly { readonly skill: string; readonly text: string }[];
}

export interface ToolContext {
  readonly callId: string;
  readonly unit: string;
  readonly signal: AbortSignal;
  /** Tokens that this result may take at most: 12.5% of the window. */
  readonly maxTokens: number;
  /** The policy allowed this very call to read outside the project. */
  readonly outsideAllowed: boolean;
  /** Live output for the screen; never enters the conversation. */
  progress(text: string): void;
}

/** Expected failures are thrown as PaiError: the executor turns them into a result that tells the model what to do next. */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** For the model, in its language; from `prompts/<lang>/tools/`. */
  readonly description: string;
  readonly schema: Schema;
  /** Read-only calls of a batch run side by side, changing ones one after the other. */
  readonly readOnly: boolean;
  readonly preview: PreviewSizes;
  access(args: z.output<Schema>): readonly Access[];
  /** What approving the call would do, for the dialog; changes nothing. */
  plan?(args: z.output<Schema>, context: ToolContext): Promise<Display>;
  run(args: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
}

/** Makes a tool whose `run` and `access` see the parsed arguments of its own schema, as one type for the table of all tools. */
export function defineTool<Schema extends z.ZodType>(tool: Tool<Schema>): Tool {
  return tool;
}
