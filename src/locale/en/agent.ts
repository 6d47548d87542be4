import type { AgentTexts } from "../texts/agent.ts";

export const agent: AgentTexts = {
  cancelledBeforeRun: "Cancelled by the user; this call was not run.",
  cancelledWhileRunning:
    "Cancelled by the user while it ran; it may have done part of its work. Check the actual state before you go on.",
  unknownTool: (name, known) =>
    known.length === 0
      ? `There is no tool named ${name}, and no other tool here. Answer with text.`
      : `There is no tool named ${name}. Tools: ${known.join(", ")}. Use one of these.`,
  unreadableArguments: (why) =>
    `The arguments of this call cannot be read, it was not run: ${why}. Call again with complete, valid JSON arguments.`,
  badArguments: (why) =>
    `The arguments of this call are not valid, it was not run:\n${why}\nCorrect them as the tool's parameters say and call again.`,
  deniedByUser: (reason) =>
    reason
      ? `The user denied this call, with the reason: ${reason}. Act on it.`
      : "The user denied this call. Do not repeat it; find another way, or ask the user first.",
  emptyResult: "(no output)",
  answerFromReasoning: (reasoning) => `(from the model's reasoning channel)\n${reasoning}`,
  continueAnswer: "[continue] Your answer was cut by its length limit. Go on exactly where it broke off, repeat nothing.",
  useRealCalls: "[note] You wrote a tool call as text; it was not run. Make calls through the tool interface.",
  callCut:
    "Your answer was cut by its length limit, so this call was not run. Work in smaller pieces, for example write a large file in several parts.",
  runawayReminder:
    "[runaway guard] You are repeating the same calls or the same error. Stop and think: what is known, what is missing, and try another way; if you cannot go on, say plainly what blocks you.",
  reportRequest:
    "[progress report] The task ends here; call no more tools. Report briefly: what is done; what was verified; what is not done or blocked, and why; the suggested next step.",
  imagesOfTools: "[images] Images from the tool results above:",
  stagnation: "The model is going round in circles; the task was stopped. Its report follows.",
  answerCut: "The answer was cut by its length limit.",
  answerUnmarked: "The provider did not mark the end of the answer; it may be incomplete.",
  answerFiltered: "The answer was cut by the provider's content filter.",
  limitReached: (limit) =>
    ({
      max_turns: "The limit of steps (--max-turns) is reached; the report follows.",
      unit_steps: "This part has taken far more steps than such work needs and was stopped; the report follows.",
      token_budget: "The token budget (--token-budget) is used up; the report follows.",
    })[limit],
};
