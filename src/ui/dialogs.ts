// The questions that wait for the person: approvals and choices, asked one after the other. The screen shows the first.
import type { ApprovalAnswer, ApprovalRequest, Approver, Asker, Question } from "../protocol/ports.ts";

export interface Answered {
  readonly id: string;
  readonly text?: string;
}

export type Dialog =
  | { readonly kind: "approval"; readonly request: ApprovalRequest; readonly answer: (answer: ApprovalAnswer) => void }
  | { readonly kind: "question"; readonly question: Question; readonly answer: (answer: Answered) => void };

export class Dialogs implements Approver, Asker {
  readonly #waiting: Dialog[] = [];
  readonly #onChange: () => void;

  /** `onChange`: another dialog is first now, or none. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): Dialog | undefined {
    return this.#waiting[0];
  }

  /** How many come after the first. */
  get behind(): number {
    return Math.max(0, this.#waiting.length - 1);
  }

  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    return this.#wait<ApprovalAnswer>((answer) => ({ kind: "approval", request, answer }), signal);
  }

  ask(question: Question, signal: AbortSignal): Promise<Answered> {
    return this.#wait<Answered>((answer) => ({ kind: "question", question, answer }), signal);
  }

  /** Resolves with the answer, or rejects with the signal's reason; either way the dialog is gone. */
  #wait<Answer>(make: (answer: (answer: Answer) => void) => Dialog, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const dialog = make((answer) => {
        close();
        resolve(answer);
      });
      const abort = () => {
        close();
        reject(signal.reason);
      };
      const close = () => {
        signal.removeEventListener("abort", abort);
        this.#remove(dialog);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.push(dialog);
      if (this.current === dialog) this.#onChange();
    });
  }

  #remove(dialog: Dialog): void {
    const at = this.#waiting.indexOf(dialog);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    if (at === 0) this.#onChange();
  }
}
