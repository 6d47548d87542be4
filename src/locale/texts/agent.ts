// How a turn ends, and what the loop tells the model.

export interface AgentTexts {
  readonly cancelledBeforeRun: string;
  readonly cancelledWhileRunning: string;
  readonly unknownTool: (name: string, known: readonly string[]) => string;
  readonly unreadableArguments: (why: string) => string;
  readonly badArguments: (why: string) => string;
  readonly deniedByUser: (reason: string | undefined) => string;
  readonly emptyResult: string;
  readonly answerFromReasoning: (reasoning: string) => string;
  readonly continueAnswer: string;
  readonly useRealCalls: string;
  readonly callCut: string;
  readonly runawayReminder: string;
  readonly reportRequest: string;
  readonly imagesOfTools: string;
  readonly stagnation: string;
  readonly answerCut: string;
  readonly answerUnmarked: string;
  readonly answerFiltered: string;
  readonly limitReached: (limit: "max_turns" | "unit_steps" | "token_budget") => string;
}
