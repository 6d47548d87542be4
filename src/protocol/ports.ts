// How the agent asks the person something while a turn runs, what the person gives it, and its clock and dice.
import type { Access, Display } from "./tool.ts";

export interface ApprovalRequest {
  readonly callId: string;
  readonly unit: string;
  readonly tool: string;
  readonly access: readonly Access[];
  /** The whole command or diff. The screen escapes what is hidden in it. */
  readonly display?: Display;
  /** Why the person is asked, in the interface language. */
  readonly why: string;
  /** The rule that "always" would add, in words; absent where no rule may be kept. */
  readonly rule?: string;
}

export type ApprovalAnswer =
  | { readonly decision: "once" }
  | { readonly decision: "always" }
  /** `reason`: what the person wrote, for the model to hear. */
  | { readonly decision: "deny"; readonly reason?: string };

/** Absent in headless runs: then nobody can be asked. Rejects with the signal's reason when aborted. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

export interface Question {
  readonly title: string;
  readonly text: string;
  /** A yes cannot be taken back or lets others in: the last choice, which refuses, is selected first. */
  readonly careful?: true;
  /** ESC always means the last one. */
  readonly choices: readonly { readonly id: string; readonly label: string; readonly takesText?: true }[];
}

export interface Asker {
  ask(question: Question, signal: AbortSignal): Promise<{ readonly id: string; readonly text?: string }>;
}

/** One input of the person. */
export interface UserInput {
  /** Exactly what was typed: the only text that counts as the user's words. */
  readonly typed: string;
  /** Data that follows it: piped stdin. Never the user's words. */
  readonly piped?: string;
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** `length` characters of [a-z0-9]. */
  base36(length: number): string;
  /** In [0, 1). */
  next(): number;
}
